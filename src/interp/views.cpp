// Views: new windows onto the memory of their argument.
#include <algorithm>
#include <array>

#include "interp/operators.h"
#include "interp/view_windows.h"

namespace outplace::interp {
namespace {

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

Value transpose(Call& call) { return seen(*call.self(), transposed_as_called(call, *call.self())); }

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

Value squeeze(Call& call) { return seen(*call.self(), squeezed(call, *call.self())); }

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

Value as_strided(Call& call) { return seen(*call.self(), strided(call, *call.self())); }

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

constexpr auto kViewHandlers = std::to_array<NamedHandler>({
    {"T", reversed_dims},       {"_fw_primal", alias},
    {"_get_data_attr", alias},  {"alias", alias},
    {"as_strided", as_strided}, {"as_subclass", alias},
    {"atleast_1d", atleast_1d}, {"atleast_2d", atleast_2d},
    {"atleast_3d", atleast_3d}, {"broadcast_tensors", broadcast_tensors},
    {"broadcast_to", expand},   {"data", alias},
    {"detach", alias},          {"diagonal", diagonal},
    {"expand", expand},         {"expand_as", expand_as},
    {"lift_fresh", alias},      {"mT", matrix_transposed},
    {"meshgrid", meshgrid},     {"movedim", movedim},
    {"narrow", narrow},         {"permute", permute},
    {"select", select},         {"slice", slice},
    {"squeeze", squeeze},       {"t", t_},
    {"transpose", transpose},   {"unbind", unbind},
    {"unfold", unfold},         {"unsqueeze", unsqueeze},
    {"view_of", alias},
});

}  // namespace

Value seen(const Tensor& t, Window window) {
  auto out = std::make_shared<Tensor>(t);
  out->window = std::move(window);
  return Value::of(std::move(out));
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

Window t_window(const Tensor& t) {
  if (t.rank() > 2) refuse("t() of a tensor of rank " + std::to_string(t.rank()));
  return t.rank() < 2 ? t.window : transposed(t.window, 0, 1);
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

Window unsqueezed(Call& call, const Tensor& t) {
  const int64_t dim = wrapped_dim(call.integer("dim"), t.rank() + 1);
  Window out = t.window;
  const int64_t stride = dim < t.rank() ? t.size(dim) * t.window.strides[static_cast<size_t>(dim)] : 1;
  out.sizes.insert(out.sizes.begin() + dim, 1);
  out.strides.insert(out.strides.begin() + dim, stride);
  return out;
}

Window strided(Call& call, const Tensor& t) {
  Window w{call.integers("size"), call.integers("stride"), call.integer("storage_offset", t.window.offset)};
  if (w.sizes.size() != w.strides.size()) refuse("as_strided with as many sizes as strides");
  if (w.count() > 0 && (w.offset < 0 || w.extent().second >= Memory::room(*t.storage, t.dtype)))
    refuse("as_strided reaches out of the storage");
  return w;
}

Window sliced(Window w, int64_t dim, int64_t start, int64_t end, int64_t step) {
  if (dim >= w.rank()) refuse("slice() cannot be applied to a 0-dim tensor");
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

std::span<const NamedHandler> view_handlers() { return kViewHandlers; }

}  // namespace outplace::interp
