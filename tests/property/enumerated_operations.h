// The operations of enumerated programs: one of each kind, with arguments that follow from the shape of its operand.
#pragma once

#include <cstdint>
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

// The core: few enough that all programs of four can be run. It leaves out diagonal, unfold, unsqueeze, scatter_ and other spellings.
enum class OperationSet : uint8_t { all, core };
std::span<const SmallOperation> small_operations(OperationSet set);

}  // namespace outplace::property
