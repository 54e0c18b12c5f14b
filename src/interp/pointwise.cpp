// Operators that compute each element of the result from one element of each operand.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

struct Operand {
  TensorRef tensor;  // none: a number
  Elem number;
  Array elements;
  DType dtype = DType::unknown;
};

// The operands of a call, and a hash of everything else in it.
struct Parts {
  std::vector<Operand> operands;
  uint64_t hash = 0;
  std::string name;
};

bool is_operand(const Call::Argument& argument) { return argument.given && (argument.value.is_tensor() || argument.value.is_number()); }

// A keyword that has its default value says nothing: the spelling that leaves it out means the same.
bool is_default(const Call::Argument& argument) {
  if (!argument.given || argument.value.is_none()) return true;
  if (argument.param->name == "inplace") return true;
  if (!argument.param->has_default || !argument.value.is_number()) return false;
  const std::string_view text = argument.param->default_text;
  const auto number = Elements::as_real(argument.value.number);
  if (!number) return false;
  if (text == "True" || text == "False") return (*number != 0) == (text == "True");
  return text != "None" && std::to_string(*number) == std::to_string(std::strtod(std::string(text).c_str(), nullptr));
}

Parts parts_of(Call& call) {
  Parts parts;
  parts.name = call.name();
  if (call.name() == "clamp") {
    parts.name = std::string("clamp") + (call.find("min") != nullptr ? ".min" : "") + (call.find("max") != nullptr ? ".max" : "");
  }
  if (call.name() == "clamp_min") parts.name = "clamp.min";
  if (call.name() == "clamp_max") parts.name = "clamp.max";
  if (const std::string rounding = call.text("rounding_mode", ""); !rounding.empty()) parts.name += "." + rounding;
  parts.hash = hash_text(parts.name);
  for (const Call::Argument& argument : call.arguments) {
    if (argument.param->name == "rounding_mode" || is_default(argument) || argument.param->type == ParamType::device || argument.param->out)
      continue;
    const bool attribute = !is_operand(argument) || argument.param->type == ParamType::boolean;
    if (argument.param->keyword_only || attribute) parts.hash = mix(parts.hash, hash_text(argument.param->name));
    if (attribute) {
      parts.hash = mix(parts.hash, hash_value(call, argument.value));
    } else if (argument.value.is_tensor()) {
      parts.operands.push_back({argument.value.tensor, {}, {}, argument.value.tensor->dtype});
    } else {
      parts.operands.push_back({nullptr, argument.value.number, {}, argument.value.number.dtype});
    }
  }
  return parts;
}

// ---- integers and booleans, where all of them are known

using Numbers = std::span<const int64_t>;

std::optional<int64_t> floor_divided(int64_t a, int64_t b) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) return std::nullopt;
  const int64_t q = a / b;
  return (a % b != 0 && (a % b < 0) != (b < 0)) ? q - 1 : q;
}

std::optional<int64_t> power(int64_t base, int64_t exponent) {
  if (exponent < 0) return std::nullopt;
  uint64_t out = 1;
  auto factor = static_cast<uint64_t>(base);
  for (auto e = static_cast<uint64_t>(exponent); e != 0; e >>= 1U, factor *= factor) {
    if ((e & 1U) != 0) out *= factor;
  }
  return static_cast<int64_t>(out);
}

int64_t wrapping(uint64_t value) { return static_cast<int64_t>(value); }
uint64_t word(int64_t value) { return static_cast<uint64_t>(value); }

using Computation = std::optional<int64_t> (*)(Numbers);

constexpr std::array<std::pair<std::string_view, Computation>, 30> kComputations = {{
    {"abs", [](Numbers n) { return std::optional(n[0] < 0 ? wrapping(0 - word(n[0])) : n[0]); }},
    {"add", [](Numbers n) { return std::optional(wrapping(word(n[0]) + word(n[1]) * (n.size() > 2 ? word(n[2]) : 1))); }},
    {"bitwise_and", [](Numbers n) { return std::optional(n[0] & n[1]); }},
    {"bitwise_left_shift", [](Numbers n) { return n[1] < 0 || n[1] > 63 ? std::nullopt : std::optional(wrapping(word(n[0]) << n[1])); }},
    {"bitwise_not", [](Numbers n) { return std::optional(~n[0]); }},
    {"bitwise_or", [](Numbers n) { return std::optional(n[0] | n[1]); }},
    {"bitwise_right_shift", [](Numbers n) { return n[1] < 0 || n[1] > 63 ? std::nullopt : std::optional(n[0] >> n[1]); }},
    {"bitwise_xor", [](Numbers n) { return std::optional(n[0] ^ n[1]); }},
    {"clamp.max", [](Numbers n) { return std::optional(std::min(n[0], n[1])); }},
    {"clamp.min", [](Numbers n) { return std::optional(std::max(n[0], n[1])); }},
    {"clamp.min.max", [](Numbers n) { return std::optional(std::min(std::max(n[0], n[1]), n[2])); }},
    {"div.floor", [](Numbers n) { return floor_divided(n[0], n[1]); }},
    {"div.trunc", [](Numbers n) { return n[1] == 0 || n[1] == -1 ? std::nullopt : std::optional(n[0] / n[1]); }},
    {"eq", [](Numbers n) { return std::optional<int64_t>(n[0] == n[1] ? 1 : 0); }},
    {"floor_divide", [](Numbers n) { return floor_divided(n[0], n[1]); }},
    {"ge", [](Numbers n) { return std::optional<int64_t>(n[0] >= n[1] ? 1 : 0); }},
    {"gt", [](Numbers n) { return std::optional<int64_t>(n[0] > n[1] ? 1 : 0); }},
    {"le", [](Numbers n) { return std::optional<int64_t>(n[0] <= n[1] ? 1 : 0); }},
    {"lt", [](Numbers n) { return std::optional<int64_t>(n[0] < n[1] ? 1 : 0); }},
    {"maximum", [](Numbers n) { return std::optional(std::max(n[0], n[1])); }},
    {"minimum", [](Numbers n) { return std::optional(std::min(n[0], n[1])); }},
    {"mul", [](Numbers n) { return std::optional(wrapping(word(n[0]) * word(n[1]))); }},
    {"ne", [](Numbers n) { return std::optional<int64_t>(n[0] != n[1] ? 1 : 0); }},
    {"neg", [](Numbers n) { return std::optional(wrapping(0 - word(n[0]))); }},
    {"pow", [](Numbers n) { return power(n[0], n[1]); }},
    {"remainder",
     [](Numbers n) {
       const auto q = floor_divided(n[0], n[1]);
       return q ? std::optional(n[0] - *q * n[1]) : std::nullopt;
     }},
    {"rsub", [](Numbers n) { return std::optional(wrapping(word(n[1]) - word(n[0]) * (n.size() > 2 ? word(n[2]) : 1))); }},
    {"sign", [](Numbers n) { return std::optional<int64_t>(n[0] > 0 ? 1 : (n[0] < 0 ? -1 : 0)); }},
    {"square", [](Numbers n) { return std::optional(wrapping(word(n[0]) * word(n[0]))); }},
    {"sub", [](Numbers n) { return std::optional(wrapping(word(n[0]) - word(n[1]) * (n.size() > 2 ? word(n[2]) : 1))); }},
}};
static_assert(std::ranges::is_sorted(kComputations, {}, &std::pair<std::string_view, Computation>::first));

Computation computation(std::string_view name) {
  const auto found = std::ranges::lower_bound(kComputations, name, {}, &std::pair<std::string_view, Computation>::first);
  return found != kComputations.end() && found->first == name ? found->second : nullptr;
}

// Truth values are always known: an unknown one is some value that follows from its hash.
std::optional<bool> logic(std::string_view name, std::span<const Elem> e) {
  if (name == "logical_not") return !Elements::truth(e[0]);
  if (name == "logical_and") return Elements::truth(e[0]) && Elements::truth(e[1]);
  if (name == "logical_or") return Elements::truth(e[0]) || Elements::truth(e[1]);
  if (name == "logical_xor") return Elements::truth(e[0]) != Elements::truth(e[1]);
  if (e[0].dtype != DType::boolean || (e.size() > 1 && e[1].dtype != DType::boolean)) return std::nullopt;
  if (name == "bitwise_not") return !Elements::truth(e[0]);
  if (name == "bitwise_and") return Elements::truth(e[0]) && Elements::truth(e[1]);
  if (name == "bitwise_or") return Elements::truth(e[0]) || Elements::truth(e[1]);
  if (name == "bitwise_xor") return Elements::truth(e[0]) != Elements::truth(e[1]);
  return std::nullopt;
}

std::optional<bool> comparison(std::string_view name, double a, double b) {
  if (name == "eq") return a == b;
  if (name == "ne") return a != b;
  if (name == "lt") return a < b;
  if (name == "le") return a <= b;
  if (name == "gt") return a > b;
  if (name == "ge") return a >= b;
  return std::nullopt;
}

class Pointwise {
 public:
  Pointwise(Call& call, const Parts& parts, DType dtype)
      : elements_(call.elements()),
        name_(parts.name),
        hash_(parts.hash),
        dtype_(dtype),
        computation_(computation(parts.name)),
        plain_(parts.hash == hash_text(parts.name) || name_ == "add" || name_ == "sub" || name_ == "rsub") {}

  Elem operator()(std::span<const Elem> e) {
    if (const auto number = known(e)) return *number;
    if (name_ == "neg" && e.size() == 1) return elements_.negated(e[0]);
    uint64_t hash = hash_;
    for (const Elem& operand : e) hash = mix(hash, hash_of(operand));
    return Elements::opaque(hash, dtype_);
  }

 private:
  std::optional<Elem> known(std::span<const Elem> e) {
    if (!plain_ || e.empty()) return std::nullopt;
    if (const auto truth = logic(name_, e)) return Elements::integer(*truth ? 1 : 0, dtype_);
    if (e.size() == 2 && dtype_ == DType::boolean) {
      const auto a = Elements::as_real(e[0]);
      const auto b = Elements::as_real(e[1]);
      if (a && b && (is_real_floating(e[0].dtype) || is_real_floating(e[1].dtype))) {
        if (const auto truth = comparison(name_, *a, *b)) return Elements::integer(*truth ? 1 : 0, dtype_);
      }
    }
    if (computation_ == nullptr || !is_integral(dtype_)) return std::nullopt;
    int64_t numbers[4];
    if (e.size() > std::size(numbers)) return std::nullopt;
    for (size_t i = 0; i < e.size(); ++i) {
      if (!e[i].concrete || !is_integral(e[i].dtype)) return std::nullopt;
      numbers[i] = static_cast<int64_t>(e[i].bits);
    }
    const auto result = computation_(Numbers(numbers, e.size()));
    return result ? std::optional(Elements::integer(*result, dtype_)) : std::nullopt;
  }

  Elements& elements_;
  std::string name_;
  uint64_t hash_;
  DType dtype_;
  Computation computation_;
  bool plain_;
};

Sizes result_sizes(const Parts& parts) {
  Sizes sizes;
  for (const Operand& operand : parts.operands) {
    if (operand.tensor) sizes = broadcast_sizes(sizes, operand.tensor->sizes());
  }
  return sizes;
}

}  // namespace

bool is_pointwise(const Call& call) {
  if (call.op().returns.size() != 1 || call.op().returns[0].list || call.op().view != ViewRule::none) return false;
  const bool shaped = call.op().shape == ShapeRule::broadcast || call.op().shape == ShapeRule::self;
  if (call.op().random) return false;
  return call.op().layout == LayoutRule::elementwise && shaped;
}

Value run_pointwise(Call& call) {
  Parts parts = parts_of(call);
  const Sizes sizes = result_sizes(parts);
  DType dtype = pointwise_dtype(call);
  if (dtype == DType::unknown) {
    const auto said = call.annotation();
    dtype = !call.op().inplace && said ? said->dtype : (parts.operands.empty() ? DType::float32 : parts.operands.front().dtype);
  }
  std::vector<TensorRef> tensors;
  for (Operand& operand : parts.operands) {
    if (operand.tensor) operand.elements = read_broadcast(call.memory(), *operand.tensor, sizes);
    // For the layout a number is a tensor without dimensions.
    tensors.push_back(operand.tensor ? operand.tensor : call.memory().make({}, operand.dtype, Array({operand.number})));
  }
  Pointwise compute(call, parts, dtype);
  const auto values = Array::generate(count_of(sizes), [compute, operands = parts.operands](int64_t i) mutable {
    Elem e[8];
    const size_t n = std::min(operands.size(), std::size(e));
    for (size_t k = 0; k < n; ++k) e[k] = operands[k].tensor ? operands[k].elements[i] : operands[k].number;
    return compute(std::span<const Elem>(e, n));
  });
  Value out = call.fresh_with(sizes, dtype, values, elementwise_strides(sizes, tensors));
  out.tensor->strides_known = std::ranges::all_of(tensors, &Tensor::strides_known);
  return out;
}

}  // namespace outplace::interp
