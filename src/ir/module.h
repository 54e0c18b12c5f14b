// The FX graphs of one text as a value: nodes in arrays, strings interned, arguments in arenas.
//
// A module holds one or more root graphs (a text may hold several) and the sub-graphs nested in them. All nodes of all graphs share one id
// space; the order of a graph's nodes is an explicit doubly linked list, so that inserting and removing never moves others. No references
// into the arrays are kept across a call that adds something.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/arg.h"
#include "support/diagnostics.h"
#include "support/ids.h"
#include "support/string_pool.h"

namespace outplace {

enum class NodeOp : uint8_t { placeholder, get_attr, call_function, call_method, call_module, output };

std::string_view name_of(NodeOp op);
std::optional<NodeOp> op_named(std::string_view name);

// One node of an FX graph. `target` is what is called, in the spelling of torch.fx._get_qualified_name without a leading underscore on
// "operator": "torch.add", "torch.ops.aten.add_.Tensor", "operator.setitem", "torch._C._nn.gelu"; for methods and attributes
// the name or path; for placeholders the parameter's name. Functions printed as mangled globals ("torch_Tensor_set_") keep that spelling.
struct Node {
  NodeOp op = NodeOp::call_function;
  bool linked = false;
  GraphId graph;
  StringId name;
  StringId target;
  uint32_t args_offset = 0;  // into the arena of args
  uint32_t args_count = 0;
  uint32_t kwargs_offset = 0;  // into the arena of keywords
  uint32_t kwargs_count = 0;
  StringId annotation;      // contents of the quotes: f32[2, 3][3, 1]cpu, Sym(s0); none if there is none
  StringId comment;         // comment block before the node as printed, without indentation, lines joined by '\n'; none if not known
  StringId root_input;      // meta["root_input"]: the placeholder that this node mutates; set by the aliasing pass
  StringId replica_groups;  // meta["replica_groups"] as text; set by the collectives pass
  NodeId previous;
  NodeId next;
  uint32_t line = 0;  // line of the text it was read from, from 1; 0 if made by a pass
};

// One graph: a list of nodes. Sub-graphs are bound to their parent's get_attr nodes by `name` (the attribute).
struct GraphInfo {
  StringId name;   // class name in the text: GraphModule, wrap_body_0, <lambda>
  GraphId parent;  // none for a root
  NodeId first;
  NodeId last;
  uint32_t node_count = 0;
};

class Module {
 public:
  // ---- strings
  StringId intern(std::string_view text) { return strings_.intern(text); }
  StringId find_string(std::string_view text) const { return strings_.find(text); }
  std::string_view text(StringId id) const { return strings_.view(id); }
  std::string_view name(NodeId id) const { return text(node(id).name); }
  std::string_view target(NodeId id) const { return text(node(id).target); }

  // ---- graphs
  GraphId add_graph(StringId name, GraphId parent = {});
  size_t graph_count() const { return graphs_.size(); }
  const GraphInfo& graph(GraphId id) const { return graphs_[id.value]; }
  std::vector<GraphId> roots() const;
  // The sub-graph of `parent` that the attribute names, else none.
  GraphId child(GraphId parent, StringId name) const;

  // ---- nodes
  size_t node_count() const { return nodes_.size(); }  // ids below this exist, linked or not
  const Node& node(NodeId id) const { return nodes_[id.value]; }
  Node& node(NodeId id) { return nodes_[id.value]; }
  // Makes a node that is in no list yet.
  NodeId create(GraphId graph, NodeOp op, StringId name, StringId target);
  void append(NodeId id);                      // at the end of its graph
  void insert_before(NodeId id, NodeId next);  // `next` must be linked, in the same graph
  void insert_after(NodeId id, NodeId previous);
  void unlink(NodeId id);  // the node stays readable; may be linked again
  void reserve(size_t nodes, size_t args);
  // A copy with room for as much again: a rewrite adds about as many nodes as there are.
  Module roomy_copy() const;

  // The nodes of a graph in order: for (NodeId n : module.nodes(g)). The current node may be unlinked only after advancing.
  class NodeRange;
  NodeRange nodes(GraphId graph) const;

  // ---- arguments
  std::span<const Arg> args(NodeId id) const { return {args_.data() + node(id).args_offset, node(id).args_count}; }
  std::span<Arg> args(NodeId id) { return {args_.data() + node(id).args_offset, node(id).args_count}; }
  std::span<const Keyword> kwargs(NodeId id) const { return {keywords_.data() + node(id).kwargs_offset, node(id).kwargs_count}; }
  std::span<Keyword> kwargs(NodeId id) { return {keywords_.data() + node(id).kwargs_offset, node(id).kwargs_count}; }
  // The value of a keyword argument, nullptr if there is none of that name.
  const Arg* find_keyword(NodeId id, std::string_view name) const;
  void set_args(NodeId id, std::span<const Arg> args);
  void set_kwargs(NodeId id, std::span<const Keyword> kwargs);
  std::span<const Arg> parts(const Arg& arg) const {
    return arg.has_parts() ? std::span(args_.data() + arg.a, arg.b) : std::span<const Arg>{};
  }
  std::span<Arg> parts(const Arg& arg) { return arg.has_parts() ? std::span(args_.data() + arg.a, arg.b) : std::span<Arg>{}; }
  Arg make_parts(ArgKind kind, std::span<const Arg> parts);
  Arg make_text(ArgKind kind, std::string_view text) { return Arg::text(kind, intern(text)); }
  // The value of a real literal; integers and booleans are converted.
  double real_value(const Arg& arg) const;
  // A copy with parts of its own, so that two nodes can hold it.
  Arg clone(const Arg& arg);

  // Calls `f(NodeId)` for every node that `id` refers to, in the order of printing: positional arguments, then keywords, nested ones in
  // place. With repeats.
  template <class F>
  void for_each_input(NodeId id, F&& f) const;
  // Replaces every reference n of node `id` by f(n).
  template <class F>
  void map_inputs(NodeId id, F&& f);
  template <class F>
  void for_each_node_in(const Arg& arg, F&& f) const;
  template <class F>
  void map_nodes_in(Arg& arg, F&& f);

 private:
  StringPool strings_;
  std::vector<GraphInfo> graphs_;
  std::vector<Node> nodes_;
  std::vector<Arg> args_;
  std::vector<Keyword> keywords_;
};

class Module::NodeRange {
 public:
  class Iterator {
   public:
    Iterator(const Module* module, NodeId id) : module_(module), id_(id) {}
    NodeId operator*() const { return id_; }
    Iterator& operator++() {
      id_ = module_->node(id_).next;
      return *this;
    }
    bool operator==(const Iterator& other) const { return id_ == other.id_; }

   private:
    const Module* module_;
    NodeId id_;
  };
  NodeRange(const Module* module, NodeId first) : module_(module), first_(first) {}
  Iterator begin() const { return {module_, first_}; }
  Iterator end() const { return {module_, NodeId()}; }

 private:
  const Module* module_;
  NodeId first_;
};

inline Module::NodeRange Module::nodes(GraphId graph) const { return {this, graphs_[graph.value].first}; }

// The placeholders of a graph in order.
std::vector<NodeId> placeholders(const Module& module, GraphId graph);

// Nesting of arguments is bounded by the reader (kMaxNesting), so recursion over one argument is safe.
inline constexpr int kMaxNesting = 64;

template <class F>
void Module::for_each_node_in(const Arg& arg, F&& f) const {
  if (arg.is_node()) {
    f(arg.as_node());
  } else if (arg.has_parts()) {
    for (uint32_t i = 0; i < arg.b; ++i) for_each_node_in(args_[arg.a + i], f);
  }
}

template <class F>
void Module::map_nodes_in(Arg& arg, F&& f) {
  if (arg.is_node()) {
    arg = Arg::node(f(arg.as_node()));
  } else if (arg.has_parts()) {
    for (uint32_t i = 0; i < arg.b; ++i) {
      Arg part = args_[arg.a + i];
      map_nodes_in(part, f);
      args_[arg.a + i] = part;
    }
  }
}

template <class F>
void Module::for_each_input(NodeId id, F&& f) const {
  const Node& n = node(id);
  for (uint32_t i = 0; i < n.args_count; ++i) for_each_node_in(args_[n.args_offset + i], f);
  for (uint32_t i = 0; i < n.kwargs_count; ++i) for_each_node_in(keywords_[n.kwargs_offset + i].value, f);
}

template <class F>
void Module::map_inputs(NodeId id, F&& f) {
  const uint32_t args_offset = node(id).args_offset;
  const uint32_t args_count = node(id).args_count;
  const uint32_t kwargs_offset = node(id).kwargs_offset;
  const uint32_t kwargs_count = node(id).kwargs_count;
  for (uint32_t i = 0; i < args_count; ++i) {
    Arg arg = args_[args_offset + i];
    map_nodes_in(arg, f);
    args_[args_offset + i] = arg;
  }
  for (uint32_t i = 0; i < kwargs_count; ++i) {
    Arg arg = keywords_[kwargs_offset + i].value;
    map_nodes_in(arg, f);
    keywords_[kwargs_offset + i].value = arg;
  }
}

}  // namespace outplace
