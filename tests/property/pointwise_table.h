// The operators of the table that work element by element and have an in-place form, sorted by what they take.
#pragma once

#include <string>
#include <vector>

#include "ops/op_table.h"
#include "support/dtype.h"

namespace outplace::property {

struct Pointwise {
  const OpDef* op = nullptr;  // the in-place overload
  std::string method;         // add_
  std::string twin;           // add
  std::string overload;       // Tensor
  bool has_method = true;
  bool boolean_result = false;
  bool same_dtypes = false;  // its tensors must have equal dtypes
};

// Those that eager mode runs on tensors of this dtype.
const std::vector<Pointwise>& pointwise_for(DType dtype);

}  // namespace outplace::property
