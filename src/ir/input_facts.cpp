// Finds the nodes that facts about inputs tell of.
#include "ir/input_facts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace outplace {

bool any_requires_grad(const InputFacts& facts) {
  const auto requires_grad = [](const InputFact& fact) { return fact.requires_grad; };
  return std::ranges::any_of(facts.placeholders, requires_grad) || std::ranges::any_of(facts.attributes, requires_grad);
}

std::vector<std::pair<NodeId, const InputFact*>> facts_by_node(const Module& module, GraphId graph, const InputFacts& facts) {
  std::unordered_map<std::string_view, const InputFact*> attributes;
  for (const InputFact& fact : facts.attributes) attributes.emplace(fact.name, &fact);
  std::vector<std::pair<NodeId, const InputFact*>> out;
  size_t placeholder = 0;
  for (const NodeId n : module.nodes(graph)) {
    if (placeholder == facts.placeholders.size() && attributes.empty()) break;
    const NodeOp op = module.node(n).op;
    if (op == NodeOp::placeholder && placeholder < facts.placeholders.size()) out.emplace_back(n, &facts.placeholders[placeholder++]);
    if (op != NodeOp::get_attr) continue;
    if (const auto known = attributes.find(module.target(n)); known != attributes.end()) out.emplace_back(n, known->second);
  }
  return out;
}

}  // namespace outplace
