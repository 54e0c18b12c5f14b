// The model's source line of a node, out of the stack trace in its meta.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "known.h"

namespace outplace::python {

// "# File: model.py:7 in forward, code: h[0] = y" of the innermost frame; "" if the trace has none.
std::string source_comment(std::string_view stack_trace);

}  // namespace outplace::python
