// What fills become: constants, random numbers, diagonals.
#include <algorithm>

#include "passes/rewriter.h"

namespace outplace {

Result<void> Rewriter::fill(NodeId node) {
  const ObjectId object = now_->writes[0].object;
  PlaceId place = memory_.place_of(object);
  const Arg self = now_->call.values[0].arg;
  const Arg* value = bound("value");
  const Arg number = value == nullptr ? Arg::none() : *value;
  if (value != nullptr && !is_number(*value)) {
    auto source = versions_.read(value->as_node());
    if (!source) return std::unexpected(source.error());
    auto shape = shape_of(self.as_node());
    if (!shape) return std::unexpected(shape.error());
    auto call = copy_call(node, place, *shape, *source);
    if (!call) return std::unexpected(call.error());
    return finish(node, object, std::move(*call));
  }
  // All elements of an expanded view are one: a constant goes to the tensor under it.
  const TensorMeta* wanted = place_meta(place);
  const bool empty = wanted != nullptr && wanted->has_sizes && element_count(wanted->geometry.sizes, memory_.syms()).is(0);
  const bool expanded = !empty && memory_.place(place).parent && memory_.step(place).step.kind == StepKind::expand;
  if (!expanded && modes_.has_history(object) && !covers_storage(place)) {
    // What is read of the view later has the history of the tensor under it.
    const PlaceId root = memory_.storage_of(place).root;
    return assign_region(node, memory_.new_object(root, memory_.object(object).origin), place, number.is_none() ? Arg::integer(0) : number);
  }
  if (!expanded) {
    auto shape = shape_of(self.as_node());
    if (!shape) return std::unexpected(shape.error());
    auto call = filled(object, place, *shape, number);
    if (!call) return std::unexpected(call.error());
    return finish(node, object, std::move(*call));
  }
  while (memory_.place(place).parent && memory_.step(place).step.kind == StepKind::expand) place = memory_.place(place).parent;
  auto shape = versions_.read(place);
  if (!shape) return std::unexpected(shape.error());
  auto call = filled(object, place, *shape, number);
  if (!call) return std::unexpected(call.error());
  return finish(node, memory_.new_object(place, memory_.object(object).origin), std::move(*call));
}

// Numbers are drawn in the order of memory: of a value that lies in another order than the tensor, a new one that does is filled.
NodeId Rewriter::in_memory_order(const TensorMeta& wanted, NodeId shape) {
  const TensorMeta* lies = types_.meta(shape);
  if (layout_ == Layout::exact || lies == nullptr || !lies->has_strides || lies->geometry.sizes != wanted.geometry.sizes) return shape;
  TensorMeta dense = wanted;
  dense.geometry.strides = preserved_strides(wanted.geometry, memory_.syms());
  dense.geometry.offset = 0;
  const Geometry made{lies->geometry.sizes, preserved_strides(lies->geometry, memory_.syms()), 0};
  if (same_strides(made, dense.geometry, memory_.syms())) return shape;
  const auto sizes = emitter_.integers(dense.geometry.sizes);
  const auto strides = emitter_.integers(dense.geometry.strides);
  if (!sizes || !strides) return shape;
  return emitter_.emit(Call::method("new_empty_strided", {Arg::node(shape), emitter_.tuple(*sizes), emitter_.tuple(*strides)}).with(dense));
}

// Numbers are drawn in the order of memory, 16 or more normal ones at a time where memory has no gaps. Functional forms do so with a tensor
// like the one that is filled; those of out= forms fill a row-major one.
Result<void> Rewriter::check_order_of_draws(NodeId node, PlaceId place) {
  const OpDef& op = *now_->call.op;
  const TensorMeta* wanted = place_meta(place);
  if (wanted == nullptr || !wanted->has_strides || op.recipe == "random") return {};
  const bool dense = is_non_overlapping_and_dense(wanted->geometry, memory_.syms());
  const Geometry copied{wanted->geometry.sizes, elementwise_strides(wanted->geometry.sizes, {&wanted->geometry}, memory_.syms()), 0};
  const bool in_order = is_contiguous(copied, memory_.syms());
  const Sym count = element_count(wanted->geometry.sizes, memory_.syms());
  const bool small = count.is_constant() && count.value < 16;
  const bool normal = op.recipe == "normal";
  const bool out = op.params[static_cast<size_t>(now_->writes[0].param)].out;
  if (normal ? small || dense : in_order && (!out || small || dense)) return {};
  return std::unexpected(fail(node, "a random fill of a tensor with this layout draws its numbers in an order that no functional form has",
                              "fill a contiguous tensor and copy_ it", place));
}

Result<void> Rewriter::random(NodeId node) {
  const OpDef& op = *now_->call.op;
  const ObjectId object = now_->writes[0].object;
  const PlaceId place = memory_.place_of(object);
  if (auto done = check_order_of_draws(node, place); !done) return done;
  const Arg self = now_->call.values[0].arg;
  auto shape = shape_of(self.as_node());
  if (!shape) return std::unexpected(shape.error());
  if (const TensorMeta* wanted = place_meta(place); wanted != nullptr && wanted->has_strides) shape = in_memory_order(*wanted, *shape);
  // "from" is a keyword of Python: the packet finds that overload by its arguments.
  std::string_view function = op.twin_function;
  if (function.ends_with(".from")) function.remove_suffix(5);
  Call call = Call::function(function, {});
  for (const Arg& arg : Args(module_.args(node).begin(), module_.args(node).end())) {
    if (call.args.empty()) {
      call.args.push_back(Arg::node(*shape));
      continue;
    }
    auto read = operand(arg);
    if (!read) return std::unexpected(read.error());
    call.args.push_back(*read);
  }
  for (const Keyword& k : std::vector<Keyword>(module_.kwargs(node).begin(), module_.kwargs(node).end())) {
    auto read = operand(k.value);
    if (!read) return std::unexpected(read.error());
    call.kwargs.emplace_back(module_.text(k.name), *read);
  }
  if (op.recipe == "normal") {
    // normal_functional has defaults, too, but its arguments are positional.
    for (const char* name : {"mean", "std"}) {
      const auto it = std::find_if(call.kwargs.begin(), call.kwargs.end(), [&](const auto& kw) { return kw.first == name; });
      const size_t position = std::string_view(name) == "mean" ? 1 : 2;
      if (it == call.kwargs.end()) continue;
      if (call.args.size() == position) call.args.push_back(it->second);
      if (call.args.size() > position) call.kwargs.erase(it);
    }
  }
  if (op.recipe == "bernoulli_p" && call.args.size() == 1 && call.kwargs.empty())
    call.args.push_back(module_.make_text(ArgKind::real, "0.5"));
  call.meta = new_tensor_like(place, *shape, Arg::none()).meta;
  // These have no derivative; what flows through the numbers that they draw are zeros, as through what is put over all of a tensor.
  const bool underived = op.recipe == "normal" || op.recipe == "bernoulli_p";
  if (!underived || !modes_.recording()) return finish(node, object, std::move(call));
  call.args[0] = Arg::node(emitter_.emit(Call::method("detach", {call.args[0]}).with(value_meta(*shape))));
  const TensorMeta* wanted = place_meta(place);
  if (!modes_.has_history(object) || !covers_storage(place) || wanted == nullptr || !wanted->has_sizes || wanted->rank() == 0)
    return finish(node, object, std::move(call));
  const auto old = versions_.read(place);
  if (!old) return std::unexpected(old.error());
  const NodeId drawn = emitter_.emit(call);
  return finish(node, object, versions_.scattered(Call::function("torch.slice_scatter", {Arg::node(*old), Arg::node(drawn)}), *old));
}

Result<void> Rewriter::fill_diagonal(NodeId node) {
  const ObjectId object = now_->writes[0].object;
  const PlaceId place = memory_.place_of(object);
  const TensorMeta* wanted = place_meta(place);
  const Arg* wrap = bound("wrap");
  const Arg* value = bound("fill_value");
  const bool wrapped = wrap != nullptr && wrap->kind == ArgKind::boolean && wrap->as_boolean();
  auto self = versions_.read(now_->call.values[0].arg.as_node());
  if (!self) return std::unexpected(self.error());
  if (wanted != nullptr && wanted->has_sizes && wanted->rank() == 2 && !wrapped && value != nullptr) {
    ViewStep step;
    step.kind = StepKind::diagonal;
    step.dim2 = 1;
    const TensorMeta* meta = types_.meta(*self);
    TensorMeta line = apply(step, meta != nullptr && meta->has_sizes ? *meta : *wanted, memory_.syms());
    const NodeId old = emitter_.emit(Call::function("torch.diagonal", {Arg::node(*self)}).seen_as(line));
    if (line.has_strides) line.geometry.strides = preserved_strides(line.geometry, memory_.syms());
    const NodeId filled = emitter_.emit(Call::function("torch.full_like", {Arg::node(old), *value}).with(line));
    Call call = Call::function("torch.diagonal_scatter", {Arg::node(*self), Arg::node(filled)});
    return finish(node, object, versions_.scattered(std::move(call), *self));
  }
  const auto constant = [](const Sym& s) { return s.is_constant(); };
  const bool simple = wanted != nullptr && wanted->has_sizes && wanted->dtype != DType::unknown &&
                      std::all_of(wanted->geometry.sizes.begin(), wanted->geometry.sizes.end(), constant) && wanted->rank() >= 2;
  if (!simple || value == nullptr) {
    return std::unexpected(
        fail(node, "fill_diagonal_ on a tensor whose shape is not known as numbers", "use torch.diagonal(x).fill_(value)", place));
  }
  const Sizes& sizes = wanted->geometry.sizes;
  int64_t shortest = sizes[0].value;
  for (const Sym& s : sizes) shortest = std::min(shortest, s.value);
  const bool wraps = wrapped && wanted->rank() == 2 && sizes[0].value > sizes[1].value;
  TensorMeta line = *wanted;
  line.geometry.strides = {1};
  // Positions in row-major order: equal steps of the sum of the contiguous strides; a wrapped 2-D diagonal goes on after a gap of one row.
  int64_t step = 0;
  int64_t stride = 1;
  int64_t count = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    step += stride;
    stride *= sizes[i].value;
    count *= sizes[i].value;
  }
  const int64_t end = wraps ? count : std::clamp(step * (shortest - 1) + 1, int64_t{0}, count);
  Call::Keywords on_device;
  if (!wanted->device.empty()) on_device.emplace_back("device", emitter_.device(wanted->device));
  line.dtype = DType::int64;
  line.geometry.sizes = {end == 0 ? 0 : (end - 1) / step + 1};
  const NodeId where =
      emitter_.emit(Call::function("torch.arange", {Arg::integer(0), Arg::integer(end), Arg::integer(step)}, on_device).with(line));
  line.dtype = wanted->dtype;
  const NodeId filled =
      emitter_.emit(Call::function("torch.full_like", {Arg::node(where), *value}, {{"dtype", emitter_.dtype(wanted->dtype)}}).with(line));
  Call put = Call::method("put", {Arg::node(*self), Arg::node(where), Arg::node(filled)}).with(types_.meta(*self));
  if (put.meta && put.meta->has_strides) put.meta.set_strides(preserved_strides(put.meta->geometry, memory_.syms()));
  return finish(node, object, std::move(put));
}

}  // namespace outplace
