// Prints graphs as Python source, as print_readable and .code do.
#include <algorithm>
#include <string>

#include "io/fx_text.h"
#include "io/last_uses.h"
#include "io/printers.h"
#include "ir/node_text.h"

namespace outplace {
namespace {

// Prints one "forward", its lines indented by the text's indent and four more.
class PythonPrinter {
 public:
  PythonPrinter(std::string& out, const Module& module, const TextStyle& style, LastUses& uses)
      : out_(out), module_(module), style_(style), uses_(uses) {}

  void print(GraphId graph, const GraphText& text) {
    out_ += text.lead;
    if (!text.class_line.empty()) {
      out_ += text.class_line;
      out_ += '\n';
      out_ += text.before_forward;
    }
    indent_.assign(text.indent, ' ');
    if (style_.frees) uses_.compute(module_, graph, style_.frees_unused_self ? LastUses::Self::freed : LastUses::Self::kept);
    print_signature(graph, text);
    indent_.append(4, ' ');
    first_ = true;
    comment_ = {};
    for (const NodeId node : module_.nodes(graph)) print_node(node, text);
  }

 private:
  void print_signature(GraphId graph, const GraphText& text) {
    out_ += indent_;
    if (!text.header.empty()) {
      out_ += text.header;
      out_ += '\n';
      return;
    }
    const char* separator = text.head.ends_with("self") ? ", " : "";
    out_ += text.head;
    if (text.one_parameter_a_line) {
      out_.resize(out_.size() - (text.head.ends_with("self") ? 4 : 0));
      out_ += '\n';
      if (text.head.ends_with("self")) out_ += indent_ + "    self,\n";
    }
    for (const NodeId node : module_.nodes(graph)) {
      const Node& n = module_.node(node);
      if (n.op != NodeOp::placeholder) continue;
      if (text.one_parameter_a_line) {
        out_ += indent_;
        out_ += "    ";
        print_parameter(node);
        out_ += ',';
        if (n.comment) {
          out_ += "  ";
          out_ += module_.text(n.comment);
        }
        out_ += '\n';
        continue;
      }
      out_ += separator;
      separator = ", ";
      print_parameter(node);
    }
    if (text.one_parameter_a_line) out_ += indent_;
    out_ += ')';
    if (!text.return_annotation.empty()) {
      out_ += ' ';
      out_ += text.return_annotation;
    }
    out_ += ":\n";
  }

  void print_parameter(NodeId node) {
    out_ += module_.target(node);
    print_annotation(node);
    if (module_.node(node).args_count > 0) {
      out_ += " = ";
      append_arg(out_, module_, module_.args(node)[0]);
    }
  }

  void print_annotation(NodeId node) {
    const StringId annotation = module_.node(node).annotation;
    if (!annotation) return;
    append_annotation(out_, module_.text(annotation), style_.bare_annotations ? AnnotationSpelling::bare : AnnotationSpelling::quoted);
  }

  void print_node(NodeId node, const GraphText& text) {
    const Node& n = module_.node(node);
    if (n.op == NodeOp::placeholder) {
      print_second_name(n);
      return;
    }
    if (n.op == NodeOp::output) {
      out_ += indent_;
      out_ += "return ";
      out_ += text.return_before;
      append_arg(out_, module_, module_.args(node)[0]);
      out_ += text.return_after;
      out_ += text.after;
      out_ += '\n';
      return;
    }
    if (n.comment && (n.comment != comment_ || std::ranges::binary_search(text.comment_again, node))) print_comment(n.comment);
    first_ = false;
    out_ += indent_;
    if (is_effect_form(module_, node)) {
      append_effect(out_, module_, node);
      out_ += ";  ";
    }
    out_ += module_.text(n.name);
    if (style_.annotations || (n.annotation && !is_value_annotation(module_.text(n.annotation)))) print_annotation(node);
    out_ += " = ";
    append_value(out_, module_, node);
    if (style_.frees) print_frees(node);
    out_ += '\n';
  }

  void print_second_name(const Node& n) {
    std::string_view target = module_.text(n.target);
    while (target.starts_with('*')) target.remove_prefix(1);
    const std::string_view name = module_.text(n.name);
    if (name == target) return;
    first_ = false;
    out_ += indent_;
    out_ += name;
    out_ += " = ";
    out_ += target;
    out_ += '\n';
  }

  void print_comment(StringId comment) {
    comment_ = comment;
    if (!style_.comments && module_.text(comment).size() > 1) return;
    std::string_view text = module_.text(comment);
    const bool only_blank = text.empty() || text == " ";
    const bool blank = only_blank || (style_.blank_before_comments && text.starts_with('#'));
    if (blank && !first_) {
      if (style_.blank_lines_indented) out_ += indent_;
      out_ += '\n';
    }
    while (!only_blank) {
      const size_t end = text.find('\n');
      out_ += indent_;
      if (text.starts_with('#')) out_.append(style_.comment_margin, ' ');
      out_ += text.substr(0, end);
      out_ += '\n';
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
  }

  void print_frees(NodeId node) {
    const auto freed = uses_.freed_after(node);
    if (freed.empty()) return;
    out_ += ";  ";
    for (const NodeId f : freed) {
      out_ += module_.name(f);
      out_ += " = ";
    }
    out_ += "None";
  }

  std::string& out_;
  const Module& module_;
  const TextStyle& style_;
  LastUses& uses_;
  std::string indent_;
  bool first_ = true;
  StringId comment_;
};

// Children of every graph in order.
std::vector<std::vector<GraphId>> children_of(const Module& module) {
  std::vector<std::vector<GraphId>> children(module.graph_count());
  for (uint32_t i = 0; i < module.graph_count(); ++i) {
    if (const GraphId parent = module.graph(GraphId(i)).parent) children[parent.value].push_back(GraphId(i));
  }
  return children;
}

// How a graph is framed that came from no text.
GraphText default_text(const Module& module, GraphId graph, uint32_t indent, const TextStyle& style) {
  GraphText text;
  const GraphInfo& info = module.graph(graph);
  text.indent = indent;
  if (info.parent) text.lead = std::string(style.blank_lines_indented ? indent : 0, ' ') + "\n" + std::string(indent - 4, ' ');
  const std::string_view name = module.text(info.name);
  if (name.empty()) {
    text.indent = indent - 4;
  } else {
    text.class_line = "class " + std::string(name) + "(torch.nn.Module):";
  }
  return text;
}

}  // namespace

PythonTreePrinter::PythonTreePrinter(std::string& out, const Module& module, const std::vector<GraphText>& texts)
    : out_(out), module_(module), texts_(texts), children_(children_of(module)), uses_(module.node_count()) {}

void PythonTreePrinter::print(GraphId root, const TextStyle& style) {
  PythonPrinter printer(out_, module_, style, uses_);
  struct Visit {
    GraphId graph;
    uint32_t indent;
  };
  std::vector<Visit> stack = {{root, 4}};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    const bool known = visit.graph.value < texts_.size();
    const GraphText made = known ? GraphText{} : default_text(module_, visit.graph, visit.indent, style);
    const GraphText& text = known ? texts_[visit.graph.value] : made;
    printer.print(visit.graph, text);
    const auto& inner = children_[visit.graph.value];
    for (auto it = inner.rbegin(); it != inner.rend(); ++it) stack.push_back({*it, text.indent + 4});
  }
}

std::string print_python(const Module& module, GraphId graph, const TextStyle& style) {
  std::string out;
  const std::vector<GraphText> none;
  PythonTreePrinter(out, module, none).print(graph, style);
  return out;
}

}  // namespace outplace
