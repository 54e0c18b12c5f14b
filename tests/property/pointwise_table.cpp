// What a dtype rules out is listed here; everything else is read from the operator table.
#include "pointwise_table.h"

#include <algorithm>
#include <array>

namespace outplace::property {
namespace {

constexpr std::string_view kIntegersOnly[] = {
    "bitwise_and_", "bitwise_or_", "bitwise_xor_", "bitwise_not_", "bitwise_left_shift_", "bitwise_right_shift_", "gcd_",
    "lcm_",         "__iand__",    "__ior__",      "__ixor__",     "__ilshift__",         "__irshift__"};
// Of the others, what runs on integers whatever the operands hold: no division, no shift, no negative exponent.
constexpr std::string_view kOnIntegers[] = {
    "add_",         "sub_",         "subtract_",   "mul_",         "multiply_",    "eq_",          "ne_",         "ge_",
    "gt_",          "le_",          "lt_",         "greater_",     "less_",        "not_equal_",   "clamp_",      "clamp_min_",
    "clamp_max_",   "neg_",         "abs_",        "sign_",        "sgn_",         "logical_and_", "logical_or_", "logical_not_",
    "logical_xor_", "bitwise_and_", "bitwise_or_", "bitwise_xor_", "bitwise_not_", "gcd_",         "negative_",   "square_"};
constexpr std::string_view kOnBooleans[] = {"eq_",          "ne_",          "logical_and_", "logical_or_", "logical_not_",
                                            "logical_xor_", "bitwise_and_", "bitwise_or_",  "bitwise_not_"};
constexpr std::string_view kOnComplex[] = {"add_", "sub_", "mul_", "neg_", "square_"};
constexpr std::string_view kOnEveryFloat[] = {"add_", "sub_", "mul_",  "div_",   "neg_",   "abs_",    "eq_",
                                              "lt_",  "ge_",  "relu_", "clamp_", "floor_", "square_", "sign_"};
// float_power_ writes float64 only; the others have conditions of their own.
constexpr std::string_view kNotGenerated[] = {"float_power_", "ldexp_", "absolute_", "fix_", "clamp_", "clip_", "conj_physical_"};
// torch.Tensor has no method of these names.
constexpr std::string_view kNoMethod[] = {"relu6_",       "hardtanh_",  "celu_", "mish_", "silu_",       "gelu_",
                                          "hardsigmoid_", "hardswish_", "selu_", "elu_",  "leaky_relu_", "threshold_"};
constexpr std::string_view kSameDTypes[] = {"lerp_", "heaviside_", "addcmul_", "addcdiv_", "igamma_", "igammac_", "nextafter_", "gcd_"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != std::end(list);
}

bool is_simple(const OpDef& op) {
  if (!op.qualified.starts_with("aten::") || !op.inplace || op.inplace_view || op.script || op.random) return false;
  if (op.layout != LayoutRule::elementwise || op.shape != ShapeRule::broadcast || !op.recipe.empty() || op.params.empty()) return false;
  return std::ranges::all_of(
      op.params, [](const Param& p) { return p.has_default || (!p.list && (p.type == ParamType::tensor || p.type == ParamType::scalar)); });
}

bool runs_on(DType dtype, std::string_view method) {
  switch (category(dtype)) {
    case DTypeCategory::boolean: return contains(kOnBooleans, method);
    case DTypeCategory::integral: return contains(kOnIntegers, method);
    case DTypeCategory::complex: return contains(kOnComplex, method);
    case DTypeCategory::floating:
      return dtype == DType::float32 || dtype == DType::float64 ? !contains(kIntegersOnly, method) : contains(kOnEveryFloat, method);
    case DTypeCategory::other: return false;
  }
  return false;
}

std::vector<Pointwise> collect(DType dtype) {
  std::vector<Pointwise> out;
  for (const OpDef* op : OpTable::builtin().all()) {
    if (!is_simple(*op)) continue;
    const std::string method(op->packet.substr(std::string_view("aten::").size()));
    if (contains(kNotGenerated, method) || !runs_on(dtype, method)) continue;
    Pointwise p{.op = op, .method = method, .twin = std::string(op->twin_method), .overload = std::string(op->overload)};
    p.boolean_result = op->dtype == DTypeRule::boolean;
    p.has_method = !contains(kNoMethod, method);
    p.same_dtypes = contains(kSameDTypes, method);
    out.push_back(std::move(p));
  }
  return out;
}

}  // namespace

const std::vector<Pointwise>& pointwise_for(DType dtype) {
  static const auto all = [] {
    std::array<std::vector<Pointwise>, static_cast<size_t>(DType::bits16) + 1> out;
    for (size_t i = 0; i < out.size(); ++i) out[i] = collect(static_cast<DType>(i));
    return out;
  }();
  return all[static_cast<size_t>(dtype)];
}

}  // namespace outplace::property
