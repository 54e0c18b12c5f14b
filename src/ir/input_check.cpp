// Compares facts about inputs with the annotations of the nodes that they tell of.
#include "ir/input_check.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "ir/describe.h"
#include "ops/tensor_meta.h"

namespace outplace {
namespace {

std::optional<Sizes> parsed(const std::vector<std::string>& texts, SymPool& syms) {
  Sizes out;
  for (const std::string& text : texts) {
    const auto value = syms.parse(text);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

std::string listed(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (size_t i = 0; i < texts.size(); ++i) out += (i == 0 ? "" : ", ") + texts[i];
  return out + "]";
}

bool is_empty(const Sizes& sizes) {
  return std::ranges::any_of(sizes, [](Sym size) { return size.is(0); });
}

// Strides are compared as numbers only: PyTorch prints symbolic ones in more than one way.
bool other_strides(const Sizes& sizes, const Sizes& said, const Sizes& told) {
  if (is_empty(sizes)) return false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!sizes[i].is(1) && said[i].is_constant() && told[i].is_constant() && said[i] != told[i]) return true;
  }
  return false;
}

enum class Shapes : uint8_t { fixed, may_change };

Shapes shapes_in(const Module& module, GraphId graph, const OpTable& table) {
  std::unordered_set<StringId> seen;
  for (const NodeId n : module.nodes(graph)) {
    const NodeOp op = module.node(n).op;
    if ((op != NodeOp::call_method && op != NodeOp::call_function) || !seen.insert(module.node(n).target).second) continue;
    const auto kind = op == NodeOp::call_method ? CallableKind::method : CallableKind::function;
    const auto overloads = table.find(kind, module.target(n));
    if (std::ranges::any_of(overloads, [](const OpDef* def) { return def->inplace_view; })) return Shapes::may_change;
  }
  return Shapes::fixed;
}

// What the fact says that the annotation does not; "" if they agree.
std::string contradiction(std::string_view annotation, const InputFact& fact, Shapes shapes, SymPool& syms) {
  const bool number = annotation.starts_with("Sym(");
  const auto said = number ? std::nullopt : parse_annotation(annotation, syms);
  if (number && fact.kind == InputKind::tensor && !fact.dtype.empty()) return "it is a tensor";
  if (!said) return {};
  if (fact.kind == InputKind::symint || fact.kind == InputKind::number) return "it is a number";
  if (fact.kind != InputKind::tensor || fact.dtype.empty()) return {};
  if (const auto dtype = dtype_from_torch_name(fact.dtype); dtype && said->dtype != DType::unknown && *dtype != said->dtype)
    return "its dtype is " + fact.dtype;
  const auto shape = parsed(fact.shape, syms);
  if (!said->has_sizes || !shape || shapes == Shapes::may_change) return {};
  if (*shape != said->geometry.sizes) return "its shape is " + listed(fact.shape);
  const auto strides = fact.stride.size() == fact.shape.size() ? parsed(fact.stride, syms) : std::nullopt;
  if (said->has_strides && strides && other_strides(*shape, said->geometry.strides, *strides))
    return "its strides are " + listed(fact.stride);
  return {};
}

}  // namespace

Result<void> check_inputs(const Module& module, GraphId graph, const InputFacts& facts, const OpTable& table, Diagnostics& diagnostics) {
  SymPool syms;
  const Shapes shapes = shapes_in(module, graph, table);
  std::optional<Failed> failed;
  for (const auto& [n, fact] : facts_by_node(module, graph, facts)) {
    const std::string_view annotation = module.text(module.node(n).annotation);
    const std::string wrong = annotation.empty() ? std::string() : contradiction(annotation, *fact, shapes, syms);
    if (wrong.empty()) continue;
    failed = diagnostics.error(located(module, n,
                                       "the text says that '" + std::string(module.name(n)) + "' is " + std::string(annotation) +
                                           ", what is told of the inputs that " + wrong,
                                       "describe the inputs, in their order, with the sizes that the text has, symbols included"));
  }
  if (failed) return std::unexpected(*failed);
  return {};
}

}  // namespace outplace
