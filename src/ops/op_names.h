// Names of callables: from what a graph prints to the packets of the table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/op_lines.h"
#include "ops/op_table.h"

namespace outplace {

struct OpName {
  std::string packet;
  std::string overload;
  bool has_overload = false;
};

// "torch.ops.aten.add_.Tensor" -> aten::add_, Tensor; "" for other names. "default" is the overload without a name.
OpName torch_ops_name(std::string_view name);

// The packets (or single overloads) that a callable means, in the order in which they are tried; empty if it is not known.
std::vector<OpName> resolve(const OpLines& lines, CallableKind kind, std::string_view name);

// At most three known names that resemble `name`.
std::vector<std::string> similar_names(const OpLines& lines, CallableKind kind, std::string_view name);

// An alias or an attribute line that names nothing; `where` is in its text.
struct NameError {
  std::string_view where;
  std::string message;
};
// Checks the aliases and attribute targets from the given ones on.
std::vector<NameError> wrong_names(const OpLines& lines, size_t first_alias, size_t first_target);

}  // namespace outplace
