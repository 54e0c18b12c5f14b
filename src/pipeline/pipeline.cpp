// The manager works on a copy of the module and moves it back when all passes have succeeded.
#include "pipeline/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "ir/input_check.h"
#include "ir/verifier.h"
#include "ops/op_table.h"
#include "pipeline/dump.h"
#include "pipeline/pass_list.h"
#include "support/check.h"

namespace outplace {
namespace {

using Timer = std::chrono::steady_clock;

std::string known_passes() {
  std::string out = "the passes are ";
  for (const Pass& pass : all_passes()) {
    if (&pass != all_passes().data()) out += ", ";
    out += pass.info.name;
  }
  return out;
}

bool is_pass(std::string_view name) {
  return std::ranges::any_of(all_passes(), [&](const Pass& pass) { return pass.info.name == name; });
}

// The passes to run, in the pipeline's order.
Result<std::vector<const Pass*>> choose(const PipelineOptions& options, Diagnostics& diagnostics) {
  std::vector<std::string> names = options.passes;
  if (names == std::vector<std::string>{"none"}) return std::vector<const Pass*>();
  if (!options.stop_after.empty()) names.push_back(options.stop_after);
  for (const std::string& name : names) {
    if (!is_pass(name)) return std::unexpected(diagnostics.error("there is no pass '" + name + "'", known_passes()));
  }
  std::vector<const Pass*> out;
  for (const Pass& pass : all_passes()) {
    if (options.passes.empty() || std::ranges::find(options.passes, pass.info.name) != options.passes.end()) out.push_back(&pass);
    if (pass.info.name == options.stop_after) break;
  }
  return out;
}

// Hands on what a pass said: its errors say which pass it was, its places in the text say which file.
std::optional<Failed> forward(std::string_view pass, const std::string& file, const Diagnostics& said, Diagnostics& diagnostics) {
  std::optional<Failed> failed;
  for (Diagnostic message : said.all()) {
    if (message.position.line > 0 && message.position.file.empty()) message.position.file = file;
    if (message.severity == Severity::error) {
      message.message = "FX Pass '" + std::string(pass) + "' failed: " + message.message;
      failed = diagnostics.error(std::move(message));
    } else {
      diagnostics.warning(std::move(message));
    }
  }
  return failed;
}

Result<Counts> run_checked(const Pass& pass, PassContext& context) {
  try {
    Result<Counts> counts = pass.run(context);
    if (!counts) return counts;
    // What a pass left alone was checked before.
    if (std::ranges::all_of(*counts, [](const auto& count) { return count.second == 0; })) return counts;
    const Result<void> sound = verify(context.module, context.graph, context.diagnostics);
    if (!sound) return std::unexpected(sound.error());
    return counts;
  } catch (const InternalError& error) {
    return std::unexpected(context.diagnostics.error(error.what(), "this is a defect of outplace, not of the graph: please report it"));
  }
}

std::string log_line(const RewriteReport::PassRecord& record) {
  char time[32];
  std::snprintf(time, sizeof time, "%.3f ms", record.seconds * 1e3);
  std::string out = "FX Pass '" + record.name + "': " + time;
  for (const auto& [what, count] : record.counts) out += ", " + what + " " + std::to_string(count);
  return out;
}

int64_t count_leaves(const Module& module, const Arg& arg) {
  if (!arg.is_sequence() && arg.kind != ArgKind::dict) return 1;
  int64_t count = 0;
  const std::span<const Arg> parts = module.parts(arg);
  const size_t step = arg.kind == ArgKind::dict ? 2 : 1;
  for (size_t i = step - 1; i < parts.size(); i += step) count += count_leaves(module, parts[i]);
  return count;
}

int64_t output_count(const Module& module, GraphId graph) {
  const NodeId last = module.graph(graph).last;
  if (!last || module.node(last).op != NodeOp::output || module.args(last).empty()) return 0;
  return count_leaves(module, module.args(last)[0]);
}

TextStyle style_of(const Document& document, GraphId graph) {
  for (size_t i = 0; i < document.roots.size() && i < document.styles.size(); ++i) {
    if (document.roots[i] == graph) return document.styles[i];
  }
  return {};
}

}  // namespace

Result<RewriteReport> run_pipeline(Document& document, GraphId graph, const PipelineOptions& options, Diagnostics& diagnostics) {
  return run_pipeline(document, document.module, graph, options, diagnostics);
}

Result<RewriteReport> run_pipeline(const Document& document, Module& rewritten, GraphId graph, const PipelineOptions& options,
                                   Diagnostics& diagnostics) {
  const auto passes = choose(options, diagnostics);
  if (!passes) return std::unexpected(passes.error());
  const DeclaredKernels declared(options.kernels);
  const KernelProvider* const kernels =
      options.kernel_provider != nullptr ? options.kernel_provider : (options.kernels.empty() ? nullptr : &declared);
  const OpTable& ops = options.ops != nullptr ? *options.ops : OpTable::builtin();
  const TextStyle style = style_of(document, graph);

  if (options.inputs != nullptr) {
    Diagnostics said;
    const Result<void> fits = check_inputs(document.module, graph, *options.inputs, ops, said);
    for (Diagnostic message : said.all()) {
      if (message.position.file.empty()) message.position.file = document.file;
      diagnostics.error(std::move(message));
    }
    if (!fits) return std::unexpected(fits.error());
  }

  RewriteReport report;
  report.original_output_count = output_count(document.module, graph);
  Dumper dumper(options.dump_dir, diagnostics);
  dumper.original(document.module, graph, style);
  Module module = document.module.roomy_copy();
  Diagnostics said;
  std::unique_ptr<GraphEffects> effects;
  for (const Pass* pass : *passes) {
    const Timer::time_point start = Timer::now();
    said = {};
    PassContext context{module, graph, options, ops, kernels, report, said, effects};
    Result<Counts> counts = run_checked(*pass, context);
    if (const std::optional<Failed> failed = forward(pass->info.name, document.file, said, diagnostics)) return std::unexpected(*failed);
    OUTPLACE_CHECK(counts.has_value(), "a pass failed without a message");
    report.passes.push_back(
        {std::string(pass->info.name), std::chrono::duration<double>(Timer::now() - start).count(), std::move(*counts)});
    if (options.log) options.log(log_line(report.passes.back()));
    dumper.after(pass->info.name, module, graph, style);
  }
  rewritten = std::move(module);
  return report;
}

std::vector<PassInfo> pipeline_passes() {
  std::vector<PassInfo> out;
  for (const Pass& pass : all_passes()) out.push_back(pass.info);
  return out;
}

}  // namespace outplace
