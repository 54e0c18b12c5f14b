// Shared by the tests of reader and printer: read a text that must be fine, or one that must not be.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "io/fx_text.h"
#include "ir/describe.h"

namespace outplace {

inline Document read_fine(std::string_view text) {
  Diagnostics diagnostics;
  Result<Document> document = read_fx_text(text, {.file = "g.py"}, diagnostics);
  EXPECT_TRUE(document.has_value()) << diagnostics.text() << "--- text:\n" << text;
  EXPECT_TRUE(diagnostics.all().empty());
  return document ? std::move(*document) : Document{};
}

// Reads and prints.
inline std::string again(std::string_view text) { return print_fx_text(read_fine(text)); }

// The messages for a text that must be refused, "" if it was read.
inline std::string errors_of(std::string_view text) {
  Diagnostics diagnostics;
  const Result<Document> document = read_fx_text(text, {.file = "g.py"}, diagnostics);
  EXPECT_EQ(document.has_value(), diagnostics.error_count() == 0);
  return diagnostics.text();
}

// A graph of the statements, each on its own line, with inputs x, y and z.
inline std::string graph_of(std::string_view body, std::string_view result = "(x,)") {
  std::string text = "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[2, 3]\", y: \"f32[2, 3]\", z: \"f32[3]\"):\n";
  while (!body.empty()) {
    const size_t end = body.find('\n');
    if (end > 0) text += "        ";
    text += body.substr(0, end);
    text += '\n';
    if (end == std::string_view::npos) break;
    body.remove_prefix(end + 1);
  }
  text += "        return ";
  text += result;
  text += '\n';
  return text;
}

inline NodeId node_named(const Module& module, std::string_view name) {
  for (uint32_t i = 0; i < module.node_count(); ++i) {
    if (module.name(NodeId(i)) == name && module.node(NodeId(i)).linked) return NodeId(i);
  }
  ADD_FAILURE() << "no node " << name;
  return {};
}

// "call_function operator.add (x, 1) {alpha: 2}"
inline std::string shape_of(const Module& module, std::string_view name) {
  const NodeId id = node_named(module, name);
  if (!id) return {};
  std::string out(name_of(module.node(id).op));
  out += ' ';
  out += module.target(id);
  out += " (";
  const char* separator = "";
  for (const Arg& arg : module.args(id)) {
    out += separator;
    out += print_arg(module, arg);
    separator = ", ";
  }
  out += ')';
  for (const Keyword& k : module.kwargs(id)) {
    out += ' ';
    out += module.text(k.name);
    out += '=';
    out += print_arg(module, k.value);
  }
  return out;
}

}  // namespace outplace
