// For the tests of passes: a graph from the lines of its body, and the graph after the pass as lines again.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "io/fx_text.h"
#include "ir/describe.h"
#include "ir/graph_tree.h"

namespace outplace {

class PassFixture : public testing::Test {
 protected:
  // Reads a graph whose forward takes `parameters` and has the lines `body`; `nested` are the classes inside it.
  void read(std::string_view parameters, std::string_view body, std::string_view nested = {}) {
    std::string text = "class GraphModule(torch.nn.Module):\n    def forward(self, " + std::string(parameters) + "):\n";
    text += indented(body, 8);
    if (!nested.empty()) text += "\n" + indented(nested, 4);
    read_text(text);
  }

  void read_text(std::string_view text) {
    Result<Document> document = read_fx_text(text, {}, diagnostics_);
    ASSERT_TRUE(document) << diagnostics_.text() << text;
    document_ = std::move(*document);
  }

  Module& module() { return document_.module; }
  GraphId graph() const { return document_.roots.at(0); }

  // The nodes of the graph and its sub-graphs but for placeholders, one a line.
  std::string lines() const {
    std::string out;
    for (const GraphId id : graph_tree(document_.module, graph())) {
      for (const NodeId node : document_.module.nodes(id)) {
        if (document_.module.node(node).op != NodeOp::placeholder) out += describe(document_.module, node) + "\n";
      }
    }
    return out;
  }

  NodeId find(std::string_view name) const {
    for (const GraphId id : graph_tree(document_.module, graph())) {
      for (const NodeId node : document_.module.nodes(id)) {
        if (document_.module.name(node) == name) return node;
      }
    }
    ADD_FAILURE() << "no node " << name;
    return {};
  }

  // The messages of all diagnostics, one a line.
  std::string messages() const {
    std::string out;
    for (const Diagnostic& d : diagnostics_.all()) out += d.message + "\n";
    return out;
  }

  Document document_;
  Diagnostics diagnostics_;

 private:
  static std::string indented(std::string_view lines, size_t width) {
    std::string out;
    while (!lines.empty()) {
      const size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
      if (lines.front() != '\n') out += std::string(width, ' ');
      out += lines.substr(0, end);
      lines.remove_prefix(end);
    }
    if (!out.ends_with('\n')) out += '\n';
    return out;
  }
};

}  // namespace outplace
