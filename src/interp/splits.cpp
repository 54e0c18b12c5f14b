// Views of parts: split, chunk and their kind.
#include <algorithm>
#include <array>

#include "interp/operators.h"
#include "interp/view_windows.h"

namespace outplace::interp {
namespace {

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

constexpr auto kSplitHandlers = std::to_array<NamedHandler>({
    {"chunk", chunk},
    {"dsplit", split_in_named_dim},
    {"hsplit", split_in_named_dim},
    {"split", split},
    {"split_with_sizes", split},
    {"tensor_split", tensor_split},
    {"unsafe_split", split},
    {"unsafe_split_with_sizes", split},
    {"vsplit", split_in_named_dim},
});

}  // namespace

std::span<const NamedHandler> split_handlers() { return kSplitHandlers; }

}  // namespace outplace::interp
