// One walk over the nodes of each graph of the tree; side tables are shared by all of them and stamped, not cleared.
#include "ir/verifier.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ir/describe.h"
#include "ir/graph_tree.h"
#include "support/check.h"

namespace outplace {
namespace {

constexpr size_t kMaxErrors = 20;

class Verifier {
 public:
  Verifier(const Module& module, Diagnostics& diagnostics)
      : module_(module), diagnostics_(diagnostics), children_(module), defined_(module.node_count()) {}

  void graph(GraphId id) {
    if (links(id)) {
      walk(id);
    }
  }

  bool full() const { return errors_ >= kMaxErrors; }
  Result<void> result() const {
    if (failed_) return std::unexpected(*failed_);
    return {};
  }

 private:
  std::string graph_name(GraphId id) const {
    const std::string_view name = module_.text(module_.graph(id).name);
    return name.empty() ? "the graph" : "graph " + std::string(name);
  }

  void fail(NodeId node, std::string message, std::string advice = {}) {
    if (full()) return;
    ++errors_;
    failed_ = diagnostics_.error(located(module_, node, std::move(message), std::move(advice)));
  }
  void fail(std::string message) {
    ++errors_;
    failed_ = diagnostics_.error(std::move(message));
  }

  // Only a list that is consistent can be walked.
  bool links(GraphId id) {
    const GraphInfo& info = module_.graph(id);
    size_t count = 0;
    NodeId previous;
    for (NodeId n = info.first; n; n = module_.node(n).next) {
      const Node* node = n.value < module_.node_count() ? &module_.node(n) : nullptr;
      if (node == nullptr || !node->linked || node->graph != id || node->previous != previous || ++count > info.node_count) {
        fail("the links between the nodes of " + graph_name(id) + " are broken at place " + std::to_string(count));
        return false;
      }
      previous = n;
    }
    if (previous == info.last && count == info.node_count) return true;
    fail("the list of nodes of " + graph_name(id) + " does not end where it says");
    return false;
  }

  void walk(GraphId id) {
    stamp_ = id.value + 1;
    const GraphInfo& info = module_.graph(id);
    bool calls = false;
    for (const NodeId n : module_.nodes(id)) {
      if (full()) return;
      const NodeOp op = module_.node(n).op;
      name(n);
      arguments(n);
      if (op == NodeOp::placeholder && calls) fail(n, "a placeholder stands after the first call");
      if (op == NodeOp::output && n != info.last) fail(n, "an output stands before the end of its graph");
      if (op == NodeOp::get_attr) attribute(n);
      calls |= op != NodeOp::placeholder && op != NodeOp::get_attr;
      defined_[n.value] = true;
    }
    if (!info.last) {
      fail(graph_name(id) + " has no nodes");
    } else if (module_.node(info.last).op != NodeOp::output) {
      fail(info.last, graph_name(id) + " does not end with an output");
    }
  }

  void name(NodeId n) {
    const StringId id = module_.node(n).name;
    if (module_.text(id).empty()) {
      if (module_.node(n).op != NodeOp::output) fail(n, "a node has no name");
      return;
    }
    if (id.value >= named_.size()) named_.resize(std::max<size_t>(id.value + size_t{1}, named_.size() * 2));
    if (named_[id.value] == stamp_) fail(n, "two nodes are named " + std::string(module_.text(id)));
    named_[id.value] = stamp_;
  }

  void arguments(NodeId n) {
    if (module_.node(n).op == NodeOp::output && (module_.args(n).size() != 1 || !module_.kwargs(n).empty())) {
      fail(n, "an output has exactly one argument");
    }
    for (const Arg& arg : module_.args(n)) argument(n, arg, 0);
    for (const Keyword& keyword : module_.kwargs(n)) argument(n, keyword.value, 0);
  }

  void argument(NodeId n, const Arg& arg, int depth) {
    if (arg.is_node()) return reference(n, arg.as_node());
    if (!arg.has_parts()) return;
    if (depth >= kMaxNesting) return fail(n, "arguments are nested more than " + std::to_string(kMaxNesting) + " deep");
    if (arg.kind == ArgKind::slice && arg.b != 3) fail(n, "a slice does not have three parts");
    if (arg.kind == ArgKind::dict && arg.b % 2 != 0) fail(n, "a dict has a key without a value");
    for (const Arg& part : module_.parts(arg)) argument(n, part, depth + 1);
  }

  void reference(NodeId n, NodeId to) {
    if (to.value >= module_.node_count()) return fail(n, "an argument refers to a node that does not exist");
    const Node& node = module_.node(to);
    if (defined_[to.value] && node.graph == module_.node(n).graph && node.op != NodeOp::output) return;
    const std::string name(module_.text(node.name));
    if (!node.linked) return fail(n, "an argument refers to " + name + ", which is no longer in the graph");
    if (node.graph != module_.node(n).graph) return fail(n, "an argument refers to " + name + " of another graph");
    if (node.op == NodeOp::output) return fail(n, "an argument refers to an output");
    fail(n, to == n ? name + " refers to itself" : "an argument refers to " + name + " before it is defined");
  }

  void attribute(NodeId n) {
    const Node& node = module_.node(n);
    if (!children_.child(n)) return;
    if (children_.ambiguous(node.graph, node.target)) fail(n, "there are two sub-graphs named " + std::string(module_.target(n)));
  }

  const Module& module_;
  Diagnostics& diagnostics_;
  ChildIndex children_;
  std::vector<bool> defined_;    // by NodeId: stands earlier in a graph that was walked
  std::vector<uint32_t> named_;  // by StringId: stamp of the last graph that has the name
  uint32_t stamp_ = 0;
  size_t errors_ = 0;
  std::optional<Failed> failed_;
};

}  // namespace

Result<void> verify(const Module& module, GraphId graph, Diagnostics& diagnostics) {
  OUTPLACE_CHECK(graph.value < module.graph_count(), "no such graph");
  Verifier verifier(module, diagnostics);
  for (const GraphId id : graph_tree(module, graph)) {
    verifier.graph(id);
    if (verifier.full()) break;
  }
  return verifier.result();
}

}  // namespace outplace
