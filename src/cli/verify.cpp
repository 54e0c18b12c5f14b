// outplace verify: reads two graphs and says whether the second computes what the first does.
#include <cstdio>
#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/json_files.h"
#include "cli/steps.h"
#include "cli/verifying.h"
#include "ir/input_check.h"

namespace outplace::cli {
namespace {

struct Job {
  std::optional<Document> before;
  std::optional<Document> after;
  std::optional<InputFacts> facts;
  std::optional<OpTable> ops;
  std::optional<interp::Claims> claims;
};

Step read_graph(const std::string& path, Diagnostics& diagnostics, std::optional<Document>& out) {
  Step step = read_option(path, diagnostics, read_graphs, out);
  if (step && out->roots.size() != 1) {
    return stop(ExitCode::refused,
                shown_name(path) + " holds " + std::to_string(out->roots.size()) + " graphs, and one is compared with one");
  }
  return step;
}

size_t output_count(const Document& document) {
  const Module& module = document.module;
  const NodeId last = module.graph(document.roots.front()).last;
  if (!last || module.node(last).op != NodeOp::output || module.args(last).empty()) return 0;
  const Arg& result = module.args(last)[0];
  return result.is_sequence() ? module.parts(result).size() : 1;
}

Step settle_claims(const VerifyCommand& command, Job& job) {
  if (job.claims) return {};
  job.claims.emplace();
  const size_t before = output_count(*job.before);
  const size_t after = output_count(*job.after);
  job.claims->original_output_count = static_cast<int64_t>(before);
  if (before == after) return {};
  return stop(ExitCode::usage, shown_name(command.after) + " returns " + std::to_string(after) + " values, " + shown_name(command.before) +
                                   " " + std::to_string(before) + ": say with --io-map FILE which of them are new contents of inputs");
}

Step verify(const VerifyCommand& command, Diagnostics& diagnostics) {
  Job job;
  Step step = read_graph(command.before, diagnostics, job.before);
  if (step) step = read_graph(command.after, diagnostics, job.after);
  if (step) step = read_option(command.inputs, diagnostics, read_input_facts, job.facts);
  if (step) step = read_option(command.ops, diagnostics, read_ops, job.ops);
  if (step) step = read_option(command.io_map, diagnostics, read_io_map, job.claims);
  if (step) step = settle_claims(command, job);
  if (step && job.facts) step = check_facts(job.before->module, job.before->roots.front(), *job.facts, command.inputs, diagnostics);
  if (!step) return step;
  if (job.facts &&
      !check_inputs(job.before->module, job.before->roots.front(), *job.facts, job.ops ? *job.ops : OpTable::builtin(), diagnostics))
    return std::unexpected(ExitCode::refused);

  interp::VerifyOptions options = verify_options(job.facts ? &*job.facts : nullptr, job.ops ? &*job.ops : nullptr, command.layout);
  options.fillings = command.fillings;
  options.seed = command.seed;
  const interp::Verdict verdict = interp::verify_rewrite(job.before->module, job.before->roots.front(), job.after->module,
                                                         job.after->roots.front(), *job.claims, options);
  if (const auto written = write_stdout(interp::describe(verdict)); !written) return stop(ExitCode::usage, written.error());
  const ExitCode code = exit_code(verdict.outcome);
  return code == ExitCode::done ? Step() : std::unexpected(code);
}

}  // namespace

interp::VerifyOptions verify_options(const InputFacts* facts, const OpTable* ops, Layout layout) {
  interp::VerifyOptions options;
  options.ops = ops;
  options.strides = layout == Layout::exact ? interp::StrideCheck::compare : interp::StrideCheck::ignore;
  options.inputs = facts;
  return options;
}

ExitCode exit_code(interp::Outcome outcome) {
  switch (outcome) {
    case interp::Outcome::equal: return ExitCode::done;
    case interp::Outcome::different: return ExitCode::verification;
    case interp::Outcome::original_fails:
    case interp::Outcome::cannot_be_checked: return ExitCode::refused;
  }
  return ExitCode::defect;
}

ExitCode run_verify(const VerifyCommand& command) {
  Diagnostics diagnostics;
  const Step step = verify(command, diagnostics);
  std::fputs(diagnostics.text().c_str(), stderr);
  return step ? ExitCode::done : step.error();
}

}  // namespace outplace::cli
