// What whole-tensor writes become: the operator without its underscore, copies, fills, random fills, out= arguments.
#include <algorithm>

#include "analysis/infer.h"
#include "passes/rewriter.h"
#include "support/check.h"

namespace outplace {
namespace {

// What to do about an operator without a functional form. PyTorch's have none; a declared one needs but a word in its line.
std::string advice_on_twin(const OpDef& op) {
  const size_t colons = std::min(op.packet.find("::"), op.packet.size());
  const std::string space(op.packet.substr(0, colons));
  std::string name(op.packet.substr(std::min(colons + 2, op.packet.size())));
  const bool declared = space != "aten" && space != "prims" && space != "py" && space != "method";
  if (!declared || !op.note.empty()) return "compute the new value with other operators and assign it with copy_";
  const std::string packet(op.packet);
  name = name.ends_with('_') ? name.substr(0, name.size() - 1) : name + "_functional";
  if (!op.inplace) {
    return "declare its functional form (--ops FILE; in Python: ops=TEXT), which returns the results and then the new content of each "
           "tensor that is "
           "written: " +
           space + "::" + name + "(...) -> (Tensor, ...)";
  }
  return "name a function that computes the new value without writing, at the end of the line that declares the operator: " + packet +
         "(...) -> ... : twin=torch.ops." + space + "." + name;
}

}  // namespace

const TensorMeta* Rewriter::arg_meta(const Arg& arg) { return operand_meta(memory_, arg); }

const TensorMeta* Rewriter::value_meta(NodeId node) {
  const TensorMeta* meta = types_.meta(node);
  return meta != nullptr && meta->has_sizes ? meta : operand_meta(memory_, Arg::node(node));
}

bool Rewriter::is_number(const Arg& arg) const {
  switch (arg.kind) {
    case ArgKind::boolean:
    case ArgKind::integer:
    case ArgKind::real:
    case ArgKind::imaginary:
    case ArgKind::symbolic: return true;
    case ArgKind::node: {
      const NodeValueKind kind = types_.kind(arg.as_node());
      return kind == NodeValueKind::integer || kind == NodeValueKind::real || kind == NodeValueKind::boolean;
    }
    default: return false;
  }
}

// Versions of an input or of state are named after it, others after the tensor that is written.
StringId Rewriter::root_of(ObjectId object) const {
  const Storage& storage = memory_.storage_of(memory_.place_of(object));
  return module_.node(storage.kind == StorageKind::fresh ? memory_.object(object).origin : storage.origin).name;
}

// Long lists of operands are cut.
Rewriter::Shown Rewriter::shown(NodeId node) const {
  constexpr size_t kShown = 160;
  std::string text = describe(module_, node);
  if (text.size() > kShown) text = text.substr(0, kShown) + " ...";
  return {std::move(text), module_.node(node).name};
}

void Rewriter::record(NodeId node, std::string_view kind, const Shown& before, StringId became) {
  result_.mutations.add({kind, before.text, module_.text(became), model_line(module_, node), module_.text(before.name)});
  ++result_.counts[std::string(kind)];
}

Result<void> Rewriter::finish(NodeId node, ObjectId object, Call call) {
  const PlaceId place = memory_.place_of(object);
  const TensorMeta* wanted = place_meta(place);
  if (!call.meta && wanted != nullptr) {
    call = std::move(call).with(wanted);
    call.meta.change().has_strides = false;
  }
  if (auto done = check_cast(node, place, call.meta ? call.meta->dtype : DType::unknown); !done) return done;
  const std::string kind(base_name(module_.target(node)));
  const Shown before = shown(node);
  auto typed = in_type_of_target(std::move(call), place);
  if (!typed) return std::unexpected(typed.error());
  const Call final = versions_.resolved(cast(std::move(*typed), place), place);
  emitter_.become(node, final, emitter_.version_name(root_of(object)));
  record(node, kind, before, module_.node(node).name);
  return versions_.write(node, place, node);
}

Result<Call> Rewriter::current_call(NodeId node) {
  if (auto done = substitute(node); !done) return std::unexpected(done.error());
  Call call;
  call.op = module_.node(node).op;
  call.target = module_.target(node);
  call.args.assign(module_.args(node).begin(), module_.args(node).end());
  for (const Keyword& k : module_.kwargs(node)) call.kwargs.emplace_back(module_.text(k.name), k.value);
  return call;
}

Result<void> Rewriter::write(NodeId node) {
  const OpDef& op = *now_->call.op;
  const std::string_view recipe = op.recipe;
  if (recipe == "none") {
    return std::unexpected(fail(node,
                                "NotImplementedError: '" + std::string(module_.target(node)) + "' has no form that returns a new tensor" +
                                    (op.note.empty() ? "" : ": " + std::string(op.note)),
                                advice_on_twin(op), memory_.place_of(now_->writes[0].object)));
  }
  if (auto done = check_write(node); !done) return done;
  if (recipe == "copy") return copy(node);
  if (recipe == "fill" || recipe == "zero") return fill(node);
  if (recipe == "random" || recipe == "normal" || recipe == "bernoulli_p") return random(node);
  if (recipe == "fill_diagonal") return fill_diagonal(node);
  if (recipe == "batch_norm") return batch_norm(node);
  if (recipe == "instance_norm") return instance_norm(node);
  if (recipe == "embedding_renorm") return embedding(node);
  if (op.foreach && (!op.twin_method.empty() || recipe.starts_with("foreach_"))) return foreach (node);
  if (recipe == "collective" && now_->writes.size() == 1 && !op.params[static_cast<size_t>(now_->writes[0].param)].list)
    return collective(node);
  if (recipe == "out" || op.params[static_cast<size_t>(now_->writes[0].param)].out) return out_argument(node);
  const bool returns_self = (op.inplace && op.returns.size() == 1) || op.conditional_returns_self;
  if (recipe.empty() && now_->writes.size() == 1 && returns_self) return twin(node);
  if (recipe == "functional" || recipe == "collective") return functional(node);
  return std::unexpected(
      fail(node, "NotImplementedError: it is not known how to write '" + std::string(module_.target(node)) + "' without mutation",
           "compute the new values with other operators and assign them with copy_", memory_.place_of(now_->writes[0].object)));
}

// x.op_(...) becomes x.op(...) at the same node.
Result<void> Rewriter::twin(NodeId node) {
  const OpDef& op = *now_->call.op;
  const ObjectId object = now_->writes[0].object;
  const PlaceId place = memory_.place_of(object);
  const TensorMeta* wanted = place_meta(place);
  std::optional<TensorMeta> meta;
  if (wanted != nullptr) {
    meta = *wanted;
    meta->has_strides = false;
    meta->lazy = 0;
    auto inferred = infer_result(memory_, now_->call);
    meta->dtype = inferred ? inferred->dtype : infer_dtype(memory_, now_->call);
    const bool has_sizes = inferred && inferred->has_sizes && wanted->has_sizes;
    if (has_sizes && inferred->geometry.sizes != wanted->geometry.sizes) {
      return std::unexpected(fail(node, "the result of this operator has another shape than the tensor that it writes",
                                  "eager PyTorch refuses this, too", place));
    }
    if (has_sizes && inferred->has_strides) {
      meta->geometry.strides = std::move(inferred->geometry.strides);
      meta->has_strides = true;
    } else if (wanted->has_sizes) {
      if (auto strides = infer_strides(memory_, now_->call, wanted->geometry.sizes)) {
        meta->geometry.strides = std::move(*strides);
        meta->has_strides = true;
      }
    }
  }
  auto call = current_call(node);
  if (!call) return std::unexpected(call.error());
  const bool flagged = !op.condition.empty() && op.conditional_returns_self;
  if (flagged) {
    std::erase_if(call->kwargs, [&](const auto& kw) { return kw.first == op.condition; });
    const auto position = static_cast<size_t>(now_->call.param(op.condition));
    if (position < call->args.size()) call->args[position] = Arg::boolean(false);
  } else if (call->op == NodeOp::call_method && !op.twin_method.empty()) {
    call->target = op.twin_method;
  } else if (!op.twin_function.empty()) {
    call->op = NodeOp::call_function;
    call->target = op.twin_function;
  } else if (!op.twin_method.empty()) {
    call->op = NodeOp::call_method;
    call->target = op.twin_method;
  } else {
    return std::unexpected(fail(node,
                                "NotImplementedError: '" + std::string(module_.target(node)) + "' has no form that returns a new tensor",
                                "compute the new value with other operators and assign it with copy_", place));
  }
  if (meta) call->meta = std::move(*meta);
  if (!op.autocast || !modes_.autocast()) return finish(node, object, std::move(*call));
  // In place it computes in self's dtype whatever autocast says.
  if (wanted == nullptr || wanted->device.empty()) {
    return std::unexpected(fail(node, "under autocast the device of this tensor must be known",
                                "print the graph with include_device=True, or give --inputs", place));
  }
  const Arg device = module_.make_text(ArgKind::string, wanted->device.substr(0, wanted->device.find(':')));
  const NodeId enter =
      emitter_.emit(Call::function("torch.amp.autocast_mode._enter_autocast", {device, Arg::none(), Arg::boolean(false), Arg::none()}));
  if (auto done = finish(node, object, std::move(*call)); !done) return done;
  emitter_.at(module_.node(node).next);
  emitter_.emit(Call::function("torch.amp.autocast_mode._exit_autocast", {Arg::node(enter)}));
  return {};
}

// The functional collective gives a tensor that must be waited for before it is read.
Result<void> Rewriter::collective(NodeId node) {
  const OpDef& op = *now_->call.op;
  const ObjectId object = now_->writes[0].object;
  auto call = current_call(node);
  if (!call) return std::unexpected(call.error());
  call->op = NodeOp::call_function;
  call->target = op.twin_function;
  std::erase_if(call->kwargs, [](const auto& kw) { return kw.first == "out"; });
  const TensorMeta* wanted = place_meta(memory_.place_of(object));
  call = std::move(*call).with(wanted);
  if (wanted != nullptr && wanted->has_sizes)
    call->meta.change().geometry.strides = contiguous_strides(wanted->geometry.sizes, memory_.syms());
  const NodeId pending = emitter_.emit(*call);
  return finish(node, object, Call::function("torch.ops._c10d_functional.wait_tensor", {Arg::node(pending)}).with(types_.meta(pending)));
}

Call Rewriter::new_tensor_like(PlaceId place, NodeId shape, const Arg& number) {
  const bool zero = number.is_none();
  Call call = zero ? Call::function("torch.zeros_like", {Arg::node(shape)}) : Call::function("torch.full_like", {Arg::node(shape), number});
  if (const TensorMeta* wanted = place_meta(place)) {
    call = std::move(call).with(wanted);
    if (wanted->has_strides) call.meta.set_strides(preserved_strides(wanted->geometry, memory_.syms()));
  }
  return call;
}

// Does the place see all elements of its storage?
bool Rewriter::covers_storage(PlaceId place) const {
  for (PlaceId p = place; memory_.place(p).parent; p = memory_.place(p).parent) {
    if (!is_whole(memory_.step(p).step)) return false;
  }
  return true;
}

// All of a tensor becomes a number. A tensor that has a gradient history keeps it, and gradients of zero, in eager mode; full_like has
// none.
Result<Call> Rewriter::filled(ObjectId object, PlaceId place, NodeId shape, const Arg& number) {
  Call call = new_tensor_like(place, shape, number);
  if (!modes_.has_history(object) || !covers_storage(place)) return call;
  const auto old = versions_.read(place);
  if (!old) return std::unexpected(old.error());
  call.target = "torch.fill";
  call.args = {Arg::node(*old), number.is_none() ? Arg::integer(0) : number};
  return call;
}

// `source` broadcast to the place's shape, in its dtype and layout.
Result<Call> Rewriter::copy_call(NodeId node, PlaceId place, NodeId shape, NodeId source) {
  const TensorMeta* wanted = place_meta(place);
  const TensorMeta* from = value_meta(source);
  if (auto done = check_broadcast(node, place, from); !done) return std::unexpected(done.error());
  if (wanted != nullptr && from != nullptr && !wanted->device.empty() && !from->device.empty() && wanted->device != from->device) {
    Call moved = Call::method("to", {Arg::node(source), Arg::node(shape)}).with(from);
    moved.meta.change().device = wanted->device;
    moved.meta.change().dtype = wanted->dtype;
    if (moved.meta->has_strides) moved.meta.change().geometry.strides = preserved_strides(moved.meta->geometry, memory_.syms());
    source = emitter_.emit(moved);
    from = types_.meta(source);
  }
  // slice_scatter takes no tensor without dims.
  const bool known = wanted != nullptr && wanted->has_sizes;
  const bool single = known && wanted->rank() == 0;
  if ((single && wanted->dtype == DType::unknown) || (!known && types_.shapes_told())) {
    return Call::function("torch.ops.aten.copy.default", {Arg::node(shape), Arg::node(source)}).with(wanted);
  }
  if (single) {
    const bool same = from != nullptr && from->dtype == wanted->dtype;
    Call call = same ? Call::method("clone", {Arg::node(source)}) : Call::method("to", {Arg::node(source), emitter_.dtype(wanted->dtype)});
    return std::move(call).with(wanted);
  }
  if (modes_.recording() && known && from != nullptr && from->dtype != wanted->dtype) {
    source = converted(source, wanted->dtype);  // autograd takes no value that it could differentiate into integers
    from = types_.meta(source);
  }
  Call expanded = Call::method("expand_as", {Arg::node(source), Arg::node(shape)});
  if (known && from != nullptr && from->has_sizes) {
    const std::optional<TensorMeta> meta = expanded_meta(*from, wanted->geometry.sizes);
    expanded.meta = meta ? *meta : *wanted;
    if (!meta) expanded.meta.change().has_strides = false;
  }
  const NodeId wide = emitter_.emit(expanded);
  const TensorMeta* layout = types_.meta(shape);
  Call call = Call::function("torch.slice_scatter", {Arg::node(shape), Arg::node(wide)});
  return layout != nullptr ? versions_.scattered(std::move(call), shape) : std::move(call).with(wanted);
}

// A copy of a region onto itself, as x[i] += v leaves behind. Copied from a detached tensor it cuts the gradient history.
bool Rewriter::copies_onto_itself(ObjectId object, PlaceId region, const Arg& source) {
  const ObjectId from = source.is_node() ? memory_.known_object(source.as_node()) : ObjectId();
  if (!from || memory_.place_of(from) != region) return false;
  return !modes_.recording() || memory_.object(from).detached() == memory_.object(object).detached();
}

Result<void> Rewriter::copy(NodeId node) {
  const ObjectId object = now_->writes[0].object;
  const PlaceId place = memory_.place_of(object);
  const Arg self = now_->call.values[0].arg;
  const Arg* source = bound("src");
  if (source == nullptr) source = bound("other");
  if (source == nullptr) return std::unexpected(fail(node, "copy_ without a source", ""));
  const Arg from = *source;
  if (copies_onto_itself(object, place, from)) {
    drop(node);
    return {};
  }
  if (is_number(from)) {
    auto shape = shape_of(self.as_node());
    if (!shape) return std::unexpected(shape.error());
    auto call = filled(object, place, *shape, from);
    if (!call) return std::unexpected(call.error());
    return finish(node, object, std::move(*call));
  }
  auto value = versions_.read(from.as_node());
  if (!value) return std::unexpected(value.error());
  auto shape = shape_of(self.as_node());
  if (!shape) return std::unexpected(shape.error());
  auto call = copy_call(node, place, *shape, *value);
  if (!call) return std::unexpected(call.error());
  return finish(node, object, std::move(*call));
}

// Operators whose layout was not measured give row-major results of row-major operands, if no rule says that it hangs on the algorithm; of
// others it is not known what they give.
bool Rewriter::layout_is_open(PlaceId place) {
  const TensorMeta* wanted = place_meta(place);
  const OpDef& op = *now_->call.op;
  if (layout_ == Layout::ignore || wanted == nullptr || !wanted->has_strides || wanted->rank() == 0) return false;
  if (op.layout == LayoutRule::open) return true;
  if (op.layout_known) return false;
  const auto odd = [&](const Arg& arg) {
    const TensorMeta* m = arg_meta(arg);
    return m != nullptr && m->has_strides && !is_contiguous(m->geometry, memory_.syms());
  };
  for (size_t i = 0; i < now_->call.values.size(); ++i) {
    const Param& param = now_->call.op->params[i];
    if (!now_->call.values[i].given || param.type != ParamType::tensor || param.out) continue;
    const Arg& arg = now_->call.values[i].arg;
    if (arg.is_sequence() ? std::ranges::any_of(module_.parts(arg), odd) : odd(arg)) return true;
  }
  return false;
}

// A new content in the layout and dtype of the tensor that is written.
Result<Call> Rewriter::relaid(const WriteTarget& target, Call call) {
  const Arg& whole = now_->call.values[static_cast<size_t>(target.param)].arg;
  const Arg old = whole.is_sequence() ? module_.parts(whole)[static_cast<size_t>(target.item)] : whole;
  auto shape = shape_of(old.as_node());
  if (!shape) return std::unexpected(shape.error());
  if (call.meta) call.meta.change().has_strides = false;
  Call put = Call::function("torch.slice_scatter", {Arg::node(*shape), Arg::node(emitter_.emit(call))});
  return versions_.scattered(std::move(put), *shape);
}

// f(..., out=x): the result of f in x's dtype and layout is x's new content.
Result<void> Rewriter::out_argument(NodeId node) {
  const OpDef& op = *now_->call.op;
  const WriteTargets writes = now_->writes;
  const DType dtype = infer_dtype(memory_, now_->call);
  if (writes.size() == 1) {
    const PlaceId place = memory_.place_of(writes[0].object);
    if (auto done = check_out(node, place); !done) return done;
    if (op.random) {
      if (auto done = check_order_of_draws(node, place); !done) return done;
    }
  }
  auto call = current_call(node);
  if (!call) return std::unexpected(call.error());
  std::erase_if(call->kwargs, [&](const auto& kw) {
    return kw.first == "out" ||
           std::any_of(op.params.begin(), op.params.end(), [&](const Param& p) { return p.out && p.name == kw.first; });
  });
  if (const int position = now_->call.param("out"); position >= 0 && static_cast<size_t>(position) < call->args.size())
    call->args[static_cast<size_t>(position)] = Arg::none();
  if (!op.overload.empty() && call->target.ends_with("." + std::string(op.overload)) && !op.twin_function.empty())
    call->target = op.twin_function;
  if (writes.size() == 1) {
    const PlaceId place = memory_.place_of(writes[0].object);
    const TensorMeta* wanted = place_meta(place);
    if (wanted != nullptr) {
      call = std::move(*call).with(wanted);
      call->meta.change().dtype = dtype;
      call->meta.change().has_strides = false;
      if (wanted->has_sizes && op.layout_known) {
        if (auto strides = infer_strides(memory_, now_->call, wanted->geometry.sizes)) {
          call->meta.set_strides(std::move(*strides));
        }
      } else if (wanted->has_sizes) {
        call->meta.set_strides(contiguous_strides(wanted->geometry.sizes, memory_.syms()));
      }
      // Reductions and factories with out= compute in its dtype.
      const bool reduces = op.dtype == DTypeRule::accumulate || op.dtype == DTypeRule::argument;
      const bool makes = op.dtype == DTypeRule::factory || op.dtype == DTypeRule::numbers;
      const bool has_dtype = std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.name == "dtype"; });
      if ((makes || (reduces && has_dtype && bound("dtype") == nullptr)) && wanted->dtype != DType::unknown && dtype != wanted->dtype) {
        if (std::ranges::none_of(call->kwargs, [](const auto& kw) { return kw.first == "dtype"; }))
          call->kwargs.emplace_back("dtype", emitter_.dtype(wanted->dtype));
        call->meta.change().dtype = wanted->dtype;
      }
    }
    if (layout_is_open(place)) {
      if (auto done = check_cast(node, place, call->meta->dtype); !done) return done;
      call = relaid(writes[0], std::move(*call));
      if (!call) return std::unexpected(call.error());
    }
    return finish(node, writes[0].object, std::move(*call));
  }
  if (memory_.value_kind(node) == ValueKind::plain && !op.returns.empty()) {
    return std::unexpected(fail(node, "NotImplementedError: it is not known which of the tensors of out= this call returns",
                                "call it without out=, and copy_ its results"));
  }
  const Shown before = shown(node);
  const std::string kind(base_name(module_.target(node)));
  const NodeId all = emitter_.emit(*call);
  for (size_t i = 0; i < writes.size(); ++i) {
    const PlaceId place = memory_.place_of(writes[i].object);
    Result<Call> item = Call::function("operator.getitem", {Arg::node(all), Arg::integer(static_cast<int64_t>(i))}).with(place_meta(place));
    if (item->meta && item->meta->has_sizes) {
      item->meta.set_strides(contiguous_strides(item->meta->geometry.sizes, memory_.syms()));
    }
    if (layout_is_open(place)) item = relaid(writes[i], std::move(*item));
    if (!item) return std::unexpected(item.error());
    const NodeId value = emitter_.emit(*item, emitter_.version_name(root_of(writes[i].object)));
    record(node, kind, before, module_.node(value).name);
    if (auto done = versions_.write(node, place, value); !done) return done;
  }
  drop(node);
  return {};
}

}  // namespace outplace
