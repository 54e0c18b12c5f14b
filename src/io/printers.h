// The printers of the three forms, each appending one root graph to a text.
#pragma once

#include <string>
#include <vector>

#include "io/fx_text.h"

namespace outplace {

// `texts` frames the graphs that came from a text; graphs beyond its end are framed as PyTorch does.
void print_python_tree(std::string& out, const Module& module, GraphId root, const TextStyle& style, const std::vector<GraphText>& texts);
void append_listing(std::string& out, const Module& module, GraphId graph, const TextStyle& style, const GraphText& text);
void append_table(std::string& out, const Module& module, GraphId graph, const TextStyle& style, const GraphText& text);

}  // namespace outplace
