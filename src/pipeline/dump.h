// The files that show a graph before the first pass and after each one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/fx_text.h"

namespace outplace {

// The node listing, the Python code, and the replica groups of collectives if there are any, of a graph and its sub-graphs.
std::string dump_text(const Module& module, GraphId graph, const TextStyle& style);

// Writes DIR/passes/00_original.txt, then DIR/passes/NN_after_<pass>.txt with NN counting from 01. What cannot be written is a warning,
// once.
class Dumper {
 public:
  Dumper(std::string directory, Diagnostics& diagnostics) : directory_(std::move(directory)), diagnostics_(diagnostics) {}

  void original(const Module& module, GraphId graph, const TextStyle& style);
  void after(std::string_view pass, const Module& module, GraphId graph, const TextStyle& style);

 private:
  void write(const std::string& name, const std::string& text);

  std::string directory_;
  Diagnostics& diagnostics_;
  size_t count_ = 0;
};

}  // namespace outplace
