// Writing the results of functional forms into the tensors that operators name.
#include "interp/writing.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

// These write element by element without looking whether elements meet; every other operator refuses a target that overlaps itself.
constexpr std::array<std::string_view, 11> kOverlapAllowed = {
    "addmv", "baddbmm", "conj_physical", "fill", "fill_diagonal", "index_fill", "index_put", "masked_fill", "threshold", "tril", "zero"};

bool overlap_allowed(std::string_view name) { return std::ranges::find(kOverlapAllowed, name) != kOverlapAllowed.end(); }

struct ByteRange {
  int64_t begin = 0;
  int64_t end = 0;
};

ByteRange bytes_of(const Tensor& t) {
  const auto [first, last] = t.window.extent();
  return {first * item_size(t.dtype), (last + 1) * item_size(t.dtype)};
}

bool may_meet(const Tensor& a, const Tensor& b) {
  if (a.storage != b.storage || a.count() == 0 || b.count() == 0) return false;
  const ByteRange x = bytes_of(a);
  const ByteRange y = bytes_of(b);
  return x.begin < y.end && y.begin < x.end;
}

// Dims of size 1 have no say.
Window without_ones(const Window& w) {
  Window out{{}, {}, w.offset};
  for (size_t d = 0; d < w.sizes.size(); ++d) {
    if (w.sizes[d] == 1) continue;
    out.sizes.push_back(w.sizes[d]);
    out.strides.push_back(w.strides[d]);
  }
  return out;
}

bool same_window(const Tensor& a, const Tensor& b) {
  const Window x = without_ones(a.window);
  const Window y = without_ones(b.window);
  return x.sizes == y.sizes && x.strides == y.strides && x.offset == y.offset && a.dtype == b.dtype;
}

bool condition_holds(const Call& call) {
  if (call.op().condition.empty()) return false;
  for (const Call::Argument& argument : call.arguments) {
    if (argument.param->name != call.op().condition) continue;
    if (!argument.given) return argument.param->default_text == "True";
    if (argument.value.is_number() && argument.param->type == ParamType::boolean) return Elements::truth(argument.value.number);
    return !argument.value.is_none();
  }
  return false;
}

// A result of another kind of number than the target can hold is an error in PyTorch.
void check_cast(DType from, DType to) {
  const auto rank = [](DType dtype) {
    switch (category(dtype)) {
      case DTypeCategory::boolean: return 0;
      case DTypeCategory::integral: return 1;
      case DTypeCategory::floating: return 2;
      case DTypeCategory::complex: return 3;
      case DTypeCategory::other: return 0;
    }
    return 0;
  };
  if (rank(from) > rank(to)) {
    refuse("result type " + std::string(torch_name(from)) + " can't be cast to the desired output type " + std::string(torch_name(to)));
  }
}

// Elements that are read elsewhere than where they are written, and change: the order of the writes would decide.
void check_order(Memory& memory, const Tensor& target, const Tensor& other, const Array& values) {
  if (target.count() > Array::kHeld || other.count() > Array::kHeld) give_up("large operands that overlap the tensor which is written");
  if (item_size(target.dtype) != item_size(other.dtype)) give_up("operands that overlap the written tensor in another dtype");
  std::unordered_set<int64_t> changed;
  for (int64_t i = 0; i < target.count(); ++i) {
    const Elem now = memory.read_one(target, i);
    if (memory.elements().cast(values[i], target.dtype) != now) changed.insert(target.window.at(i));
  }
  const bool aligned = other.sizes() == target.sizes();
  for (int64_t i = 0; i < other.count(); ++i) {
    const int64_t offset = other.window.at(i);
    if (changed.contains(offset) && !(aligned && target.window.at(i) == offset)) {
      give_up("an operand overlaps the tensor which is written, so that the order of the writes decides");
    }
  }
}

void write_changed(Memory& memory, const Tensor& target, const Array& values) {
  Tensor one = target;
  one.window.sizes.clear();
  one.window.strides.clear();
  for (int64_t i = 0; i < target.count(); ++i) {
    const Elem e = memory.elements().cast(values[i], target.dtype);
    if (e == memory.read_one(target, i)) continue;
    one.window.offset = target.window.at(i);
    memory.write(one, Array({e}));
  }
}

// The value of result `i` of what a functional form returned, for a target of that shape.
Value result_for(Call& call, const Value& result, size_t i, const Tensor& target) {
  if (result.kind == Value::Kind::bundle) {
    return opaque_tensor(call, mix(result.hash, i), {target.dtype, target.sizes(), {}, {}});
  }
  if (result.is_sequence()) return i < result.items->size() ? (*result.items)[i] : Value();
  return result;
}

Value write_outs(Call& call) {
  constexpr std::array<std::string_view, 7> kComputeInOut = {"sum", "mean", "prod", "nansum", "nanmean", "cumsum", "cumprod"};
  std::vector<Value> outs;
  for (Call::Argument& argument : call.arguments) {
    if (!argument.param->out || !argument.value.is_tensor()) continue;
    outs.push_back(argument.value);
    argument.given = false;
    argument.value = {};
  }
  if (std::ranges::find(kComputeInOut, call.name()) != kComputeInOut.end()) {
    for (Call::Argument& argument : call.arguments) {
      if (argument.param->name == "dtype" && !argument.given) argument = {argument.param, true, Value::of(outs.front().tensor->dtype)};
    }
  }
  const Value result = call.machine().compute(call);
  for (size_t i = 0; i < outs.size(); ++i) {
    const Value part = result_for(call, result, i, *outs[i].tensor);
    if (!part.is_tensor()) give_up("the results for out= are not known");
    if (part.tensor->sizes() != outs[i].tensor->sizes()) give_up("out= is resized");
    check_cast(part.tensor->dtype, outs[i].tensor->dtype);
    write_checked(call, outs[i].tensor, call.memory().read(*part.tensor));
  }
  return outs.size() == 1 ? outs.front() : Value::of(std::move(outs));
}

}  // namespace

bool writes(const Call& call) {
  if (call.op().inplace) return true;
  for (const Call::Argument& argument : call.arguments) {
    if (argument.param->out && argument.given && argument.value.is_tensor()) return true;
  }
  return condition_holds(call);
}

void check_overlap(const Tensor& target, const Tensor& other) {
  if (&target == &other || !may_meet(target, other) || !target.window.dense() || !other.window.dense()) return;
  const ByteRange a = bytes_of(target);
  const ByteRange b = bytes_of(other);
  const bool full = a.begin == b.begin && a.end == b.end && (target.window.strides == other.window.strides || target.count() == 1);
  if (!full) refuse("some elements of the input tensor and the written-to tensor refer to a single memory location");
}

void write_checked(Call& call, const TensorRef& target, const Array& values, std::span<const Value> operands) {
  if (target->window.overlapping()) {
    if (!overlap_allowed(call.name())) refuse("more than one element of the written-to tensor refers to a single memory location");
    return write_changed(call.memory(), *target, values);
  }
  const auto check = [&](const Value& value) {
    if (!value.is_tensor() || value.tensor == target || !may_meet(*target, *value.tensor) || same_window(*target, *value.tensor)) return;
    check_overlap(*target, *value.tensor);
    check_order(call.memory(), *target, *value.tensor, values);
  };
  for (const Value& operand : operands) {
    check(operand);
    if (operand.is_sequence()) std::ranges::for_each(*operand.items, check);
  }
  call.memory().write(*target, values);
}

void write_checked(Call& call, const TensorRef& target, const Array& values) {
  std::vector<Value> operands;
  for (const Call::Argument& argument : call.arguments) operands.push_back(argument.value);
  write_checked(call, target, values, operands);
}

Value write_back(Call& call) {
  const OpDef& op = call.op();
  const bool has_out = std::ranges::any_of(call.arguments, [](const Call::Argument& a) { return a.param->out && a.value.is_tensor(); });
  if (has_out) return write_outs(call);
  if (!op.inplace && !op.conditional_returns_self) give_up("what " + std::string(op.qualified) + " writes is not modelled");
  if (op.recipe == "none") give_up(std::string(op.qualified) + " has no functional form");
  TensorRef target;
  for (const Call::Argument& argument : call.arguments) {
    const bool is_target = op.inplace ? argument.param->written : argument.param->name == op.conditional_writes.front();
    if (is_target && argument.value.is_tensor()) {
      target = argument.value.tensor;
      break;
    }
  }
  if (!target) target = call.self();
  const Value result = call.machine().compute(call);
  if (result.is_tensor() && result.tensor == target) return result;
  if (!result.is_tensor()) give_up("what " + std::string(op.qualified) + " computes is not known");
  if (result.tensor->sizes() != target->sizes()) {
    refuse("output with shape " + to_text(target->sizes()) + " doesn't match the broadcast shape " + to_text(result.tensor->sizes()));
  }
  check_cast(result.tensor->dtype, target->dtype);
  write_checked(call, target, call.memory().read(*result.tensor));
  return Value::of(target);
}

}  // namespace outplace::interp
