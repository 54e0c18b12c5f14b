// What x[index] = value becomes: scatters of a region, where for masks, index_put for integer tensors.
#include <algorithm>

#include "passes/rewriter.h"
#include "support/check.h"

namespace outplace {
namespace {

bool all_ones(const Sizes& sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](const Sym& s) { return s.is(1); });
}

// A slice with a step, or a start counted from the end, is spelled with all of its bounds.
void spell_out(const SpelledStep& s, Call& call) {
  const bool negative = s.start.is_integer() && s.start.as_integer() < 0;
  if (s.step.kind != StepKind::slice || call.target != "torch.slice_scatter" || (s.step.step.is(1) && !negative)) return;
  const auto find = [&](std::string_view name) { return std::find_if(call.kwargs.begin(), call.kwargs.end(), [&](const auto& kw) { return kw.first == name; }); };
  if (find("start") == call.kwargs.end()) call.kwargs.insert(find("dim") + 1, {"start", Arg::integer(0)});
  if (find("step") == call.kwargs.end()) call.kwargs.emplace_back("step", Arg::integer(1));
}

}  // namespace

Result<void> Rewriter::setitem(NodeId node) {
  const IndexPlan plan = *now_->index;
  const ObjectId object = now_->operand;
  const Arg value = module_.args(node)[2];
  if (plan.nothing) {
    drop(node);
    return {};
  }
  if (!is_number(value) && !value.is_node()) {
    return std::unexpected(fail(node, "the value assigned is neither a tensor nor a number: " + print_arg(module_, value), "eager PyTorch refuses this, too", plan.target));
  }
  if (auto done = check_masks(node, plan); !done) return done;
  if (auto done = check_assigned(node, plan, value); !done) return done;
  if (versions_.is_empty(plan.target)) {
    drop(node);
    return {};
  }
  if (plan.advanced.empty()) {
    // A region copied onto itself, as x[i] += v leaves behind.
    const ObjectId source = value.is_node() ? memory_.known_object(value.as_node()) : ObjectId();
    if (source && memory_.place_of(source) == plan.target) {
      drop(node);
      return {};
    }
    return assign_region(node, object, plan.target, value);
  }
  return assign_indexed(node, object, plan, value);
}

// The value with exactly the region's shape: leading dims of size 1 go, others are broadcast.
Result<NodeId> Rewriter::shaped(NodeId node, NodeId value, PlaceId region) {
  const TensorMeta* wanted = place_meta(region);
  const TensorMeta* from = types_.meta(value);
  if (wanted == nullptr || from == nullptr || !wanted->has_sizes || !from->has_sizes) {
    memory_.assume("assigned values whose shape the text does not give have the shape of the region that they go to");
    return value;
  }
  while (from->rank() > wanted->rank()) {
    if (!from->geometry.sizes[0].is(1)) {
      return std::unexpected(fail(node, "the assigned value has more dims than the region that it goes to", "eager PyTorch refuses this, too", region));
    }
    Call call = Call::method("squeeze", {Arg::node(value), Arg::integer(0)});
    ViewStep step;
    step.kind = StepKind::squeeze;
    step.dims = {0};
    call.meta = apply(step, *from, memory_.syms());
    value = emitter_.emit(call);
    from = types_.meta(value);
  }
  if (from->geometry.sizes == wanted->geometry.sizes) return value;
  if (auto done = check_broadcast(node, region, from); !done) return std::unexpected(done.error());
  Call call;
  const StepResult step = make_expand(*from, wanted->geometry.sizes, memory_.syms());
  if (const auto sizes = emitter_.integers(wanted->geometry.sizes)) {
    std::vector<Arg> args = {Arg::node(value)};
    args.insert(args.end(), sizes->begin(), sizes->end());
    call = Call::method("expand", std::move(args));
  } else {
    auto shape = versions_.read(region);
    if (!shape) return shape;
    call = Call::method("expand_as", {Arg::node(value), Arg::node(*shape)});
  }
  call.meta = step.step ? apply(*step.step, *from, memory_.syms()) : *wanted;
  if (!step.step) call.meta->dtype = from->dtype;
  if (!step.step) call.meta->has_strides = false;
  return emitter_.emit(call);
}

// The value in the region's dtype, unless the scatter that takes it casts.
NodeId Rewriter::in_dtype(NodeId value, PlaceId region) {
  const StepKind kind = memory_.step(region).step.kind;
  if (kind == StepKind::select || kind == StepKind::slice || kind == StepKind::diagonal) return value;
  const TensorMeta* wanted = place_meta(region);
  const TensorMeta* from = types_.meta(value);
  if (wanted == nullptr || wanted->dtype == DType::unknown || (from != nullptr && from->dtype == wanted->dtype)) return value;
  return converted(value, wanted->dtype);
}

NodeId Rewriter::converted(NodeId value, DType dtype) {
  Call to = Call::method("to", {Arg::node(value), emitter_.dtype(dtype)}).with(types_.meta(value));
  if (to.meta) to.meta->dtype = dtype;
  if (to.meta && to.meta->has_strides) to.meta->geometry.strides = preserved_strides(to.meta->geometry, memory_.syms());
  return emitter_.emit(to);
}

bool Rewriter::pads(PlaceId region, NodeId base) const {
  const SpelledStep& s = memory_.step(region);
  if (s.step.kind != StepKind::slice || !s.step.step.is(1) || !s.step.start.is_constant() || s.step.start.value <= 0) return false;
  if (!s.start.is_integer() || s.start.as_integer() < 0) return false;
  const TensorMeta* parent = memory_.place(memory_.place(region).parent).meta;
  if (parent == nullptr || !parent->has_sizes || parent->dtype == DType::unknown || s.step.dim < 0) return false;
  const Sym size = parent->geometry.sizes[static_cast<size_t>(s.step.dim)];
  if (!size.is_constant() || !s.step.stop.is_constant() || s.step.stop.value <= s.step.start.value) return false;
  static_cast<void>(base);
  return layout_ == Layout::ignore || (parent->has_strides && is_contiguous(parent->geometry, const_cast<Memory&>(memory_).syms()));
}

// The value and a mask of ones, both padded to the buffer's shape: where chooses between them and the old content.
Result<Call> Rewriter::pad_where_call(PlaceId region, NodeId base, NodeId value) {
  const ViewStep& step = memory_.step(region).step;
  const TensorMeta* parent = memory_.place(memory_.place(region).parent).meta;
  const TensorMeta* from = types_.meta(value);
  if (from == nullptr || from->dtype != parent->dtype) {
    value = converted(value, parent->dtype);
  }
  TensorMeta part = *place_meta(region);
  part.geometry.strides = contiguous_strides(part.geometry.sizes, memory_.syms());
  part.dtype = DType::boolean;
  const NodeId ones =
      emitter_.emit(Call::function("torch.ones_like", {Arg::node(value)}, {{"dtype", emitter_.dtype(DType::boolean)}}).with(&part));
  std::vector<Arg> widths;
  for (int64_t d = parent->rank() - 1; d > step.dim; --d) {
    widths.push_back(Arg::integer(0));
    widths.push_back(Arg::integer(0));
  }
  widths.push_back(Arg::integer(step.start.value));
  widths.push_back(Arg::integer(parent->geometry.sizes[static_cast<size_t>(step.dim)].value - step.stop.value));
  TensorMeta full = *parent;
  full.geometry.strides = contiguous_strides(full.geometry.sizes, memory_.syms());
  const NodeId padded = emitter_.emit(Call::function("torch.nn.functional.pad", {Arg::node(value), emitter_.tuple(widths)}).with(&full));
  full.dtype = DType::boolean;
  const NodeId mask = emitter_.emit(Call::function("torch.nn.functional.pad", {Arg::node(ones), emitter_.tuple(widths)}).with(&full));
  full.dtype = parent->dtype;
  return Call::function("torch.where", {Arg::node(mask), Arg::node(padded), Arg::node(base)}).with(&full);
}

// Regions between `whole` and `region`, from the outside in; empty if the region does not lie below `whole` in the tree of places.
std::optional<std::vector<PlaceId>> Rewriter::levels(PlaceId whole, PlaceId region) const {
  const std::vector<PlaceId> path = memory_.path(region);
  const size_t top = memory_.place(whole).depth;
  if (top >= path.size() || path[top] != whole) return std::nullopt;
  return std::vector<PlaceId>(path.begin() + static_cast<std::ptrdiff_t>(top), path.end());
}

Result<void> Rewriter::assign_region(NodeId node, ObjectId object, PlaceId region, const Arg& value) {
  const PlaceId whole = memory_.place_of(object);
  NodeId source;
  if (!is_number(value)) {
    auto read = versions_.read(value.as_node());
    if (!read) return std::unexpected(read.error());
    source = *read;
  }
  const auto path = levels(whole, region);
  if (!path || path->size() == 1) return assign_whole(node, object, path ? whole : region, source, value);
  std::vector<NodeId> bases;
  auto base = versions_.base(whole);
  if (!base) return std::unexpected(base.error());
  bases.push_back(*base);
  const size_t last = path->size() - 1;
  const auto derive = [&](size_t i) -> Result<NodeId> {
    auto call = versions_.derive_call((*path)[i], bases[i - 1]);
    if (!call) return std::unexpected(call.error());
    return emitter_.emit(*call);
  };
  for (size_t i = 1; i < last; ++i) {
    auto made = derive(i);
    if (!made) return std::unexpected(made.error());
    bases.push_back(*made);
  }
  NodeId inner;
  if (source) {
    auto made = shaped(node, source, region);
    if (!made) return std::unexpected(made.error());
    inner = in_dtype(*made, region);
  } else {
    auto part = derive(last);
    if (!part) return std::unexpected(part.error());
    inner = emitter_.emit(new_tensor_like(region, *part, value));
  }
  if (last == 1 && pads(region, bases[0])) {
    auto call = pad_where_call(region, bases[0], inner);
    if (!call) return std::unexpected(call.error());
    return finish_part(node, object, region, std::move(*call));
  }
  return store(node, object, *path, bases, inner);
}

// All of a tensor is assigned: x[:] = v.
Result<void> Rewriter::assign_whole(NodeId node, ObjectId object, PlaceId place, NodeId source, const Arg& number) {
  const ObjectId target = place == memory_.place_of(object) ? object : memory_.new_object(place, memory_.object(object).origin);
  auto shape = versions_.read(place);
  if (!shape) return std::unexpected(shape.error());
  if (!source) return finish(node, target, new_tensor_like(place, *shape, number));
  const TensorMeta* wanted = place_meta(place);
  const TensorMeta* from = types_.meta(source);
  if (wanted != nullptr && from != nullptr && wanted->has_sizes && from->has_sizes && from->rank() > wanted->rank()) {
    auto made = shaped(node, source, place);
    if (!made) return std::unexpected(made.error());
    source = *made;
  }
  auto call = copy_call(node, place, *shape, source);
  if (!call) return std::unexpected(call.error());
  return finish(node, target, std::move(*call));
}

// Scatters `inner`, the new content of path.back(), outwards; bases[i] is the content of path[i].
Result<void> Rewriter::store(NodeId node, ObjectId object, const std::vector<PlaceId>& path, const std::vector<NodeId>& bases, NodeId inner) {
  for (size_t i = path.size() - 1;; --i) {
    auto call = versions_.scatter_call(path[i], bases[i - 1], inner);
    if (!call) return std::unexpected(call.error());
    spell_out(memory_.step(path[i]), *call);
    if (i == 1) return finish_part(node, object, path.back(), std::move(*call));
    inner = emitter_.emit(*call);
  }
}

// `node` becomes `call`, the new content of the object of which `part` was written.
Result<void> Rewriter::finish_part(NodeId node, ObjectId object, PlaceId part, Call call) {
  const PlaceId place = memory_.place_of(object);
  const std::string before = shown(node);
  if (!call.meta && place_meta(place) != nullptr) call.meta = *place_meta(place);
  emitter_.become(node, call, emitter_.version_name(root_of(object)));
  record(node, "setitem", module_.node(node).name);
  result_.mutations.back().node = before;
  return part == place ? versions_.write(node, place, node) : versions_.write_part(node, place, part, node);
}

Result<void> Rewriter::assign_indexed(NodeId node, ObjectId object, const IndexPlan& plan, const Arg& value) {
  const PlaceId whole = memory_.place_of(object);
  IndexPlan read_plan = plan;
  for (AdvancedIndex& index : read_plan.advanced) {
    auto made = index_tensor(index.arg, object);
    if (!made) return std::unexpected(made.error());
    index.arg = Arg::node(*made);
  }
  Arg operand_value = value;
  if (!is_number(value)) {
    auto read = versions_.read(value.as_node());
    if (!read) return std::unexpected(read.error());
    operand_value = Arg::node(*read);
  }
  const auto path = levels(whole, plan.target);
  const PlaceId top = path ? whole : plan.target;
  std::vector<NodeId> bases;
  auto base = versions_.base(top);
  if (!base) return std::unexpected(base.error());
  bases.push_back(*base);
  for (size_t i = 1; path && i < path->size(); ++i) {
    auto call = versions_.derive_call((*path)[i], bases.back());
    if (!call) return std::unexpected(call.error());
    bases.push_back(emitter_.emit(*call));
  }
  auto inner = read_plan.advanced.size() == 1 && read_plan.advanced[0].mask ? where_call(node, plan.target, bases.back(), read_plan, operand_value)
                                                                           : index_put_call(plan.target, bases.back(), read_plan, operand_value);
  if (!inner) return std::unexpected(inner.error());
  if (!path) return finish_part(node, memory_.new_object(top, memory_.object(object).origin), top, std::move(*inner));
  if (path->size() == 1) return finish_part(node, object, whole, std::move(*inner));
  const NodeId content = emitter_.emit(*inner);
  bases.pop_back();
  return store(node, object, *path, bases, content);
}

// An index as a tensor node: lists and ranges become tensors, on the device of the object that is indexed.
Result<NodeId> Rewriter::index_tensor(const Arg& arg, ObjectId object) {
  if (arg.is_node()) return versions_.read(arg.as_node());
  const PlaceId place = memory_.place_of(object);
  auto shape = versions_.read(place);
  if (!shape) return shape;
  // A tensor with a lazy bit makes no new ones.
  for (const StepKind bit : {StepKind::conj, StepKind::neg}) {
    bool set = false;
    for (PlaceId p = place; memory_.place(p).parent; p = memory_.place(p).parent) set = set || memory_.step(p).step.kind == bit;
    if (set) shape = emitter_.emit(Call::method(bit == StepKind::conj ? "resolve_conj" : "resolve_neg", {Arg::node(*shape)}).with(place_meta(place)));
  }
  TensorMeta meta;
  meta.has_sizes = meta.has_strides = meta.has_offset = true;
  meta.geometry.strides = {1};
  if (place_meta(place) != nullptr) meta.device = place_meta(place)->device;
  Arg items = arg;
  bool mask = false;
  if (arg.kind == ArgKind::opaque) {
    meta.has_sizes = false;
  } else {
    const auto parts = module_.parts(arg);
    mask = !parts.empty() && parts[0].kind == ArgKind::boolean;
    meta.geometry.sizes = {static_cast<int64_t>(parts.size())};
    items = emitter_.list(std::vector<Arg>(parts.begin(), parts.end()));
  }
  meta.dtype = mask ? DType::boolean : DType::int64;
  Call call = Call::method("new_tensor", {Arg::node(*shape), items}, {{"dtype", emitter_.dtype(meta.dtype)}});
  call.meta = meta;
  return emitter_.emit(call);
}

NodeId Rewriter::unsqueezed(NodeId node, int64_t times) {
  for (int64_t i = 0; i < times; ++i) {
    Call call = Call::method("unsqueeze", {Arg::node(node), Arg::integer(-1)});
    if (const TensorMeta* m = types_.meta(node); m != nullptr && m->has_sizes) {
      ViewStep step;
      step.kind = StepKind::unsqueeze;
      step.dim = m->rank();
      call.meta = apply(step, *m, memory_.syms());
    }
    node = emitter_.emit(call);
  }
  return node;
}

Result<Call> Rewriter::where_call(NodeId node, PlaceId region, NodeId base, const IndexPlan& plan, const Arg& value) {
  const AdvancedIndex& index = plan.advanced[0];
  const TensorMeta* wanted = place_meta(region);
  NodeId mask = index.arg.as_node();
  const TensorMeta* mask_meta = types_.meta(mask);
  const bool known = wanted != nullptr && wanted->has_sizes && mask_meta != nullptr && mask_meta->has_sizes;
  if (!known) return index_put_call(region, base, plan, value);
  const int64_t trailing = wanted->rank() - index.dim - index.rank;
  NodeId chosen;
  if (is_number(value)) {
    chosen = emitter_.emit(new_tensor_like(region, base, value));
  } else {
    chosen = value.as_node();
    const TensorMeta* from = types_.meta(chosen);
    if (from == nullptr || !from->has_sizes) return index_put_call(region, base, plan, value);
    const bool single = all_ones(from->geometry.sizes);
    if (!single && from->dtype != wanted->dtype && from->dtype != DType::unknown && wanted->dtype != DType::unknown) {
      return std::unexpected(fail(node, "the assigned value has another dtype than the tensor", "eager PyTorch refuses this, too", region));
    }
    if (single && from->rank() > 0) {
      Call call = Call::method("reshape", {Arg::node(chosen), emitter_.tuple({})});
      call.meta = *from;
      call.meta->geometry.sizes.clear();
      call.meta->geometry.strides.clear();
      chosen = emitter_.emit(call);
    } else if (from->rank() > trailing) {
      const bool one_row = from->rank() == trailing + 1 && from->geometry.sizes[0].is(1);
      if (!one_row && (index.dim != 0 || from->rank() != trailing + 1)) return index_put_call(region, base, plan, value);
      if (!one_row) return packed_where_call(region, base, index, chosen);
      auto row = shaped_rows(chosen);
      chosen = row;
    }
    if (types_.meta(chosen)->dtype != wanted->dtype) chosen = converted(chosen, wanted->dtype);
  }
  return where(region, mask, trailing, chosen, base);
}

// Drops the first dim, of size 1.
NodeId Rewriter::shaped_rows(NodeId value) {
  Call call = Call::method("squeeze", {Arg::node(value), Arg::integer(0)});
  ViewStep step;
  step.kind = StepKind::squeeze;
  step.dims = {0};
  call.meta = apply(step, *types_.meta(value), memory_.syms());
  return emitter_.emit(call);
}

Call Rewriter::where(PlaceId region, NodeId mask, int64_t trailing, NodeId chosen, NodeId base) {
  if (types_.meta(mask)->dtype == DType::uint8) {
    mask = converted(mask, DType::boolean);
  }
  mask = unsqueezed(mask, trailing);
  Call call = Call::function("torch.where", {Arg::node(mask), Arg::node(chosen), Arg::node(base)});
  const TensorMeta* wanted = place_meta(region);
  call.meta = *wanted;
  std::vector<const Geometry*> operands;
  for (const NodeId n : {mask, chosen, base}) {
    const TensorMeta* m = types_.meta(n);
    if (m == nullptr || !m->has_strides) {
      call.meta->has_strides = false;
      return call;
    }
    operands.push_back(&m->geometry);
  }
  call.meta->geometry.strides = elementwise_strides(wanted->geometry.sizes, operands, memory_.syms());
  call.meta->has_strides = true;
  return call;
}

// Rows of `value` in order for the true elements of the mask: the running count of the mask is the row's number. A row of zeros after the last keeps
// an empty value indexable.
Result<Call> Rewriter::packed_where_call(PlaceId region, NodeId base, const AdvancedIndex& index, NodeId value) {
  const TensorMeta* wanted = place_meta(region);
  const TensorMeta mask_meta = *types_.meta(index.arg.as_node());
  const TensorMeta rows_meta = *types_.meta(value);
  const NodeId mask = index.arg.as_node();
  SymPool& syms = memory_.syms();
  TensorMeta line = mask_meta;
  line.geometry.sizes = {element_count(mask_meta.geometry.sizes, syms)};
  line.geometry.strides = {1};
  const auto emit_line = [&](Call call, DType dtype) {
    line.dtype = dtype;
    call.meta = line;
    return emitter_.emit(call);
  };
  if (const auto strides = view_strides(mask_meta.geometry, line.geometry.sizes, syms); strides && mask_meta.has_strides) line.geometry.strides = *strides;
  const NodeId flat = emit_line(Call::method("reshape", {Arg::node(mask), Arg::integer(-1)}), mask_meta.dtype);
  line.geometry.strides = {1};
  const NodeId counts = emit_line(Call::method("cumsum", {Arg::node(flat), Arg::integer(0)}), DType::int64);
  const NodeId numbers = emit_line(Call::function("operator.sub", {Arg::node(counts), Arg::integer(1)}), DType::int64);
  const NodeId rows_index = emit_line(Call::method("clamp", {Arg::node(numbers)}, {{"min", Arg::integer(0)}}), DType::int64);
  NodeId rows = value;
  if (!rows_meta.geometry.sizes[0].is_constant() || rows_meta.geometry.sizes[0].is(0)) {
    std::vector<Arg> widths(2 * rows_meta.geometry.sizes.size() - 1, Arg::integer(0));
    widths.push_back(Arg::integer(1));
    TensorMeta longer = rows_meta;
    longer.geometry.sizes[0] = syms.add(longer.geometry.sizes[0], 1);
    longer.geometry.strides = contiguous_strides(longer.geometry.sizes, syms);
    rows = emitter_.emit(Call::function("torch.nn.functional.pad", {Arg::node(rows), emitter_.tuple(widths)}).with(&longer));
  }
  TensorMeta picked = rows_meta;
  picked.geometry.sizes[0] = line.geometry.sizes[0];
  picked.geometry.strides = contiguous_strides(picked.geometry.sizes, syms);
  const NodeId gathered = emitter_.emit(Call::method("index_select", {Arg::node(rows), Arg::integer(0), Arg::node(rows_index)}).with(&picked));
  NodeId placed = gathered;
  if (index.rank != 1) {
    TensorMeta in_place = picked;
    in_place.geometry.sizes = mask_meta.geometry.sizes;
    in_place.geometry.sizes.insert(in_place.geometry.sizes.end(), rows_meta.geometry.sizes.begin() + 1, rows_meta.geometry.sizes.end());
    in_place.geometry.strides = contiguous_strides(in_place.geometry.sizes, syms);
    const auto sizes = emitter_.integers(in_place.geometry.sizes);
    if (!sizes) return std::unexpected(fail(emitter_.anchor(), "rows assigned through a mask of symbolic shape", "use torch.where", region));
    std::vector<Arg> args = {Arg::node(gathered)};
    args.insert(args.end(), sizes->begin(), sizes->end());
    placed = emitter_.emit(Call::method("reshape", std::move(args)).with(&in_place));
  }
  return where(region, mask, wanted->rank() - index.rank, placed, base);
}

Result<Call> Rewriter::index_put_call(PlaceId region, NodeId base, const IndexPlan& plan, const Arg& value) {
  const TensorMeta* wanted = place_meta(region);
  std::vector<Arg> indices;
  int64_t dim = 0;
  int64_t index_rank = 0;
  int64_t taken = 0;
  bool ranks_known = wanted != nullptr && wanted->has_sizes;
  for (const AdvancedIndex& index : plan.advanced) {
    for (; dim < index.dim; ++dim) indices.push_back(Arg::none());
    indices.push_back(index.arg);
    dim += index.rank;
    taken += index.rank;
    const TensorMeta* m = types_.meta(index.arg.as_node());
    ranks_known = ranks_known && m != nullptr && m->has_sizes;
    if (ranks_known) index_rank = std::max(index_rank, index.mask ? 1 : m->rank());
  }
  Arg put = value;
  if (is_number(value)) {
    Call call = Call::method("new_full", {Arg::node(base), emitter_.tuple({}), value});
    if (wanted != nullptr && wanted->dtype != DType::unknown) {
      TensorMeta scalar;
      scalar.has_sizes = scalar.has_strides = scalar.has_offset = true;
      scalar.dtype = wanted->dtype;
      scalar.device = wanted->device;
      call.meta = scalar;
    }
    put = Arg::node(emitter_.emit(call));
  } else if (ranks_known) {
    NodeId n = value.as_node();
    const int64_t rank = wanted->rank() - taken + index_rank;
    while (types_.meta(n) != nullptr && types_.meta(n)->has_sizes && types_.meta(n)->rank() > rank && types_.meta(n)->geometry.sizes[0].is(1)) n = shaped_rows(n);
    // A 0-d index selects a row that is then copied into, with a cast.
    const TensorMeta* from = types_.meta(n);
    if (plan.advanced[0].scalar && from != nullptr && from->dtype != wanted->dtype) {
      Call to = Call::method("to", {Arg::node(n), emitter_.dtype(wanted->dtype)}).with(from);
      to.meta->dtype = wanted->dtype;
      n = emitter_.emit(to);
    } else if (from != nullptr && from->dtype != wanted->dtype && from->dtype != DType::unknown && wanted->dtype != DType::unknown) {
      return std::unexpected(fail(emitter_.anchor(), "the assigned value has another dtype than the tensor", "eager PyTorch refuses this, too", region));
    }
    put = Arg::node(n);
  }
  const bool method = std::none_of(indices.begin(), indices.end(), [](const Arg& a) { return a.is_none(); });
  Call call = method ? Call::method("index_put", {Arg::node(base), emitter_.tuple(indices), put})
                     : Call::function("torch.ops.aten.index_put", {Arg::node(base), emitter_.list(indices), put});
  if (wanted != nullptr) {
    call.meta = *wanted;
    if (wanted->has_strides) call.meta->geometry.strides = elementwise_strides(wanted->geometry.sizes, {&wanted->geometry}, memory_.syms());
  }
  return call;
}

}  // namespace outplace
