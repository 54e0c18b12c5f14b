// Operators that move elements to other places, and choose between them.
#include <algorithm>
#include <array>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

Value cat_tensors(Call& call, const std::vector<TensorRef>& all, int64_t dim) {
  std::vector<TensorRef> tensors;
  DType dtype = DType::unknown;
  for (const TensorRef& t : all) {
    dtype = dtype == DType::unknown ? t->dtype : promote(dtype, t->dtype);
    if (t->rank() == 1 && t->size(0) == 0 && all.size() > 1) continue;  // an old convention: such an operand is nothing
    tensors.push_back(t);
  }
  if (tensors.empty()) tensors = {all.front()};
  Sizes sizes = tensors[0]->sizes();
  if (sizes.empty()) refuse("cat of 0-d tensors");
  const auto d = static_cast<size_t>(wrapped_dim(dim, static_cast<int64_t>(sizes.size())));
  std::vector<Array> arrays;
  Sizes starts;
  sizes[d] = 0;
  for (const TensorRef& t : tensors) {
    Sizes expected = sizes;
    if (t->sizes().size() != sizes.size()) refuse("cat of tensors of different ranks");
    expected[d] = t->sizes()[d];
    if (t->sizes() != expected) refuse("cat of " + to_text(t->sizes()) + " where " + to_text(expected) + " is due");
    starts.push_back(sizes[d]);
    sizes[d] += t->sizes()[d];
    arrays.push_back(cast_all(call, call.memory().read(*t), dtype));
  }
  int64_t inner = 1;
  for (size_t k = d + 1; k < sizes.size(); ++k) inner *= sizes[k];
  const int64_t row = sizes[d] * inner;
  const auto values = Array::generate(count_of(sizes), [arrays, starts, inner, row, ends = sizes[d]](int64_t i) {
    const int64_t at = i % row / inner;
    const auto k = static_cast<size_t>(std::ranges::upper_bound(starts, at) - starts.begin() - 1);
    const int64_t length = (k + 1 < starts.size() ? starts[k + 1] : ends) - starts[k];
    return arrays[k][(i / row * length + (at - starts[k])) * inner + i % inner];
  });
  return call.fresh(sizes, dtype, values);
}

Value cat(Call& call) { return cat_tensors(call, call.tensors("tensors"), call.integer(call.find("axis") != nullptr ? "axis" : "dim", 0)); }

Value stack(Call& call) {
  std::vector<TensorRef> widened;
  const auto tensors = call.tensors("tensors");
  const int64_t dim = wrapped_dim(call.integer("dim", 0), tensors.at(0)->rank() + 1);
  for (const TensorRef& t : tensors) {
    if (t->sizes() != tensors[0]->sizes()) refuse("stack of " + to_text(tensors[0]->sizes()) + " and " + to_text(t->sizes()));
    auto wide = std::make_shared<Tensor>(*t);
    wide->window.sizes.insert(wide->window.sizes.begin() + dim, 1);
    wide->window.strides.insert(wide->window.strides.begin() + dim, 1);
    widened.push_back(std::move(wide));
  }
  return cat_tensors(call, widened, dim);
}

TensorRef as_tensor(Call& call, const Value& value) {
  if (value.is_tensor()) return value.tensor;
  if (!value.is_number()) give_up("an operand that is neither a tensor nor a number");
  return call.memory().make({}, value.number.dtype, Array({value.number}));
}

Value nonzero_list(Call& call, const Tensor& t) {
  std::vector<Value> out;
  const Sizes found = true_positions(call.memory().read(t));
  const Sizes strides = dense_strides(t.sizes());
  for (size_t d = 0; d < t.sizes().size(); ++d) {
    std::vector<Elem> column;
    for (const int64_t at : found) column.push_back(Elements::integer(at / strides[d] % t.sizes()[d]));
    const Sizes sizes{static_cast<int64_t>(found.size())};
    out.push_back(call.fresh_with(sizes, DType::int64, Array(std::move(column)), dense_strides(sizes)));
  }
  return Value::of(std::move(out));
}

Value where(Call& call) {
  const TensorRef condition = call.tensor("condition");
  const bool method = call.op().params.front().name == "self";  // x.where(condition, other)
  const Value* a = call.find(call.find("input") != nullptr ? "input" : "self");
  const Value* b = call.find("other");
  if (a == nullptr && b == nullptr) return nonzero_list(call, *condition);
  const Value none_given = Value::of(0);
  if (b == nullptr && method) b = &none_given;
  if (a == nullptr || b == nullptr) give_up("where with one operand");
  const TensorRef x = as_tensor(call, *a);
  const TensorRef y = as_tensor(call, *b);
  const Sizes sizes = broadcast_sizes(broadcast_sizes(condition->sizes(), x->sizes()), y->sizes());
  const Value both[] = {*a, *b};
  const DType dtype = result_type(both);
  const auto values = Array::generate(
      count_of(sizes),
      [c = read_broadcast(call.memory(), *condition, sizes), p = cast_all(call, read_broadcast(call.memory(), *x, sizes), dtype),
       q = cast_all(call, read_broadcast(call.memory(), *y, sizes), dtype)](int64_t i) { return Elements::truth(c[i]) ? p[i] : q[i]; });
  const TensorRef operands[] = {condition, x, y};
  Value out = call.fresh_with(sizes, dtype, values, elementwise_strides(sizes, operands));
  out.tensor->strides_known = std::ranges::all_of(operands, &Tensor::strides_known);
  return out;
}

Value masked_fill(Call& call) {
  const TensorRef t = call.self();
  const TensorRef mask = call.tensor("mask");
  const Value* value = call.find("value");
  if (value == nullptr) give_up("masked_fill without a value");
  if (value->is_tensor() && value->tensor->rank() != 0) refuse("masked_fill with a tensor of several dimensions");
  const Elem filler = call.elements().cast(value->is_tensor() ? call.memory().read_one(*value->tensor, 0) : value->number, t->dtype);
  const Sizes sizes = broadcast_sizes(t->sizes(), mask->sizes());
  const auto values =
      Array::generate(count_of(sizes), [m = read_broadcast(call.memory(), *mask, sizes), x = read_broadcast(call.memory(), *t, sizes),
                                        filler](int64_t i) { return Elements::truth(m[i]) ? filler : x[i]; });
  return call.fresh(sizes, t->dtype, values);
}

Value index_select(Call& call) {
  const TensorRef t = call.self();
  const TensorRef index = call.tensor("index");
  const int64_t dim = call.dim("dim", t->rank());
  Sizes sizes = t->sizes();
  const auto d = static_cast<size_t>(dim);
  if (sizes.empty()) return copied(call, *t, t->dtype, {});
  const int64_t length = sizes[d];
  const Array rows = call.memory().read(*index);
  Sizes at;
  for (int64_t i = 0; i < rows.size(); ++i) at.push_back(index_within(rows[i], length));
  sizes[d] = rows.size();
  const Array source = call.memory().read(*t);
  const int64_t inner = dense_strides(t->sizes())[d];
  const auto values = Array::generate(count_of(sizes), [source, at, inner, length](int64_t i) {
    const auto n = static_cast<int64_t>(at.size());
    return source[(i / (n * inner) * length + at[static_cast<size_t>(i / inner % n)]) * inner + i % inner];
  });
  return call.fresh(sizes, t->dtype, values);
}

Value gather(Call& call) {
  const TensorRef t = call.self();
  const TensorRef index = call.tensor("index");
  const int64_t dim = call.dim("dim", t->rank());
  if (index->rank() != t->rank()) refuse("gather with an index of another rank");
  for (size_t d = 0; d < t->sizes().size(); ++d) {
    if (static_cast<int64_t>(d) != dim && index->sizes()[d] > t->sizes()[d]) refuse("gather with an index larger than the tensor");
  }
  const Array at = call.memory().read(*index);
  const Tensor source = *t;
  Memory& memory = call.memory();
  const Array elements = memory.read(source);
  const Window seen{t->sizes(), dense_strides(t->sizes()), 0};
  const auto values = Array::generate(index->count(), [elements, at, seen, sizes = index->sizes(), dim](int64_t i) {
    return elements[moved_index(i, sizes, seen, dim, at[i])];
  });
  return call.fresh(index->sizes(), t->dtype, values);
}

Value take(Call& call) {
  const TensorRef t = call.self();
  const TensorRef index = call.tensor("index");
  const Array at = call.memory().read(*index);
  const Array source = call.memory().read(*t);
  const auto values = Array::generate(index->count(), [source, at](int64_t i) { return source[index_within(at[i], source.size())]; });
  return call.fresh(index->sizes(), t->dtype, values);
}

// A result whose element at some coordinates is the source's at coordinates that `move` changes them to.
template <class Move>
Value rearranged(Call& call, const Tensor& t, const Sizes& sizes, Move move) {
  const Array source = call.memory().read(t);
  const Sizes from = dense_strides(t.sizes());
  const auto values = Array::generate(count_of(sizes), [source, from, sizes, move](int64_t i) {
    int64_t at = 0;
    for (size_t d = sizes.size(); d-- > 0;) {
      at += move(d, i % sizes[d]) * from[d];
      i /= sizes[d];
    }
    return source[at];
  });
  return call.fresh(sizes, t.dtype, values);
}

Value flip(Call& call) {
  const TensorRef t = call.self();
  std::vector<bool> turned(t->sizes().size(), false);
  if (call.find("dims") != nullptr) {
    for (const int64_t d : call.integers("dims")) turned.at(static_cast<size_t>(wrapped_dim(d, t->rank()))) = true;
  } else {
    turned[call.name() == "fliplr" ? 1 : 0] = true;
  }
  return rearranged(call, *t, t->sizes(), [turned, sizes = t->sizes()](size_t d, int64_t i) { return turned[d] ? sizes[d] - 1 - i : i; });
}

Value roll(Call& call) {
  const TensorRef t = call.self();
  const Sizes shifts = call.integers("shifts");
  const Sizes dims = call.find("dims") == nullptr ? Sizes() : call.integers("dims");
  if (t->count() == 0) return copied(call, *t, t->dtype, dense_strides(t->sizes()));
  if (dims.empty()) {
    const Array source = call.memory().read(*t);
    const int64_t n = source.size();
    const auto values = Array::generate(n, [source, n, shift = shifts.at(0)](int64_t i) { return source[((i - shift) % n + n) % n]; });
    return call.fresh(t->sizes(), t->dtype, values);
  }
  Sizes by(t->sizes().size(), 0);
  for (size_t k = 0; k < dims.size(); ++k) by[static_cast<size_t>(wrapped_dim(dims[k], t->rank()))] += shifts.at(k);
  return rearranged(call, *t, t->sizes(),
                    [by, sizes = t->sizes()](size_t d, int64_t i) { return ((i - by[d]) % sizes[d] + sizes[d]) % sizes[d]; });
}

Value repeat(Call& call) {
  Tensor t = *call.self();
  Sizes times = call.integers(call.find("repeats") != nullptr ? "repeats" : "dims");
  if (call.name() == "tile") times.insert(times.begin(), std::max<size_t>(t.sizes().size(), times.size()) - times.size(), 1);
  if (times.size() < t.sizes().size()) refuse("repeat with fewer numbers than dimensions");
  t.window.sizes.insert(t.window.sizes.begin(), times.size() - t.sizes().size(), 1);
  t.window.strides.insert(t.window.strides.begin(), times.size() - t.window.strides.size(), 0);
  Sizes sizes = t.sizes();
  for (size_t d = 0; d < sizes.size(); ++d) sizes[d] *= times[d];
  return rearranged(call, t, sizes, [from = t.sizes()](size_t d, int64_t i) { return i % from[d]; });
}

Value repeat_interleave(Call& call) {
  const Value* repeats = call.find("repeats");
  if (repeats == nullptr || call.find("self") == nullptr) give_up("repeat_interleave of this form");
  Tensor t = *call.self();
  if (call.find("dim") == nullptr) {
    const Array flat = call.memory().read(t);
    t = *call.memory().make({flat.size()}, t.dtype, flat);
  }
  const int64_t dim = wrapped_dim(call.integer("dim", 0), t.rank());
  const auto d = static_cast<size_t>(dim);
  Sizes times = repeats->is_tensor() ? as_sizes(*repeats) : Sizes{as_index(*repeats)};
  if (times.size() == 1) times.assign(static_cast<size_t>(t.size(dim)), times[0]);
  Sizes from;
  for (size_t i = 0; i < times.size(); ++i)
    from.insert(from.end(), static_cast<size_t>(std::max<int64_t>(times[i], 0)), static_cast<int64_t>(i));
  Sizes sizes = t.sizes();
  if (static_cast<int64_t>(times.size()) != sizes[d]) refuse("repeat_interleave with another number of repeats");
  sizes[d] = static_cast<int64_t>(from.size());
  return rearranged(call, t, sizes, [from, d](size_t k, int64_t i) { return k == d ? from[static_cast<size_t>(i)] : i; });
}

Value pad(Call& call) {
  const TensorRef t = call.self();
  if (call.text("mode", "constant") != "constant") return run_opaque(call);
  const Sizes amounts = call.integers("pad");
  if (amounts.size() % 2 != 0 || amounts.size() / 2 > t->sizes().size()) refuse("pad by " + to_text(amounts));
  Sizes sizes = t->sizes();
  Sizes before(sizes.size(), 0);
  for (size_t k = 0; k < amounts.size() / 2; ++k) {
    const size_t d = sizes.size() - 1 - k;
    before[d] = amounts[2 * k];
    sizes[d] += amounts[2 * k] + amounts[2 * k + 1];
    if (sizes[d] < 0) refuse("pad to a negative size");
  }
  const Elem filler = call.elements().cast(call.number("value", Elements::integer(0)), t->dtype);
  const auto values =
      Array::generate(count_of(sizes), [source = call.memory().read(*t), from = t->sizes(), sizes, before, filler](int64_t i) {
        int64_t at = 0;
        int64_t step = 1;
        for (size_t d = sizes.size(); d-- > 0;) {
          const int64_t c = i % sizes[d] - before[d];
          if (c < 0 || c >= from[d]) return filler;
          at += c * step;
          step *= from[d];
          i /= sizes[d];
        }
        return source[at];
      });
  return call.fresh(sizes, t->dtype, values);
}

Value triangle(Call& call) {
  const TensorRef t = call.self();
  if (t->rank() < 2) refuse("a triangle of a vector");
  const int64_t diagonal = call.integer("diagonal", 0);
  const bool lower = call.name() == "tril";
  const Elem zero = call.elements().cast(Elements::integer(0), t->dtype);
  const int64_t columns = t->size(t->rank() - 1);
  const int64_t rows = t->size(t->rank() - 2);
  const auto values = Array::generate(t->count(), [=, source = call.memory().read(*t)](int64_t i) {
    const int64_t distance = i % columns - i / columns % rows;
    return (lower ? distance <= diagonal : distance >= diagonal) ? source[i] : zero;
  });
  return call.fresh(t->sizes(), t->dtype, values);
}

Value masked_select(Call& call) {
  const TensorRef t = call.self();
  const TensorRef mask = call.tensor("mask");
  const Sizes sizes = broadcast_sizes(t->sizes(), mask->sizes());
  const Sizes found = true_positions(read_broadcast(call.memory(), *mask, sizes));
  const Array source = read_broadcast(call.memory(), *t, sizes);
  std::vector<Elem> out;
  for (const int64_t i : found) out.push_back(source[i]);
  const Sizes count{static_cast<int64_t>(out.size())};
  return call.fresh_with(count, t->dtype, Array(std::move(out)), dense_strides(count));
}

Value nonzero(Call& call) {
  const TensorRef t = call.self();
  if (call.flag("as_tuple", false)) return nonzero_list(call, *t);
  const Sizes found = true_positions(call.memory().read(*t));
  std::vector<Elem> out;
  const Sizes strides = dense_strides(t->sizes());
  for (const int64_t at : found) {
    for (size_t d = 0; d < strides.size(); ++d) out.push_back(Elements::integer(at / strides[d] % t->sizes()[d]));
  }
  const Sizes sizes{static_cast<int64_t>(found.size()), t->rank()};
  return call.fresh(sizes, DType::int64, Array(std::move(out)));
}

constexpr auto kGatherHandlers = std::to_array<NamedHandler>({
    {"cat", cat},
    {"flip", flip},
    {"fliplr", flip},
    {"flipud", flip},
    {"gather", gather},
    {"index_select", index_select},
    {"masked_fill", masked_fill},
    {"masked_select", masked_select},
    {"nonzero", nonzero},
    {"pad", pad},
    {"repeat", repeat},
    {"repeat_interleave", repeat_interleave},
    {"roll", roll},
    {"stack", stack},
    {"take", take},
    {"tile", repeat},
    {"tril", triangle},
    {"triu", triangle},
    {"where", where},
});

}  // namespace

Sizes true_positions(const Array& mask) {
  if (!mask.held()) give_up("the true elements of a mask this large");
  Sizes out;
  for (int64_t i = 0; i < mask.size(); ++i) {
    if (Elements::truth(mask[i])) out.push_back(i);
  }
  return out;
}

int64_t index_within(const Elem& e, int64_t size) {
  const auto known = Elements::as_integer(e);
  if (!known) {
    if (size == 0) refuse("an index into nothing");
    return static_cast<int64_t>(mix(e.bits, 0x1d) % static_cast<uint64_t>(size));
  }
  if (*known < -size || *known >= size) {
    throw Stop(Stop::Kind::out_of_range, "index " + std::to_string(*known) + " is out of range for a dimension of " + std::to_string(size));
  }
  return *known < 0 ? *known + size : *known;
}

int64_t moved_index(int64_t i, const Sizes& sizes, const Window& target, int64_t dim, const Elem& to) {
  int64_t at = target.offset;
  if (target.sizes.empty() || sizes.empty()) {
    index_within(to, 1);
    return at;
  }
  for (size_t d = sizes.size(); d-- > 0;) {
    const int64_t coordinate = static_cast<int64_t>(d) == dim ? index_within(to, target.sizes[d]) : i % sizes[d];
    at += coordinate * target.strides[d];
    i /= sizes[d];
  }
  return at;
}

std::span<const NamedHandler> gather_handlers() { return kGatherHandlers; }

}  // namespace outplace::interp
