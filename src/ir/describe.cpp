// Nodes in words: the line that messages show for a node, and the line of the model that it came from.
#include "ir/describe.h"

#include <utility>

#include "ir/node_text.h"

namespace outplace {
namespace {

constexpr size_t kLongestDescription = 400;

void clip(std::string& text) {
  if (text.size() <= kLongestDescription) return;
  text.resize(kLongestDescription);
  text += " ...";
}

}  // namespace

std::string print_arg(const Module& module, const Arg& arg) {
  std::string out;
  append_arg(out, module, arg);
  return out;
}

std::string describe(const Module& module, NodeId node) {
  const Node& n = module.node(node);
  std::string out;
  if (n.op == NodeOp::output) {
    out = "return ";
    if (n.args_count > 0) append_arg(out, module, module.args(node)[0]);
    clip(out);
    return out;
  }
  const bool effect = is_effect_form(module, node);
  if (effect) {
    append_effect(out, module, node);
    out += ";  ";
  }
  out += module.text(n.name);
  if (n.annotation) {
    out += ": ";
    out += module.text(n.annotation);
  }
  if (n.op == NodeOp::placeholder) {
    if (n.args_count > 0) out += " = " + print_arg(module, module.args(node)[0]);
    out += "  (input)";
  } else {
    out += " = ";
    append_value(out, module, node);
  }
  clip(out);
  return out;
}

std::string model_line(const Module& module, NodeId node) {
  const std::string_view comment = module.text(module.node(node).comment);
  constexpr std::string_view kMark = "File: ";
  const size_t mark = comment.find(kMark);
  if (mark == std::string_view::npos) return {};
  std::string_view line = comment.substr(mark + kMark.size());
  line = line.substr(0, line.find('\n'));
  return std::string(line.substr(0, line.find(", code:")));
}

Diagnostic located(const Module& module, NodeId node, std::string message, std::string advice) {
  Diagnostic d;
  d.message = std::move(message);
  d.advice = std::move(advice);
  d.position.line = module.node(node).line;
  d.node = describe(module, node);
  d.model_line = model_line(module, node);
  return d;
}

}  // namespace outplace
