// The operations of enumerated programs: one of each kind, with arguments that follow from the shape of its operand.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "program_builder.h"

namespace outplace::property {

struct SmallOperation {
  std::string_view name;
  bool writes = false;
  // Adds the nodes and, where there is a new tensor, puts it in scope; false where it does not apply.
  bool (*apply)(ProgramBuilder& b, std::vector<TensorRef>& scope, TensorRef t) = nullptr;
};

std::span<const SmallOperation> small_operations();

}  // namespace outplace::property
