// Calls with bodies and calls of kernels: what they may write, and whose memory they may return.
#include <algorithm>
#include <unordered_set>

#include "analysis/effects.h"

namespace outplace {
namespace {

constexpr const char* kSubgraphAdvice = "move the write out of the sub-graph, or return the new value and write it in the caller";

}  // namespace

// The result that an alias names is the operand's object.
Result<void> Effects::kernel(NodeId node) {
  const Arg args = *module_.find_keyword(node, "args");
  const bool one = types_.meta(node) != nullptr;
  types_.set_kind(node, one ? NodeValueKind::tensor : NodeValueKind::tuple);
  effects_.kind = EffectKind::pure;
  for (const auto& [operand, result] : kernel_aliases(module_, node, kernels_)) {
    const auto parts = module_.parts(args);
    if (operand < 0 || static_cast<size_t>(operand) >= parts.size() || !parts[static_cast<size_t>(operand)].is_node()) {
      return std::unexpected(memory_.fail(node,
                                          "operand " + std::to_string(operand) + " of this kernel is said to be written, but is no tensor",
                                          "declare the kernel's aliases as {position among all arguments: position of the result}"));
    }
    if (one && result != 0)
      return std::unexpected(
          memory_.fail(node, "this kernel has one result, its aliases name others", "declare the kernel's aliases anew"));
    const ObjectId object = memory_.object(parts[static_cast<size_t>(operand)].as_node());
    effects_.kind = EffectKind::kernel;
    effects_.writes.push_back({object, -1, result});
    if (auto done = check_unshared(node, object); !done) return done;
    if (one) {
      memory_.bind(node, object);
    } else {
      written_elements_[(uint64_t{node.value} << 32) | static_cast<uint32_t>(result)] = object;
    }
  }
  return {};
}

Result<void> Effects::higher_order(NodeId node) {
  std::vector<GraphId> bodies;
  module_.for_each_input(node, [&](NodeId input) {
    if (module_.node(input).op != NodeOp::get_attr) return;
    if (const GraphId body = children_.child(input)) bodies.push_back(body);
  });
  const std::string name(module_.target(node));
  for (size_t i = 0; i < bodies.size(); ++i) {
    for (const NodeId n : module_.nodes(bodies[i])) {
      const Node& inner = module_.node(n);
      if (inner.op == NodeOp::get_attr) {
        if (const GraphId body = children_.child(n)) bodies.push_back(body);
      }
      if (inner.op == NodeOp::call_module)
        return std::unexpected(memory_.fail(n, "a module is called inside the body of " + name, kSubgraphAdvice));
      if (inner.op != NodeOp::call_function && inner.op != NodeOp::call_method) continue;
      BoundCall bound;
      if (auto done = binder_.bind_into(n, types_.kinds(), bound); !done) return done;
      const OpDef& op = *bound.op;
      const bool marked = std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.written && !p.out; }) ||
                          (op.params.size() == bound.values.size() && [&] {
                            for (size_t k = 0; k < op.params.size(); ++k) {
                              if (op.params[k].out && bound.values[k].given && !bound.values[k].arg.is_none()) return true;
                            }
                            return false;
                          }());
      const bool may_write = op.writes_conditionally() && condition_of(bound) != Condition::no;
      if (op.setitem || op.inplace_view || marked || may_write) {
        return std::unexpected(
            memory_.fail(n, "a write inside the body of the higher-order operator " + name + " is not supported yet", kSubgraphAdvice));
      }
    }
  }
  effects_.kind = EffectKind::pure;
  if (types_.meta(node) == nullptr) types_.set_kind(node, NodeValueKind::tuple);
  const bool fresh_results =
      !bodies.empty() && std::none_of(bodies.begin(), bodies.end(), [&](GraphId body) { return may_return_operand(body); });
  if (fresh_results) return {};
  if (types_.kind(node) == NodeValueKind::tuple) maybe_tuples_.emplace(node, node);
  module_.for_each_input(node, [&](NodeId input) {
    if (types_.kind(input) != NodeValueKind::tensor || memory_.value_kind(input) == ValueKind::tuple) return;
    const PlaceId place = memory_.place_of(memory_.object(input));
    memory_.link_maybe(place, place, node);
  });
  if (types_.kind(node) == NodeValueKind::tensor) {
    const PlaceId place = memory_.place_of(memory_.object(node));
    memory_.link_maybe(place, place, node);
  }
  return {};
}

// May a result of a body be the memory of one of its placeholders? Nodes that view, or may return, such a node count as it.
bool Effects::may_return_operand(GraphId body) {
  std::unordered_set<NodeId> operands;
  for (const NodeId n : module_.nodes(body)) {
    const Node& node = module_.node(n);
    if (node.op == NodeOp::placeholder || node.op == NodeOp::get_attr) {
      operands.insert(n);
      continue;
    }
    bool touches = false;
    module_.for_each_input(n, [&](NodeId input) { touches = touches || operands.contains(input); });
    if (!touches) continue;
    if (node.op == NodeOp::output) return true;
    BoundCall bound;
    if (!binder_.bind_into(n, types_.kinds(), bound)) return true;
    const OpDef& op = *bound.op;
    const bool aliases = op.view != ViewRule::none || op.same_when != SameWhen::never || op.higher_order ||
                         std::any_of(op.returns.begin(), op.returns.end(), [](const Return& r) { return r.alias != 0; });
    if (aliases) operands.insert(n);
  }
  return false;
}

}  // namespace outplace
