// Refusals of the pipeline: whether one says what it must, and its reason without names, for counting.
#pragma once

#include <string>
#include <string_view>

#include "support/diagnostics.h"

namespace outplace::property {

// What the messages of a failed run lack; "" if there is at least one error and each names a node and says what to do.
std::string wrong_with_refusal(const Diagnostics& said);
// The first line of a text without quoted names, lists and numbers.
std::string without_names(std::string_view text);
// The first error without quoted names, lists and numbers.
std::string refusal_reason(const Diagnostics& said);

}  // namespace outplace::property
