// The passes as the manager sees them: a name, and a function over the module that adds to the report.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "analysis/graph_effects.h"
#include "pipeline/pipeline.h"

namespace outplace {

struct PassContext {
  Module& module;
  GraphId graph;
  const PipelineOptions& options;
  const OpTable& ops;
  const KernelProvider* kernels = nullptr;
  RewriteReport& report;
  Diagnostics& diagnostics;
  std::unique_ptr<GraphEffects>& effects;  // of the graph as it is, or nullptr: left by one pass for the next
};

using Counts = std::map<std::string, int64_t>;

struct Pass {
  PassInfo info;
  Result<Counts> (*run)(PassContext& context);
};

// In the order in which they run.
std::span<const Pass> all_passes();

}  // namespace outplace
