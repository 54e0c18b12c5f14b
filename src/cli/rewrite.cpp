// outplace rewrite: reads the graph and what describes it, runs the pipeline, publishes the results.
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/json_files.h"
#include "cli/steps.h"
#include "cli/summary.h"
#include "cli/verifying.h"

namespace outplace::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Everything that was read before the passes run.
struct Job {
  Document document;
  std::vector<GraphId> graphs;  // to be rewritten
  std::optional<InputFacts> facts;
  std::optional<OpTable> ops;
  PipelineOptions options;
  double read_seconds = 0;
};

Step read_document(const RewriteCommand& command, Job& job, Diagnostics& diagnostics) {
  const Clock::time_point start = Clock::now();
  if (Step step = read_option(command.graph, diagnostics, read_graphs, job.document); !step) return step;
  if (job.document.roots.empty()) return stop(ExitCode::refused, shown_name(command.graph) + " holds no graph");
  job.read_seconds = seconds_since(start);
  return {};
}

Step choose_graphs(const RewriteCommand& command, Job& job) {
  const auto count = static_cast<int64_t>(job.document.roots.size());
  if (command.graph_number > count) {
    return stop(ExitCode::usage,
                "--graph " + std::to_string(command.graph_number) + ": the text holds " + counted(job.document.roots.size(), "graph"));
  }
  job.graphs = job.document.roots;
  if (command.graph_number > 0) job.graphs = {job.document.roots[static_cast<size_t>(command.graph_number - 1)]};
  if (job.graphs.size() < 2) return {};
  for (const auto& [path, option] : {std::pair{&command.inputs, "--inputs"},
                                     {&command.io_map, "--io-map"},
                                     {&command.report, "--report"},
                                     {&command.timings, "--timings"},
                                     {&command.dump_dir, "--dump-dir"}}) {
    if (path->empty()) continue;
    return stop(ExitCode::usage, "the text holds " + std::to_string(count) + " graphs, " + option + " is for one: pick it with --graph N");
  }
  return {};
}

Step read_descriptions(const RewriteCommand& command, Job& job, Diagnostics& diagnostics) {
  Step step = read_option(command.inputs, diagnostics, read_input_facts, job.facts);
  if (step) step = read_option(command.groups, diagnostics, read_groups, job.options.groups);
  if (step) step = read_option(command.kernels, diagnostics, read_kernels, job.options.kernels);
  if (step) step = read_option(command.ops, diagnostics, read_ops, job.ops);
  if (step && job.facts) step = check_facts(job.document.module, job.graphs.front(), *job.facts, command.inputs, diagnostics);
  return step;
}

void fill_options(const RewriteCommand& command, Job& job) {
  PipelineOptions& options = job.options;
  options.forms = command.forms;
  options.layout = command.layout;
  options.passes = command.passes;
  options.target_device = command.device;
  options.inputs = job.facts ? &*job.facts : nullptr;
  options.ops = job.ops ? &*job.ops : nullptr;
  options.dump_dir = command.dump_dir;
  options.stop_after = command.stop_after;
}

// The results of a run by destination; "-" is standard output.
class Results {
 public:
  // Nothing is made for an empty path: it was not asked for.
  template <class Make>
  Step add(const std::string& path, Make contents) {
    if (path.empty()) return {};
    if (path == "-") {
      stdout_ += contents();
      return {};
    }
    if (const auto staged = files_.stage(path, contents()); !staged) return stop(ExitCode::usage, staged.error());
    return {};
  }

  Step publish() {
    if (const auto committed = files_.commit(); !committed) return stop(ExitCode::usage, committed.error());
    if (const auto written = write_stdout(stdout_); !written) return stop(ExitCode::usage, written.error());
    return {};
  }

 private:
  PendingFiles files_;
  std::string stdout_;
};

// The summaries of all graphs that were rewritten, each with its own result. `text` is the whole output.
std::string summarize_all(const RewriteCommand& command, const Job& job, const std::vector<RewriteReport>& reports,
                          const std::string& text) {
  const Document& document = job.document;
  const size_t count = document.roots.size();
  if (count == 1) return summarize(reports.front(), document.module, job.graphs.front(), text);
  const size_t first = command.graph_number > 0 ? static_cast<size_t>(command.graph_number - 1) : 0;
  std::string summary;
  for (size_t i = 0; i < reports.size(); ++i) {
    const TextStyle& style = document.styles[first + i];
    const std::string result = style.form == TextForm::python ? print_python(document.module, job.graphs[i], style)
                                                              : print_listing(document.module, job.graphs[i]);
    summary += (i == 0 ? "graph " : "\ngraph ") + std::to_string(first + i + 1) + " of " + std::to_string(count) + "\n";
    summary += summarize(reports[i], document.module, job.graphs[i], result);
  }
  return summary;
}

Step publish(const RewriteCommand& command, const Job& job, const std::vector<RewriteReport>& reports, const Diagnostics& diagnostics) {
  const Clock::time_point start = Clock::now();
  const std::string text = print_fx_text(job.document);
  const double print_seconds = seconds_since(start);
  const RewriteReport& report = reports.front();

  Results results;
  Step step = results.add(command.output, [&] { return text; });
  if (step) step = results.add(command.io_map, [&] { return write_io_map(report); });
  if (step) step = results.add(command.report, [&] { return write_report(report, diagnostics, shown_name(command.graph)); });
  if (step) step = results.add(command.timings, [&] { return write_timings(report, job.read_seconds, print_seconds); });
  if (!step || command.summary == Summary::off) return step ? results.publish() : step;

  const std::string summary = summarize_all(command, job, reports, text);
  if (command.output != "-") step = results.add("-", [&] { return summary; });
  if (step) step = results.publish();
  if (step && command.output == "-") std::fputs(summary.c_str(), stderr);
  return step;
}

// Compares each graph with what it was. A difference ends the run; what cannot be told is a warning.
Step verify_results(const RewriteCommand& command, const Job& job, const Module& original, const std::vector<RewriteReport>& reports,
                    Diagnostics& diagnostics) {
  const interp::VerifyOptions options = verify_options(job.options.inputs, job.options.ops, command.layout);
  for (size_t i = 0; i < reports.size(); ++i) {
    const RewriteReport& report = reports[i];
    const interp::Claims claims{report.io_map, report.state_map, report.original_output_count};
    const interp::Verdict verdict = interp::verify_rewrite(original, job.graphs[i], job.document.module, job.graphs[i], claims, options);
    const std::string text = interp::describe(verdict);
    if (verdict.outcome == interp::Outcome::equal) {
      std::fprintf(stderr, "verified: %s", text.c_str());
    } else if (verdict.outcome == interp::Outcome::different) {
      std::fprintf(stderr, "outplace: the rewritten graph is wrong, and is not written; please report this with the graph\n%s",
                   text.c_str());
      return std::unexpected(ExitCode::verification);
    } else {
      Diagnostic warning;
      warning.severity = Severity::warning;
      warning.message = "the result is not verified: " + text.substr(0, text.find('\n'));
      warning.position = {shown_name(command.graph), verdict.line, 0};
      warning.node = verdict.node;
      warning.model_line = verdict.model_line;
      diagnostics.warning(std::move(warning));
    }
  }
  return {};
}

Step rewrite(const RewriteCommand& command, Diagnostics& diagnostics) {
  Job job;
  Step step = read_document(command, job, diagnostics);
  if (step) step = choose_graphs(command, job);
  if (step) step = read_descriptions(command, job, diagnostics);
  if (!step) return step;
  fill_options(command, job);
  std::vector<RewriteReport> reports;
  std::optional<Module> original;
  if (command.verify == Verify::on) original = job.document.module;
  for (const GraphId graph : job.graphs) {
    auto report = run_pipeline(job.document, graph, job.options, diagnostics);
    if (!report) return std::unexpected(ExitCode::refused);
    reports.push_back(std::move(*report));
  }
  if (original) step = verify_results(command, job, *original, reports, diagnostics);
  return step ? publish(command, job, reports, diagnostics) : step;
}

}  // namespace

ExitCode run_rewrite(const RewriteCommand& command) {
  Diagnostics diagnostics;
  const Step step = rewrite(command, diagnostics);
  std::fputs(diagnostics.text().c_str(), stderr);
  return step ? ExitCode::done : step.error();
}

}  // namespace outplace::cli
