// The extension module outplace._core.
#include "bind.h"

NB_MODULE(_core, m) {
  // Results that live in compiled functions are still there when the interpreter ends.
  nanobind::set_leak_warnings(false);
  m.doc() = "The core of outplace: torch.fx graphs in, rewritten torch.fx graphs out.";
  outplace::python::bind_reports(m);
  outplace::python::bind_rewriting(m);
}
