// The effects of all nodes of a graph, found once, so that passes that follow each other need not find them again.
//
// `run` walks the graph and leaves memory as it is at the end. `rewind` takes the objects back to the places that they name at the
// beginning; `replay`, called for every node in order, gives each node's effects again and moves objects as the node does. Between the two
// the graph may change in ways that say the same to memory: more outputs, marks on nodes. While it is replayed, nodes that were passed may
// be changed at will.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "analysis/effects.h"
#include "support/stable_list.h"

namespace outplace {

class GraphEffects {
 public:
  GraphEffects(Module& module, GraphId graph, const InputFacts* facts, const OpTable& table, const KernelProvider* kernels,
               Diagnostics& diagnostics);

  Types& types() { return types_; }
  Memory& memory() { return memory_; }

  // `visit` is called after each node's effects were found.
  Result<void> run(const std::function<void(NodeId, const NodeEffects&)>& visit);
  void rewind();
  // The result is valid until the next call. Arguments are bound where memory is written.
  const NodeEffects& replay(NodeId node);
  bool shows_final_metadata(NodeId node) const { return effects_.shows_final_metadata(node); }

 private:
  struct Record {
    EffectKind kind = EffectKind::nothing;
    bool detached = false;  // rebind: what the operand is then
    ObjectId operand;
    const OpDef* op = nullptr;
    uint32_t detail =
        0;  // 1 + the place of the effects in `details_` if there is more to say; rebind: the place that the operand names then
  };
  void record(NodeId node, const NodeEffects& effects);

  GraphId graph_;
  Types types_;
  std::unordered_set<NodeId> final_metadata_;  // found before memory is made of the inputs
  Memory memory_;
  Effects effects_;
  std::vector<Record> records_;  // by node
  StableList<NodeEffects> details_;
  NodeEffects now_;  // of a node without details
};

}  // namespace outplace
