// Records of effects, a few words a node: what is large or rare lies beside them.
#include "analysis/graph_effects.h"

#include "analysis/final_metadata.h"

namespace outplace {

GraphEffects::GraphEffects(Module& module, GraphId graph, const InputFacts* facts, const OpTable& table, const KernelProvider* kernels,
                           Diagnostics& diagnostics)
    : graph_(graph),
      types_(module, graph, facts),
      final_metadata_(distrust_final_metadata(module, graph, types_, table)),
      memory_(module, graph, types_, diagnostics, facts),
      effects_(memory_, table, kernels),
      records_(module.node_count()) {
  effects_.set_final_metadata(&final_metadata_);
}

Result<void> GraphEffects::run(const std::function<void(NodeId, const NodeEffects&)>& visit) {
  for (const NodeId node : memory_.module().nodes(graph_)) {
    auto effects = effects_.step(node);
    if (!effects) return std::unexpected(effects.error());
    record(node, **effects);
    visit(node, **effects);
  }
  return {};
}

void GraphEffects::record(NodeId node, const NodeEffects& effects) {
  Record& record = records_[node.value];
  record.kind = effects.kind;
  record.operand = effects.operand;
  record.op = effects.call.op;
  if (effects.kind == EffectKind::rebind) {
    record.detail = memory_.place_of(effects.operand).value;
    record.detached = memory_.object(effects.operand).detached();
  } else if (!effects.writes.empty() || effects.index) {
    NodeEffects& detail = details_.emplace_back();
    detail.kind = effects.kind;
    detail.call.op = effects.call.op;
    if (effects.kind == EffectKind::write) detail.call.values = effects.call.values;
    detail.writes = effects.writes;
    detail.index = effects.index;
    detail.operand = effects.operand;
    record.detail = static_cast<uint32_t>(details_.size());
  }
}

void GraphEffects::rewind() { memory_.undo_moves(); }

const NodeEffects& GraphEffects::replay(NodeId node) {
  const Record& record = records_[node.value];
  if (record.kind == EffectKind::rebind) {
    memory_.rebind(record.operand, PlaceId(record.detail));
    if (record.detached) memory_.set_detached(record.operand);
  } else if (record.detail != 0) {
    return details_[record.detail - 1];
  }
  now_.kind = record.kind;
  now_.operand = record.operand;
  now_.call.op = record.op;
  return now_;
}

}  // namespace outplace
