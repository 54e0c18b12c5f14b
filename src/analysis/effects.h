// What each node of a graph does to memory, node by node in order: which objects it reads, writes, returns.
//
// `Effects::step` binds the call with the operator table, records in Memory what the node's value is (the object that existed before, a
// view, a fresh tensor, a tuple of views) and says which objects are written. It changes nothing in the graph, so that the passes that
// rewrite and those that only look share it.
//
// Not handled, refused with a located error: writes inside the bodies of higher-order operators, modules called as such, callables that the
// table does not know.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "analysis/memory.h"
#include "ir/bind.h"
#include "ir/graph_tree.h"
#include "ir/kernel_call.h"

namespace outplace {

enum class EffectKind : uint8_t {
  nothing,   // no tensors, or mode switches
  metadata,  // reads shapes, strides, ... of its operands only
  pure,      // reads its operands, gives fresh results
  view,      // its value is a view of, or is, its first tensor operand
  write,     // writes `writes`; its value is the first object written, or what `call.op` says
  kernel,    // a kernel call that writes `writes`; `item` is the result that holds the new content
  setitem,   // writes index.target of its first operand
  rebind,    // moves its first operand's object to another place: t_, squeeze_, set_
  output,
};

// A tensor or a mask among the items of an index.
struct AdvancedIndex {
  int64_t dim = 0;            // in the shape of the basic part's target
  Arg arg;                    // node, list of integers or booleans, range
  bool mask = false;          // boolean or uint8: takes `rank` dims
  int64_t rank = 1;           // of a mask; 1 for integer indices (each takes one dim)
  bool scalar = false;        // a 0-d integer tensor: eager selects with its value, so that x[index] is a view
  bool maybe_scalar = false;  // an integer tensor of unknown rank
};

// x[index], split in PyTorch's way: the basic items give a view (`target`), the others index that view.
struct IndexPlan {
  PlaceId target;
  std::vector<AdvancedIndex> advanced;
  bool nothing = false;  // x[False] = v
};

struct WriteTarget {
  ObjectId object;
  int param = -1;  // index in call.values
  int item = -1;   // in a list parameter
};

using WriteTargets = SmallVector<WriteTarget, 2>;

struct NodeEffects {
  EffectKind kind = EffectKind::nothing;
  BoundCall call;  // of calls; op is nullptr otherwise
  WriteTargets writes;
  std::optional<IndexPlan> index;  // getitem and setitem
  ObjectId operand;                // view, setitem, rebind: the object that is seen or written
};

struct ViewOutcome;

class Effects {
 public:
  Effects(Memory& memory, const OpTable& table, const KernelProvider* kernels = nullptr);

  // Before the first step: the nodes whose annotations do not hold where they stand (see final_metadata.h).
  void set_final_metadata(const std::unordered_set<NodeId>* nodes) { final_metadata_ = nodes; }

  // To be called for every node of the graph in order. The result is valid until the next call.
  Result<const NodeEffects*> step(NodeId node);

  // Was the node's annotation replaced by what its object is at the node?
  bool shows_final_metadata(NodeId node) const { return final_metadata_ != nullptr && final_metadata_->contains(node); }

 private:
  void correct_metadata(NodeId node);
  void note_shape(NodeId node, ObjectId operand, const ViewOutcome& outcome);
  void note_open_rank(PlaceId before, PlaceId after);
  void doubt_annotation(NodeId node);
  void note_size(NodeId node);
  bool is_tensor_result(NodeId tuple, int64_t index) const;
  Result<void> call(NodeId node);
  Result<void> writes(NodeId node);
  void bind_written_result(NodeId node, bool conditional);
  void link_operands(NodeId node);
  size_t tensor_count(NodeId node) const;
  Result<void> element(NodeId node, NodeId tuple, const Arg& index);
  Result<void> getitem(NodeId node);
  Result<void> setitem(NodeId node);
  Result<void> rebind(NodeId node);
  Result<void> higher_order(NodeId node);
  Result<void> kernel(NodeId node);
  bool may_return_operand(GraphId body);
  Result<void> view(NodeId node, ObjectId operand);
  void bind_view(NodeId node, ObjectId object);
  void fresh(NodeId node);
  NodeId operand_of_unknown_shape(NodeId node) const;
  Result<void> check_unshared(NodeId node, ObjectId object);
  const OpDef* operator_of(NodeId node) const;
  Failed shared_with(NodeId node, PlaceId place, NodeId other);
  int first_tensor_param(const BoundCall& call) const;

  Memory& memory_;
  Module& module_;
  Types& types_;
  const OpTable& table_;
  const KernelProvider* kernels_;
  ChildIndex children_;
  Binder binder_;
  NodeEffects effects_;
  const std::unordered_set<NodeId>* final_metadata_ = nullptr;
  std::unordered_map<uint64_t, NodeId> element_nodes_;        // (tuple node, index) -> the first getitem node
  std::unordered_map<uint64_t, ObjectId> written_elements_;   // the same key; results of kernels that are operands
  std::unordered_map<NodeId, const OpDef*> tuple_operators_;  // that return several values
  std::unordered_map<NodeId, NodeId> maybe_tuples_;           // tuple nodes whose elements may alias operands
  bool rank_is_open_ = false;                                 // a dim was squeezed whose size only the run tells
};

// ---- parts, one file each

// Splits the index of x[index] for the place of x.
Result<IndexPlan> plan_index(Memory& memory, NodeId node, PlaceId place, const Arg& index);
// What x[index] gives where tensors are in the index, nullopt where the text does not tell its shape.
std::optional<TensorMeta> indexed_meta(Memory& memory, const IndexPlan& plan);

// What a view-like call returns.
struct ViewOutcome {
  enum class Kind : uint8_t {
    same,      // the operand's object itself
    view,      // a new object at `place`
    parts,     // a tuple of new objects at `places`
    copy,      // fresh memory
    undecided  // it cannot be told whether it is a view or a copy
  };
  Kind kind = Kind::copy;
  PlaceId place;
  std::vector<PlaceId> places;
  Sizes sizes;  // of what may be a copy, where the call says them
};
// `place` is that of the operand, `known` the result's metadata from the text (or nullptr).
Result<ViewOutcome> resolve_view(Memory& memory, NodeId node, const BoundCall& call, PlaceId place, const TensorMeta* known);

}  // namespace outplace
