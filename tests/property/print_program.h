// Generated programs as files: the graph's text and the sidecar that describes its inputs.
#pragma once

#include <string>

#include "program.h"

namespace outplace::property {

// The file for --inputs, which also says how inputs are to be filled: "values" for index inputs, "shape_hint" where sizes are symbolic.
std::string sidecar_text(const Program& program);
// Writes FOLDER/graph.py and FOLDER/inputs.json; false if that cannot be done.
bool write_files(const Program& program, const std::string& folder);

}  // namespace outplace::property
