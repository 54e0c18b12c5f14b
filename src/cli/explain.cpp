// outplace explain: who shares memory with whom in a graph, who writes it, and what that costs.
#include "analysis/explain.h"

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/json_files.h"
#include "cli/nearest.h"
#include "cli/steps.h"

namespace outplace::cli {
namespace {

struct Job {
  Document document;
  GraphId graph;
  std::optional<InputFacts> facts;
  std::optional<OpTable> ops;
  Kernels kernels;
};

Step choose_graph(const ExplainCommand& command, Job& job) {
  const std::vector<GraphId>& roots = job.document.roots;
  if (roots.empty()) return stop(ExitCode::refused, shown_name(command.graph) + " holds no graph");
  const auto count = static_cast<int64_t>(roots.size());
  if (command.graph_number > count) {
    return stop(ExitCode::usage, "--graph " + std::to_string(command.graph_number) + ": the text holds " + counted(roots.size(), "graph"));
  }
  if (command.graph_number == 0 && count > 1) {
    return stop(ExitCode::usage, "the text holds " + std::to_string(count) + " graphs: pick one with --graph N");
  }
  job.graph = roots[static_cast<size_t>(command.graph_number > 0 ? command.graph_number - 1 : 0)];
  return {};
}

std::expected<NodeId, ExitCode> find_node(const ExplainCommand& command, const Job& job) {
  const Module& module = job.document.module;
  std::vector<std::string> names;
  for (const NodeId node : module.nodes(job.graph)) {
    if (module.name(node) == command.node) return node;
    names.emplace_back(module.name(node));
  }
  const std::string meant = nearest(command.node, names);
  return stop(ExitCode::usage, "the graph has no node \"" + command.node + "\"" + (meant.empty() ? "" : "; is \"" + meant + "\" meant?"));
}

Step explain(const ExplainCommand& command, Diagnostics& diagnostics) {
  Job job;
  Step step = read_option(command.graph, diagnostics, read_graphs, job.document);
  if (step) step = choose_graph(command, job);
  if (step) step = read_option(command.inputs, diagnostics, read_input_facts, job.facts);
  if (step) step = read_option(command.kernels, diagnostics, read_kernels, job.kernels);
  if (step) step = read_option(command.ops, diagnostics, read_ops, job.ops);
  if (step && job.facts) step = check_facts(job.document.module, job.graph, *job.facts, command.inputs, diagnostics);
  if (!step) return step;

  std::expected<NodeId, ExitCode> node = NodeId();
  if (!command.node.empty()) node = find_node(command, job);
  if (!node) return std::unexpected(node.error());
  const DeclaredKernels kernels(job.kernels);
  Diagnostics said;
  Explanation explanation(job.document.module, job.graph, job.facts ? &*job.facts : nullptr, job.ops ? *job.ops : OpTable::builtin(),
                          &kernels, said);
  for (Diagnostic message : said.all()) {
    if (message.position.line > 0) message.position.file = job.document.file;
    message.severity == Severity::error ? void(diagnostics.error(message)) : diagnostics.warning(message);
  }
  const auto written = write_stdout(*node ? explanation.of_node(*node) : explanation.of_graph());
  if (!written) return stop(ExitCode::usage, written.error());
  return explanation.complete() ? Step() : std::unexpected(ExitCode::refused);
}

}  // namespace

ExitCode run_explain(const ExplainCommand& command) {
  Diagnostics diagnostics;
  const Step step = explain(command, diagnostics);
  std::fputs(diagnostics.text().c_str(), stderr);
  return step ? ExitCode::done : step.error();
}

}  // namespace outplace::cli
