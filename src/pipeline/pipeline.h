// The pass manager: runs the passes in their fixed order on a copy of the graph, checks and dumps after each one, and reports.
//
// A pass that fails gives errors "FX Pass '<name>' failed: <reason>" and leaves the document as it was. A dump that cannot be written is a
// warning.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/fx_text.h"
#include "ir/kernel_provider.h"
#include "passes/options.h"
#include "passes/output_aliases.h"
#include "passes/rewritten.h"

namespace outplace {

struct PipelineOptions {
  Forms forms = Forms::seed;
  Layout layout = Layout::exact;
  std::vector<std::string> passes;  // names as in pipeline_passes(); empty: all; {"none"}: no pass. The order is always the pipeline's
  std::string target_device = "xla";
  bool devices_are_rewritten = false;  // the graph's devices are the target device already
  const InputFacts* inputs = nullptr;
  const OpTable* ops = nullptr;                                     // none: OpTable::builtin()
  std::map<std::string, std::vector<std::vector<int64_t>>> groups;  // process group name -> the groups of ranks that partition the world
  std::map<int64_t, KernelDeclaration> kernels;                     // kernel_idx -> what is declared about it
  const KernelProvider* kernel_provider = nullptr;                  // instead of `kernels`
  std::string dump_dir;                       // writes DIR/passes/00_original.txt and NN_after_<pass name>.txt; "": no dumps
  std::string stop_after;                     // the last pass to run; "": all that are asked for
  std::function<void(std::string_view)> log;  // one line per pass, without line break
};

struct RewriteReport {
  std::vector<std::string> mutated_inputs;
  std::map<int64_t, int64_t> io_map;         // flat output index -> flat placeholder index
  std::map<int64_t, std::string> state_map;  // flat output index -> attribute path
  int64_t original_output_count = 0;
  OutputAliases output_aliases;  // of the outputs that the graph had
  Mutations mutations;
  std::vector<std::string> assumptions;
  struct PassRecord {
    std::string name;
    double seconds = 0;
    std::map<std::string, int64_t> counts;
  };
  std::vector<PassRecord> passes;
};

// Rewrites one root graph of the document, and the sub-graphs in it.
Result<RewriteReport> run_pipeline(Document& document, GraphId graph, const PipelineOptions& options, Diagnostics& diagnostics);
// As above, but the document stays as it is: the rewritten graphs are put into `rewritten`, under the ids that they have in the document.
Result<RewriteReport> run_pipeline(const Document& document, Module& rewritten, GraphId graph, const PipelineOptions& options,
                                   Diagnostics& diagnostics);

struct PassInfo {
  std::string_view name;  // command line, dumps, metadata key
  std::string_view python_class;
  std::string_view summary;
};

// All passes in the order in which they run.
std::vector<PassInfo> pipeline_passes();

}  // namespace outplace
