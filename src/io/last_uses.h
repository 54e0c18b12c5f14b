// Which values a graph's text frees after each node: those whose last use it is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"

namespace outplace {

// One object serves all graphs of a module, one after the other, each once: making one costs the size of the module.
class LastUses {
 public:
  enum class Self : uint8_t { freed, kept };  // a node without users frees itself, or not

  explicit LastUses(size_t node_count = 0) { grow(node_count); }
  // Makes room for nodes that came since.
  void grow(size_t node_count) {
    used_.resize(node_count, 0);
    ranges_.resize(node_count);
  }

  void compute(const Module& module, GraphId graph, Self self) {
    freed_.clear();
    any_ = false;
    NodeId next;
    for (NodeId node = module.graph(graph).last; node; node = next) {
      const Node& n = module.node(node);
      next = n.previous;
      Range& range = ranges_[node.value];
      range.offset = static_cast<uint32_t>(freed_.size());
      module.for_each_input(node, [&](NodeId input) {
        if (used_[input.value] != 0) return;
        used_[input.value] = 1;
        freed_.push_back(input);
      });
      // All users come later in the text, so by now they have been seen.
      if (self == Self::freed && used_[node.value] == 0) freed_.push_back(node);
      range.count = static_cast<uint32_t>(freed_.size()) - range.offset;
      if (n.op == NodeOp::placeholder || n.op == NodeOp::output) range.count = 0;
      any_ = any_ || range.count > 0;
    }
  }

  std::span<const NodeId> freed_after(NodeId node) const {
    const Range range = ranges_[node.value];
    return std::span(freed_).subspan(range.offset, range.count);
  }
  bool is_used(NodeId node) const { return used_[node.value] != 0; }
  bool any() const { return any_; }

 private:
  struct Range {
    uint32_t offset = 0;
    uint32_t count = 0;
  };
  std::vector<uint8_t> used_;
  std::vector<Range> ranges_;
  std::vector<NodeId> freed_;
  bool any_ = false;
};

}  // namespace outplace
