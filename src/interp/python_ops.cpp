// Python's own operators on numbers and lists, and what is asked of a tensor's metadata.
#include <algorithm>
#include <array>
#include <cmath>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

Value unknown_number(Call& call, DType dtype) { return Value::of(Elements::opaque(hash_call(call), dtype)); }

double floor_div(double a, double b) { return std::floor(a / b); }

std::optional<int64_t> integer_result(std::string_view op, int64_t a, int64_t b) {
  int64_t out = 0;
  if (op == "add" || op == "iadd") return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "sub" || op == "isub") return __builtin_sub_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if (op == "mul" || op == "imul") return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  if ((op == "floordiv" || op == "ifloordiv") && b != 0) return a / b - ((a % b != 0 && (a % b < 0) != (b < 0)) ? 1 : 0);
  if ((op == "mod" || op == "imod") && b != 0) return ((a % b) + b) % b;
  if (op == "and_" || op == "iand") return a & b;
  if (op == "or_" || op == "ior") return a | b;
  if (op == "xor" || op == "ixor") return a ^ b;
  if (op == "lshift" && b >= 0 && b < 63) return a << b;
  if (op == "rshift" && b >= 0 && b < 63) return a >> b;
  if (op == "max" || op == "sym_max") return std::max(a, b);
  if (op == "min" || op == "sym_min") return std::min(a, b);
  if (op == "pow" && b >= 0 && b < 64) {
    out = 1;
    for (int64_t i = 0; i < b; ++i) {
      if (__builtin_mul_overflow(out, a, &out)) return std::nullopt;
    }
    return out;
  }
  return std::nullopt;
}

std::optional<bool> python_comparison(std::string_view op, double a, double b) {
  if (op == "eq" || op == "is_") return a == b;
  if (op == "ne" || op == "is_not") return a != b;
  if (op == "lt") return a < b;
  if (op == "le") return a <= b;
  if (op == "gt") return a > b;
  if (op == "ge") return a >= b;
  return std::nullopt;
}

std::optional<double> real_result(std::string_view op, double a, double b) {
  if (op == "add" || op == "iadd") return a + b;
  if (op == "sub" || op == "isub") return a - b;
  if (op == "mul" || op == "imul") return a * b;
  if ((op == "truediv" || op == "itruediv") && b != 0) return a / b;
  if ((op == "floordiv" || op == "ifloordiv") && b != 0) return floor_div(a, b);
  if ((op == "mod" || op == "imod") && b != 0) return a - floor_div(a, b) * b;
  if (op == "pow") return std::pow(a, b);
  if (op == "max" || op == "sym_max") return std::max(a, b);
  if (op == "min" || op == "sym_min") return std::min(a, b);
  return std::nullopt;
}

Value binary_result(Call& call, std::string_view op, const Elem& a, const Elem& b) {
  const auto x = Elements::as_real(a);
  const auto y = Elements::as_real(b);
  if (!x || !y) return unknown_number(call, python_comparison(op, 0, 0) ? DType::boolean : DType::float64);
  if (const auto truth = python_comparison(op, *x, *y)) return Value::truth(*truth);
  if (is_integral(a.dtype) && is_integral(b.dtype) && op != "truediv" && op != "itruediv") {
    const auto n = integer_result(op, static_cast<int64_t>(a.bits), static_cast<int64_t>(b.bits));
    const bool stays_bool = a.dtype == DType::boolean && b.dtype == DType::boolean && (op == "and_" || op == "or_" || op == "xor");
    if (n) return stays_bool ? Value::truth(*n != 0) : Value::of(*n);
  }
  if (const auto r = real_result(op, *x, *y)) return Value::of(call.elements().real(*r));
  return unknown_number(call, DType::float64);
}

Value unary_result(Call& call, std::string_view op, const Elem& a) {
  if (op == "neg") return Value::of(call.elements().negated(a.dtype == DType::boolean ? call.elements().cast(a, DType::int64) : a));
  if (op == "pos" || op == "sym_number" || op == "index" || op == "sym_fresh_size") return Value::of(a);
  if (op == "not_" || op == "sym_not") return Value::truth(!Elements::truth(a));
  if (op == "truth" || op == "bool") return Value::truth(Elements::truth(a));
  const auto number = Elements::as_real(a);
  if (!number) return unknown_number(call, op == "int" || op == "sym_int" ? DType::int64 : DType::float64);
  if (op == "float" || op == "sym_float") return Value::of(call.elements().real(*number));
  if (op == "int" || op == "sym_int" || op == "trunc") return Value::of(static_cast<int64_t>(std::trunc(*number)));
  if (op == "abs")
    return is_integral(a.dtype) ? Value::of(std::abs(static_cast<int64_t>(a.bits))) : Value::of(call.elements().real(std::abs(*number)));
  if (op == "ceil") return Value::of(static_cast<int64_t>(std::ceil(*number)));
  if (op == "floor") return Value::of(static_cast<int64_t>(std::floor(*number)));
  if (op == "sqrt" || op == "_sym_sqrt") return Value::of(call.elements().real(std::sqrt(*number)));
  if ((op == "invert" || op == "inv") && is_integral(a.dtype)) return Value::of(~static_cast<int64_t>(a.bits));
  return unknown_number(call, DType::float64);
}

std::vector<Value> given(const Call& call) {
  std::vector<Value> out;
  for (const Call::Argument& argument : call.arguments) {
    if (argument.given) out.push_back(argument.value);
  }
  return out;
}

Value sequences(Call& call, std::string_view op, const std::vector<Value>& values) {
  if ((op == "add" || op == "iadd" || op == "concat") && values[0].is_sequence() && values[1].is_sequence()) {
    std::vector<Value> items = *values[0].items;
    items.insert(items.end(), values[1].items->begin(), values[1].items->end());
    return Value::of(std::move(items));
  }
  if ((op == "eq" || op == "ne") && values[0].is_sequence() && values[1].is_sequence()) {
    return Value::truth((hash_value(call, values[0]) == hash_value(call, values[1])) == (op == "eq"));
  }
  if (op == "is_" || op == "is_not" || op == "eq" || op == "ne") {
    return Value::truth((hash_value(call, values[0]) == hash_value(call, values[1])) == (op == "is_" || op == "eq"));
  }
  give_up("Python's " + std::string(op) + " of these values");
}

// python.add, builtins.max, torch.sym_min, math.sqrt.
Value python_result(Call& call) {
  std::string_view op = call.name();
  if (op.starts_with("python.")) op.remove_prefix(7);
  std::vector<Value> values = given(call);
  if (values.size() == 1 && values[0].is_sequence() && (op == "max" || op == "min")) values = *Value(values[0]).items;
  if (values.empty()) give_up("Python's " + std::string(op) + " of nothing");
  for (Value& value : values) {
    if (value.is_tensor() && value.tensor->rank() == 0) value = Value::of(call.memory().read_one(*value.tensor, 0));
  }
  if (!std::ranges::all_of(values, &Value::is_number)) {
    if (values.size() == 2) return sequences(call, op, values);
    give_up("Python's " + std::string(op) + " of these values");
  }
  if (values.size() == 1) return unary_result(call, op, values[0].number);
  Value out = binary_result(call, op, values[0].number, values[1].number);
  for (size_t i = 2; i < values.size(); ++i) out = binary_result(call, op, out.number, values[i].number);
  return out;
}

Value python_sum(Call& call) {
  if (call.find("self") != nullptr || call.find("input") != nullptr) give_up("a sum of this form");
  std::vector<Value> values = given(call);
  if (values.size() == 1 && values[0].is_sequence()) values = *Value(values[0]).items;
  Value out = Value::of(0);
  for (const Value& value : values) {
    if (!value.is_number()) give_up("a sum of values that are no numbers");
    out = binary_result(call, "add", out.number, value.number);
  }
  return out;
}

Value choose(Call& call) { return call.flag("b", false) ? call.arguments.at(1).value : call.arguments.at(2).value; }

Value sequence(Call& call) {
  const std::vector<Value> values = given(call);
  if (values.empty()) return Value::of(std::vector<Value>());
  if (values[0].is_sequence() && values.size() == 1) return values[0];
  return Value::of(values);
}

Value torch_size(Call& call) {
  std::vector<Value> values = given(call);
  return values.size() == 1 && values[0].is_sequence() ? values[0] : Value::of(std::move(values));
}

Value python_slice(Call& call) {
  std::vector<Value> values = given(call);
  if (values.size() == 1 && values[0].is_sequence()) values = *Value(values[0]).items;
  if (values.size() == 1) values = {Value(), values[0], Value()};
  values.resize(3);
  return Value::of(std::move(values), Value::Kind::slice);
}

// ---- metadata

Value size(Call& call) {
  const TensorRef t = call.self();
  return call.find("dim") == nullptr ? Value::list_of(t->sizes())
                                     : Value::of(t->sizes().at(static_cast<size_t>(call.dim("dim", t->rank()))));
}

Value stride(Call& call) {
  const TensorRef t = call.self();
  return call.find("dim") == nullptr ? Value::list_of(t->window.strides)
                                     : Value::of(t->window.strides.at(static_cast<size_t>(call.dim("dim", t->rank()))));
}

Value length(Call& call) {
  const Value& value = call.arguments.at(0).value;
  if (value.is_sequence()) return Value::of(static_cast<int64_t>(value.items->size()));
  if (!value.is_tensor() || value.tensor->rank() == 0) refuse("the length of something that has none");
  return Value::of(value.tensor->size(0));
}

Value rank(Call& call) { return Value::of(call.self()->rank()); }
Value numel(Call& call) { return Value::of(call.self()->count()); }
Value shape(Call& call) { return Value::list_of(call.self()->sizes()); }
Value dtype(Call& call) { return Value::of(call.self()->dtype); }
Value device(Call& call) { return Value::of_text(call.self()->device); }
Value item_size_of(Call& call) { return Value::of(int64_t{item_size(call.self()->dtype)}); }
Value storage_offset(Call& call) { return Value::of(call.self()->window.offset); }
Value is_contiguous(Call& call) { return Value::truth(call.self()->window.contiguous()); }
Value is_floating_point(Call& call) { return Value::truth(is_real_floating(call.self()->dtype)); }
Value is_complex_tensor(Call& call) { return Value::truth(is_complex(call.self()->dtype)); }
Value nothing(Call&) { return {}; }

Value item(Call& call) {
  const TensorRef t = call.self();
  if (t->count() != 1) refuse("item() of a tensor of several elements");
  Elem e = call.memory().read_one(*t, 0);
  if (is_integral(t->dtype) && t->dtype != DType::boolean) e = call.elements().cast(e, DType::int64);
  if (is_real_floating(t->dtype)) e = call.elements().cast(e, DType::float64);
  if (t->dtype == DType::boolean) e = Elements::integer(Elements::truth(e) ? 1 : 0, DType::boolean);
  const StringId text = call.machine().module().node(call.node()).annotation;
  if (const auto known = Elements::as_integer(e); known && text) {
    const std::string_view symbol = symbolic_text(call.machine().module().text(text));
    if (!symbol.empty()) call.machine().world().symbols.bind(symbol, *known);
  }
  return Value::of(e);
}

Value tolist(Call& call) {
  const Array values = call.memory().read(*call.self());
  if (call.self()->rank() != 1) give_up("tolist of a tensor that is no vector");
  std::vector<Value> out;
  for (int64_t i = 0; i < values.size(); ++i) out.push_back(Value::of(values[i]));
  return Value::of(std::move(out));
}

constexpr auto kPythonHandlers = std::to_array<NamedHandler>({
    {"Size", torch_size},
    {"__bool__", item},
    {"__float__", item},
    {"__index__", item},
    {"__int__", item},
    {"__len__", length},
    {"_local_scalar_dense", item},
    {"python.sum", python_sum},
    {"device", device},
    {"dim", rank},
    {"dtype", dtype},
    {"element_size", item_size_of},
    {"is_complex", is_complex_tensor},
    {"is_contiguous", is_contiguous},
    {"is_floating_point", is_floating_point},
    {"item", item},
    {"itemsize", item_size_of},
    {"lazy_load_decompositions", nothing},
    {"python.len", length},
    {"python.list", sequence},
    {"ndim", rank},
    {"noop", nothing},
    {"not_", python_result},
    {"numel", numel},
    {"is_", python_result},
    {"is_not", python_result},
    {"concat", python_result},
    {"shape", shape},
    {"size", size},
    {"python.slice", python_slice},
    {"storage_offset", storage_offset},
    {"stride", stride},
    {"sym_fresh_size", python_result},
    {"sym_float", python_result},
    {"sym_int", python_result},
    {"sym_ite", choose},
    {"sym_max", python_result},
    {"sym_min", python_result},
    {"sym_not", python_result},
    {"sym_number", python_result},
    {"sym_sum", python_sum},
    {"tolist", tolist},
    {"truth", python_result},
    {"python.tuple", sequence},
});

}  // namespace

Value run_plain(Call& call) { return python_result(call); }

std::span<const NamedHandler> python_handlers() { return kPythonHandlers; }

}  // namespace outplace::interp
