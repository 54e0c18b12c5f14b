// The parts of outplace._core, one function an area.
#pragma once

#include <nanobind/nanobind.h>

namespace outplace::python {

void bind_reports(nanobind::module_& module);
void bind_rewriting(nanobind::module_& module);

}  // namespace outplace::python
