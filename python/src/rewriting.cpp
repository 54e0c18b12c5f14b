// The steps of a rewrite, in the order in which Python calls them.
#include "rewriting.h"

#include <string_view>
#include <unordered_set>
#include <utility>

#include "analysis/explain.h"
#include "ops/op_table.h"

namespace outplace::python {

bool Rewriting::run(const Options& options) {
  PipelineOptions pipeline = options.pipeline;
  pipeline.inputs = &read_->facts;
  pipeline.ops = options.operators.get();
  pipeline.kernel_provider = options.provider.get();
  auto report = run_pipeline(read_->document, after_, read_->root, pipeline, diagnostics_);
  if (!report) return false;
  report_ = std::move(*report);
  return true;
}

void Rewriting::prepare() {
  edits_ = std::make_unique<GraphEdits>(*read_, after_);
  edits_->prepare();
}

std::vector<nb::object> Rewriting::apply() {
  edits_->apply();
  return edits_->edited();
}

interp::Verdict Rewriting::verify(const Rewriting& now, const Options& options, int fillings, uint64_t seed) const {
  const DeclaredKernels declared(options.pipeline.kernels);
  interp::VerifyOptions verify;
  verify.ops = options.operators.get();
  verify.inputs = &read_->facts;
  verify.kernels = options.provider ? options.provider.get() : &declared;
  verify.fillings = fillings;
  verify.seed = seed;
  verify.strides = options.pipeline.layout == Layout::exact ? interp::StrideCheck::compare : interp::StrideCheck::ignore;
  const interp::Claims claims{report_.io_map, report_.state_map, report_.original_output_count};
  return interp::verify_rewrite(read_->document.module, read_->root, now.read_->document.module, now.read_->root, claims, verify);
}

std::string Rewriting::explain(const Options& options, const std::string& node) const {
  Module module = read_->document.module;
  NodeId asked;
  for (const NodeId id : module.nodes(read_->root)) {
    if (module.name(id) == node) asked = id;
  }
  if (!node.empty() && !asked) throw nb::value_error(("the graph has no node '" + node + "'").c_str());
  const DeclaredKernels declared(options.pipeline.kernels);
  Diagnostics said;
  Explanation explanation(module, read_->root, &read_->facts, options.operators ? *options.operators : OpTable::builtin(), &declared, said);
  const std::string text = asked ? explanation.of_node(asked) : explanation.of_graph();
  return explanation.complete() ? text : text + said.text();
}

std::vector<std::string> Rewriting::group_names() const {
  const Module& module = read_->document.module;
  std::vector<std::string> names;
  std::unordered_set<StringId> seen;
  const auto add = [&](const Arg& arg) {
    if (arg.kind == ArgKind::string && seen.insert(arg.as_text()).second) names.emplace_back(module.text(arg.as_text()));
  };
  for (uint32_t g = 0; g < module.graph_count(); ++g) {
    for (const NodeId node : module.nodes(GraphId(g))) {
      if (module.node(node).op != NodeOp::call_function || module.target(node).find("c10d_functional") == std::string_view::npos) continue;
      for (const Arg& arg : module.args(node)) add(arg);
      for (const Keyword& keyword : module.kwargs(node)) add(keyword.value);
    }
  }
  return names;
}

std::shared_ptr<OpTable> read_operators(const std::string& text, const std::string& file) {
  Diagnostics diagnostics;
  auto table = OpTable::with_extra(text, file, diagnostics);
  if (!table) throw nb::value_error(diagnostics.text().c_str());
  return std::make_shared<OpTable>(std::move(*table));
}

bool is_builtin_function(const std::string& name) { return !OpTable::builtin().find(CallableKind::function, name).empty(); }

}  // namespace outplace::python
