// Operators that put elements into a copy of a tensor.
#include <algorithm>
#include <array>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

// The copy with `source` written through a window on it.
Value with_written(Call& call, const Tensor& t, const Window& dense_target, const Tensor& source) {
  Memory& memory = call.memory();
  if (source.sizes() != dense_target.sizes)
    refuse("a source of " + to_text(source.sizes()) + " where " + to_text(dense_target.sizes) + " is due");
  const TensorRef copy = memory.make(t.sizes(), t.dtype, memory.read(t));
  Tensor target = *copy;
  target.window = dense_target;
  memory.write(target, memory.read(source));
  return call.fresh(t.sizes(), t.dtype, copy->storage->cells, kept_strides(t.window));
}

Window dense_window(const Tensor& t) { return {t.sizes(), dense_strides(t.sizes()), 0}; }

Value slice_scatter(Call& call) {
  const TensorRef t = call.self();
  const int64_t dim = call.dim("dim", t->rank(), 0);
  const Window target = sliced(dense_window(*t), dim, call.integer("start", 0), call.integer("end", INT64_MAX), call.integer("step", 1));
  return with_written(call, *t, target, *call.tensor("src"));
}

Value select_scatter(Call& call) {
  const TensorRef t = call.self();
  const int64_t dim = call.dim("dim", t->rank());
  const int64_t index = index_within(Elements::integer(call.integer("index")), t->size(dim));
  Window target = sliced(dense_window(*t), dim, index, index + 1, 1);
  target.sizes.erase(target.sizes.begin() + dim);
  target.strides.erase(target.strides.begin() + dim);
  return with_written(call, *t, target, *call.tensor("src"));
}

Value diagonal_scatter(Call& call) {
  const TensorRef t = call.self();
  const Window target =
      diagonal_window(dense_window(*t), call.integer("offset", 0), call.dim("dim1", t->rank(), 0), call.dim("dim2", t->rank(), 1));
  return with_written(call, *t, target, *call.tensor("src"));
}

// Offsets and strides are those of the storage, which a dense copy has only if self is contiguous and begins it.
Value as_strided_scatter(Call& call) {
  const TensorRef t = call.self();
  if (!t->window.contiguous()) give_up("as_strided_scatter into a tensor that is not contiguous");
  Window target{call.integers("size"), call.integers("stride"), call.integer("storage_offset", t->window.offset) - t->window.offset};
  return with_written(call, *t, target, *call.tensor("src"));
}

// ---- elements put where an index tensor says

enum class Combine : uint8_t { replace, add, chain };

Elem combined(Elements& elements, Combine how, uint64_t chain, const Elem& old, const Elem& more) {
  switch (how) {
    case Combine::replace: return more;
    case Combine::add: return elements.accumulated(old, more);
    case Combine::chain: return Elements::opaque(mix(mix(chain, hash_of(old)), hash_of(more)), old.dtype);
  }
  return more;
}

struct Reduction {
  Combine how = Combine::replace;
  uint64_t chain = 0;
};

Reduction reduction_of(Call& call, std::string_view otherwise) {
  const std::string name = call.text("reduce", otherwise);
  const bool with_self = call.flag("include_self", true);
  if (name.empty()) return {};
  if ((name == "sum" || name == "add") && with_self) return {Combine::add, 0};
  return {Combine::chain, mix(hash_text(name), with_self ? 1 : 2)};
}

Value with_updates(Call& call, const Tensor& t, const std::vector<Update>& updates, Reduction reduction) {
  Elements& elements = call.elements();
  const Array base = call.memory().read(t);
  std::vector<Update> settled;
  std::unordered_map<int64_t, Elem> latest;
  for (const Update& update : updates) {
    call.memory().note_written(base.size(), update.index);
    const auto known = latest.find(update.index);
    const Elem old = known != latest.end() ? known->second : base[update.index];
    const Elem e = combined(elements, reduction.how, reduction.chain, old, elements.cast(update.value, t.dtype));
    latest[update.index] = e;
    settled.push_back({update.index, e});
  }
  const bool keeps_order = call.name() == "index_fill" || call.name() == "put";
  return call.fresh(t.sizes(), t.dtype, updated(base, settled), keeps_order ? std::optional(preserved_strides(t.window)) : std::nullopt);
}

void check_same_dtype(const Tensor& t, const Tensor& source) {
  if (t.dtype != source.dtype) {
    refuse("self is " + std::string(torch_name(t.dtype)) + " and the source " + std::string(torch_name(source.dtype)));
  }
}

Value scatter(Call& call) {
  const TensorRef t = call.self();
  const TensorRef index = call.tensor("index");
  const int64_t dim = call.dim("dim", t->rank());
  const Value* value = call.find("value");
  const TensorRef source = value == nullptr ? call.tensor("src") : nullptr;
  if (index->count() > 0 && index->rank() != t->rank() && !(index->rank() <= 1 && t->rank() <= 1)) refuse("an index of another rank");
  if (source) check_same_dtype(*t, *source);
  for (size_t d = 0; d < index->sizes().size() && d < t->sizes().size(); ++d) {
    const bool beyond =
        (static_cast<int64_t>(d) != dim && index->sizes()[d] > t->sizes()[d]) || (source && index->sizes()[d] > source->sizes()[d]);
    if (beyond && index->count() > 0) refuse("an index of " + to_text(index->sizes()) + " for a tensor of " + to_text(t->sizes()));
  }
  Tensor part = source ? *source : *t;
  if (source) part.window.sizes = index->sizes();
  const Array sources = source ? call.memory().read(part) : Array();
  const Array at = call.memory().read(*index);
  std::vector<Update> updates;
  const Window target = dense_window(*t);
  for (int64_t i = 0; i < at.size(); ++i) {
    Elem e = source ? sources[i] : (value->is_tensor() ? call.memory().read_one(*value->tensor, 0) : value->number);
    updates.push_back({moved_index(i, index->sizes(), target, dim, at[i]), e});
  }
  return with_updates(call, *t, updates, reduction_of(call, call.name() == "scatter_add" ? "sum" : ""));
}

// index_add, index_copy, index_reduce, index_fill: rows of self named by a vector.
Value by_rows(Call& call) {
  const TensorRef t = call.self();
  const TensorRef index = call.tensor("index");
  const int64_t dim = call.dim("dim", t->rank());
  const auto d = static_cast<size_t>(dim);
  if (index->rank() > 1) refuse("an index of more than one dimension");
  const Value* value = call.find("value");
  const TensorRef source = value == nullptr ? call.tensor(call.find("source") != nullptr ? "source" : "tensor") : nullptr;
  Sizes sizes = t->sizes();
  if (!sizes.empty()) sizes[d] = index->count();
  if (source && source->sizes() != sizes && source->count() != count_of(sizes))
    refuse("a source of " + to_text(source->sizes()) + " where " + to_text(sizes) + " is due");
  if (source) check_same_dtype(*t, *source);
  const Elem filler = value == nullptr ? Elem() : (value->is_tensor() ? call.memory().read_one(*value->tensor, 0) : value->number);
  const Array sources = source ? call.memory().read(*source) : Array::filled(count_of(sizes), filler);
  const Elem alpha = call.number("alpha", Elements::integer(1));
  const Array rows = call.memory().read(*index);
  const int64_t inner = sizes.empty() ? 1 : dense_strides(sizes)[d];
  const Window target = dense_window(*t);
  std::vector<Update> updates;
  for (int64_t i = 0; i < sources.size(); ++i) {
    const Elem row = rows[sizes.empty() ? 0 : i / inner % index->count()];
    Elem e = sources[i];
    if (Elements::as_real(alpha) != 1.0) e = Elements::opaque(mix(hash_of(alpha), hash_of(e)), e.dtype);
    updates.push_back({moved_index(i, sizes, target, dim, row), e});
  }
  const std::string_view otherwise = call.name() == "index_add" ? "sum" : "";
  return with_updates(call, *t, updates, reduction_of(call, otherwise));
}

Value masked_scatter(Call& call) {
  const TensorRef t = call.self();
  const TensorRef source = call.tensor("source");
  check_same_dtype(*t, *source);
  const Sizes sizes = broadcast_sizes(t->sizes(), call.tensor("mask")->sizes());
  const Sizes found = true_positions(read_broadcast(call.memory(), *call.tensor("mask"), sizes));
  const Array sources = call.memory().read(*source);
  if (static_cast<int64_t>(found.size()) > sources.size()) {
    throw Stop(Stop::Kind::out_of_range, "masked_scatter of fewer elements than the mask has");
  }
  std::vector<Update> updates;
  for (size_t k = 0; k < found.size(); ++k) updates.push_back({found[k], sources[static_cast<int64_t>(k)]});
  return call.fresh(sizes, t->dtype, updated(read_broadcast(call.memory(), *t, sizes), updates));
}

Value put(Call& call) {
  const TensorRef t = call.self();
  const TensorRef source = call.tensor("source");
  const Array at = call.memory().read(*call.tensor("index"));
  if (source->count() != at.size())
    refuse("put of " + std::to_string(source->count()) + " elements at " + std::to_string(at.size()) + " places");
  check_same_dtype(*t, *source);
  const Array sources = call.memory().read(*source);
  std::vector<Update> updates;
  for (int64_t i = 0; i < at.size(); ++i) updates.push_back({index_within(at[i], t->count()), sources[i]});
  Value out = with_updates(call, *t, updates, {call.flag("accumulate", false) ? Combine::add : Combine::replace, 0});
  if (out.tensor->sizes() == t->sizes() && !call.annotation()) {
    return call.fresh(t->sizes(), t->dtype, call.memory().read(*out.tensor), preserved_strides(t->window));
  }
  return out;
}

Value fill_diagonal(Call& call) {
  const TensorRef t = call.self();
  const Elem value = call.number("fill_value", Elements::integer(0));
  if (t->rank() < 2) refuse("fill_diagonal_ of a vector");
  const bool equal = std::ranges::all_of(t->sizes(), [&](int64_t size) { return size == t->size(0); });
  if (t->rank() > 2 && !equal) refuse("fill_diagonal_ of a tensor with different sizes");
  Tensor diagonal = *t;
  int64_t stride = 0;
  for (const int64_t s : t->window.strides) stride += s;
  const int64_t columns = t->size(1);
  const int64_t length = std::ranges::min(t->sizes());
  diagonal.window = {{length}, {stride}, t->window.offset};
  call.memory().write(diagonal, Array::filled(length, call.elements().cast(value, t->dtype)));
  if (!call.flag("wrap", false) || t->rank() != 2) return Value::of(t);
  for (int64_t start = columns + 1; start < t->size(0); start += columns + 1) {
    const int64_t rest = std::min(columns, t->size(0) - start);
    diagonal.window = {{rest}, {stride}, t->window.offset + start * t->window.strides[0]};
    call.memory().write(diagonal, Array::filled(rest, call.elements().cast(value, t->dtype)));
  }
  return Value::of(t);
}

constexpr auto kScatterHandlers = std::to_array<NamedHandler>({
    {"as_strided_scatter", as_strided_scatter},
    {"diagonal_scatter", diagonal_scatter},
    {"fill_diagonal_", fill_diagonal},
    {"index_add", by_rows},
    {"index_copy", by_rows},
    {"index_fill", by_rows},
    {"index_reduce", by_rows},
    {"masked_scatter", masked_scatter},
    {"put", put},
    {"scatter", scatter},
    {"scatter_add", scatter},
    {"scatter_reduce", scatter},
    {"select_scatter", select_scatter},
    {"slice_scatter", slice_scatter},
});

}  // namespace

Array updated(const Array& base, std::span<const Update> updates) {
  if (base.held()) {
    std::vector<Elem> elements = base.size() == 0 ? std::vector<Elem>() : base.elements();
    for (const Update& update : updates) elements[static_cast<size_t>(update.index)] = update.value;
    return Array(std::move(elements));
  }
  std::unordered_map<int64_t, Elem> replaced;
  for (const Update& update : updates) replaced[update.index] = update.value;
  return Array::generate(base.size(), [base, replaced](int64_t i) {
    const auto found = replaced.find(i);
    return found != replaced.end() ? found->second : base[i];
  });
}

std::span<const NamedHandler> scatter_handlers() { return kScatterHandlers; }

}  // namespace outplace::interp
