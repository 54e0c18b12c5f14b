// Metadata of fresh results, for nodes whose annotation is missing, incomplete or cannot be trusted.
#pragma once

#include <optional>

#include "analysis/memory.h"
#include "ir/bind.h"

namespace outplace {

// The metadata that a node's operand has when the node runs; nullptr if not known.
const TensorMeta* operand_meta(Memory& memory, const Arg& arg);

// dtype of the functional form of a call, DType::unknown if it cannot be told.
DType infer_dtype(Memory& memory, const BoundCall& call);

// The argument of the first parameter that takes one tensor, nullptr if none was given.
const Arg* first_tensor(const BoundCall& call);
// Does an argument of the parameter take part in the result's shape and dtype?
bool is_operand(const Param& param);

// The numbers of an argument that lists them, or is one; nullopt if one of them cannot be told.
std::optional<Sizes> listed_sizes(Memory& memory, const Arg* arg);

// The sizes of a fresh result by the table's shape rule; nullopt if they cannot be told.
std::optional<Sizes> infer_sizes(Memory& memory, const BoundCall& call);

// The result of a call with one fresh tensor result, as far as the table's shape, dtype and layout rules tell it; nullopt if they tell
// neither shape nor dtype.
std::optional<TensorMeta> infer_result(Memory& memory, const BoundCall& call);

// The strides of a fresh result of the given sizes; nullopt if the operands' strides are not known.
std::optional<Sizes> infer_strides(Memory& memory, const BoundCall& call, const Sizes& sizes);

}  // namespace outplace
