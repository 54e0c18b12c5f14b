// Reads the attributes of operator lines.
#include "ops/op_attributes.h"

#include <array>

namespace outplace {
namespace {

template <class E>
struct Named {
  std::string_view name;
  E value;
};

constexpr std::array kViews = std::to_array<Named<ViewRule>>({
    {"none", ViewRule::none},
    {"alias", ViewRule::alias},
    {"same", ViewRule::same},
    {"select", ViewRule::select},
    {"slice", ViewRule::slice},
    {"narrow", ViewRule::narrow},
    {"split", ViewRule::split},
    {"split_with_sizes", ViewRule::split_with_sizes},
    {"chunk", ViewRule::chunk},
    {"tensor_split", ViewRule::tensor_split},
    {"hsplit", ViewRule::hsplit},
    {"vsplit", ViewRule::vsplit},
    {"dsplit", ViewRule::dsplit},
    {"unbind", ViewRule::unbind},
    {"permute", ViewRule::permute},
    {"transpose", ViewRule::transpose},
    {"t", ViewRule::t},
    {"numpy_t", ViewRule::numpy_t},
    {"matrix_transpose", ViewRule::matrix_transpose},
    {"conj_transpose", ViewRule::conj_transpose},
    {"movedim", ViewRule::movedim},
    {"view", ViewRule::view},
    {"view_as", ViewRule::view_as},
    {"view_dtype", ViewRule::view_dtype},
    {"reshape", ViewRule::reshape},
    {"reshape_as", ViewRule::reshape_as},
    {"flatten", ViewRule::flatten},
    {"unflatten", ViewRule::unflatten},
    {"ravel", ViewRule::ravel},
    {"squeeze", ViewRule::squeeze},
    {"squeeze_dim", ViewRule::squeeze_dim},
    {"squeeze_dims", ViewRule::squeeze_dims},
    {"unsqueeze", ViewRule::unsqueeze},
    {"expand", ViewRule::expand},
    {"expand_as", ViewRule::expand_as},
    {"broadcast_to", ViewRule::broadcast_to},
    {"broadcast_tensors", ViewRule::broadcast_tensors},
    {"meshgrid", ViewRule::meshgrid},
    {"diagonal", ViewRule::diagonal},
    {"unfold", ViewRule::unfold},
    {"as_strided", ViewRule::as_strided},
    {"atleast_1d", ViewRule::atleast_1d},
    {"atleast_2d", ViewRule::atleast_2d},
    {"atleast_3d", ViewRule::atleast_3d},
    {"view_as_real", ViewRule::view_as_real},
    {"view_as_complex", ViewRule::view_as_complex},
    {"real", ViewRule::real},
    {"imag", ViewRule::imag},
    {"conj", ViewRule::conj},
    {"neg_view", ViewRule::neg_view},
    {"getitem", ViewRule::getitem},
    {"einsum", ViewRule::einsum},
    {"resize", ViewRule::resize},
    {"set_data", ViewRule::set_data},
    {"unknown", ViewRule::unknown},
});
constexpr std::array kSame = std::to_array<Named<SameWhen>>({
    {"never", SameWhen::never},
    {"always", SameWhen::always},
    {"contiguous", SameWhen::contiguous},
    {"to_same", SameWhen::to_same},
    {"not_training", SameWhen::not_training},
    {"real_dtype", SameWhen::real_dtype},
    {"not_conjugated", SameWhen::not_conjugated},
    {"not_negated", SameWhen::not_negated},
    {"same_shape", SameWhen::same_shape},
});
constexpr std::array kDTypes = std::to_array<Named<DTypeRule>>({
    {"unknown", DTypeRule::unknown},
    {"self", DTypeRule::self},
    {"promote", DTypeRule::promote},
    {"promote_float", DTypeRule::promote_float},
    {"division", DTypeRule::division},
    {"boolean", DTypeRule::boolean},
    {"accumulate", DTypeRule::accumulate},
    {"int64", DTypeRule::int64},
    {"argument", DTypeRule::argument},
    {"factory", DTypeRule::factory},
    {"numbers", DTypeRule::numbers},
});
constexpr std::array kLayouts = std::to_array<Named<LayoutRule>>({
    {"contiguous", LayoutRule::contiguous},
    {"elementwise", LayoutRule::elementwise},
    {"preserve", LayoutRule::preserve},
    {"self", LayoutRule::self},
    {"argument", LayoutRule::argument},
    {"open", LayoutRule::open},
});
constexpr std::array kShapes = std::to_array<Named<ShapeRule>>({
    {"unknown", ShapeRule::unknown},
    {"self", ShapeRule::self},
    {"broadcast", ShapeRule::broadcast},
    {"size", ShapeRule::size_argument},
    {"range", ShapeRule::range},
    {"data", ShapeRule::data},
    {"reduce", ShapeRule::reduce},
    {"concatenate", ShapeRule::concatenate},
    {"stack", ShapeRule::stack},
    {"index_select", ShapeRule::index_select},
    {"index", ShapeRule::index},
    {"repeat", ShapeRule::repeat},
    {"product", ShapeRule::product},
    {"product_sum", ShapeRule::product_sum},
    {"matmul", ShapeRule::matmul},
    {"linear", ShapeRule::linear},
});
constexpr std::array kBrackets = std::to_array<Named<BracketKind>>({
    {"none", BracketKind::none},
    {"grad_mode", BracketKind::grad_mode},
    {"autocast_enter", BracketKind::autocast_enter},
    {"autocast_exit", BracketKind::autocast_exit},
    {"inference_enter", BracketKind::inference_enter},
    {"inference_exit", BracketKind::inference_exit},
    {"vmap_enter", BracketKind::vmap_enter},
    {"vmap_exit", BracketKind::vmap_exit},
    {"other", BracketKind::other},
});

// Flags of OpDef by their words.
constexpr std::array kFlags = std::to_array<Named<bool OpDef::*>>({
    {"detaches", &OpDef::detaches},
    {"inplace_view", &OpDef::inplace_view},
    {"setitem", &OpDef::setitem},
    {"foreach", &OpDef::foreach},
    {"random", &OpDef::random},
    {"autocast", &OpDef::autocast},
    {"gradient_of_result", &OpDef::gradient_of_result},
    {"writes_without_grad", &OpDef::writes_without_grad},
    {"effect", &OpDef::effect},
    {"metadata", &OpDef::reads_metadata_only},
    {"higher_order", &OpDef::higher_order},
    {"method_only", &OpDef::method_only},
    {"collective", &OpDef::collective},
    {"script", &OpDef::script},
    {"last", &OpDef::last},
    {"returns_self", &OpDef::conditional_returns_self},
});

template <class E, size_t N>
bool lookup(const std::array<Named<E>, N>& table, std::string_view name, E& value) {
  for (const Named<E>& entry : table) {
    if (entry.name == name) {
      value = entry.value;
      return true;
    }
  }
  return false;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Param* param_named(OpDef& op, std::string_view name) {
  for (Param& param : op.params) {
    if (param.name == name) return &param;
  }
  return nullptr;
}

bool set_twin(std::string_view value, OpDraft& draft) {
  draft.no_twin = value == "none";
  if (value.starts_with('.'))
    draft.op.twin_method = value.substr(1);
  else if (!draft.no_twin)
    draft.op.twin_function = value;
  return true;
}

// names=src:other,dim:axis
bool set_names(std::string_view value, OpDef& op) {
  for (std::string_view pair : split(value, ',')) {
    const size_t colon = pair.find(':');
    Param* param = param_named(op, pair.substr(0, colon));
    if (colon == std::string_view::npos || param == nullptr) return false;
    param->other_names.push_back(pair.substr(colon + 1));
  }
  return true;
}

bool set_variadic(std::string_view name, OpDef& op) {
  Param* param = param_named(op, name);
  if (param == nullptr) return false;
  param->variadic = true;
  return true;
}

bool set_writes(std::string_view value, OpDraft& draft) {
  draft.writes = split(value, ',');
  for (std::string_view name : draft.writes) {
    if (param_named(draft.op, name) == nullptr) return false;
  }
  return true;
}

bool set_apart(std::string_view value, OpDef& op) {
  for (std::string_view name : split(value, ',')) {
    Param* param = param_named(op, name);
    if (param == nullptr) return false;
    param->apart = true;
  }
  return true;
}

bool set_condition(std::string_view name, OpDef& op) {
  op.condition = name;
  return param_named(op, name) != nullptr;
}

bool set_result_dtype(std::string_view value, OpDef& op) {
  const std::optional<DType> dtype = dtype_from_torch_name(value);
  if (dtype) op.result_dtype = *dtype;
  return dtype.has_value();
}

bool apply_pair(std::string_view key, std::string_view value, OpDraft& draft) {
  OpDef& op = draft.op;
  if (key == "view") return lookup(kViews, value, op.view);
  if (key == "same") return lookup(kSame, value, op.same_when);
  if (key == "dtype") return draft.dtype_set = lookup(kDTypes, value, op.dtype);
  if (key == "layout") return op.layout_known = draft.layout_set = lookup(kLayouts, value, op.layout);
  if (key == "shape") return draft.shape_set = lookup(kShapes, value, op.shape);
  if (key == "bracket") return lookup(kBrackets, value, op.bracket);
  if (key == "twin") return set_twin(value, draft);
  if (key == "writes") return set_writes(value, draft);
  if (key == "apart") return set_apart(value, op);
  if (key == "when") return set_condition(value, op);
  if (key == "variadic") return set_variadic(value, op);
  if (key == "names") return set_names(value, op);
  if (key == "to_dtype") return set_result_dtype(value, op);
  if (key == "to_device") {
    op.result_device = value;
    return true;
  }
  if (key == "recipe") {
    op.recipe = value;
    return true;
  }
  if (key == "like") {
    draft.like = value;
    return true;
  }
  return false;
}

bool apply_word(std::string_view word, OpDraft& draft) {
  bool OpDef::* flag = nullptr;
  if (lookup(kFlags, word, flag)) {
    draft.op.*flag = true;
    return true;
  }
  if (word == "pointwise") return draft.pointwise = true;
  if (word == "pure") return draft.pure = true;
  if (word == "no_method") return draft.no_method = true;
  return word == "reduction";
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view take_word(std::string_view& text) {
  text = without_blanks(text);
  const size_t end = std::min(text.find(' '), text.find('\n'));
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(word.size());
  return word;
}

std::string apply_attributes(std::string_view attributes, OpDraft& draft) {
  for (std::string_view word = take_word(attributes); !word.empty(); word = take_word(attributes)) {
    if (word == "note:") {
      draft.op.note = without_blanks(attributes);
      return {};
    }
    const size_t equals = word.find('=');
    const bool sound =
        equals == std::string_view::npos ? apply_word(word, draft) : apply_pair(word.substr(0, equals), word.substr(equals + 1), draft);
    if (!sound) return "unknown or unfitting attribute '" + std::string(word) + "'";
  }
  return {};
}

}  // namespace outplace
