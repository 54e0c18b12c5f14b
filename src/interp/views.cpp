// Views: new windows onto the memory of their argument.
#include <algorithm>
#include <array>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

Value seen(const Tensor& t, Window window) {
  auto out = std::make_shared<Tensor>(t);
  out->window = std::move(window);
  return Value::of(std::move(out));
}

Value alias(Call& call) { return seen(*call.self(), call.self()->window); }

int64_t in_range(int64_t index, int64_t size) {
  if (index < -size || index >= size) {
    throw Stop(Stop::Kind::out_of_range, "index " + std::to_string(index) + " is out of range for a dimension of " + std::to_string(size));
  }
  return index < 0 ? index + size : index;
}

Window selected(Window w, int64_t dim, int64_t index) {
  const auto d = static_cast<size_t>(dim);
  w.offset += in_range(index, w.sizes[d]) * w.strides[d];
  w.sizes.erase(w.sizes.begin() + dim);
  w.strides.erase(w.strides.begin() + dim);
  return w;
}

Value select(Call& call) {
  const TensorRef t = call.self();
  if (t->rank() == 0) refuse("select of a 0-d tensor");
  return seen(*t, selected(t->window, call.dim("dim", t->rank()), call.integer("index")));
}

Value slice(Call& call) {
  const TensorRef t = call.self();
  if (t->rank() == 0) refuse("slice of a 0-d tensor");
  const int64_t dim = call.dim("dim", t->rank(), 0);
  return seen(*t, sliced(t->window, dim, call.integer("start", 0), call.integer("end", INT64_MAX), call.integer("step", 1)));
}

Value narrow(Call& call) {
  const TensorRef t = call.self();
  const int64_t dim = call.dim("dim", t->rank());
  const int64_t size = t->size(dim);
  int64_t start = call.integer("start");
  const int64_t length = call.integer("length");
  if (start < 0) start += size;
  if (start < 0 || length < 0 || start + length > size) {
    throw Stop(Stop::Kind::out_of_range,
               "narrow to " + std::to_string(length) + " from " + std::to_string(start) + " of " + std::to_string(size));
  }
  return seen(*t, sliced(t->window, dim, start, start + length, 1));
}

Value pieces(const Tensor& t, int64_t dim, const Sizes& lengths) {
  std::vector<Value> parts;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    parts.push_back(seen(t, sliced(t.window, dim, start, start + length, 1)));
    start += length;
  }
  return Value::of(std::move(parts));
}

Sizes split_lengths(int64_t size, int64_t length) {
  if (length < 0 || (length == 0 && size != 0)) refuse("split into parts of " + std::to_string(length));
  Sizes lengths;
  for (int64_t start = 0; start < size; start += length) lengths.push_back(std::min(length, size - start));
  if (lengths.empty()) lengths.push_back(0);
  return lengths;
}

Value split(Call& call) {
  const TensorRef t = call.self();
  const int64_t dim = call.dim("dim", t->rank(), 0);
  const Value* wanted = nullptr;
  for (const std::string_view name : {"split_size", "split_sizes", "split_size_or_sections"}) {
    if (wanted == nullptr) wanted = call.find(name);
  }
  if (wanted == nullptr) give_up("the sizes of a split");
  if (!wanted->is_sequence()) return pieces(*t, dim, split_lengths(t->size(dim), as_index(*wanted)));
  const Sizes lengths = as_sizes(*wanted);
  int64_t sum = 0;
  for (const int64_t length : lengths) sum += length;
  if (sum != t->size(dim)) refuse("the sizes of a split add up to " + std::to_string(sum) + ", not " + std::to_string(t->size(dim)));
  return pieces(*t, dim, lengths);
}

Value chunk(Call& call) {
  const TensorRef t = call.self();
  const int64_t dim = call.dim("dim", t->rank(), 0);
  const int64_t chunks = call.integer("chunks");
  if (chunks < 1) refuse("chunk into " + std::to_string(chunks));
  const int64_t size = t->size(dim);
  if (size == 0) return pieces(*t, dim, Sizes(static_cast<size_t>(chunks), 0));
  return pieces(*t, dim, split_lengths(size, (size + chunks - 1) / chunks));
}

Value tensor_split_at(const Tensor& t, int64_t dim, const Value& where) {
  const int64_t size = t.size(dim);
  if (!where.is_sequence() && !(where.is_tensor() && where.tensor->rank() == 1)) {
    const int64_t parts = as_index(where);
    if (parts < 1) refuse("tensor_split into " + std::to_string(parts));
    Sizes lengths;
    for (int64_t i = 0; i < parts; ++i) lengths.push_back(size / parts + (i < size % parts ? 1 : 0));
    return pieces(t, dim, lengths);
  }
  std::vector<Value> parts;
  int64_t start = 0;
  Sizes cuts = as_sizes(where);
  cuts.push_back(size);
  for (const int64_t cut : cuts) {
    parts.push_back(seen(t, sliced(t.window, dim, start, cut, 1)));
    start = cut;
  }
  return Value::of(std::move(parts));
}

const Value& cuts_of(Call& call) {
  for (const std::string_view name : {"sections", "indices", "tensor_indices_or_sections", "indices_or_sections"}) {
    if (const Value* value = call.find(name)) return *value;
  }
  give_up("where a tensor is split");
}

Value tensor_split(Call& call) { return tensor_split_at(*call.self(), call.dim("dim", call.self()->rank(), 0), cuts_of(call)); }

Value split_in_named_dim(Call& call) {
  const TensorRef t = call.self();
  const int64_t wanted = call.name() == "dsplit" ? 2 : (call.name() == "vsplit" || t->rank() == 1 ? 0 : 1);
  if (t->rank() <= wanted) refuse(std::string(call.name()) + " of a tensor of rank " + std::to_string(t->rank()));
  return tensor_split_at(*t, wanted, cuts_of(call));
}

Value unbind(Call& call) {
  const TensorRef t = call.self();
  if (t->rank() == 0) refuse("unbind of a 0-d tensor");
  const int64_t dim = call.dim("dim", t->rank(), 0);
  std::vector<Value> parts;
  for (int64_t i = 0; i < t->size(dim); ++i) parts.push_back(seen(*t, selected(t->window, dim, i)));
  return Value::of(std::move(parts));
}

Window permuted(const Window& w, const Sizes& order) {
  Window out{{}, {}, w.offset};
  for (const int64_t d : order) {
    out.sizes.push_back(w.sizes[static_cast<size_t>(d)]);
    out.strides.push_back(w.strides[static_cast<size_t>(d)]);
  }
  return out;
}

Sizes natural_order(int64_t rank) {
  Sizes order;
  for (int64_t d = 0; d < rank; ++d) order.push_back(d);
  return order;
}

Value permute(Call& call) {
  const TensorRef t = call.self();
  Sizes order = call.integers(call.find("dims") != nullptr ? "dims" : "permutation");
  if (static_cast<int64_t>(order.size()) != t->rank())
    refuse("permute of " + std::to_string(t->rank()) + " dimensions by " + to_text(order));
  for (int64_t& d : order) d = wrapped_dim(d, t->rank());
  Sizes sorted = order;
  std::ranges::sort(sorted);
  if (sorted != natural_order(t->rank())) refuse("permute by " + to_text(order));
  return seen(*t, permuted(t->window, order));
}

Window transposed(const Window& w, int64_t a, int64_t b) {
  Window out = w;
  if (w.sizes.empty()) return out;
  std::swap(out.sizes[static_cast<size_t>(a)], out.sizes[static_cast<size_t>(b)]);
  std::swap(out.strides[static_cast<size_t>(a)], out.strides[static_cast<size_t>(b)]);
  return out;
}

Window transposed_as_called(Call& call, const Tensor& t) {
  const auto either = [&](std::string_view first, std::string_view second) {
    return call.dim(call.find(first) != nullptr ? first : second, t.rank());
  };
  return transposed(t.window, either("dim0", "axis0"), either("dim1", "axis1"));
}

Value transpose(Call& call) { return seen(*call.self(), transposed_as_called(call, *call.self())); }

Window t_window(const Tensor& t) {
  if (t.rank() > 2) refuse("t() of a tensor of rank " + std::to_string(t.rank()));
  return t.rank() < 2 ? t.window : transposed(t.window, 0, 1);
}

Value t_(Call& call) { return seen(*call.self(), t_window(*call.self())); }

Value reversed_dims(Call& call) {
  Sizes order = natural_order(call.self()->rank());
  std::ranges::reverse(order);
  return seen(*call.self(), permuted(call.self()->window, order));
}

Value matrix_transposed(Call& call) {
  const TensorRef t = call.self();
  if (t->rank() == 0) return Value::of(t);
  if (t->rank() == 1) refuse("mT of a vector");
  return seen(*t, transposed(t->window, t->rank() - 2, t->rank() - 1));
}

Value conjugated(const Value& value) {
  if (is_complex(value.tensor->dtype)) value.tensor->conjugate = !value.tensor->conjugate;
  return value;
}

Value matrix_adjoint(Call& call) {
  Value out = matrix_transposed(call);
  return out.tensor == call.self() ? out : conjugated(out);
}

Value adjoint_2d(Call& call) {
  if (call.self()->rank() != 0 && call.self()->rank() != 2) refuse("H of a tensor of rank " + std::to_string(call.self()->rank()));
  return matrix_adjoint(call);
}

Value movedim(Call& call) {
  const TensorRef t = call.self();
  Sizes from = call.integers("source");
  Sizes to = call.integers("destination");
  if (from.size() != to.size()) refuse("movedim from " + to_text(from) + " to " + to_text(to));
  Sizes order(t->sizes().size(), -1);
  std::vector<bool> moved(t->sizes().size(), false);
  for (size_t i = 0; i < from.size(); ++i) {
    const int64_t source = wrapped_dim(from[i], t->rank());
    int64_t& slot = order[static_cast<size_t>(wrapped_dim(to[i], t->rank()))];
    if (slot != -1 || moved[static_cast<size_t>(source)]) refuse("movedim names a dimension twice");
    slot = source;
    moved[static_cast<size_t>(source)] = true;
  }
  int64_t next = 0;
  for (int64_t& slot : order) {
    if (slot != -1) continue;
    while (moved[static_cast<size_t>(next)]) ++next;
    slot = next++;
  }
  return seen(*t, permuted(t->window, order));
}

Window squeezed(Call& call, const Tensor& t) {
  std::vector<bool> named(t.sizes().size(), call.find("dim") == nullptr && call.find("dimensions") == nullptr);
  if (!named.empty() && !named[0]) {
    for (const int64_t d : call.integers(call.find("dim") != nullptr ? "dim" : "dimensions"))
      named[static_cast<size_t>(wrapped_dim(d, t.rank()))] = true;
  }
  Window out{{}, {}, t.window.offset};
  for (size_t d = 0; d < named.size(); ++d) {
    if (named[d] && t.sizes()[d] == 1) continue;
    out.sizes.push_back(t.sizes()[d]);
    out.strides.push_back(t.window.strides[d]);
  }
  return out;
}

Value squeeze(Call& call) { return seen(*call.self(), squeezed(call, *call.self())); }

Window unsqueezed(Call& call, const Tensor& t) {
  const int64_t dim = wrapped_dim(call.integer("dim"), t.rank() + 1);
  Window out = t.window;
  const int64_t stride = dim < t.rank() ? t.size(dim) * t.window.strides[static_cast<size_t>(dim)] : 1;
  out.sizes.insert(out.sizes.begin() + dim, 1);
  out.strides.insert(out.strides.begin() + dim, stride);
  return out;
}

Value unsqueeze(Call& call) { return seen(*call.self(), unsqueezed(call, *call.self())); }

Value expand_to(const Tensor& t, const Sizes& wanted) {
  Window out{wanted, Sizes(wanted.size(), 0), t.window.offset};
  if (wanted.size() < t.sizes().size()) refuse("expand of " + to_text(t.sizes()) + " to " + to_text(wanted));
  const size_t lead = wanted.size() - t.sizes().size();
  for (size_t d = wanted.size(); d-- > 0;) {
    if (d < lead) {
      if (wanted[d] < 0) refuse("expand of a leading dimension to " + std::to_string(wanted[d]));
      if (wanted[d] == 1) out.strides[d] = d + 1 < wanted.size() ? out.sizes[d + 1] * out.strides[d + 1] : 1;
      continue;
    }
    const int64_t size = t.sizes()[d - lead];
    if (wanted[d] == -1) out.sizes[d] = size;
    if (out.sizes[d] == size) {
      out.strides[d] = t.window.strides[d - lead];
    } else if (size != 1) {
      refuse("expand of " + to_text(t.sizes()) + " to " + to_text(wanted));
    }
  }
  return seen(t, out);
}

Value expand(Call& call) { return expand_to(*call.self(), call.integers("size")); }
Value expand_as(Call& call) { return expand_to(*call.self(), call.tensor("other")->sizes()); }

Value broadcast_tensors(Call& call) {
  const auto tensors = call.tensors("tensors");
  Sizes sizes;
  for (const TensorRef& t : tensors) sizes = broadcast_sizes(sizes, t->sizes());
  std::vector<Value> out;
  for (const TensorRef& t : tensors) out.push_back(t->sizes() == sizes ? Value::of(t) : expand_to(*t, sizes));
  return Value::of(std::move(out));
}

Value meshgrid(Call& call) {
  auto tensors = call.tensors("tensors");
  const bool swap = call.text("indexing", "ij") == "xy" && tensors.size() >= 2;
  if (swap) std::swap(tensors[0], tensors[1]);
  Sizes sizes;
  for (const TensorRef& t : tensors) sizes.push_back(t->count());
  std::vector<Value> out;
  for (size_t i = 0; i < tensors.size(); ++i) {
    Window w{sizes, Sizes(sizes.size(), 0), tensors[i]->window.offset};
    w.strides[i] = tensors[i]->rank() == 0 ? 1 : tensors[i]->window.strides[0];
    if (swap) w = transposed(w, 0, 1);
    out.push_back(seen(*tensors[i], w));
  }
  if (swap) std::swap(out[0], out[1]);
  return Value::of(std::move(out));
}

Value diagonal(Call& call) {
  const TensorRef t = call.self();
  const bool linalg = call.find("A") != nullptr;
  const int64_t a = call.dim("dim1", t->rank(), linalg ? -2 : 0);
  const int64_t b = call.dim("dim2", t->rank(), linalg ? -1 : 1);
  return seen(*t, diagonal_window(t->window, call.integer("offset", 0), a, b));
}

Value unfold(Call& call) {
  const TensorRef t = call.self();
  const int64_t size = call.integer("size");
  const int64_t step = call.integer("step");
  Window w = t->window;
  const int64_t dim = call.dim("dimension", t->rank());
  const int64_t length = t->rank() == 0 ? 1 : t->size(dim);
  if (size < 0 || size > length || step < 1) refuse("unfold of " + std::to_string(length) + " by " + std::to_string(size));
  w.sizes.push_back(size);
  w.strides.push_back(t->rank() == 0 ? 1 : w.strides[static_cast<size_t>(dim)]);
  if (t->rank() > 0) {
    w.sizes[static_cast<size_t>(dim)] = (length - size) / step + 1;
    w.strides[static_cast<size_t>(dim)] *= step;
  }
  return seen(*t, w);
}

Window strided(Call& call, const Tensor& t) {
  Window w{call.integers("size"), call.integers("stride"), call.integer("storage_offset", t.window.offset)};
  if (w.sizes.size() != w.strides.size()) refuse("as_strided with as many sizes as strides");
  if (w.count() > 0 && (w.offset < 0 || w.extent().second >= Memory::room(*t.storage, t.dtype)))
    refuse("as_strided reaches out of the storage");
  return w;
}

Value as_strided(Call& call) { return seen(*call.self(), strided(call, *call.self())); }

Value real(Call& call) {
  const TensorRef t = call.self();
  if (!is_complex(t->dtype)) return Value::of(t);
  return complex_part(call.memory(), *t, 0);
}

Value imag(Call& call) {
  if (!is_complex(call.self()->dtype)) refuse("imag of a real tensor");
  return complex_part(call.memory(), *call.self(), 1);
}

Value view_as_real(Call& call) {
  const TensorRef t = call.self();
  if (!is_complex(t->dtype)) refuse("view_as_real of a real tensor");
  if (t->conjugate) refuse("view_as_real of a conjugate");
  Value out = complex_part(call.memory(), *t, 0);
  out.tensor->window.sizes.push_back(2);
  out.tensor->window.strides.push_back(1);
  return out;
}

Value view_as_complex(Call& call) {
  const TensorRef t = call.self();
  if (!is_real_floating(t->dtype)) refuse("view_as_complex of a tensor that is no floating-point one");
  Window w = t->window;
  if (w.sizes.empty() || w.sizes.back() != 2 || w.strides.back() != 1)
    refuse("view_as_complex needs a last dimension of size 2 and stride 1");
  w.sizes.pop_back();
  w.strides.pop_back();
  for (int64_t& stride : w.strides) {
    if (stride % 2 != 0) refuse("view_as_complex needs even strides");
    stride /= 2;
  }
  if (w.offset % 2 != 0) refuse("view_as_complex needs an even offset");
  w.offset /= 2;
  Value out = seen(*t, w);
  out.tensor->dtype = complex_dtype(t->dtype);
  return out;
}

Value conj(Call& call) {
  if (!is_complex(call.self()->dtype)) return Value::of(call.self());
  return conjugated(alias(call));
}

Value neg_view(Call& call) {
  Value out = alias(call);
  out.tensor->negative = !out.tensor->negative;
  return out;
}

Value atleast(Call& call, int64_t rank) {
  const auto widen = [&](const TensorRef& t) {
    if (t->rank() >= rank) return Value::of(t);
    Window w = t->window;
    const auto put = [&](bool front) {
      const int64_t stride = front && !w.sizes.empty() ? w.sizes[0] * w.strides[0] : 1;
      w.sizes.insert(front ? w.sizes.begin() : w.sizes.end(), 1);
      w.strides.insert(front ? w.strides.begin() : w.strides.end(), stride);
    };
    // A vector becomes a row, and a matrix gets its third dimension at the end.
    if (w.rank() == 0) put(false);
    if (w.rank() == 1 && rank >= 2) put(true);
    if (w.rank() == 2 && rank == 3) put(false);
    return seen(*t, w);
  };
  const Value* list = call.find("tensors");
  if (list == nullptr || !list->is_sequence()) return widen(call.self());
  std::vector<Value> out;
  for (const TensorRef& t : call.tensors("tensors")) out.push_back(widen(t));
  return Value::of(std::move(out));
}

Value atleast_1d(Call& call) { return atleast(call, 1); }
Value atleast_2d(Call& call) { return atleast(call, 2); }
Value atleast_3d(Call& call) { return atleast(call, 3); }

// ---- what rebinds the object

Value rebound(Call& call, Window window) {
  call.self()->window = std::move(window);
  return Value::of(call.self());
}

Value rebind_t(Call& call) { return rebound(call, t_window(*call.self())); }
Value rebind_transpose(Call& call) { return rebound(call, transposed_as_called(call, *call.self())); }
Value rebind_squeeze(Call& call) { return rebound(call, squeezed(call, *call.self())); }
Value rebind_unsqueeze(Call& call) { return rebound(call, unsqueezed(call, *call.self())); }
Value rebind_as_strided(Call& call) { return rebound(call, strided(call, *call.self())); }
Value same_object(Call& call) { return Value::of(call.self()); }

Value set(Call& call) {
  const TensorRef t = call.self();
  const Value* source = call.find("source");
  if (source == nullptr) source = call.find("new_data");
  if (source == nullptr || !source->is_tensor() || call.find("size") != nullptr) give_up("set_ with anything but a tensor");
  *t = *source->tensor;
  return Value::of(t);
}

Value resize(Call& call) {
  const TensorRef t = call.self();
  const Sizes sizes = call.find("the_template") != nullptr ? call.tensor("the_template")->sizes() : call.integers("size");
  const Window w{sizes, dense_strides(sizes), t->window.offset};
  if (sizes == t->sizes()) return Value::of(t);
  if (w.count() > 0 && w.extent().second >= Memory::room(*t->storage, t->dtype)) give_up("resize_ to more elements than the storage holds");
  return rebound(call, w);
}

constexpr auto kHandlers = std::to_array<NamedHandler>({
    {"H", adjoint_2d},
    {"T", reversed_dims},
    {"_fw_primal", alias},
    {"_get_data_attr", alias},
    {"_neg_view", neg_view},
    {"alias", alias},
    {"as_strided", as_strided},
    {"as_strided_", rebind_as_strided},
    {"as_subclass", alias},
    {"atleast_1d", atleast_1d},
    {"atleast_2d", atleast_2d},
    {"atleast_3d", atleast_3d},
    {"broadcast_tensors", broadcast_tensors},
    {"broadcast_to", expand},
    {"chunk", chunk},
    {"conj", conj},
    {"data", alias},
    {"detach", alias},
    {"detach_", same_object},
    {"diagonal", diagonal},
    {"dsplit", split_in_named_dim},
    {"expand", expand},
    {"expand_as", expand_as},
    {"hsplit", split_in_named_dim},
    {"imag", imag},
    {"lift_fresh", alias},
    {"mH", matrix_adjoint},
    {"mT", matrix_transposed},
    {"meshgrid", meshgrid},
    {"movedim", movedim},
    {"narrow", narrow},
    {"permute", permute},
    {"real", real},
    {"resize_", resize},
    {"resize_as_", resize},
    {"select", select},
    {"set_", set},
    {"set_data", set},
    {"slice", slice},
    {"split", split},
    {"split_with_sizes", split},
    {"squeeze", squeeze},
    {"squeeze_", rebind_squeeze},
    {"t", t_},
    {"t_", rebind_t},
    {"tensor_split", tensor_split},
    {"transpose", transpose},
    {"transpose_", rebind_transpose},
    {"unbind", unbind},
    {"unfold", unfold},
    {"unsafe_split", split},
    {"unsafe_split_with_sizes", split},
    {"unsqueeze", unsqueeze},
    {"unsqueeze_", rebind_unsqueeze},
    {"view_as_complex", view_as_complex},
    {"view_as_real", view_as_real},
    {"view_of", alias},
    {"vsplit", split_in_named_dim},
});

}  // namespace

Window sliced(Window w, int64_t dim, int64_t start, int64_t end, int64_t step) {
  const auto d = static_cast<size_t>(dim);
  const int64_t size = w.sizes[d];
  if (step < 1) refuse("slice with step " + std::to_string(step));
  const auto clamped = [size](int64_t bound) { return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size); };
  start = clamped(start);
  end = std::max(clamped(end), start);
  w.offset += start * w.strides[d];
  w.sizes[d] = (end - start + step - 1) / step;
  w.strides[d] *= step;
  return w;
}

Window diagonal_window(const Window& w, int64_t offset, int64_t a, int64_t b) {
  if (a == b || w.rank() < 2) refuse("a diagonal needs two dimensions");
  const auto da = static_cast<size_t>(a);
  const auto db = static_cast<size_t>(b);
  const int64_t length =
      std::max<int64_t>(0, offset >= 0 ? std::min(w.sizes[da], w.sizes[db] - offset) : std::min(w.sizes[da] + offset, w.sizes[db]));
  Window out{{}, {}, w.offset};
  if (length > 0) out.offset += offset >= 0 ? offset * w.strides[db] : -offset * w.strides[da];
  for (size_t d = 0; d < w.sizes.size(); ++d) {
    if (d == da || d == db) continue;
    out.sizes.push_back(w.sizes[d]);
    out.strides.push_back(w.strides[d]);
  }
  out.sizes.push_back(length);
  out.strides.push_back(w.strides[da] + w.strides[db]);
  return out;
}

Value complex_part(Memory& memory, const Tensor& t, int64_t part) {
  const DType dtype = real_part_dtype(t.dtype);
  memory.divide_cells(*t.storage, dtype);
  Window w = t.window;
  for (int64_t& stride : w.strides) stride *= 2;
  w.offset = w.offset * 2 + part;
  Value out = seen(t, w);
  out.tensor->dtype = dtype;
  out.tensor->conjugate = false;
  out.tensor->negative = t.negative != (t.conjugate && part == 1);
  return out;
}

std::span<const NamedHandler> view_handlers() { return kHandlers; }

}  // namespace outplace::interp
