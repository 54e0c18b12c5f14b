// Operators on lists of tensors, item after item: an item sees what was written to it as part of an earlier one.
#include <algorithm>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

constexpr std::string_view kPrefix = "_foreach_";

// What item `i` gets of an argument of the whole.
Value item_of(Call& call, const Call::Argument& argument, size_t i) {
  const Value& value = argument.value;
  if (value.is_sequence()) {
    if (i >= value.items->size()) refuse("lists of different lengths");
    return (*value.items)[i];
  }
  if (value.is_tensor() && argument.param->name == "scalars")
    return Value::of(call.memory().read_one(*value.tensor, static_cast<int64_t>(i)));
  return value;
}

bool fits(const OpDef& op, const std::vector<Value>& values) {
  size_t inputs = 0;
  for (const Param& param : op.params) inputs += param.out ? 0 : 1;
  if (values.size() > inputs) return false;
  for (size_t k = 0; k < op.params.size(); ++k) {
    if (op.params[k].out) return false;
    if (k >= values.size()) {
      if (!op.params[k].has_default) return false;
    } else if (values[k].is_tensor() != (op.params[k].type == ParamType::tensor)) {
      return false;
    }
  }
  return true;
}

const OpDef* item_operator(Call& call, std::string_view name, const std::vector<Value>& values) {
  const auto overloads = call.machine().table().find(CallableKind::function, "torch.ops.aten." + std::string(name));
  for (const OpDef* op : overloads) {
    if (fits(*op, values)) return op;
  }
  give_up("there is no operator " + std::string(name) + " for the items of " + std::string(call.own_name()));
}

}  // namespace

bool is_foreach(const Call& call) { return call.own_name().starts_with(kPrefix); }

Value run_foreach(Call& call) {
  const OperatorName name{std::string(call.own_name().substr(kPrefix.size())), std::string(call.name().substr(kPrefix.size()))};
  const Value* list = nullptr;
  for (const Call::Argument& argument : call.arguments) {
    if (list == nullptr && argument.value.is_sequence()) list = &argument.value;
  }
  if (list == nullptr) give_up("a list of tensors that is not known");
  std::vector<Value> results;
  for (size_t i = 0; i < list->items->size(); ++i) {
    std::vector<Value> values;
    for (const Call::Argument& argument : call.arguments) {
      if (argument.given) values.push_back(item_of(call, argument, i));
    }
    const OpDef* op = item_operator(call, name.own, values);
    Call item(call.machine(), call.node(), *op, name);
    for (size_t k = 0; k < op->params.size(); ++k) {
      item.arguments.push_back({&op->params[k], k < values.size(), k < values.size() ? values[k] : Value()});
    }
    results.push_back(call.machine().dispatch(item));
  }
  return Value::of(std::move(results));
}

}  // namespace outplace::interp
