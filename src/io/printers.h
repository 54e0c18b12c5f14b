// The printers of the three forms, each appending root graphs of one module to a text.
//
// A printer holds tables of the module's size, so one serves all roots.
#pragma once

#include <string>
#include <vector>

#include "io/fx_text.h"
#include "io/last_uses.h"

namespace outplace {

class PythonTreePrinter {
 public:
  // `texts` frames the graphs that came from a text; graphs beyond its end are framed as PyTorch does.
  PythonTreePrinter(std::string& out, const Module& module, const std::vector<GraphText>& texts);
  // The graph and, behind it, the graphs nested in it.
  void print(GraphId root, const TextStyle& style);

 private:
  std::string& out_;
  const Module& module_;
  const std::vector<GraphText>& texts_;
  std::vector<std::vector<GraphId>> children_;
  LastUses uses_;
};

class ListingPrinter {
 public:
  ListingPrinter(std::string& out, const Module& module);
  void print(GraphId graph, const TextStyle& style, const GraphText& text);

 private:
  void count_users(GraphId graph);

  std::string& out_;
  const Module& module_;
  std::vector<uint32_t> users_;
  std::vector<NodeId> last_user_;
};

void append_table(std::string& out, const Module& module, GraphId graph, const TextStyle& style, const GraphText& text);

}  // namespace outplace
