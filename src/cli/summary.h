// What a rewrite did, in words for a person.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/pipeline.h"

namespace outplace::cli {

// Inputs that were mutated, the io_map with names, mutations by kind and what each kind became, assumptions, and the first lines of the
// result.
std::string summarize(const RewriteReport& report, const Module& module, GraphId graph, std::string_view result);

}  // namespace outplace::cli
