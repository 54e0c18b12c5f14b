// The steps of a rewrite, in the order in which Python calls them.
#include "rewriting.h"

#include <utility>

#include "ops/op_table.h"

namespace outplace::python {

bool Rewriting::run(const Options& options) {
  after_ = Document();
  after_.module = read_->document.module;
  after_.roots = read_->document.roots;
  after_.styles = read_->document.styles;
  after_.texts.resize(read_->document.texts.size());
  PipelineOptions pipeline = options.pipeline;
  pipeline.inputs = &read_->facts;
  pipeline.ops = options.operators.get();
  auto report = run_pipeline(after_, read_->root, pipeline, diagnostics_);
  if (!report) return false;
  report_ = std::move(*report);
  return true;
}

void Rewriting::prepare() {
  edits_ = std::make_unique<GraphEdits>(*read_, after_.module);
  edits_->prepare();
}

std::vector<nb::object> Rewriting::apply() {
  edits_->apply();
  return edits_->edited();
}

interp::Verdict Rewriting::verify(const Options& options, int fillings, uint64_t seed) const {
  interp::VerifyOptions verify;
  verify.ops = options.operators.get();
  verify.inputs = &read_->facts;
  verify.fillings = fillings;
  verify.seed = seed;
  verify.strides = options.pipeline.layout == Layout::exact ? interp::StrideCheck::compare : interp::StrideCheck::ignore;
  const interp::Claims claims{report_.io_map, report_.state_map, report_.original_output_count};
  return interp::verify_rewrite(read_->document.module, read_->root, after_.module, read_->root, claims, verify);
}

std::shared_ptr<OpTable> read_operators(const std::string& text, const std::string& file) {
  Diagnostics diagnostics;
  auto table = OpTable::with_extra(text, file, diagnostics);
  if (!table) throw nb::value_error(diagnostics.text().c_str());
  return std::make_shared<OpTable>(std::move(*table));
}

}  // namespace outplace::python
