// The analysis that the passes' options ask for.
#include "passes/options.h"

#include "analysis/graph_effects.h"

namespace outplace {

std::unique_ptr<GraphEffects> make_effects(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics) {
  return std::make_unique<GraphEffects>(module, graph, options.inputs, options.ops != nullptr ? *options.ops : OpTable::builtin(),
                                        options.kernels, diagnostics);
}

}  // namespace outplace
