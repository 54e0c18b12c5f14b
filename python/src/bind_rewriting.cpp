// Options and rewriting as Python sees them.
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind.h"
#include "kernel_callbacks.h"
#include "ops/op_table.h"
#include "rewriting.h"

namespace nb = nanobind;

namespace outplace::python {

void bind_rewriting(nb::module_& m) {
  using namespace nb::literals;
  nb::enum_<Forms>(m, "Forms").value("seed", Forms::seed).value("minimal", Forms::minimal);
  nb::enum_<Layout>(m, "Layout").value("exact", Layout::exact).value("ignore", Layout::ignore);
  nb::class_<OpTable>(m, "Operators")
      .def_static("read", &read_operators, "text"_a, "file"_a)
      .def_static("has_builtin", &is_builtin_function, "name"_a);
  nb::class_<KernelDeclaration>(m, "KernelDeclaration")
      .def(nb::init<std::string, KernelAliases, std::string>(), "name"_a, "aliases"_a, "source_hash"_a);
  nb::class_<Options>(m, "Options")
      .def(nb::init<>())
      .def_rw("operators", &Options::operators, nb::arg("value").none())
      .def_prop_rw(
          "forms", [](const Options& o) { return o.pipeline.forms; }, [](Options& o, Forms v) { o.pipeline.forms = v; })
      .def_prop_rw(
          "layout", [](const Options& o) { return o.pipeline.layout; }, [](Options& o, Layout v) { o.pipeline.layout = v; })
      .def_prop_rw(
          "passes", [](const Options& o) { return o.pipeline.passes; },
          [](Options& o, std::vector<std::string> v) { o.pipeline.passes = std::move(v); })
      .def_prop_rw(
          "target_device", [](const Options& o) { return o.pipeline.target_device; },
          [](Options& o, std::string v) { o.pipeline.target_device = std::move(v); })
      .def_prop_rw(
          "devices_are_rewritten", [](const Options& o) { return o.pipeline.devices_are_rewritten; },
          [](Options& o, bool v) { o.pipeline.devices_are_rewritten = v; })
      .def(
          "set_provider",
          [](Options& o, nb::object aliases, nb::object configure) {
            o.provider = kernel_callbacks(std::move(aliases), std::move(configure));
          },
          "aliases"_a, "configure"_a)
      .def_prop_rw(
          "groups", [](const Options& o) { return o.pipeline.groups; },
          [](Options& o, std::map<std::string, std::vector<std::vector<int64_t>>> v) { o.pipeline.groups = std::move(v); })
      .def_prop_rw(
          "kernels", [](const Options& o) { return o.pipeline.kernels; },
          [](Options& o, std::map<int64_t, KernelDeclaration> v) { o.pipeline.kernels = std::move(v); });
  nb::class_<Rewriting>(m, "Rewriting")
      .def(nb::init<nb::object, nb::object, bool>(), "graph_module"_a, "example_inputs"_a.none(), "grad_enabled"_a)
      .def("run", &Rewriting::run, "options"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("prepare", &Rewriting::prepare)
      .def("apply", &Rewriting::apply)
      .def("verify", &Rewriting::verify, "now"_a, "options"_a, "fillings"_a, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("explain", &Rewriting::explain, "options"_a, "node"_a)
      .def("group_names", &Rewriting::group_names)
      .def_prop_ro("report", &Rewriting::report, nb::rv_policy::reference_internal)
      .def_prop_ro("messages", &Rewriting::messages);
}

}  // namespace outplace::python
