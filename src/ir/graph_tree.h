// A graph and the sub-graphs nested in it, and which get_attr node names which of them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace outplace {

// `root` and all graphs below it, parents before children.
std::vector<GraphId> graph_tree(const Module& module, GraphId root);

// Module::child in O(1), for walks over many nodes.
class ChildIndex {
 public:
  explicit ChildIndex(const Module& module);
  // The sub-graph that the node brings into its graph: a get_attr that names one; else none.
  GraphId child(NodeId node) const;
  GraphId child(GraphId parent, StringId name) const;
  // Are there two sub-graphs of this name under the parent?
  bool ambiguous(GraphId parent, StringId name) const;

 private:
  struct Entry {
    GraphId graph;
    uint32_t count = 0;
  };
  static uint64_t key(GraphId parent, StringId name) { return (uint64_t{parent.value} << 32) | name.value; }

  const Module& module_;
  std::unordered_map<uint64_t, Entry> children_;
};

}  // namespace outplace
