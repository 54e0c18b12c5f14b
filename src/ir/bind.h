// Matching a call node with an overload of the operator table, as PyTorch's argument parser does.
#pragma once

#include <vector>

#include "ir/module.h"
#include "ops/op_table.h"

namespace outplace {

// The arguments of a call by parameter of `op`. Parameters that were not given have no value. Arguments given one by one for a list parameter
// (x.view(2, 3)) are held as a tuple made in the module's arena.
struct BoundCall {
  const OpDef* op = nullptr;
  struct Value {
    bool given = false;
    Arg arg;
  };
  std::vector<Value> values;  // one per parameter of op

  // The index of the named parameter, -1 if the overload has none.
  int param(std::string_view name) const;
  // The value of the named parameter if it was given, else nullptr.
  const Arg* find(std::string_view name) const;
};

// What kind of value an argument node holds, so far as overload choice needs it (a node may be a tensor, a symbolic number, a tuple of tensors, ...).
enum class NodeValueKind : uint8_t { unknown, tensor, integer, real, boolean, tuple, other };

// Binds call_function and call_method nodes (also operator.getitem, setitem, getattr(x, "T")). Fails with a located diagnostic: unknown callable (advice: similar
// names; how to declare it with --ops FILE), or no overload that takes these arguments (lists the overloads). `kind_of` says what a node argument is (a
// callable NodeId -> NodeValueKind); unknown matches everything.
class Binder {
 public:
  Binder(Module& module, const OpTable& table, Diagnostics& diagnostics) : module_(module), table_(table), diagnostics_(diagnostics) {}
  // `kinds` is indexed by NodeId::value; missing entries are unknown.
  Result<BoundCall> bind(NodeId node, const std::vector<NodeValueKind>& kinds);

 private:
  Module& module_;
  const OpTable& table_;
  Diagnostics& diagnostics_;
};

}  // namespace outplace
