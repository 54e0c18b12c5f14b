// Runs one graph node by node on abstract tensors.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interp/inputs.h"
#include "interp/names.h"
#include "interp/symbols.h"
#include "interp/value.h"
#include "interp/verify.h"
#include "interp/world.h"
#include "ir/bind.h"
#include "ir/graph_tree.h"

namespace outplace::interp {

class Machine;

// One call of an operator with its arguments bound.
class Call {
 public:
  Call(Machine& machine, NodeId node, const OpDef& op, const OperatorName& name) : machine_(machine), node_(node), op_(op), name_(name) {}

  struct Argument {
    const Param* param = nullptr;
    bool given = false;
    Value value;
  };
  std::vector<Argument> arguments;

  const OpDef& op() const { return op_; }
  NodeId node() const { return node_; }
  std::string_view name() const { return name_.functional; }  // "add"
  std::string_view own_name() const { return name_.own; }     // "add_"
  Machine& machine() { return machine_; }
  Memory& memory();
  Elements& elements();

  // The argument of that name if it was given and is not None. "self" is also what Python calls input.
  const Value* find(std::string_view name) const;
  TensorRef self() const;  // the first tensor
  TensorRef tensor(std::string_view name) const;
  TensorRef tensor_or_none(std::string_view name) const;
  std::vector<TensorRef> tensors(std::string_view name) const;
  int64_t integer(std::string_view name) const;
  int64_t integer(std::string_view name, int64_t otherwise) const;
  Sizes integers(std::string_view name) const;
  bool flag(std::string_view name, bool otherwise) const;
  Elem number(std::string_view name, const Elem& otherwise) const;
  std::string text(std::string_view name, std::string_view otherwise) const;
  DType dtype(std::string_view name, DType otherwise) const;
  // A dimension, counted from the end if it is negative.
  int64_t dim(std::string_view name, int64_t rank) const;
  int64_t dim(std::string_view name, int64_t rank, int64_t otherwise) const;
  std::optional<Annotation> annotation() const;  // what the text says of the result

  // A fresh tensor; its strides are those that the text shows if it shows any of this shape, else `strides`, else dense.
  Value fresh(const Sizes& sizes, DType dtype, const Array& values, const std::optional<Sizes>& strides = std::nullopt);
  // The same, where the strides are certain.
  Value fresh_with(const Sizes& sizes, DType dtype, const Array& values, const Sizes& strides);

 private:
  Machine& machine_;
  NodeId node_;
  const OpDef& op_;
  OperatorName name_;
};

using Handler = Value (*)(Call&);

int64_t wrapped_dim(int64_t dim, int64_t rank);
int64_t as_index(const Value& value);  // an integer; a tensor of one element will do
Sizes as_sizes(const Value& value);

class Machine {
 public:
  enum class Role : uint8_t { before, after };

  Machine(World& world, const Module& module, GraphId graph, const VerifyOptions& options, Role role);

  // Makes the inputs and runs the graph. False: see stop.
  bool run();

  struct Failure {
    Stop::Kind kind = Stop::Kind::refused;
    std::string message;
    NodeId node;
  };
  const Module& module() const { return module_; }
  GraphId graph() const { return graph_; }
  const std::vector<Value>& outputs() const { return outputs_; }
  const std::vector<Value>& inputs() const { return inputs_; }                    // flat
  const std::vector<std::string>& input_names() const { return input_names_; }    // flat
  const std::map<std::string, Value>& attributes() const { return attributes_; }  // by path
  const Failure& failure() const { return failure_; }
  uint64_t effects() const { return effects_; }

  // After each node, for searching a difference.
  std::function<void(NodeId, const Value&)> observer;

  // ---- for operators
  World& world() { return world_; }
  const OpTable& table() const { return table_; }
  std::optional<Annotation> annotation(NodeId node);
  uint64_t next_random() { return ++randoms_; }
  uint64_t randoms() const { return randoms_; }
  Value dispatch(Call& call);
  // Runs the functional form: what an operator computes, without its writes.
  Value compute(Call& call);
  Value run_body(GraphId body, std::span<const Value> arguments);

 private:
  bool rebinds(NodeId node) const;
  void make_placeholders();
  Value make_attribute(NodeId node);
  Value step(NodeId node);
  Value call_operator(NodeId node);
  Value call_kernel(NodeId node);
  Value value_of(const Arg& arg);
  void note(NodeId node, Value value);
  static void note_unknown_alias(Call& call);

  World& world_;
  Module module_;  // a copy: binding arguments makes tuples in it
  GraphId graph_;
  const VerifyOptions& options_;
  const OpTable& table_;
  Diagnostics diagnostics_;
  Binder binder_;
  ChildIndex children_;
  std::vector<Value> values_;
  std::vector<NodeValueKind> kinds_;
  std::vector<uint32_t> uses_;
  std::vector<Value> outputs_;
  std::vector<Value> inputs_;
  std::vector<std::string> input_names_;
  std::map<std::string, Value> attributes_;
  std::map<std::string_view, const InputFact*> attribute_facts_;  // by path
  InputMaker maker_;
  OperatorNames names_;
  Failure failure_;
  uint64_t randoms_ = 0;
  uint64_t effects_ = 0;
  int nesting_ = 0;
  bool rebinds_ = false;  // some tensor gets another window: strides that the text shows may be those of the end
};

}  // namespace outplace::interp
