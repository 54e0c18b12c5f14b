// Storage of modules: arrays, arenas and the linked order of nodes.
#include "ir/module.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "support/check.h"

namespace outplace {
namespace {

// A copy of `parts` if they lie in `arena`, which is about to grow; else empty.
template <class T>
std::vector<T> own(std::span<const T> parts, const std::vector<T>& arena) {
  const bool inside = !arena.empty() && parts.data() >= arena.data() && parts.data() < arena.data() + arena.size();
  return inside ? std::vector<T>(parts.begin(), parts.end()) : std::vector<T>{};
}

}  // namespace

std::string_view name_of(NodeOp op) {
  switch (op) {
    case NodeOp::placeholder: return "placeholder";
    case NodeOp::get_attr: return "get_attr";
    case NodeOp::call_function: return "call_function";
    case NodeOp::call_method: return "call_method";
    case NodeOp::call_module: return "call_module";
    case NodeOp::output: return "output";
  }
  return "";
}

std::optional<NodeOp> op_named(std::string_view name) {
  for (const NodeOp op :
       {NodeOp::call_function, NodeOp::call_method, NodeOp::placeholder, NodeOp::get_attr, NodeOp::call_module, NodeOp::output}) {
    if (name_of(op) == name) return op;
  }
  return std::nullopt;
}

GraphId Module::add_graph(StringId name, GraphId parent) {
  GraphInfo info;
  info.name = name;
  info.parent = parent;
  graphs_.push_back(info);
  return GraphId(graphs_.size() - 1);
}

std::vector<GraphId> Module::roots() const {
  std::vector<GraphId> out;
  for (uint32_t i = 0; i < graphs_.size(); ++i) {
    if (!graphs_[i].parent) out.push_back(GraphId(i));
  }
  return out;
}

GraphId Module::child(GraphId parent, StringId name) const {
  for (uint32_t i = parent.value + 1; i < graphs_.size(); ++i) {
    if (graphs_[i].parent == parent && graphs_[i].name == name) return GraphId(i);
  }
  return {};
}

NodeId Module::create(GraphId graph, NodeOp op, StringId name, StringId target) {
  Node n;
  n.op = op;
  n.graph = graph;
  n.name = name;
  n.target = target;
  nodes_.push_back(n);
  return NodeId(nodes_.size() - 1);
}

void Module::append(NodeId id) {
  Node& n = node(id);
  OUTPLACE_CHECK(!n.linked, "the node is already in a graph");
  GraphInfo& g = graphs_[n.graph.value];
  n.previous = g.last;
  n.next = NodeId();
  (g.last ? node(g.last).next : g.first) = id;
  g.last = id;
  n.linked = true;
  ++g.node_count;
}

void Module::insert_before(NodeId id, NodeId next) {
  Node& n = node(id);
  OUTPLACE_CHECK(!n.linked && node(next).linked && node(next).graph == n.graph, "insert_before needs a linked node of the same graph");
  GraphInfo& g = graphs_[n.graph.value];
  n.next = next;
  n.previous = node(next).previous;
  (n.previous ? node(n.previous).next : g.first) = id;
  node(next).previous = id;
  n.linked = true;
  ++g.node_count;
}

void Module::insert_after(NodeId id, NodeId previous) {
  if (const NodeId next = node(previous).next) {
    insert_before(id, next);
  } else {
    append(id);
  }
}

void Module::unlink(NodeId id) {
  Node& n = node(id);
  OUTPLACE_CHECK(n.linked, "the node is in no graph");
  GraphInfo& g = graphs_[n.graph.value];
  (n.previous ? node(n.previous).next : g.first) = n.next;
  (n.next ? node(n.next).previous : g.last) = n.previous;
  n.previous = n.next = NodeId();
  n.linked = false;
  --g.node_count;
}

void Module::reserve(size_t nodes, size_t args) {
  nodes_.reserve(nodes);
  args_.reserve(args);
}

Module Module::roomy_copy() const {
  Module copy;
  copy.reserve(2 * nodes_.size(), 3 * args_.size());
  copy = *this;
  return copy;
}

const Arg* Module::find_keyword(NodeId id, std::string_view name) const {
  for (const Keyword& k : kwargs(id)) {
    if (text(k.name) == name) return &k.value;
  }
  return nullptr;
}

void Module::set_args(NodeId id, std::span<const Arg> args) {
  const std::vector<Arg> copy = own(args, args_);
  if (!copy.empty()) args = copy;
  Node& n = node(id);
  if (args.size() > n.args_count) {  // else they fit where the old ones are
    n.args_offset = static_cast<uint32_t>(args_.size());
    args_.resize(args_.size() + args.size());
  }
  n.args_count = static_cast<uint32_t>(args.size());
  std::copy(args.begin(), args.end(), args_.begin() + n.args_offset);
}

void Module::set_kwargs(NodeId id, std::span<const Keyword> kwargs) {
  Node& n = node(id);
  if (kwargs.size() > n.kwargs_count) {
    const std::vector<Keyword> copy = own(kwargs, keywords_);
    if (!copy.empty()) kwargs = copy;
    n.kwargs_offset = static_cast<uint32_t>(keywords_.size());
    keywords_.insert(keywords_.end(), kwargs.begin(), kwargs.end());
  } else {
    std::copy(kwargs.begin(), kwargs.end(), keywords_.begin() + n.kwargs_offset);
  }
  n.kwargs_count = static_cast<uint32_t>(kwargs.size());
}

Arg Module::make_parts(ArgKind kind, std::span<const Arg> parts) {
  const std::vector<Arg> copy = own(parts, args_);
  if (!copy.empty()) parts = copy;
  const auto offset = static_cast<uint32_t>(args_.size());
  args_.insert(args_.end(), parts.begin(), parts.end());
  return Arg::range(kind, offset, static_cast<uint32_t>(parts.size()));
}

double Module::real_value(const Arg& arg) const {
  if (arg.kind == ArgKind::integer) return static_cast<double>(arg.as_integer());
  if (arg.kind == ArgKind::boolean) return arg.as_boolean() ? 1.0 : 0.0;
  OUTPLACE_CHECK(arg.kind == ArgKind::real, "not a number");
  const std::string_view s = text(arg.as_text());
  if (s == "inf") return std::numeric_limits<double>::infinity();
  if (s == "-inf") return -std::numeric_limits<double>::infinity();
  if (s == "nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  std::from_chars(s.data(), s.data() + s.size(), value);
  return value;
}

Arg Module::clone(const Arg& arg) {
  if (!arg.has_parts()) return arg;
  std::vector<Arg> copies(parts(arg).begin(), parts(arg).end());
  for (Arg& part : copies) part = clone(part);
  return make_parts(arg.kind, copies);
}

std::vector<NodeId> placeholders(const Module& module, GraphId graph) {
  std::vector<NodeId> out;
  for (const NodeId node : module.nodes(graph)) {
    if (module.node(node).op == NodeOp::placeholder) out.push_back(node);
  }
  return out;
}

}  // namespace outplace
