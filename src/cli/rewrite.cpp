// outplace rewrite: reads the graph and what describes it, runs the pipeline, publishes the results.
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/files.h"
#include "cli/json_files.h"
#include "cli/summary.h"
#include "cli/verifying.h"
#include "io/fx_text.h"
#include "ops/op_table.h"
#include "support/dtype.h"

namespace outplace::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Why a run ends before its results: messages are printed already.
using Step = std::expected<void, ExitCode>;

std::unexpected<ExitCode> stop(ExitCode code, const std::string& message) {
  std::fprintf(stderr, "outplace: %s\n", message.c_str());
  return std::unexpected(code);
}

std::string shown_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

std::string counted(size_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

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
  const auto text = read_file(command.graph);
  if (!text) return stop(ExitCode::usage, text.error());
  auto document = read_fx_text(*text, {.file = shown_name(command.graph)}, diagnostics);
  if (!document) return std::unexpected(ExitCode::refused);
  if (document->roots.empty()) return stop(ExitCode::refused, shown_name(command.graph) + " holds no graph");
  job.document = std::move(*document);
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

// Reads the file that an option names, if it was given.
template <class Read, class Use>
Step read_option(const std::string& path, Diagnostics& diagnostics, Read read, Use use) {
  if (path.empty()) return {};
  const auto text = read_file(path);
  if (!text) return stop(ExitCode::usage, text.error());
  auto value = read(*text, shown_name(path), diagnostics);
  if (!value) return std::unexpected(ExitCode::refused);
  use(std::move(*value));
  return {};
}

// What the file says of a placeholder that cannot be true of it; "" if nothing. Shapes may differ: a text shows an input's shape after
// the last t_() or unsqueeze_() of it.
std::string contradiction(const Module& module, NodeId node, const InputFact& fact) {
  if (!fact.name.empty() && fact.name != module.name(node) && fact.name != module.target(node)) {
    return " is " + fact.name + ", but the graph's placeholder there is " + std::string(module.name(node));
  }
  const StringId annotation = module.node(node).annotation;
  if (!annotation || fact.kind != InputKind::tensor) return {};
  const std::string_view text = module.text(annotation);
  const auto dtype = dtype_from_abbreviation(text.substr(0, text.find('[')));
  if (!dtype || torch_name(*dtype) == fact.dtype) return {};
  return " is " + fact.dtype + ", but the graph says that " + std::string(module.name(node)) + " is " + std::string(torch_name(*dtype));
}

// A sidecar that belongs to another graph would mislead every later decision, so names, dtypes and number must agree.
Step check_facts(const Module& module, GraphId graph, InputFacts& facts, const std::string& file, Diagnostics& diagnostics) {
  const auto complain = [&](const std::string& message) {
    Diagnostic diagnostic;
    diagnostic.message = message;
    diagnostic.position.file = file;
    diagnostic.advice = "the file must describe the graph's placeholders, in their order";
    diagnostics.error(diagnostic);
    return std::unexpected(ExitCode::refused);
  };
  size_t index = 0;
  for (const NodeId node : module.nodes(graph)) {
    if (module.node(node).op != NodeOp::placeholder) continue;
    if (index < facts.placeholders.size()) {
      InputFact& fact = facts.placeholders[index];
      if (const std::string wrong = contradiction(module, node, fact); !wrong.empty()) {
        return complain("inputs[" + std::to_string(index) + "]" + wrong);
      }
      fact.name = module.name(node);
    }
    ++index;
  }
  if (index == facts.placeholders.size()) return {};
  return complain("the file describes " + counted(facts.placeholders.size(), "input") + ", the graph has " + counted(index, "placeholder"));
}

Step read_descriptions(const RewriteCommand& command, Job& job, Diagnostics& diagnostics) {
  Step step = read_option(command.inputs, diagnostics, read_input_facts, [&](InputFacts facts) { job.facts = std::move(facts); });
  if (step) step = read_option(command.groups, diagnostics, read_groups, [&](Groups groups) { job.options.groups = std::move(groups); });
  if (step)
    step = read_option(command.kernels, diagnostics, read_kernels, [&](Kernels kernels) { job.options.kernels = std::move(kernels); });
  const auto read_ops = [](const std::string& text, const std::string& file, Diagnostics& out) {
    return OpTable::with_extra(text, file, out);
  };
  if (step) step = read_option(command.ops, diagnostics, read_ops, [&](OpTable ops) { job.ops.emplace(std::move(ops)); });
  if (step && job.facts) step = check_facts(job.document.module, job.graphs.front(), *job.facts, shown_name(command.inputs), diagnostics);
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
