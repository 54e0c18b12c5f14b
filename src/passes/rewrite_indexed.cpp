// What x[index] = value becomes where the index holds tensors: where for masks, index_put for integers.
#include <algorithm>
#include <list>

#include "passes/rewriter.h"
#include "support/check.h"

namespace outplace {
namespace {

bool all_ones(const Sizes& sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](const Sym& s) { return s.is(1); });
}

}  // namespace

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
    if (set)
      shape =
          emitter_.emit(Call::method(bit == StepKind::conj ? "resolve_conj" : "resolve_neg", {Arg::node(*shape)}).with(place_meta(place)));
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
    items = emitter_.list(Args(parts.begin(), parts.end()));
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
      call.meta.change().geometry.sizes.clear();
      call.meta.change().geometry.strides.clear();
      chosen = emitter_.emit(call);
    } else if (from->rank() > trailing) {
      const bool one_row = from->rank() == trailing + 1 && from->geometry.sizes[0].is(1);
      if (!one_row && (index.dim != 0 || from->rank() != trailing + 1)) return index_put_call(region, base, plan, value);
      // A single row would go to all places: index_put sees it when it runs.
      if (!one_row && !memory_.syms().is_guarded(from->geometry.sizes[0])) return index_put_call(region, base, plan, value);
      if (!one_row) return packed_where_call(region, base, index, chosen);
      auto row = shaped_rows(chosen);
      chosen = row;
    }
    if (types_.meta(chosen)->dtype != wanted->dtype) chosen = converted(chosen, wanted->dtype);
  }
  return where(region, mask, trailing, chosen, base);
}

Call Rewriter::where(PlaceId region, NodeId mask, int64_t trailing, NodeId chosen, NodeId base) {
  if (types_.meta(mask)->dtype == DType::uint8) {
    mask = converted(mask, DType::boolean);
  }
  mask = unsqueezed(mask, trailing);
  Call call = Call::function("torch.where", {Arg::node(mask), Arg::node(chosen), Arg::node(base)});
  const TensorMeta* wanted = place_meta(region);
  call = std::move(call).with(wanted);
  std::list<Geometry> seen;
  Operands operands;
  for (const NodeId n : {mask, chosen, base}) {
    const TensorMeta* m = types_.meta(n);
    if (m == nullptr || !m->has_strides) {
      call.meta.change().has_strides = false;
      return call;
    }
    operands.push_back(m->lazy == 0 ? &m->geometry : &seen.emplace_back(resolved_geometry(*m, memory_.syms())));
  }
  call.meta.set_strides(elementwise_strides(wanted->geometry.sizes, operands, memory_.syms()));
  return call;
}

// Rows of `value` in order for the true elements of the mask: the running count of the mask is the row's number. A row of zeros after the
// last keeps an empty value indexable.
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
  if (const auto strides = view_strides(mask_meta.geometry, line.geometry.sizes, syms); strides && mask_meta.has_strides) {
    line.geometry.strides = *strides;
  }
  const NodeId flat = emit_line(Call::method("reshape", {Arg::node(mask), Arg::integer(-1)}), mask_meta.dtype);
  line.geometry.strides = {1};
  const NodeId counts = emit_line(Call::method("cumsum", {Arg::node(flat), Arg::integer(0)}), DType::int64);
  const NodeId numbers = emit_line(Call::function("operator.sub", {Arg::node(counts), Arg::integer(1)}), DType::int64);
  const NodeId rows_index = emit_line(Call::method("clamp", {Arg::node(numbers)}, {{"min", Arg::integer(0)}}), DType::int64);
  NodeId rows = value;
  if (!rows_meta.geometry.sizes[0].is_constant() || rows_meta.geometry.sizes[0].is(0)) {
    Args widths(2 * rows_meta.geometry.sizes.size() - 1, Arg::integer(0));
    widths.push_back(Arg::integer(1));
    TensorMeta longer = rows_meta;
    longer.geometry.sizes[0] = syms.add(longer.geometry.sizes[0], 1);
    longer.geometry.strides = contiguous_strides(longer.geometry.sizes, syms);
    rows = emitter_.emit(Call::function("torch.nn.functional.pad", {Arg::node(rows), emitter_.tuple(widths)}).with(longer));
  }
  TensorMeta picked = rows_meta;
  picked.geometry.sizes[0] = line.geometry.sizes[0];
  picked.geometry.strides = contiguous_strides(picked.geometry.sizes, syms);
  const NodeId gathered =
      emitter_.emit(Call::method("index_select", {Arg::node(rows), Arg::integer(0), Arg::node(rows_index)}).with(picked));
  NodeId placed = gathered;
  if (index.rank != 1) {
    TensorMeta in_place = picked;
    in_place.geometry.sizes = mask_meta.geometry.sizes;
    in_place.geometry.sizes.insert(in_place.geometry.sizes.end(), rows_meta.geometry.sizes.begin() + 1, rows_meta.geometry.sizes.end());
    in_place.geometry.strides = contiguous_strides(in_place.geometry.sizes, syms);
    const auto sizes = emitter_.integers(in_place.geometry.sizes);
    if (!sizes)
      return std::unexpected(fail(emitter_.anchor(), "rows assigned through a mask of symbolic shape", "use torch.where", region));
    Args args = {Arg::node(gathered)};
    args.insert(args.end(), sizes->begin(), sizes->end());
    placed = emitter_.emit(Call::method("reshape", std::move(args)).with(in_place));
  }
  return where(region, mask, wanted->rank() - index.rank, placed, base);
}

Result<Call> Rewriter::index_put_call(PlaceId region, NodeId base, const IndexPlan& plan, const Arg& value) {
  const TensorMeta* wanted = place_meta(region);
  Args indices;
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
    while (types_.meta(n) != nullptr && types_.meta(n)->has_sizes && types_.meta(n)->rank() > rank &&
           types_.meta(n)->geometry.sizes[0].is(1))
      n = shaped_rows(n);
    // A 0-d index selects a row that is then copied into, with a cast.
    const TensorMeta* from = types_.meta(n);
    if (plan.advanced[0].scalar && from != nullptr && from->dtype != wanted->dtype) {
      Call to = Call::method("to", {Arg::node(n), emitter_.dtype(wanted->dtype)}).with(from);
      to.meta.change().dtype = wanted->dtype;
      n = emitter_.emit(to);
    } else if (from != nullptr && from->dtype != wanted->dtype && from->dtype != DType::unknown && wanted->dtype != DType::unknown) {
      return std::unexpected(
          fail(emitter_.anchor(), "the assigned value has another dtype than the tensor", "eager PyTorch refuses this, too", region));
    }
    put = Arg::node(n);
  }
  const bool method = std::none_of(indices.begin(), indices.end(), [](const Arg& a) { return a.is_none(); });
  Call call = method ? Call::method("index_put", {Arg::node(base), emitter_.tuple(indices), put})
                     : Call::function("torch.ops.aten.index_put", {Arg::node(base), emitter_.list(indices), put});
  if (wanted != nullptr) {
    const TensorMeta* copied = types_.meta(base);
    if (copied == nullptr || !copied->has_strides || copied->geometry.sizes != wanted->geometry.sizes) copied = wanted;
    call = std::move(call).with(copied);
    if (copied->has_strides) call.meta.set_strides(preserved_strides(copied->geometry, memory_.syms()));
  }
  return call;
}

}  // namespace outplace
