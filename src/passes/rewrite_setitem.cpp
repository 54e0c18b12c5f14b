// What x[index] = value becomes: scatters of a region, where for masks, index_put for integer tensors.
#include <algorithm>

#include "passes/rewriter.h"
#include "support/check.h"

namespace outplace {
namespace {

// A slice with a step, or a start counted from the end, is spelled with all of its bounds.
void spell_out(const SpelledStep& s, Call& call) {
  const bool negative = s.start.is_integer() && s.start.as_integer() < 0;
  if (s.step.kind != StepKind::slice || call.target != "torch.slice_scatter" || (s.step.step.is(1) && !negative)) return;
  const auto find = [&](std::string_view name) {
    return std::find_if(call.kwargs.begin(), call.kwargs.end(), [&](const auto& kw) { return kw.first == name; });
  };
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
    return std::unexpected(fail(node, "the value assigned is neither a tensor nor a number: " + print_arg(module_, value),
                                "eager PyTorch refuses this, too", plan.target));
  }
  if (auto done = check_masks(node, plan); !done) return done;
  if (auto done = check_assigned(node, plan, value); !done) return done;
  if (versions_.is_empty(plan.target)) {
    drop(node);
    return {};
  }
  if (plan.advanced.empty()) {
    if (copies_onto_itself(object, plan.target, value)) {
      drop(node);
      return {};
    }
    return assign_region(node, object, plan.target, value);
  }
  return assign_indexed(node, object, plan, value);
}

// A view of the value with the shape that the region turns out to have.
Result<NodeId> Rewriter::expanded_as(NodeId value, PlaceId region) {
  auto shape = versions_.read(region);
  if (!shape) return shape;
  const TensorMeta* wanted = place_meta(region);
  const TensorMeta* from = value_meta(value);
  Call call = Call::method("expand_as", {Arg::node(value), Arg::node(*shape)});
  call.meta = wanted != nullptr ? *wanted : TensorMeta();
  call.meta.change().lazy = from != nullptr ? from->lazy : uint8_t{0};
  call.meta.change().dtype = from != nullptr ? from->dtype : DType::unknown;
  open_strides(call.meta.change(), value);
  return emitter_.emit(call);
}

// Of what is expanded to sizes that cannot be compared nothing is known.
void Rewriter::open_strides(TensorMeta& meta, NodeId value) {
  if (!meta.has_sizes) return;
  const Sym of = memory_.syms().symbol("%" + std::string(module_.name(value)));
  meta.geometry.strides.clear();
  for (int64_t i = 0; i < meta.rank(); ++i) meta.geometry.strides.push_back(open_stride(i, {of}, memory_.syms()));
  meta.has_strides = true;
}

// What expanding gives: nullopt if it is not known to be possible. Values whose strides nobody tells are row-major, as everywhere; what is
// expanded is not.
std::optional<TensorMeta> Rewriter::expanded_meta(const TensorMeta& from, const Sizes& sizes) {
  if (!from.has_sizes) return std::nullopt;
  TensorMeta source = from;
  const StepResult step = make_expand(source, sizes, memory_.syms());
  if (!step.step) return std::nullopt;
  if (!source.has_strides) source.geometry.strides = contiguous_strides(source.geometry.sizes, memory_.syms());
  source.has_strides = true;
  return apply(*step.step, source, memory_.syms());
}

// The value with exactly the region's shape: leading dims of size 1 go, others are broadcast.
Result<NodeId> Rewriter::shaped(NodeId node, NodeId value, PlaceId region) {
  const TensorMeta* wanted = place_meta(region);
  const TensorMeta* from = value_meta(value);
  if (wanted == nullptr || !wanted->has_sizes) {
    if ((from != nullptr && from->has_sizes) || types_.shapes_told()) return expanded_as(value, region);
    memory_.assume("assigned values whose shape the text does not give have the shape of the region that they go to");
    return value;
  }
  while (from != nullptr && from->has_sizes && from->rank() > wanted->rank()) {
    if (!from->geometry.sizes[0].is(1)) {
      return std::unexpected(
          fail(node, "the assigned value has more dims than the region that it goes to", "eager PyTorch refuses this, too", region));
    }
    value = shaped_rows(value);
    from = value_meta(value);
  }
  const bool known = from != nullptr && from->has_sizes;
  if (known && from->geometry.sizes == wanted->geometry.sizes) return value;
  if (auto done = check_broadcast(node, region, from); !done) return std::unexpected(done.error());
  const auto sizes = emitter_.integers(wanted->geometry.sizes);
  if (!sizes) return expanded_as(value, region);
  Args args = {Arg::node(value)};
  args.insert(args.end(), sizes->begin(), sizes->end());
  if (sizes->empty()) args.push_back(emitter_.tuple({}));
  Call call = Call::method("expand", std::move(args));
  const std::optional<TensorMeta> expanded = known ? expanded_meta(*from, wanted->geometry.sizes) : std::nullopt;
  call.meta = expanded ? *expanded : *wanted;
  if (!expanded) {
    call.meta.change().lazy = from != nullptr ? from->lazy : uint8_t{0};
    call.meta.change().dtype = from != nullptr ? from->dtype : DType::unknown;
    open_strides(call.meta.change(), value);
  }
  return emitter_.emit(call);
}

// The value in the region's dtype, unless the scatter that takes it casts. Autograd takes no value that it could differentiate into
// integers.
NodeId Rewriter::in_dtype(NodeId value, PlaceId region) {
  const StepKind kind = memory_.step(region).step.kind;
  const TensorMeta* wanted = place_meta(region);
  const TensorMeta* from = value_meta(value);
  const bool scatter_casts = kind == StepKind::select || kind == StepKind::slice || kind == StepKind::diagonal;
  if (scatter_casts && !modes_.recording()) return value;
  if (wanted == nullptr || wanted->dtype == DType::unknown || (from != nullptr && from->dtype == wanted->dtype)) return value;
  return converted(value, wanted->dtype);
}

NodeId Rewriter::converted(NodeId value, DType dtype) {
  Call to = Call::method("to", {Arg::node(value), emitter_.dtype(dtype)}).with(value_meta(value));
  if (to.meta) to.meta.change().dtype = dtype;
  if (to.meta && to.meta->has_strides) to.meta.set_strides(preserved_strides(to.meta->geometry, memory_.syms()));
  return emitter_.emit(to);
}

bool Rewriter::pads(PlaceId region) const {
  const SpelledStep& s = memory_.step(region);
  if (s.step.kind != StepKind::slice || !s.step.step.is(1) || !s.step.start.is_constant() || s.step.start.value <= 0) return false;
  if (!s.start.is_integer() || s.start.as_integer() < 0) return false;
  const TensorMeta* parent = memory_.place(memory_.place(region).parent).meta;
  if (parent == nullptr || !parent->has_sizes || parent->dtype == DType::unknown || s.step.dim < 0) return false;
  const Sym size = parent->geometry.sizes[static_cast<size_t>(s.step.dim)];
  if (!size.is_constant() || !s.step.stop.is_constant() || s.step.stop.value <= s.step.start.value) return false;
  return layout_ == Layout::ignore || (parent->has_strides && is_contiguous(parent->geometry, const_cast<Memory&>(memory_).syms()));
}

// The value and a mask of ones, both padded to the buffer's shape: where chooses between them and the old content.
Result<Call> Rewriter::pad_where_call(PlaceId region, NodeId base, NodeId value) {
  const ViewStep& step = memory_.step(region).step;
  const TensorMeta* parent = memory_.place(memory_.place(region).parent).meta;
  const TensorMeta* from = value_meta(value);
  if (from == nullptr || from->dtype != parent->dtype) {
    value = converted(value, parent->dtype);
  }
  from = value_meta(value);
  TensorMeta part = *place_meta(region);
  part.geometry = from != nullptr && from->has_strides
                      ? resolved_geometry(*from, memory_.syms())
                      : Geometry{part.geometry.sizes, contiguous_strides(part.geometry.sizes, memory_.syms()), 0};
  part.has_strides = true;
  // A padded tensor is in the format that its operand seems to be in.
  const std::string_view value_format = suggested_format(part.geometry);
  part.geometry.strides = preserved_strides(part.geometry, memory_.syms());
  const std::string_view mask_format = suggested_format(part.geometry);
  part.dtype = DType::boolean;
  const NodeId ones =
      emitter_.emit(Call::function("torch.ones_like", {Arg::node(value)}, {{"dtype", emitter_.dtype(DType::boolean)}}).with(part));
  Args widths;
  for (int64_t d = parent->rank() - 1; d > step.dim; --d) {
    widths.push_back(Arg::integer(0));
    widths.push_back(Arg::integer(0));
  }
  widths.push_back(Arg::integer(step.start.value));
  widths.push_back(Arg::integer(parent->geometry.sizes[static_cast<size_t>(step.dim)].value - step.stop.value));
  TensorMeta full = *parent;
  full.geometry.strides = *format_strides(value_format, full, memory_.syms());
  const NodeId padded = emitter_.emit(Call::function("torch.nn.functional.pad", {Arg::node(value), emitter_.tuple(widths)}).with(full));
  full.dtype = DType::boolean;
  full.geometry.strides = *format_strides(mask_format, full, memory_.syms());
  const NodeId mask = emitter_.emit(Call::function("torch.nn.functional.pad", {Arg::node(ones), emitter_.tuple(widths)}).with(full));
  return where(memory_.place(region).parent, mask, 0, padded, base);
}

// Regions between `whole` and `region`, from the outside in; empty if the region does not lie below `whole` in the tree of places.
std::optional<PlacePath> Rewriter::levels(PlaceId whole, PlaceId region) const {
  const PlacePath path = memory_.path(region);
  const size_t top = memory_.place(whole).depth;
  if (top >= path.size() || path[top] != whole) return std::nullopt;
  return PlacePath(path.begin() + static_cast<std::ptrdiff_t>(top), path.end());
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
  NodeIds bases;
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
  if (last == 1 && pads(region)) {
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
  if (!source) {
    auto call = filled(object, place, *shape, number);
    if (!call) return std::unexpected(call.error());
    return finish(node, target, std::move(*call));
  }
  const TensorMeta* wanted = place_meta(place);
  const TensorMeta* from = value_meta(source);
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
Result<void> Rewriter::store(NodeId node, ObjectId object, const PlacePath& path, const NodeIds& bases, NodeId inner) {
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
  const Shown before = shown(node);
  if (!call.meta) call = std::move(call).with(place_meta(place));
  call = versions_.resolved(std::move(call), place);
  emitter_.become(node, call, emitter_.version_name(root_of(object)));
  record(node, "setitem", before, module_.node(node).name);
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
  NodeIds bases;
  auto base = versions_.base(top);
  if (!base) return std::unexpected(base.error());
  bases.push_back(*base);
  for (size_t i = 1; path && i < path->size(); ++i) {
    auto call = versions_.derive_call((*path)[i], bases.back());
    if (!call) return std::unexpected(call.error());
    bases.push_back(emitter_.emit(*call));
  }
  auto inner = read_plan.advanced.size() == 1 && read_plan.advanced[0].mask
                   ? where_call(node, plan.target, bases.back(), read_plan, operand_value)
                   : index_put_call(plan.target, bases.back(), read_plan, operand_value);
  if (!inner) return std::unexpected(inner.error());
  if (!path) return finish_part(node, memory_.new_object(top, memory_.object(object).origin), top, std::move(*inner));
  if (path->size() == 1) return finish_part(node, object, whole, std::move(*inner));
  const NodeId content = emitter_.emit(*inner);
  bases.pop_back();
  return store(node, object, *path, bases, content);
}

// Drops the first dim, of size 1.
NodeId Rewriter::shaped_rows(NodeId value) {
  Call call = Call::method("squeeze", {Arg::node(value), Arg::integer(0)});
  ViewStep step;
  step.kind = StepKind::squeeze;
  step.dims = {0};
  call.meta = apply(step, *value_meta(value), memory_.syms());
  return emitter_.emit(call);
}

}  // namespace outplace
