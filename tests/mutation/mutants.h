// Wrong rewrites: places of a rewritten graph where one change makes it compute something else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interp/verify.h"
#include "ir/module.h"

namespace outplace {

enum class MutantKind : uint8_t {
  lost_write,         // whoever reads the result of a scatter sees what was there before
  stale_reader,       // one of several readers of a version sees the version before
  shifted_slice,      // a slice begins and ends one element later
  other_index,        // a select takes a neighbour
  other_dim,          // an operator along a dimension works along another of the same size
  swapped_operands,   // of an operator that does not commute
  inverted_mask,      // where(mask, a, b) takes the other one
  lost_cast,          // to(dtype) is left out
  other_constant,     // a number that is added, filled in or multiplied by is one more
  lost_operation,     // a pointwise operator is left out
  reordered_random,   // two random operators change places
  old_output,         // an output for an input's new content is the input
  swapped_outputs,    // two outputs change places
  other_map_entry,    // the map names another input
  missing_map_entry,  // the map leaves an input out
};
inline constexpr size_t kMutantKinds = 15;
std::string_view name_of(MutantKind kind);

// One change that can be made.
struct Mutant {
  MutantKind kind = MutantKind::lost_write;
  NodeId node;
  size_t detail = 0;  // which argument, reader, output or entry
};

// All changes that can be made to a graph, in order, that change what it computes. So no node is changed whose contents no output hangs on
// (only its shape or layout, say), a stale version is one in which every element is new, masks that hang on data are left alone, and so is
// arithmetic on integers, which may come to nothing for all contents.
std::vector<Mutant> mutants_of(const Module& module, GraphId graph, const interp::Claims& claims);

// Makes the change. What was done, for messages.
std::string apply(const Mutant& mutant, Module& module, GraphId graph, interp::Claims& claims);

}  // namespace outplace
