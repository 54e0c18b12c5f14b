// The JSON files of the command line: facts about inputs, groups of ranks and kernels in, maps, reports and timings out.
//
// A file of input facts ("sidecar") is a list of the graph's placeholders in order
//   [{"name": "l_x_", "kind": "tensor", "dtype": "float32", "shape": [2, "s0"], "stride": ["s0", 1], "storage_offset": 0, "storage": 0,
//   "storage_nbytes": 96,
//     "requires_grad": false, "device": "cpu"}, {"name": "s0", "kind": "symint"}, ...]
// or an object {"inputs": [...], "attributes": [...], "grad_enabled": bool}, where "attributes" describes the tensors that the graph reads
// as self.NAME in the same way (equal "storage" numbers mean shared memory, across both lists). Kinds: tensor, symint, number, list (with
// "items"), other. Only "dtype" and "shape" are required of a tensor. The keys "role", "source", "shape_hint",
// "stride_hint", "value", "values" and "expr" may say more of an entry and are not looked at; any other key is an error.
//
// A file of groups maps a process group's name to all its rows: {"0": [[0, 1], [2, 3]]}.
// A file of kernels maps a kernel's index to what is declared about it: {"0": {"name": "k", "aliases": {"0": 0}, "source_hash": "..."}},
// where aliases map an operand's position among all arguments to the position of the result that holds its new content.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "interp/verify.h"
#include "ir/input_facts.h"
#include "pipeline/pipeline.h"
#include "support/diagnostics.h"

namespace outplace::cli {

using Groups = std::map<std::string, std::vector<std::vector<int64_t>>>;
using Kernels = std::map<int64_t, KernelDeclaration>;

Result<InputFacts> read_input_facts(std::string_view text, const std::string& file, Diagnostics& diagnostics);
Result<Groups> read_groups(std::string_view text, const std::string& file, Diagnostics& diagnostics);
Result<Kernels> read_kernels(std::string_view text, const std::string& file, Diagnostics& diagnostics);

// {"io_map": {"1": 0}, "state_map": {}, "original_output_count": 1}
Result<interp::Claims> read_io_map(std::string_view text, const std::string& file, Diagnostics& diagnostics);
std::string write_io_map(const RewriteReport& report);
// Everything the rewrite did, the same bytes in every run (no times).
std::string write_report(const RewriteReport& report, const Diagnostics& diagnostics, const std::string& file);
// Seconds and counts per pass.
std::string write_timings(const RewriteReport& report, double read_seconds, double print_seconds);

}  // namespace outplace::cli
