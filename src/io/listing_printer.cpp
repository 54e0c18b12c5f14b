// Prints graphs as str(graph) does.
#include <string>

#include "io/fx_text.h"
#include "io/listing_reader.h"
#include "io/printers.h"
#include "ir/node_text.h"

namespace outplace {
namespace {

void append_bare(std::string& out, const Module& module, const Arg& arg);

void append_items(std::string& out, const Module& module, std::span<const Arg> items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ", ";
    append_bare(out, module, items[i]);
  }
}

// Nodes get a '%', strings and devices no quotes; a slice is printed as Python does.
void append_bare(std::string& out, const Module& module, const Arg& arg) {
  switch (arg.kind) {
    case ArgKind::node:
      out += '%';
      out += module.name(arg.as_node());
      return;
    case ArgKind::string:
    case ArgKind::device: out += module.text(arg.as_text()); return;
    case ArgKind::list:
      out += '[';
      append_items(out, module, module.parts(arg));
      out += ']';
      return;
    case ArgKind::tuple:
      out += '(';
      append_items(out, module, module.parts(arg));
      out += arg.b == 1 ? ",)" : ")";
      return;
    case ArgKind::dict: {
      const auto parts = module.parts(arg);
      out += '{';
      for (size_t i = 0; i + 1 < parts.size(); i += 2) {
        if (i > 0) out += ", ";
        append_bare(out, module, parts[i]);
        out += ": ";
        append_bare(out, module, parts[i + 1]);
      }
      out += '}';
      return;
    }
    case ArgKind::none:
    case ArgKind::boolean:
    case ArgKind::integer:
    case ArgKind::real:
    case ArgKind::imaginary:
    case ArgKind::ellipsis:
    case ArgKind::slice:
    case ArgKind::dtype:
    case ArgKind::layout:
    case ArgKind::memory_format:
    case ArgKind::symbolic:
    case ArgKind::opaque: append_arg(out, module, arg); return;
  }
}

void append_call(std::string& out, const Module& module, NodeId node) {
  out += "(args = (";
  const auto args = module.args(node);
  append_items(out, module, args);
  out += args.size() == 1 ? ",), kwargs = {" : "), kwargs = {";
  bool first = true;
  for (const Keyword& k : module.kwargs(node)) {
    if (!first) out += ", ";
    first = false;
    out += module.text(k.name);
    out += ": ";
    append_bare(out, module, k.value);
  }
  out += "})";
}

void append_node(std::string& out, const Module& module, NodeId node, uint32_t users, const TextStyle& style) {
  const Node& n = module.node(node);
  if (n.op == NodeOp::output) {
    out += "return ";
    append_arg(out, module, module.args(node)[0]);
    return;
  }
  out += '%';
  out += module.text(n.name);
  out += " : ";
  if (n.annotation && !is_value_annotation(module.text(n.annotation))) {
    out += module.text(n.annotation);
    out += ' ';
  }
  out += style.users_with_hash ? "[#users=" : "[num_users=";
  append_integer(out, users);
  out += "] = ";
  out += name_of(n.op);
  out += "[target=";
  out += n.op == NodeOp::call_function ? target_to_listing(module.text(n.target)) : std::string(module.text(n.target));
  out += ']';
  if (n.op == NodeOp::placeholder) {
    if (n.args_count == 0) return;
    out += "(default=";
    append_bare(out, module, module.args(node)[0]);
    out += ')';
  } else if (n.op != NodeOp::get_attr) {
    append_call(out, module, node);
  }
}

}  // namespace

ListingPrinter::ListingPrinter(std::string& out, const Module& module)
    : out_(out), module_(module), users_(module.node_count(), 0), last_user_(module.node_count()) {}

// How many nodes use each node, an argument that repeats counting once.
void ListingPrinter::count_users(GraphId graph) {
  for (const NodeId node : module_.nodes(graph)) {
    users_[node.value] = 0;
    last_user_[node.value] = {};
  }
  for (const NodeId node : module_.nodes(graph)) {
    module_.for_each_input(node, [&](NodeId input) {
      if (last_user_[input.value] == node) return;
      last_user_[input.value] = node;
      ++users_[input.value];
    });
  }
}

void ListingPrinter::print(GraphId graph, const TextStyle& style, const GraphText& text) {
  count_users(graph);
  const std::string indent(text.indent, ' ');
  out_ += text.lead;
  out_ += indent;
  out_ += text.class_line.empty() ? "graph():" : text.class_line;
  out_ += '\n';
  for (const NodeId node : module_.nodes(graph)) {
    out_ += indent;
    out_ += "    ";
    append_node(out_, module_, node, users_[node.value], style);
    out_ += '\n';
  }
}

std::string print_listing(const Module& module, GraphId graph) {
  std::string out;
  GraphText text;
  text.indent = 0;
  ListingPrinter(out, module).print(graph, TextStyle{}, text);
  return out;
}

}  // namespace outplace
