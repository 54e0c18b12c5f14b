// One name for every spelling of an operator.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "ops/op_table.h"

namespace outplace::interp {

struct OperatorName {
  std::string own;         // "add_"; the functional name where the operator does not write in place
  std::string functional;  // "add"
};

// x.add_(y), x += y, torch.add(x, y) and torch.ops.aten.add.Tensor are all "add"; aliases such as multiply have the name of what they are.
// Operators of other libraries keep theirs: "mylib::op".
class OperatorNames {
 public:
  explicit OperatorNames(const OpTable& table) : table_(table) {}
  // `target` is the callable as the graph names it; it matters for Python's own functions on numbers, which share an entry of the table.
  const OperatorName& of(const OpDef& op, std::string_view target);

 private:
  OperatorName make(const OpDef& op, std::string_view target) const;

  const OpTable& table_;
  std::unordered_map<const OpDef*, OperatorName> known_;
  std::unordered_map<std::string, OperatorName> plain_;
};

}  // namespace outplace::interp
