// Reports, messages and verdicts as Python sees them.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.h"
#include "interp/verify.h"
#include "pipeline/pipeline.h"

namespace nb = nanobind;

namespace outplace::python {
namespace {

nb::list mutations(const RewriteReport& report) {
  const auto text = [](std::string_view part) { return nb::str(part.data(), part.size()); };
  nb::list out;
  for (size_t i = 0; i < report.mutations.size(); ++i) {
    const Rewritten one = report.mutations[i];
    out.append(nb::make_tuple(text(one.kind), text(one.node), text(one.became), text(one.model_line), text(one.name)));
  }
  return out;
}

}  // namespace

void bind_reports(nb::module_& m) {
  nb::enum_<Severity>(m, "Severity").value("error", Severity::error).value("warning", Severity::warning).value("note", Severity::note);
  nb::class_<Diagnostic>(m, "Diagnostic")
      .def_ro("severity", &Diagnostic::severity)
      .def_ro("message", &Diagnostic::message)
      .def_ro("node", &Diagnostic::node)
      .def_ro("model_line", &Diagnostic::model_line)
      .def_ro("view_chain", &Diagnostic::view_chain)
      .def_ro("advice", &Diagnostic::advice)
      .def("__str__", &render);
  nb::class_<RewriteReport::PassRecord>(m, "PassRecord")
      .def_ro("name", &RewriteReport::PassRecord::name)
      .def_ro("seconds", &RewriteReport::PassRecord::seconds)
      .def_ro("counts", &RewriteReport::PassRecord::counts);
  nb::class_<OutputAlias>(m, "OutputAlias")
      .def_ro("output", &OutputAlias::output)
      .def_ro("input", &OutputAlias::input)
      .def_ro("attribute", &OutputAlias::attribute)
      .def_ro("is_input", &OutputAlias::is_input)
      .def_ro("layout_known", &OutputAlias::layout_known)
      .def_ro("size", &OutputAlias::size)
      .def_ro("stride", &OutputAlias::stride)
      .def_ro("storage_offset", &OutputAlias::storage_offset)
      .def_ro("dtype", &OutputAlias::dtype)
      .def_ro("conjugated", &OutputAlias::conjugated)
      .def_ro("negated", &OutputAlias::negated);
  nb::class_<OutputAliases>(m, "OutputAliases")
      .def_ro("inputs", &OutputAliases::inputs)
      .def_ro("groups", &OutputAliases::groups)
      .def_ro("undecided", &OutputAliases::undecided);
  nb::class_<RewriteReport>(m, "Report")
      .def_ro("mutated_inputs", &RewriteReport::mutated_inputs)
      .def_ro("io_map", &RewriteReport::io_map)
      .def_ro("state_map", &RewriteReport::state_map)
      .def_ro("original_output_count", &RewriteReport::original_output_count)
      .def_ro("output_aliases", &RewriteReport::output_aliases)
      .def_ro("assumptions", &RewriteReport::assumptions)
      .def_ro("passes", &RewriteReport::passes)
      .def_prop_ro("mutations", &mutations, nb::sig("def mutations(self) -> list[tuple[str, str, str, str, str]]"));
  nb::enum_<interp::Outcome>(m, "Outcome")
      .value("equal", interp::Outcome::equal)
      .value("different", interp::Outcome::different)
      .value("original_fails", interp::Outcome::original_fails)
      .value("cannot_be_checked", interp::Outcome::cannot_be_checked);
  nb::class_<interp::Verdict>(m, "Verdict")
      .def_ro("outcome", &interp::Verdict::outcome)
      .def_ro("reason", &interp::Verdict::reason)
      .def_ro("node", &interp::Verdict::node)
      .def_ro("model_line", &interp::Verdict::model_line)
      .def_ro("before_history", &interp::Verdict::before_history)
      .def_ro("after_history", &interp::Verdict::after_history)
      .def_ro("fillings", &interp::Verdict::fillings)
      .def_ro("outputs", &interp::Verdict::outputs)
      .def_ro("inputs", &interp::Verdict::inputs)
      .def_ro("elements", &interp::Verdict::elements)
      .def_ro("sampled", &interp::Verdict::sampled)
      .def("__str__", &interp::describe);
}

}  // namespace outplace::python
