// Which outputs of the mutating graph are memory of its inputs, or of each other, when it ends.
//
// A pure graph returns values; a program that was compiled from it may have to return the input itself, or a view of it, since its caller
// can write to the one and read the other. What is told here is enough to make them: for a view the geometry in the input's storage.
//
//   add_ = x.add_(1)
//   view = x[0]                 output 0 is the input 0 itself
//   return (x, view, y)   ==>   output 1 is the input 0 seen with size [3], stride [1], at offset 0
//
// Outputs of fresh memory that two or more of them share are told as groups. Where the analysis could not tell whether a result is its
// operand or a copy (`reshape` without layouts), the output is listed as undecided.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/memory.h"

namespace outplace {

struct OutputAlias {
  int64_t output = 0;     // flat
  int64_t input = -1;     // flat placeholder; -1 for an attribute
  std::string attribute;  // its path, if it is one
  bool is_input = false;  // the input's own object, not a view of it
  bool layout_known = false;
  std::vector<std::string> size;  // symbolic ones as text
  std::vector<std::string> stride;
  std::string storage_offset;  // "" if not known
  std::string dtype;           // "float32", "" if not known
  bool conjugated = false;     // lazy bits
  bool negated = false;
};

struct OutputAliases {
  std::vector<OutputAlias> inputs;           // ascending outputs
  std::vector<std::vector<int64_t>> groups;  // of outputs that share fresh memory; ascending
  std::vector<int64_t> undecided;
};

// An input as the graph names it: a placeholder or an attribute.
struct NamedInput {
  NodeId node;
  int64_t index = -1;  // among placeholders
};

// `memory` is as it is at the end of the graph; `leaves` are the flat outputs.
OutputAliases find_output_aliases(Memory& memory, const std::vector<NamedInput>& inputs, const Args& leaves);

}  // namespace outplace
