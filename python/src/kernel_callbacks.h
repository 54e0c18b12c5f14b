// A provider of kernel configurations that is written in Python.
#pragma once

#include <memory>

#include "ir/kernel_provider.h"
#include "known.h"

namespace outplace::python {

// `aliases(kernel_idx)` returns a dict or None; `configure(kernel_idx, grid, arguments)` a configuration and a dict. The passes call from
// where the interpreter is not held.
std::shared_ptr<KernelProvider> kernel_callbacks(nb::object aliases, nb::object configure);

}  // namespace outplace::python
