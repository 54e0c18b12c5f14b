// What it means to write: which arguments an operator writes, and what eager PyTorch checks before.
#pragma once

#include "interp/machine.h"

namespace outplace::interp {

// Does this call write to an argument?
bool writes(const Call& call);
// Computes the functional form, writes its results, and returns what the operator returns.
Value write_back(Call& call);

// Writes as pointwise operators do. Refused if the target overlaps itself, or a tensor that is read in a way that PyTorch notices; given up
// if the result would depend on the order in which elements are written.
void write_checked(Call& call, const TensorRef& target, const Array& values);
// The same, where `operands` are what was read.
void write_checked(Call& call, const TensorRef& target, const Array& values, std::span<const Value> operands);
// Refuses what PyTorch notices of `other` overlapping the target in part.
void check_overlap(const Tensor& target, const Tensor& other);

}  // namespace outplace::interp
