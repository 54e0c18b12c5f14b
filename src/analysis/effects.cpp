// The effect of each node on memory, found from its call's schema and facts.
#include "analysis/effects.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/infer.h"
#include "support/check.h"

namespace outplace {
namespace {

NodeValueKind kind_of_return(const OpDef& op) {
  if (op.returns.size() > 1 || (op.returns.size() == 1 && op.returns[0].list) || op.foreach) return NodeValueKind::tuple;
  if (op.returns.empty()) return NodeValueKind::other;
  switch (op.returns[0].type) {
    case ParamType::tensor: return NodeValueKind::tensor;
    case ParamType::integer: return NodeValueKind::integer;
    case ParamType::real: return NodeValueKind::real;
    case ParamType::boolean: return NodeValueKind::boolean;
    default: return NodeValueKind::unknown;
  }
}

bool returns_parts(ViewRule rule) {
  switch (rule) {
    case ViewRule::split:
    case ViewRule::split_with_sizes:
    case ViewRule::chunk:
    case ViewRule::tensor_split:
    case ViewRule::hsplit:
    case ViewRule::vsplit:
    case ViewRule::dsplit:
    case ViewRule::unbind: return true;
    default: return false;
  }
}

}  // namespace

Effects::Effects(Memory& memory, const OpTable& table, const KernelProvider* kernels)
    : memory_(memory),
      module_(memory.module()),
      types_(memory.types()),
      table_(table),
      kernels_(kernels),
      children_(memory.module()),
      binder_(memory.module(), table, memory.diagnostics()) {}

Result<const NodeEffects*> Effects::step(NodeId node) {
  effects_.kind = EffectKind::nothing;
  effects_.writes.clear();
  effects_.index.reset();
  effects_.operand = ObjectId();
  effects_.call.op = nullptr;
  const NodeOp op = module_.node(node).op;
  if (op == NodeOp::output) effects_.kind = EffectKind::output;
  if (op == NodeOp::call_module) {
    return std::unexpected(
        memory_.fail(node, "the module '" + std::string(module_.target(node)) + "' is called as a whole: what it writes cannot be seen",
                     "trace the model so that modules are inlined (torch.compile does)"));
  }
  if (op == NodeOp::call_function || op == NodeOp::call_method) {
    if (auto done = call(node); !done) return std::unexpected(done.error());
    if (shows_final_metadata(node)) correct_metadata(node);
  }
  return &effects_;
}

// What the node's object is now.
void Effects::correct_metadata(NodeId node) {
  const ObjectId object = memory_.known_object(node);
  const TensorMeta* now = object ? memory_.place(memory_.place_of(object)).meta : nullptr;
  if (now != nullptr) types_.set(node, *now);
}

void Effects::note_open_rank(PlaceId before, PlaceId after) {
  const TensorMeta* from = memory_.place(before).meta;
  const TensorMeta* to = memory_.place(after).meta;
  rank_is_open_ = rank_is_open_ || (from != nullptr && from->has_sizes && to != nullptr && !to->has_sizes);
}

// PyTorch annotates a squeezed dim of unknown size as if it were not 1, and all that is computed from it.
void Effects::doubt_annotation(NodeId node) {
  const TensorMeta* said = types_.meta(node);
  if (said == nullptr || !said->has_sizes) return;
  bool open = false;
  module_.for_each_input(node, [&](NodeId input) {
    const TensorMeta* meta = types_.kind(input) == NodeValueKind::tensor ? operand_meta(memory_, Arg::node(input)) : nullptr;
    open = open || (meta != nullptr && !meta->has_sizes);
  });
  if (!open) return;
  TensorMeta left;
  left.dtype = said->dtype;
  left.device = said->device;
  left.lazy = said->lazy;
  types_.set(node, std::move(left));
}

// x.size(0) is what the shape of x says, where the text says nothing.
void Effects::note_size(NodeId node) {
  const Arg* dim = module_.node(node).annotation || !effects_.call.op->packet.ends_with("size") ? nullptr : effects_.call.find("dim");
  const Arg* tensor = first_tensor(effects_.call);
  const TensorMeta* meta = dim != nullptr && tensor != nullptr ? operand_meta(memory_, *tensor) : nullptr;
  if (meta == nullptr || !meta->has_sizes || !dim->is_integer()) return;
  const int64_t at = dim->as_integer() < 0 ? dim->as_integer() + meta->rank() : dim->as_integer();
  if (at < 0 || at >= meta->rank()) return;
  types_.set_sym(node, meta->geometry.sizes[static_cast<size_t>(at)]);
}

Result<void> Effects::call(NodeId node) {
  if (is_kernel_call(module_, node)) return kernel(node);
  if (auto bound = binder_.bind_into(node, types_.kinds(), effects_.call); !bound) return bound;
  const OpDef& op = *effects_.call.op;
  if (rank_is_open_) doubt_annotation(node);
  if (types_.kind(node) == NodeValueKind::unknown) types_.set_kind(node, kind_of_return(op));
  if (op.returns.size() > 1) tuple_operators_.insert_or_assign(node, &op);
  if (op.higher_order) return higher_order(node);
  if (op.setitem) return setitem(node);
  if (op.view == ViewRule::getitem) return getitem(node);
  if (op.reads_metadata_only) {
    effects_.kind = EffectKind::metadata;
    note_size(node);
    return {};
  }
  if (op.bracket != BracketKind::none) return {};
  if (op.inplace_view) return rebind(node);
  if (auto done = writes(node); !done || !effects_.writes.empty()) return done;
  const int first = first_tensor_param(effects_.call);
  const bool sees = op.view != ViewRule::none || op.same_when != SameWhen::never;
  if (first >= 0 && sees) {
    const Arg& arg = effects_.call.values[static_cast<size_t>(first)].arg;
    if (arg.is_node() && memory_.value_kind(arg.as_node()) != ValueKind::tuple && types_.kind(arg.as_node()) != NodeValueKind::integer) {
      return view(node, memory_.object(arg.as_node()));
    }
  }
  effects_.kind = EffectKind::pure;
  fresh(node);
  if (op.view == ViewRule::einsum && tensor_count(node) > 1) return {};  // a product is fresh
  const bool may_alias = sees || std::any_of(op.returns.begin(), op.returns.end(), [](const Return& r) { return r.alias != 0; });
  if (may_alias) link_operands(node);
  return {};
}

size_t Effects::tensor_count(NodeId node) const {
  size_t count = 0;
  module_.for_each_input(node, [&](NodeId input) { count += types_.kind(input) == NodeValueKind::tensor ? 1 : 0; });
  return count;
}

// The result may be any operand's memory.
void Effects::link_operands(NodeId node) {
  const NodeValueKind made = types_.kind(node);
  const bool tensor = made == NodeValueKind::tensor || made == NodeValueKind::unknown;
  // The elements of a tuple are linked when they are taken from it.
  if (!tensor) maybe_tuples_.emplace(node, node);
  const auto link = [&](PlaceId operand) { memory_.link_maybe(operand, tensor ? memory_.place_of(memory_.object(node)) : operand, node); };
  module_.for_each_input(node, [&](NodeId input) {
    if (memory_.value_kind(input) == ValueKind::tuple) {
      for (const ObjectId element : memory_.elements(input)) link(memory_.place_of(element));
      return;
    }
    const NodeValueKind kind = types_.kind(input);
    if (kind == NodeValueKind::tensor || kind == NodeValueKind::unknown) link(memory_.place_of(memory_.object(input)));
  });
}

void Effects::fresh(NodeId node) {
  if (types_.kind(node) != NodeValueKind::tensor || effects_.call.op == nullptr) return;
  const TensorMeta* meta = types_.meta(node);
  if (meta != nullptr && meta->has_sizes && meta->has_strides) return;
  if (effects_.call.op->layout == LayoutRule::open) memory_.leave_layout_open(node);
  if (meta == nullptr) {
    if (auto inferred = infer_result(memory_, effects_.call)) types_.set(node, *inferred);
    return;
  }
  if (!meta->has_sizes || (effects_.call.op->layout == LayoutRule::contiguous && !effects_.call.op->layout_known)) return;
  auto strides = infer_strides(memory_, effects_.call, meta->geometry.sizes);
  if (!strides) return;
  TensorMeta full = *meta;
  full.geometry.strides = std::move(*strides);
  full.has_strides = full.has_offset = true;
  types_.set(node, full);
}

int Effects::first_tensor_param(const BoundCall& call) const {
  for (size_t i = 0; i < call.values.size(); ++i) {
    const Param& param = call.op->params[i];
    if ((param.type == ParamType::tensor || param.type == ParamType::any) && !param.list && call.values[i].given &&
        call.values[i].arg.is_node()) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

// The first tensor that the node reads if its shape is not known: then that is what is missing to tell a view from a copy.
NodeId Effects::operand_of_unknown_shape(NodeId node) const {
  for (const Arg& arg : module_.args(node)) {
    if (!arg.is_node()) continue;
    const NodeValueKind kind = types_.kind(arg.as_node());
    if (kind != NodeValueKind::tensor && kind != NodeValueKind::unknown) return {};
    const TensorMeta* meta = types_.meta(arg.as_node());
    return meta == nullptr || !meta->has_sizes ? arg.as_node() : NodeId();
  }
  return {};
}

Result<void> Effects::check_unshared(NodeId node, ObjectId object) {
  const PlaceId place = memory_.place_of(object);
  const Storage& storage = memory_.storage_of(place);
  if (!storage.maybe_alias) return {};
  return std::unexpected(shared_with(node, place, storage.maybe_alias));
}

const OpDef* Effects::operator_of(NodeId node) const {
  const CallableKind kind = module_.node(node).op == NodeOp::call_method ? CallableKind::method : CallableKind::function;
  const auto overloads = table_.find(kind, module_.target(node));
  return overloads.empty() ? nullptr : overloads.front();
}

// Why it is not known what `other` sees of the memory that is written.
Failed Effects::shared_with(NodeId node, PlaceId place, NodeId other) {
  const std::string text = describe(module_, other);
  const OpDef* op = operator_of(other);
  const bool shape_matters = op == nullptr || !op->higher_order;
  if (const NodeId operand = shape_matters ? operand_of_unknown_shape(other) : NodeId()) {
    return memory_.fail(
        node,
        "this writes memory that '" + text + "' may share, but the shape of '" + std::string(module_.name(operand)) + "' is not known",
        "print the graph with shapes (print_readable(include_stride=True, include_device=True)), or describe its inputs in a file for "
        "--inputs",
        place);
  }
  if (op != nullptr && returns_parts(op->view)) {
    return memory_.fail(node, "this writes memory that '" + text + "' shares, but how many parts that has hangs on a symbolic size",
                        "take the parts one by one, with narrow or select; or compile with that size static", place);
  }
  return memory_.fail(
      node, "this writes memory that may be shared: it cannot be told whether '" + text + "' gives a view or a copy",
      "print the graph with strides (print_readable(include_stride=True, include_device=True)) and give --inputs; or write a .clone() "
      "where a copy is meant",
      place);
}

Result<void> Effects::writes(NodeId node) {
  const BoundCall& bound = effects_.call;
  const OpDef& op = *bound.op;
  const Condition condition = op.writes_conditionally() ? condition_of(bound) : Condition::no;
  if (condition == Condition::unknown) {
    return std::unexpected(memory_.fail(
        node, "whether this call writes hangs on the value of its argument '" + std::string(op.condition) + "'", "pass a constant"));
  }
  const bool conditional = condition == Condition::yes;
  for (size_t i = 0; i < bound.values.size(); ++i) {
    const Param& param = op.params[i];
    const bool named =
        conditional && std::find(op.conditional_writes.begin(), op.conditional_writes.end(), param.name) != op.conditional_writes.end();
    if ((!param.written && !named) || !bound.values[i].given) continue;
    const Arg& arg = bound.values[i].arg;
    const auto add = [&](const Arg& a, int item) -> Result<void> {
      if (a.is_none()) return {};
      if (!a.is_node())
        return std::unexpected(memory_.fail(node, "the argument '" + std::string(param.name) + "' is written but is no node", ""));
      const NodeValueKind kind = types_.kind(a.as_node());
      if (kind == NodeValueKind::integer || kind == NodeValueKind::real || kind == NodeValueKind::boolean) return {};
      if (memory_.value_kind(a.as_node()) == ValueKind::tuple) {
        return std::unexpected(memory_.fail(node, "a tuple-valued node as the argument '" + std::string(param.name) + "' that is written",
                                            "take its items apart first"));
      }
      const ObjectId object = memory_.object(a.as_node());
      effects_.writes.push_back({object, static_cast<int>(i), item});
      return check_unshared(node, object);
    };
    if (arg.is_sequence()) {
      int item = 0;
      const std::vector<Arg> parts(module_.parts(arg).begin(), module_.parts(arg).end());
      for (const Arg& part : parts) {
        if (auto done = add(part, item++); !done) return done;
      }
    } else if (auto done = add(arg, -1); !done) {
      return done;
    }
  }
  if (effects_.writes.empty()) return {};
  effects_.kind = EffectKind::write;
  bind_written_result(node, conditional);
  return {};
}

// What a writing call returns: the objects it wrote, by the schema's alias sets; else fresh tensors.
void Effects::bind_written_result(NodeId node, bool conditional) {
  const OpDef& op = *effects_.call.op;
  const bool list = op.returns.size() == 1 && op.returns[0].list && op.returns[0].written;
  if (op.foreach || list) {
    std::vector<ObjectId> objects;
    const int param = effects_.writes[0].param;
    for (const WriteTarget& w : effects_.writes) {
      if (w.param == param) objects.push_back(w.object);
    }
    memory_.bind_tuple(node, std::move(objects));
    return;
  }
  if (op.inplace || (conditional && op.conditional_returns_self)) {
    memory_.bind(node, effects_.writes[0].object);
    return;
  }
  const bool out = op.params[static_cast<size_t>(effects_.writes[0].param)].out;
  if (!out) {
    fresh(node);
    return;
  }
  if (effects_.writes.size() == 1) {
    memory_.bind(node, effects_.writes[0].object);
    return;
  }
  std::vector<ObjectId> objects;
  for (const WriteTarget& w : effects_.writes) objects.push_back(w.object);
  memory_.bind_tuple(node, std::move(objects));
}

// The layout of a view follows from its memory where the text does not say it.
void Effects::bind_view(NodeId node, ObjectId object) {
  memory_.bind(node, object);
  const TensorMeta* said = types_.meta(node);
  const TensorMeta* seen = memory_.place(memory_.place_of(object)).meta;
  if (seen != nullptr && said != nullptr && seen->lazy != said->lazy) {  // no text says that
    TensorMeta lazy = *said;
    lazy.lazy = seen->lazy;
    types_.set(node, lazy);
    said = types_.meta(node);
  }
  if (rank_is_open_ && seen != nullptr && !seen->has_sizes) return types_.set_kept(node, seen);
  if (seen == nullptr || !seen->has_strides) return;
  if (said != nullptr && (said->has_strides || said->geometry.sizes != seen->geometry.sizes)) return;
  if (said == nullptr || !seen->device.empty() || said->device.empty()) return types_.set_kept(node, seen);
  TensorMeta full = *seen;
  full.device = said->device;
  types_.set(node, full);
}

// What a reshape gives has the sizes that it asks for, whether it copies or not.
void Effects::note_shape(NodeId node, ObjectId operand, const ViewOutcome& outcome) {
  const TensorMeta* said = types_.meta(node);
  const TensorMeta* seen = memory_.place(memory_.place_of(operand)).meta;
  if (outcome.sizes.empty() || seen == nullptr || seen->lazy != 0 || (said != nullptr && said->has_sizes)) return;
  TensorMeta meta;
  meta.dtype = seen->dtype;
  meta.device = seen->device;
  meta.has_sizes = true;
  meta.geometry.sizes = outcome.sizes;
  meta.has_strides = true;
  if (outcome.kind == ViewOutcome::Kind::copy) {
    meta.geometry.strides = contiguous_strides(outcome.sizes, memory_.syms());
    meta.has_offset = true;
  } else {
    const Sym of = memory_.syms().symbol("%" + std::string(module_.name(node)));
    for (int64_t i = 0; i < meta.rank(); ++i) meta.geometry.strides.push_back(open_stride(i, {of}, memory_.syms()));
  }
  types_.set(node, std::move(meta));
}

Result<void> Effects::view(NodeId node, ObjectId operand) {
  const TensorMeta* known = types_.meta(node);
  auto outcome = resolve_view(memory_, node, effects_.call, memory_.place_of(operand), known);
  if (!outcome) return std::unexpected(outcome.error());
  effects_.kind = EffectKind::view;
  effects_.operand = operand;
  const auto make = [&](PlaceId place) {
    const ObjectId object = memory_.new_object(place, node);
    memory_.cut_like(object, operand);
    if (effects_.call.op->detaches) memory_.set_detached(object);
    return object;
  };
  switch (outcome->kind) {
    case ViewOutcome::Kind::same: bind_view(node, operand); return {};
    case ViewOutcome::Kind::view:
      note_open_rank(memory_.place_of(operand), outcome->place);
      bind_view(node, make(outcome->place));
      return {};
    case ViewOutcome::Kind::parts: {
      std::vector<ObjectId> objects;
      for (const PlaceId place : outcome->places) objects.push_back(make(place));
      memory_.bind_tuple(node, std::move(objects));
      return {};
    }
    case ViewOutcome::Kind::copy:
      effects_.kind = EffectKind::pure;
      fresh(node);
      note_shape(node, operand, *outcome);
      return {};
    case ViewOutcome::Kind::undecided:
      effects_.kind = EffectKind::pure;
      fresh(node);
      note_shape(node, operand, *outcome);
      link_operands(node);
      return {};
  }
  return {};
}

// Does the operator's schema say that this result is a tensor?
bool Effects::is_tensor_result(NodeId tuple, int64_t index) const {
  const auto found = tuple_operators_.find(tuple);
  if (found == tuple_operators_.end()) return false;
  const auto& returns = found->second->returns;
  const int64_t at = index < 0 ? index + static_cast<int64_t>(returns.size()) : index;
  if (at < 0 || at >= static_cast<int64_t>(returns.size())) return false;
  const Return& result = returns[static_cast<size_t>(at)];
  return result.type == ParamType::tensor && !result.list;
}

Result<void> Effects::getitem(NodeId node) {
  const auto args = module_.args(node);
  if (args.size() != 2) return std::unexpected(memory_.fail(node, "getitem takes two arguments", ""));
  const Arg source = args[0];
  const Arg index = args[1];
  effects_.kind = EffectKind::pure;
  if (!source.is_node()) return {};
  const NodeId from = source.as_node();
  if (memory_.value_kind(from) == ValueKind::tuple) return element(node, from, index);
  // No tuple takes such an index.
  const bool of_tensor = index.kind == ArgKind::tuple || index.kind == ArgKind::ellipsis || index.is_none();
  if (of_tensor && types_.kind(from) == NodeValueKind::unknown) types_.set_kind(from, NodeValueKind::tensor);
  const NodeValueKind kind = types_.kind(from);
  if (memory_.value_kind(from) == ValueKind::plain &&
      (kind == NodeValueKind::tuple || kind == NodeValueKind::other || kind == NodeValueKind::unknown)) {
    if (!index.is_integer()) return {};
    const uint64_t key = (uint64_t{from.value} << 32) | static_cast<uint32_t>(index.as_integer());
    if (const auto written = written_elements_.find(key); written != written_elements_.end()) {
      effects_.kind = EffectKind::view;
      effects_.operand = written->second;
      types_.set_kind(node, NodeValueKind::tensor);
      memory_.bind(node, written->second);
      return {};
    }
    const auto [it, first] = element_nodes_.try_emplace(key, node);
    if (types_.kind(node) == NodeValueKind::unknown && types_.meta(node) != nullptr) types_.set_kind(node, NodeValueKind::tensor);
    if (types_.kind(node) == NodeValueKind::unknown && is_tensor_result(from, index.as_integer()))
      types_.set_kind(node, NodeValueKind::tensor);
    if (!first && types_.kind(node) != NodeValueKind::integer) memory_.bind(node, memory_.object(it->second));
    if (maybe_tuples_.contains(from)) {
      // An element of a result that may alias its operands.
      memory_.link_maybe(memory_.place_of(memory_.object(node)), memory_.place_of(memory_.object(node)), maybe_tuples_.at(from));
    }
    return {};
  }
  if (kind != NodeValueKind::tensor && kind != NodeValueKind::unknown) return {};
  const ObjectId operand = memory_.object(from);
  auto plan = plan_index(memory_, node, memory_.place_of(operand), index);
  if (!plan) return std::unexpected(plan.error());
  if (types_.kind(node) == NodeValueKind::unknown) types_.set_kind(node, NodeValueKind::tensor);
  if (plan->advanced.empty()) {
    effects_.kind = EffectKind::view;
    effects_.operand = operand;
    const ObjectId object = memory_.new_object(plan->target, node);
    memory_.cut_like(object, operand);
    bind_view(node, object);
    return {};
  }
  fresh(node);
  if (const TensorMeta* said = types_.meta(node); said == nullptr || !said->has_sizes) {
    if (auto found = indexed_meta(memory_, *plan)) types_.set(node, *found);
  }
  const auto may_select = [](const AdvancedIndex& a) { return a.scalar || a.maybe_scalar; };
  if (std::all_of(plan->advanced.begin(), plan->advanced.end(), may_select))
    memory_.link_maybe(memory_.place_of(memory_.object(node)), memory_.place_of(operand), node);
  effects_.index = std::move(*plan);
  return {};
}

Result<void> Effects::element(NodeId node, NodeId tuple, const Arg& index) {
  const std::vector<ObjectId>& elements = memory_.elements(tuple);
  const auto count = static_cast<int64_t>(elements.size());
  if (!index.is_integer())
    return std::unexpected(memory_.fail(node, "a tuple of views is indexed with " + print_arg(module_, index), "index it with integers"));
  const int64_t i = index.as_integer() < 0 ? index.as_integer() + count : index.as_integer();
  if (i < 0 || i >= count) {
    return std::unexpected(memory_.fail(node, "item " + print_arg(module_, index) + " of a tuple of " + std::to_string(count),
                                        "eager PyTorch refuses this, too"));
  }
  effects_.kind = EffectKind::view;
  effects_.operand = elements[static_cast<size_t>(i)];
  types_.set_kind(node, NodeValueKind::tensor);
  bind_view(node, effects_.operand);
  return {};
}

Result<void> Effects::setitem(NodeId node) {
  const auto args = module_.args(node);
  if (args.size() != 3 || !args[0].is_node())
    return std::unexpected(memory_.fail(node, "setitem takes a tensor, an index and a value", ""));
  const Arg source = args[0];
  const Arg index = args[1];
  if (memory_.value_kind(source.as_node()) == ValueKind::tuple) {
    return std::unexpected(memory_.fail(node, "an item of a tuple is assigned", ""));
  }
  effects_.operand = memory_.object(source.as_node());
  auto plan = plan_index(memory_, node, memory_.place_of(effects_.operand), index);
  if (!plan) return std::unexpected(plan.error());
  effects_.kind = EffectKind::setitem;
  effects_.index = std::move(*plan);
  if (effects_.index->nothing) return {};
  return check_unshared(node, effects_.operand);
}

Result<void> Effects::rebind(NodeId node) {
  const int first = first_tensor_param(effects_.call);
  if (first < 0) return std::unexpected(memory_.fail(node, "nothing to change in place", ""));
  const ObjectId object = memory_.object(effects_.call.values[static_cast<size_t>(first)].arg.as_node());
  effects_.operand = object;
  effects_.kind = EffectKind::rebind;
  memory_.bind(node, object);
  const OpDef& op = *effects_.call.op;
  const PlaceId before = memory_.place_of(object);
  if (const NodeId alias = memory_.storage_of(before).maybe_alias) {
    return std::unexpected(memory_.fail(node,
                                        "this changes a tensor in place that may be another one: it cannot be told whether '" +
                                            describe(module_, alias) + "' gives the same tensor or a copy",
                                        "print the graph with strides (print_readable(include_stride=True, include_device=True)) and give "
                                        "--inputs; or use the form that returns a new tensor",
                                        before));
  }
  if (op.view == ViewRule::set_data) {
    const Arg* source = effects_.call.find("source");
    if (source == nullptr) source = effects_.call.find("new_data");
    if (source == nullptr || !source->is_node() || effects_.call.values.size() > 2) {
      bool more = false;
      for (size_t i = 2; i < effects_.call.values.size(); ++i) more = more || effects_.call.values[i].given;
      if (source == nullptr || !source->is_node() || more) {
        return std::unexpected(memory_.fail(node, "a tensor is given new memory in a way that is not modelled", "assign with copy_ instead",
                                            memory_.place_of(object)));
      }
    }
    memory_.rebind(object, memory_.place_of(memory_.object(source->as_node())));
    return {};
  }
  auto outcome = resolve_view(memory_, node, effects_.call, memory_.place_of(object), nullptr);
  if (!outcome) return std::unexpected(outcome.error());
  if (outcome->kind != ViewOutcome::Kind::view && outcome->kind != ViewOutcome::Kind::same) {
    return std::unexpected(memory_.fail(node, "the shape of this tensor is changed in place in a way that cannot be followed",
                                        "use the form that returns a new tensor", memory_.place_of(object)));
  }
  memory_.rebind(object, outcome->place);
  note_open_rank(before, outcome->place);
  if (op.detaches) memory_.set_detached(object);
  return {};
}

}  // namespace outplace
