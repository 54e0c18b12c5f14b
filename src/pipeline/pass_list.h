// The passes as the manager sees them: a name, and a function over the module that adds to the report.
#pragma once

#include <map>
#include <span>
#include <string>

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
};

using Counts = std::map<std::string, int64_t>;

struct Pass {
  PassInfo info;
  Result<Counts> (*run)(PassContext& context);
};

// In the order in which they run.
std::span<const Pass> all_passes();

}  // namespace outplace
