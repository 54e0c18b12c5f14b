// Whether what is told of a graph's inputs fits the graph's own text.
#pragma once

#include "ir/input_facts.h"
#include "ir/module.h"
#include "ops/op_table.h"
#include "support/diagnostics.h"
#include "support/result.h"

namespace outplace {

// A located error for each placeholder whose annotation says another kind, type, shape or (but for dims of size 1) strides than its fact:
// analysis would take the one for inputs and the other for what is computed from them. What only one of them says is no contradiction.
// Where tensors are given another shape in place (`t_`), PyTorch annotates inputs with their last one: shapes are not compared then.
Result<void> check_inputs(const Module& module, GraphId graph, const InputFacts& facts, const OpTable& table, Diagnostics& diagnostics);

}  // namespace outplace
