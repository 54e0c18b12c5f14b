// Finds which inputs a graph mutates and makes each of them an output, so that a compiler may let the two share a buffer.
//
//   add_ = x.add_(y)          add_ = x.add_(y)         (add_ gets root_input = x)
//   return (z,)          ==>  return (z, x)            io_map {1: 0}
//
// The graph still mutates afterwards: in it a placeholder *is* its final value, so that appending it is exact. Mutated placeholders that
// are outputs already, as themselves or as a view of the same elements in the same layout, get an entry but no second output. Appended ones
// come after the user's own, in placeholder order, then mutated attributes (state_map). Outputs that hand an unmutated input back get an
// entry, too. Indices are over flat outputs and flat placeholders (symbolic ones included). Every entry has equal shape and dtype; an input
// and an output stand in one entry at most. Where a tensor requires gradients, a detached view is no input's new content.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/graph_effects.h"
#include "ir/module.h"
#include "passes/options.h"
#include "passes/output_aliases.h"
#include "support/diagnostics.h"

namespace outplace {

struct AliasingOutputs {
  std::vector<std::pair<int64_t, int64_t>> io_map;         // output index, input index; ascending
  std::vector<std::pair<int64_t, std::string>> state_map;  // output index, attribute path; ascending
  int64_t original_output_count = 0;                       // flat
  std::vector<std::string> mutated_inputs;                 // names of placeholders and paths of attributes, in order
  OutputAliases output_aliases;                            // of the graph's own outputs
  std::vector<std::string> assumptions;
  std::unique_ptr<GraphEffects> effects;  // what was found, for the pass that follows
};

Result<AliasingOutputs> aliasing_output_rewrite(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics);

}  // namespace outplace
