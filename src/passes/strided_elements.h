// as_strided by element numbers: which elements of a tensor that has gaps, or dims in another order, a strided view of its memory sees.
//
// A tensor of sizes (5,) and strides (2,) has its elements at 0, 2, 4, 6, 8; as_strided((3,), (4,)) sees the elements numbered 0, 2, 4: in
// row-major numbers that is as_strided((3,), (2,)). Sizes and strides must be numbers, and the tensor's strides nested: each larger than
// the span of all smaller ones, as those of slices and permutations of dense tensors are.
#pragma once

#include <optional>

#include "ops/tensor_meta.h"
#include "ops/view_step.h"

namespace outplace {

// The view as a step on the line of the tensor's elements in row-major order; its start is relative to the first element. Nothing if the
// view reaches memory between the elements or outside, or if that cannot be told.
std::optional<ViewStep> in_element_numbers(const ViewStep& as_strided, const TensorMeta& tensor);

// How many elements lie between the tensor's first element and its last one, both included; nothing if that is not a number.
std::optional<int64_t> span(const TensorMeta& tensor);

}  // namespace outplace
