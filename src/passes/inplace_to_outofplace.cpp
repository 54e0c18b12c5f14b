// The walk of the in-place rewrite: operands, views, outputs.
#include "passes/inplace_to_outofplace.h"

#include <algorithm>
#include <utility>

#include "passes/rewriter.h"

namespace outplace {

Rewriter::Rewriter(Module& module, GraphId graph, const MemoryOptions& options, GraphEffects& effects)
    : module_(module),
      graph_(graph),
      effects_(effects),
      types_(effects.types()),
      memory_(effects.memory()),
      emitter_(memory_, graph),
      versions_(memory_, emitter_, options.layout),
      modes_(memory_, options.inputs),
      layout_(options.layout) {
  emitter_.name_devices(options.device);
  effects_.rewind();
}

Result<OutOfPlace> Rewriter::run() {
  NodeId next;
  for (NodeId node = module_.graph(graph_).first; node; node = next) {
    next = module_.node(node).next;
    if (auto done = visit(node); !done) return std::unexpected(done.error());
  }
  modes_.end();
  result_.assumptions = memory_.assumptions();
  return std::move(result_);
}

Result<void> Rewriter::visit(NodeId node) {
  now_ = &effects_.replay(node);
  emitter_.at(node);
  if (effects_.shows_final_metadata(node)) emitter_.annotate_again(node);
  const bool recorded = modes_.recording();
  if (auto done = modes_.visit(node, *now_); !done) return done;
  if (recorded && !modes_.recording()) {
    // What is scattered where nothing is recorded has no history: written memory that has one is brought up to date before.
    auto done = versions_.settle_written([&](StorageId storage) { return modes_.has_history(storage); });
    if (!done) return done;
  }
  versions_.set_mode(modes_.current(), modes_.gradients());
  switch (now_->kind) {
    case EffectKind::nothing: {
      const NodeOp op = module_.node(node).op;
      // An attribute that was written is read by name only in the mutating graph.
      const bool input = op == NodeOp::placeholder || (op == NodeOp::get_attr && memory_.known_object(node));
      if (input && !versions_.written(node)) versions_.holds(node);
      return {};
    }
    case EffectKind::metadata: return metadata(node);
    case EffectKind::pure:
      respell(node);
      if (auto done = check_memory_reader(node); !done) return done;
      return operands(node);
    case EffectKind::view: return view(node);
    case EffectKind::write: return write(node);
    case EffectKind::kernel: return kernel(node);
    case EffectKind::setitem: return setitem(node);
    case EffectKind::rebind: drop(node); return {};
    case EffectKind::output: return output(node);
  }
  return {};
}

// An operand's current value, in place of what the argument says.
Result<Arg> Rewriter::operand(Arg arg) {
  if (arg.is_node()) {
    const NodeId n = arg.as_node();
    if (memory_.value_kind(n) == ValueKind::tuple) {
      const std::vector<ObjectId>& elements = memory_.elements(n);
      const bool cut = modes_.gradients() == Gradients::cut;
      bool current = module_.node(n).linked && !cut;
      for (const ObjectId element : elements) current = current && versions_.unchanged_since(memory_.place_of(element), n);
      if (current) return arg;
      Args parts;
      for (const ObjectId element : elements) {
        auto value = versions_.read(memory_.place_of(element));
        if (!value) return std::unexpected(value.error());
        parts.push_back(Arg::node(cut ? versions_.detached(*value) : *value));
      }
      return emitter_.tuple(parts);
    }
    auto value = versions_.read(n);
    if (!value) return std::unexpected(value.error());
    if (!module_.node(*value).linked) return Arg::none();  // what a write that returns nothing has returned
    return Arg::node(*value);
  }
  if (!arg.has_parts()) return arg;
  for (uint32_t i = 0; i < arg.b; ++i) {
    auto part = operand(module_.parts(arg)[i]);
    if (!part) return part;
    module_.parts(arg)[i] = *part;
  }
  return arg;
}

Result<void> Rewriter::substitute(NodeId node) {
  for (size_t i = 0; i < module_.args(node).size(); ++i) {
    auto arg = operand(module_.args(node)[i]);
    if (!arg) return std::unexpected(arg.error());
    module_.args(node)[i] = *arg;
  }
  for (size_t i = 0; i < module_.kwargs(node).size(); ++i) {
    auto arg = operand(module_.kwargs(node)[i].value);
    if (!arg) return std::unexpected(arg.error());
    module_.kwargs(node)[i].value = *arg;
  }
  return {};
}

Result<void> Rewriter::operands(NodeId node) {
  if (auto done = substitute(node); !done) return done;
  if (memory_.known_object(node)) versions_.holds(node);
  return {};
}

// A view whose operand's node is current stays; one of a stale or pending operand is derived where it is read.
Result<void> Rewriter::view(NodeId node) {
  bool current = true;
  module_.for_each_input(node, [&](NodeId input) {
    if (memory_.value_kind(input) == ValueKind::tuple) {  // one item of it is taken
      current = current && module_.node(input).linked && versions_.unchanged_since(memory_.place_of(now_->operand), input);
      return;
    }
    current = current && versions_.is_current(input);
    // as_strided sees memory beside its operand, too.
    if (current && now_->call.op != nullptr && now_->call.op->view == ViewRule::as_strided && versions_.written(node))
      current = versions_.unchanged_since(memory_.place_of(memory_.known_object(node)), input);
  });
  if (current && !sees_lost_memory(node)) {
    loosen(node);
    if (memory_.value_kind(node) == ValueKind::tuple) {
      versions_.holds_tuple(node);
    } else {
      versions_.holds(node);
    }
    return {};
  }
  // Operands other than the one that is seen only give shapes.
  drop(node);
  return {};
}

// May the operand be a tensor that was made anew in another layout? Inputs, and views of them, have the one that they came with.
bool Rewriter::may_have_lost_layout(const NodeEffects& effects) const {
  return !result_.mutations.empty() && effects.call.op != nullptr && effects.operand &&
         memory_.storage_of(memory_.place_of(effects.operand)).kind == StorageKind::fresh;
}

// Does a view read memory as it lies, of a tensor that may lie in another way? Also views that are spelled as functions: they have no
// other spelling that copies where it must.
bool Rewriter::sees_lost_memory(NodeId node) {
  if (layout_ == Layout::exact || !memory_.known_object(node) || !may_have_lost_layout(*now_)) return false;
  const ViewRule rule = now_->call.op->view;
  const bool method = module_.node(node).op == NodeOp::call_method;
  return rule == ViewRule::as_strided || (!method && (rule == ViewRule::view || rule == ViewRule::view_as));
}

// as_strided of a tensor whose memory is not known reads around it, where no new value has what the old memory had.
Result<void> Rewriter::check_memory_reader(NodeId node) {
  if (now_->call.op == nullptr || now_->call.op->view != ViewRule::as_strided || !now_->operand) return {};
  const PlaceId place = memory_.place_of(now_->operand);
  const bool lost = layout_ == Layout::ignore && may_have_lost_layout(*now_);
  if (!lost && !versions_.written(place)) return {};
  return std::unexpected(fail(node, "as_strided of a tensor that was written, and whose place in memory is not known",
                              "print the graph with strides, and give --inputs; or clone() the tensor before", place));
}

// An equal value may have strides that no view can have: under Layout::ignore reshape gives the same values, and other views get an operand
// that they can see. Under Layout::exact only the strides of dims of size 1 may differ.
void Rewriter::loosen(NodeId node) {
  if (result_.mutations.empty() || now_->call.op == nullptr) return;
  const ViewRule rule = now_->call.op->view;
  if (layout_ == Layout::ignore && module_.node(node).op == NodeOp::call_method) {
    if (rule == ViewRule::view) module_.node(node).target = module_.intern("reshape");
    if (rule == ViewRule::view_as) module_.node(node).target = module_.intern("reshape_as");
  }
  if (!may_have_lost_layout(*now_) || module_.args(node).empty() || !module_.args(node)[0].is_node()) return;
  const TensorMeta* seen = types_.meta(node);
  const NodeId value = versions_.operand_of_kept_view(rule, memory_.place_of(now_->operand), module_.args(node)[0].as_node(),
                                                      seen != nullptr ? seen->dtype : DType::unknown);
  module_.args(node)[0] = Arg::node(value);
}

Result<void> Rewriter::metadata(NodeId node) {
  Result<void> done;
  const auto substitute = [&](NodeId input) {
    if (!done || memory_.value_kind(input) == ValueKind::tuple) return input;
    auto value = versions_.read_metadata(input);
    if (!value) {
      done = std::unexpected(value.error());
      return input;
    }
    return *value;
  };
  // Reading may add arguments to the arena: collect first.
  std::vector<std::pair<NodeId, NodeId>> replaced;
  std::vector<NodeId> inputs;
  module_.for_each_input(node, [&](NodeId input) { inputs.push_back(input); });
  for (const NodeId input : inputs) replaced.emplace_back(input, substitute(input));
  if (!done) return done;
  size_t i = 0;
  module_.map_inputs(node, [&](NodeId) { return replaced[i++].second; });
  return {};
}

Result<void> Rewriter::output(NodeId node) { return operands(node); }

// A pure operator that Python spells as an assignment (x @= y) would rebind a name in the printed graph.
void Rewriter::respell(NodeId node) {
  const OpDef* op = now_->call.op;
  if (op == nullptr || op->updates || op->twin_function.empty() || module_.node(node).op != NodeOp::call_function) return;
  if (std::any_of(op->params.begin(), op->params.end(), [](const Param& p) { return p.written || p.out; })) return;
  module_.node(node).target = module_.intern(op->twin_function);
}

// The call stays: its results are the new contents already.
Result<void> Rewriter::kernel(NodeId node) {
  const WriteTargets writes = now_->writes;
  const bool one = memory_.known_object(node).valid();
  const Shown before = shown(node);
  if (auto done = substitute(node); !done) return done;
  const NodeId next = module_.node(node).next;
  for (const WriteTarget& target : writes) {
    const PlaceId place = memory_.place_of(target.object);
    NodeId value = node;
    if (!one) {
      emitter_.at(next);
      value = emitter_.emit(Call::function("operator.getitem", {Arg::node(node), Arg::integer(target.item)}).with(place_meta(place)),
                            emitter_.version_name(root_of(target.object)));
    }
    record(node, "kernel", before, module_.node(value).name);
    if (auto done = versions_.write(node, place, value); !done) return done;
  }
  return {};
}

void Rewriter::drop(NodeId node) { module_.unlink(node); }

Result<OutOfPlace> inplace_to_outofplace(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics,
                                         std::unique_ptr<GraphEffects> effects) {
  if (!effects) {
    effects = make_effects(module, graph, options, diagnostics);
    if (auto done = effects->run([](NodeId, const NodeEffects&) {}); !done) return std::unexpected(done.error());
  }
  return Rewriter(module, graph, options, *effects).run();
}

}  // namespace outplace
