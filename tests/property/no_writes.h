// Whether a rewritten graph keeps its promises about structure, judged without the passes.
#pragma once

#include <string>

#include "pipeline/pipeline.h"
#include "program.h"

namespace outplace::property {

// The first call of the graph that writes by the operator table, "" if there is none.
std::string first_write(Module& module, GraphId graph);
// What is wrong with the io_map, "" if nothing.
std::string wrong_with_io_map(const Program& program, const Document& rewritten, const RewriteReport& report);

}  // namespace outplace::property
