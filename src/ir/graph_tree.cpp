// Parents are added before their children, so one pass over the graphs finds a tree.
#include "ir/graph_tree.h"

namespace outplace {

std::vector<GraphId> graph_tree(const Module& module, GraphId root) {
  std::vector<GraphId> out{root};
  std::vector<bool> inside(module.graph_count());
  inside[root.value] = true;
  for (uint32_t i = root.value + 1; i < module.graph_count(); ++i) {
    const GraphId parent = module.graph(GraphId(i)).parent;
    if (!parent || !inside[parent.value]) continue;
    inside[i] = true;
    out.push_back(GraphId(i));
  }
  return out;
}

ChildIndex::ChildIndex(const Module& module) : module_(module) {
  for (uint32_t i = 0; i < module.graph_count(); ++i) {
    const GraphInfo& info = module.graph(GraphId(i));
    if (!info.parent) continue;
    Entry& entry = children_[key(info.parent, info.name)];
    if (entry.count++ == 0) entry.graph = GraphId(i);
  }
}

GraphId ChildIndex::child(NodeId node) const {
  const Node& n = module_.node(node);
  return n.op == NodeOp::get_attr ? child(n.graph, n.target) : GraphId();
}

GraphId ChildIndex::child(GraphId parent, StringId name) const {
  const auto found = children_.find(key(parent, name));
  return found == children_.end() ? GraphId() : found->second.graph;
}

bool ChildIndex::ambiguous(GraphId parent, StringId name) const {
  const auto found = children_.find(key(parent, name));
  return found != children_.end() && found->second.count > 1;
}

}  // namespace outplace
