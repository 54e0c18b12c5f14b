// Reading the arguments of a call.
#include <algorithm>

#include "interp/machine.h"

namespace outplace::interp {

int64_t wrapped_dim(int64_t dim, int64_t rank) {
  const int64_t bound = std::max<int64_t>(rank, 1);
  if (dim < -bound || dim >= bound) refuse("dimension " + std::to_string(dim) + " of a tensor of " + std::to_string(rank));
  return dim < 0 ? dim + bound : dim;
}

int64_t as_index(const Value& value) {
  Elem e = value.number;
  if (value.is_tensor()) {
    if (value.tensor->count() != 1) refuse("a tensor of several elements is no integer");
    Elements elements;
    e = Memory(elements, {}).read_one(*value.tensor, 0);
  } else if (!value.is_number()) {
    give_up("an integer that is not known");
  }
  const auto number = Elements::as_integer(e);
  if (!number) give_up("an integer that is not known");
  return *number;
}

Sizes as_sizes(const Value& value) {
  if (value.is_number() || (value.is_tensor() && value.tensor->rank() == 0)) return {as_index(value)};
  if (value.is_tensor()) {
    Sizes out;
    Elements elements;
    for (int64_t i = 0; i < value.tensor->count(); ++i) out.push_back(as_index(Value::of(Memory(elements, {}).read_one(*value.tensor, i))));
    return out;
  }
  if (!value.is_sequence()) give_up("a list of integers that is not known");
  Sizes out;
  for (const Value& item : *value.items) {
    const Sizes part = as_sizes(item);
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

Memory& Call::memory() { return machine_.world().memory; }
Elements& Call::elements() { return machine_.world().elements; }

const Value* Call::find(std::string_view name) const {
  for (const Argument& argument : arguments) {
    if (argument.param->name == name) return argument.given && !argument.value.is_none() ? &argument.value : nullptr;
  }
  return nullptr;
}

TensorRef Call::self() const {
  for (const Argument& argument : arguments) {
    if (argument.given && argument.value.is_tensor()) return argument.value.tensor;
  }
  give_up("a call without a tensor");
}

TensorRef Call::tensor_or_none(std::string_view name) const {
  const Value* value = find(name);
  if (value == nullptr) return nullptr;
  if (!value->is_tensor()) give_up("argument " + std::string(name) + " is no tensor");
  return value->tensor;
}

TensorRef Call::tensor(std::string_view name) const {
  TensorRef t = tensor_or_none(name);
  if (!t) give_up("argument " + std::string(name) + " is missing");
  return t;
}

std::vector<TensorRef> Call::tensors(std::string_view name) const {
  const Value* value = find(name);
  if (value == nullptr) give_up("argument " + std::string(name) + " is missing");
  if (value->is_tensor()) return {value->tensor};
  if (!value->is_sequence()) give_up("argument " + std::string(name) + " is no list of tensors");
  std::vector<TensorRef> out;
  for (const Value& item : *value->items) {
    if (!item.is_tensor()) give_up("argument " + std::string(name) + " holds something that is no tensor");
    out.push_back(item.tensor);
  }
  return out;
}

int64_t Call::integer(std::string_view name) const {
  const Value* value = find(name);
  if (value == nullptr) give_up("argument " + std::string(name) + " is missing");
  return as_index(*value);
}

int64_t Call::integer(std::string_view name, int64_t otherwise) const { return find(name) == nullptr ? otherwise : integer(name); }

Sizes Call::integers(std::string_view name) const {
  const Value* value = find(name);
  if (value == nullptr) give_up("argument " + std::string(name) + " is missing");
  return as_sizes(*value);
}

bool Call::flag(std::string_view name, bool otherwise) const {
  const Value* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_number()) give_up("argument " + std::string(name) + " is no truth value");
  return Elements::truth(value->number);
}

Elem Call::number(std::string_view name, const Elem& otherwise) const {
  const Value* value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_number()) give_up("argument " + std::string(name) + " is no number");
  return value->number;
}

std::string Call::text(std::string_view name, std::string_view otherwise) const {
  const Value* value = find(name);
  return value != nullptr && value->kind == Value::Kind::text ? value->text : std::string(otherwise);
}

DType Call::dtype(std::string_view name, DType otherwise) const {
  const Value* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->kind == Value::Kind::dtype) return value->number.dtype;
  if (value->kind == Value::Kind::text) {
    if (const auto dtype = dtype_from_torch_name(value->text)) return *dtype;
  }
  give_up("argument " + std::string(name) + " is no dtype");
}

int64_t Call::dim(std::string_view name, int64_t rank) const { return wrapped_dim(integer(name), rank); }

int64_t Call::dim(std::string_view name, int64_t rank, int64_t otherwise) const { return wrapped_dim(integer(name, otherwise), rank); }

std::optional<Annotation> Call::annotation() const { return machine_.annotation(node_); }

Value Call::fresh_with(const Sizes& sizes, DType dtype, const Array& values, const Sizes& strides) {
  TensorRef t = memory().make(sizes, dtype, values, &strides);
  for (const Argument& argument : arguments) {
    if (argument.value.is_tensor() && t->device.empty()) t->device = argument.value.tensor->device;
  }
  return Value::of(std::move(t));
}

Value Call::fresh(const Sizes& sizes, DType dtype, const Array& values, const std::optional<Sizes>& strides) {
  const auto said = annotation();
  Sizes chosen = strides.value_or(dense_strides(sizes));
  bool known =
      strides && std::ranges::all_of(arguments, [](const Argument& a) { return !a.value.is_tensor() || a.value.tensor->strides_known; });
  if (!strides && said && said->strides && said->sizes == sizes && Window{sizes, *said->strides, 0}.dense()) {
    chosen = *said->strides;
    known = true;
  }
  Value out = fresh_with(sizes, dtype, values, chosen);
  out.tensor->strides_known = known;
  return out;
}

}  // namespace outplace::interp
