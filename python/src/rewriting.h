// One rewrite of one graph module: reading it, running passes without the interpreter, and bringing the result back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph_edits.h"
#include "graph_reading.h"
#include "interp/verify.h"
#include "pipeline/pipeline.h"

namespace outplace::python {

// What a rewrite is asked to do.
struct Options {
  PipelineOptions pipeline;
  std::shared_ptr<OpTable> operators;        // none: those that are built in
  std::shared_ptr<KernelProvider> provider;  // none: the declared kernels
};

class Rewriting {
 public:
  Rewriting(nb::object graph_module, nb::object example_inputs, bool grad_enabled)
      : read_(read_graph(std::move(graph_module), std::move(example_inputs), grad_enabled)) {}

  // Runs the passes. False if one failed: `messages` says why. Needs no interpreter.
  bool run(const Options& options);
  // Finds and makes all objects that the edits need. May raise; the graph module is as it was.
  void prepare();
  // Edits the graph module. Returns the graph modules whose code must be made again.
  std::vector<nb::object> apply();
  // Compares the graph as it was read here with another one, by the maps of this rewrite. Needs no interpreter of Python's.
  interp::Verdict verify(const Rewriting& now, const Options& options, int fillings, uint64_t seed) const;
  // What the graph does to memory, as it was read. Raises ValueError for a node that it does not have.
  std::string explain(const Options& options, const std::string& node) const;
  // The texts among the arguments of collectives, in the order of the graph: names of process groups are among them.
  std::vector<std::string> group_names() const;

  const RewriteReport& report() const { return report_; }
  std::vector<Diagnostic> messages() const { return diagnostics_.all(); }

 private:
  std::unique_ptr<ReadGraph> read_;
  Module after_;
  RewriteReport report_;
  Diagnostics diagnostics_;
  std::unique_ptr<GraphEdits> edits_;
};

// Operators in the format of ops/*.ops, besides those that are built in. Raises ValueError for a text that is wrong.
std::shared_ptr<OpTable> read_operators(const std::string& text, const std::string& file);

// Whether the built-in operators have the function of this qualified name.
bool is_builtin_function(const std::string& name);

}  // namespace outplace::python
