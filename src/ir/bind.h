// Matching a call node with an overload of the operator table, as PyTorch's argument parser does.
//
// The overloads of a callable are tried in the table's order, three times: first with arguments of exactly the declared kinds, then with
// PyTorch's conversions (a number for a tensor, a 0-d tensor for a number, one value for a list), then those overloads that are marked as a
// last resort. The first that takes all arguments is chosen. Where the kind of a node is not known, it is taken to fit: such a call may get
// a sibling overload, which says the same about views and writes.
#pragma once

#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/op_table.h"

namespace outplace {

// The arguments of a call by parameter of `op`. Parameters that were not given have no value. Arguments given one by one for a list
// parameter (x.view(2, 3)) are held as a tuple made in the module's arena. out=(a, b) is spread over the out parameters.
struct BoundCall {
  const OpDef* op = nullptr;
  struct Value {
    bool given = false;
    Arg arg;
  };
  SmallVector<Value, 4> values;  // one per parameter of op

  // The index of the named parameter, -1 if the overload has none.
  int param(std::string_view name) const;
  // The value of the named parameter if it was given, else nullptr.
  const Arg* find(std::string_view name) const;
};

// Is the condition of a conditional write (inplace=True, training=True, max_norm given) met? `unknown` if it hangs on a node.
enum class Condition : uint8_t { no, yes, unknown };
Condition condition_of(const BoundCall& call);

// What kind of value an argument node holds, so far as overload choice needs it (a node may be a tensor, a symbolic number, a tuple of
// tensors, ...).
enum class NodeValueKind : uint8_t { unknown, tensor, integer, real, boolean, tuple, other };

// Binds call_function and call_method nodes (also operator.getitem, setitem, getattr(x, "T")). Fails with a located diagnostic: unknown
// callable (advice: similar names; how to declare it with --ops FILE), or no overload that takes these arguments (lists the overloads).
// `kind_of` says what a node argument is (a callable NodeId -> NodeValueKind); unknown matches everything.
class Binder {
 public:
  Binder(Module& module, const OpTable& table, Diagnostics& diagnostics) : module_(module), table_(table), diagnostics_(diagnostics) {}
  // `kinds` is indexed by NodeId::value; missing entries are unknown.
  Result<BoundCall> bind(NodeId node, const std::vector<NodeValueKind>& kinds);
  // The same without an allocation where `call` is used again.
  Result<void> bind_into(NodeId node, const std::vector<NodeValueKind>& kinds, BoundCall& call);

 private:
  using Overloads = std::span<const OpDef* const>;
  // The overloads of a name, asked from the table once per name.
  struct Cached {
    bool known = false;
    Overloads overloads;
  };
  Overloads overloads_of(CallableKind kind, StringId name);
  Failed no_callable(NodeId node, CallableKind kind, StringId name);
  Failed no_overload(NodeId node, Overloads overloads);

  Module& module_;
  const OpTable& table_;
  Diagnostics& diagnostics_;
  std::vector<Cached> cache_[3];  // by CallableKind, then by StringId
  StringId getattr_;
};

}  // namespace outplace
