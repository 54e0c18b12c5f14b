// Every call makes a node and appends it.
#include "ir/graph_builder.h"

#include <vector>

namespace outplace {
namespace {

std::span<const Arg> as_span(std::initializer_list<Arg> list) { return {list.begin(), list.size()}; }

}  // namespace

NodeId GraphBuilder::add(NodeOp op, std::string_view name, std::string_view target, std::span<const Arg> args, Keywords kwargs) {
  const NodeId id = module_.create(graph_, op, module_.intern(name), module_.intern(target));
  if (!args.empty()) module_.set_args(id, args);
  if (kwargs.size() != 0) {
    std::vector<Keyword> keywords;
    for (const auto& [key, value] : kwargs) keywords.push_back({module_.intern(key), value});
    module_.set_kwargs(id, keywords);
  }
  module_.append(id);
  return id;
}

NodeId GraphBuilder::placeholder(std::string_view name, std::string_view annotation) {
  return annotate(add(NodeOp::placeholder, name, name, {}, {}), annotation);
}

NodeId GraphBuilder::get_attr(std::string_view name, std::string_view path) { return add(NodeOp::get_attr, name, path, {}, {}); }

NodeId GraphBuilder::function(std::string_view name, std::string_view target, std::span<const Arg> args, Keywords kwargs) {
  return add(NodeOp::call_function, name, target, args, kwargs);
}
NodeId GraphBuilder::function(std::string_view name, std::string_view target, std::initializer_list<Arg> args, Keywords kwargs) {
  return add(NodeOp::call_function, name, target, as_span(args), kwargs);
}
NodeId GraphBuilder::method(std::string_view name, std::string_view target, std::span<const Arg> args, Keywords kwargs) {
  return add(NodeOp::call_method, name, target, args, kwargs);
}
NodeId GraphBuilder::method(std::string_view name, std::string_view target, std::initializer_list<Arg> args, Keywords kwargs) {
  return add(NodeOp::call_method, name, target, as_span(args), kwargs);
}

NodeId GraphBuilder::output(std::span<const Arg> results) { return output(module_.make_parts(ArgKind::tuple, results)); }
NodeId GraphBuilder::output(std::initializer_list<Arg> results) { return output(as_span(results)); }
NodeId GraphBuilder::output(Arg result) { return add(NodeOp::output, "output", "output", std::span(&result, 1), {}); }

NodeId GraphBuilder::annotate(NodeId node, std::string_view annotation) {
  if (!annotation.empty()) module_.node(node).annotation = module_.intern(annotation);
  return node;
}

Arg GraphBuilder::parts(ArgKind kind, std::initializer_list<Arg> parts) { return module_.make_parts(kind, as_span(parts)); }

}  // namespace outplace
