// Building a graph node by node, at its end: for generated graphs and tests.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

#include "ir/module.h"

namespace outplace {

class GraphBuilder {
 public:
  using Keywords = std::initializer_list<std::pair<std::string_view, Arg>>;

  GraphBuilder(Module& module, GraphId graph) : module_(module), graph_(graph) {}
  // A new graph of that class name.
  GraphBuilder(Module& module, std::string_view class_name, GraphId parent = {})
      : module_(module), graph_(module.add_graph(module.intern(class_name), parent)) {}

  GraphId graph() const { return graph_; }
  Module& module() { return module_; }

  NodeId placeholder(std::string_view name, std::string_view annotation = {});
  NodeId get_attr(std::string_view name, std::string_view path);
  NodeId function(std::string_view name, std::string_view target, std::span<const Arg> args, Keywords kwargs = {});
  NodeId function(std::string_view name, std::string_view target, std::initializer_list<Arg> args, Keywords kwargs = {});
  NodeId method(std::string_view name, std::string_view target, std::span<const Arg> args, Keywords kwargs = {});
  NodeId method(std::string_view name, std::string_view target, std::initializer_list<Arg> args, Keywords kwargs = {});
  // Returns a tuple of these.
  NodeId output(std::span<const Arg> results);
  NodeId output(std::initializer_list<Arg> results);
  NodeId output(Arg result);

  // The annotation of a node, as between the quotes of the text.
  NodeId annotate(NodeId node, std::string_view annotation);

  Arg text(ArgKind kind, std::string_view contents) { return module_.make_text(kind, contents); }
  Arg string(std::string_view contents) { return module_.make_text(ArgKind::string, contents); }
  Arg parts(ArgKind kind, std::initializer_list<Arg> parts);
  Arg slice(Arg start, Arg stop, Arg step = Arg::none()) { return parts(ArgKind::slice, {start, stop, step}); }

 private:
  NodeId add(NodeOp op, std::string_view name, std::string_view target, std::span<const Arg> args, Keywords kwargs);

  Module& module_;
  GraphId graph_;
};

}  // namespace outplace
