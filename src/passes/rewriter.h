// The state of the in-place rewrite, and what each kind of write becomes; one file a family of writes.
#pragma once

#include <string>
#include <vector>

#include "analysis/graph_effects.h"
#include "passes/emitter.h"
#include "passes/inplace_to_outofplace.h"
#include "passes/modes.h"
#include "passes/versions.h"

namespace outplace {

using NodeIds = SmallVector<NodeId, 8>;

class Rewriter {
 public:
  // `effects` were found: memory is as it is at the end of the graph.
  Rewriter(Module& module, GraphId graph, const MemoryOptions& options, GraphEffects& effects);
  Result<OutOfPlace> run();

 private:
  // A node before it is changed, for the report.
  struct Shown {
    std::string text;
    StringId name;
  };

  // ---- the walk
  Result<void> visit(NodeId node);
  Result<void> view(NodeId node);
  Result<void> operands(NodeId node);
  Result<void> substitute(NodeId node);
  Result<Arg> operand(Arg arg);
  Result<void> metadata(NodeId node);
  Result<void> output(NodeId node);
  Result<void> kernel(NodeId node);
  void respell(NodeId node);
  void loosen(NodeId node);
  bool may_have_lost_layout(const NodeEffects& effects) const;
  bool sees_lost_memory(NodeId node);
  Result<void> check_memory_reader(NodeId node);

  // ---- writes
  Result<void> write(NodeId node);
  Result<void> twin(NodeId node);
  Result<void> copy(NodeId node);
  Result<void> collective(NodeId node);
  Result<void> fill(NodeId node);
  NodeId in_memory_order(const TensorMeta& wanted, NodeId shape);
  Result<void> random(NodeId node);
  Result<void> fill_diagonal(NodeId node);
  Result<void> out_argument(NodeId node);
  bool layout_is_open(PlaceId place);
  Result<void> check_order_of_draws(NodeId node, PlaceId place);
  Result<Call> relaid(const WriteTarget& target, Call call);
  Result<void> foreach (NodeId node);
  Result<Call> item_call(const BoundCall& call, const WriteTarget& target);
  Result<void> functional(NodeId node);
  Result<void> check_functional(NodeId node);
  void first_result(NodeId node, NodeId all);
  Result<void> batch_norm(NodeId node);
  Result<void> instance_norm(NodeId node);
  Result<void> embedding(NodeId node);
  Result<void> norm_results(NodeId node, const Shown& before, NodeId all, const WriteTargets& writes, const std::string& kind);
  NodeId training_norm(const BoundCall& call, Args args);
  NodeId contiguous(NodeId value);
  Result<void> setitem(NodeId node);

  // ---- setitem's parts
  Result<void> assign_region(NodeId node, ObjectId object, PlaceId region, const Arg& value);
  Result<void> assign_whole(NodeId node, ObjectId object, PlaceId place, NodeId source, const Arg& number);
  Result<void> assign_indexed(NodeId node, ObjectId object, const IndexPlan& plan, const Arg& value);
  Result<void> store(NodeId node, ObjectId object, const PlacePath& path, const NodeIds& bases, NodeId inner);
  Result<void> finish_part(NodeId node, ObjectId object, PlaceId part, Call call);
  std::optional<PlacePath> levels(PlaceId whole, PlaceId region) const;
  Result<NodeId> expanded_as(NodeId value, PlaceId region);
  void open_strides(TensorMeta& meta, NodeId value);
  std::optional<TensorMeta> expanded_meta(const TensorMeta& from, const Sizes& sizes);
  Result<NodeId> shaped(NodeId node, NodeId value, PlaceId region);
  bool copies_onto_itself(ObjectId object, PlaceId region, const Arg& source);
  NodeId in_dtype(NodeId value, PlaceId region);
  NodeId converted(NodeId value, DType dtype);
  bool pads(PlaceId region) const;
  Result<Call> pad_where_call(PlaceId region, NodeId base, NodeId value);
  Result<NodeId> index_tensor(const Arg& arg, ObjectId object);
  Result<Call> where_call(NodeId node, PlaceId region, NodeId base, const IndexPlan& plan, const Arg& value);
  Call where(PlaceId region, NodeId mask, int64_t trailing, NodeId chosen, NodeId base);
  Result<Call> packed_where_call(PlaceId region, NodeId base, const AdvancedIndex& index, NodeId value);
  Result<Call> index_put_call(PlaceId region, NodeId base, const IndexPlan& plan, const Arg& value);
  NodeId unsqueezed(NodeId node, int64_t times);
  NodeId shaped_rows(NodeId value);

  // ---- what is refused
  bool overlaps_in_part(PlaceId a, PlaceId b);
  bool is_row_of(PlaceId row, PlaceId whole) const;
  Result<void> check_operand(NodeId node, PlaceId written, const Arg& operand);
  Result<void> check_write(NodeId node);
  Result<void> check_assigned(NodeId node, const IndexPlan& plan, const Arg& value);
  Result<void> check_masks(NodeId node, const IndexPlan& plan);
  Result<void> check_cast(NodeId node, PlaceId place, DType result);
  Result<void> check_out(NodeId node, PlaceId place);
  Result<void> check_broadcast(NodeId node, PlaceId place, const TensorMeta* value);

  // ---- helpers
  // A node that has the shape and layout of `operand` now; its content need not be current.
  Result<NodeId> shape_of(NodeId operand) { return versions_.read_metadata(operand); }
  // The node's call with all operands read, as it stands in the graph.
  Result<Call> current_call(NodeId node);
  // `node` becomes `call`, cast to the place's dtype, as the new value of the place of `object`.
  Result<void> finish(NodeId node, ObjectId object, Call call);
  Call cast(Call call, PlaceId place);
  bool may_change_type(PlaceId place);
  Result<Call> in_type_of_target(Call call, PlaceId place);
  StringId root_of(ObjectId object) const;
  // `before` is what was shown of the mutating node.
  void record(NodeId node, std::string_view kind, const Shown& before, StringId became);
  Shown shown(NodeId node) const;
  void drop(NodeId node);
  Failed fail(NodeId node, std::string message, std::string advice, PlaceId place = {}) {
    return memory_.fail(node, std::move(message), std::move(advice), place);
  }
  const TensorMeta* place_meta(PlaceId place) const { return memory_.place(place).meta; }
  const TensorMeta* arg_meta(const Arg& arg);
  // What is known of a value: a node's own metadata, or that of the place that it names.
  const TensorMeta* value_meta(NodeId node);
  bool is_number(const Arg& arg) const;
  const Arg* bound(std::string_view name) const { return now_->call.find(name); }
  Call new_tensor_like(PlaceId place, NodeId shape, const Arg& number);
  bool covers_storage(PlaceId place) const;
  Result<Call> filled(ObjectId object, PlaceId place, NodeId shape, const Arg& number);
  Result<Call> copy_call(NodeId node, PlaceId place, NodeId shape, NodeId source);

  Module& module_;
  GraphId graph_;
  GraphEffects& effects_;
  Types& types_;
  Memory& memory_;
  Emitter emitter_;
  Versions versions_;
  Modes modes_;
  Layout layout_;
  const NodeEffects* now_ = nullptr;
  OutOfPlace result_;
};

}  // namespace outplace
