// Views and reads put their result in scope; writes do not, since it is the object that was there.
#include "enumerated_operations.h"

#include <algorithm>

#include "makers.h"

namespace outplace::property {
namespace {

using Scope = std::vector<TensorRef>;

bool seen(ProgramBuilder& b, Scope& scope, NodeId node, EagerTensor place) {
  scope.push_back(b.view(node, std::move(place)));
  return true;
}

Arg whole(int64_t value) { return Arg::integer(value); }

bool select_last(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || from.size(0) == 0) return false;
  return seen(b, scope, b.method("select", {ref(t), whole(0), whole(-1)}), select(from, 0, from.size(0) - 1));
}

bool slice_tail(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0) return false;
  const Arg index = b.build().slice(whole(1), Arg::none());
  return seen(b, scope, b.function("operator.getitem", {ref(t), index}), slice(from, 0, 1, std::nullopt, 1));
}

bool slice_step(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0) return false;
  const Arg items[] = {Arg::ellipsis(), b.build().slice(Arg::none(), Arg::none(), whole(2))};
  const Arg index = b.list(items, ArgKind::tuple);
  return seen(b, scope, b.function("operator.getitem", {ref(t), index}), slice(from, from.rank() - 1, std::nullopt, std::nullopt, 2));
}

bool transpose(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() < 2) return false;
  Ints order(from.sizes.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = static_cast<int64_t>(d);
  std::swap(order.front(), order.back());
  return seen(b, scope, b.method("transpose", {ref(t), whole(0), whole(-1)}), permute(from, order));
}

bool reshape_flat(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const NodeId node = b.method("reshape", {ref(t), whole(-1)});
  std::optional<EagerTensor> place = view(from, {from.count()});
  if (place) return seen(b, scope, node, std::move(*place));
  scope.push_back(b.fresh(node, fresh(from.dtype, {from.count()})));
  return true;
}

bool view_pairs(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.count() % 2 != 0 || from.count() == 0) return false;
  std::optional<EagerTensor> place = view(from, {from.count() / 2, 2});
  if (!place) return false;
  return seen(b, scope, b.method("view", {ref(t), whole(-1), whole(2)}), std::move(*place));
}

bool expand_front(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() > 3) return false;
  Ints sizes = from.sizes;
  sizes.insert(sizes.begin(), 2);
  const Arg list = b.ints(sizes);
  return seen(b, scope, b.method("expand", {ref(t), list}), expand(from, sizes));
}

bool unbind_first(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || from.size(from.rank() - 1) == 0) return false;
  const NodeId parts = b.method("unbind", {ref(t), whole(-1)});
  return seen(b, scope, b.function("operator.getitem", {Arg::node(parts), whole(0)}), select(from, from.rank() - 1, 0));
}

bool split_second(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || from.size(from.rank() - 1) < 2) return false;
  const int64_t last = from.rank() - 1;
  const NodeId parts = b.method("split", {ref(t), whole(1), whole(-1)});
  return seen(b, scope, b.function("operator.getitem", {Arg::node(parts), whole(1)}), slice(from, last, 1, 2, 1));
}

bool diagonal_first(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() < 2) return false;
  return seen(b, scope, b.method("diagonal", {ref(t)}), diagonal(from, 0, 0, 1));
}

bool unfold_gaps(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || from.rank() > 3 || from.size(0) == 0) return false;
  return seen(b, scope, b.method("unfold", {ref(t), whole(0), whole(1), whole(2)}), unfold(from, 0, 1, 2));
}

bool as_strided_inside(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  EagerTensor place = from;
  place.sizes = {2, 2};
  place.strides = {2, 1};
  if (end_byte(place) > end_byte(from) || !is_contiguous(from)) return false;
  const Arg sizes = b.ints({2, 2});
  const Arg strides = b.ints({2, 1});
  return seen(b, scope, b.method("as_strided", {ref(t), sizes, strides}), std::move(place));
}

bool as_bytes(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.dtype != DType::float32) return false;
  std::optional<EagerTensor> place = view_dtype(from, DType::int16);
  return place && seen(b, scope, b.method("view", {ref(t), b.dtype(DType::int16)}), std::move(*place));
}

bool imaginary_part(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (category(from.dtype) != DTypeCategory::complex) return false;
  const EagerTensor parts = view_as_real(from);
  return seen(b, scope, b.function("getattr", {ref(t), b.build().string("imag")}), select(parts, parts.rank() - 1, 1));
}

bool real_pairs(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (category(from.dtype) != DTypeCategory::complex) return false;
  return seen(b, scope, b.function("torch.view_as_real", {ref(t)}), view_as_real(from));
}

bool squeeze_new(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() > 3) return false;
  return seen(b, scope, b.method("unsqueeze", {ref(t), whole(-1)}), unsqueeze(from, from.rank()));
}

bool clone(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  scope.push_back(b.fresh(b.method("clone", {ref(t)}), fresh_like(from, from.dtype)));
  return true;
}

bool add_number(ProgramBuilder& b, Scope&, TensorRef t) {
  if (!may_write(b, t, {})) return false;
  b.method("add_", {ref(t), whole(1)});
  return true;
}

// From the oldest tensor in scope that fits.
bool copy_other(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  for (const TensorRef o : scope) {
    const EagerTensor& from = b.tensor(o);
    if (o.object == t.object || !broadcasts_to(from, to.sizes, {}) || from.conjugated || !may_write(b, t, {o})) continue;
    if (category(from.dtype) == DTypeCategory::complex && category(to.dtype) != DTypeCategory::complex) continue;
    b.method("copy_", {ref(t), ref(o)});
    return true;
  }
  return false;
}

bool fill_number(ProgramBuilder& b, Scope&, TensorRef t) {
  if (overlaps_itself(b.tensor(t)) && b.tensor(t).rank() == 0) return false;
  b.method("fill_", {ref(t), whole(2)});
  return true;
}

bool set_first(ProgramBuilder& b, Scope&, TensorRef t) {
  if (b.tensor(t).rank() == 0 || b.tensor(t).size(0) == 0 || !may_write(b, t, {})) return false;
  b.function("operator.setitem", {ref(t), whole(0), whole(3)});
  return true;
}

bool set_tail(ProgramBuilder& b, Scope& scope, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || !may_write(b, t, {})) return false;
  const EagerTensor part = slice(to, 0, 1, std::nullopt, 1);
  const Arg index = b.build().slice(whole(1), Arg::none());
  for (const TensorRef o : scope) {
    const EagerTensor& from = b.tensor(o);
    if (from.dtype != to.dtype || !broadcasts_to(from, part.sizes, {}) || may_overlap(from, part)) continue;
    b.function("operator.setitem", {ref(t), index, ref(o)});
    return true;
  }
  b.function("operator.setitem", {ref(t), index, whole(4)});
  return true;
}

bool set_list(ProgramBuilder& b, Scope&, TensorRef t) {
  if (b.tensor(t).rank() == 0 || b.tensor(t).size(0) < 2 || !may_write(b, t, {})) return false;
  const Arg index = b.ints({1, 0});
  b.function("operator.setitem", {ref(t), index, whole(5)});
  return true;
}

TensorRef alternating(ProgramBuilder& b, int64_t count) {
  std::vector<Arg> items;
  for (int64_t i = 0; i < count; ++i) items.push_back(Arg::boolean(i % 2 == 0));
  return b.unlisted(b.function("torch.tensor", {b.list(items)}, {{"dtype", b.dtype(DType::boolean)}}), fresh(DType::boolean, {count}));
}

bool set_mask(ProgramBuilder& b, Scope&, TensorRef t) {
  if (b.tensor(t).rank() == 0 || !may_write(b, t, {})) return false;
  const TensorRef mask = alternating(b, b.tensor(t).size(0));
  b.function("operator.setitem", {ref(t), ref(mask), whole(6)});
  return true;
}

bool fill_masked(ProgramBuilder& b, Scope&, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0) return false;
  const TensorRef mask = alternating(b, to.size(to.rank() - 1));
  if (!may_write(b, t, {})) return false;
  b.method("masked_fill_", {ref(t), ref(mask), whole(7)});
  return true;
}

bool put_index(ProgramBuilder& b, Scope&, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || to.size(0) == 0 || !may_write(b, t, {})) return false;
  const TensorRef index = indices(b, to.size(0), {2}, IndexKind::plain);
  const TensorRef value = constant(b, {}, to.dtype);
  const Arg items[] = {ref(index)};
  const Arg list = b.list(items, ArgKind::tuple);
  b.method("index_put_", {ref(t), list, ref(value), Arg::boolean(true)});
  return true;
}

bool add_index(ProgramBuilder& b, Scope&, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || to.size(0) == 0 || !may_write(b, t, {})) return false;
  const TensorRef index = indices(b, to.size(0), {1}, IndexKind::plain);
  Ints sizes = to.sizes;
  sizes[0] = 1;
  const TensorRef source = constant(b, sizes, to.dtype);
  b.method("index_add_", {ref(t), whole(0), ref(index), ref(source)});
  return true;
}

bool scatter_number(ProgramBuilder& b, Scope&, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || to.count() == 0 || !may_write(b, t, {})) return false;
  const TensorRef index = indices(b, to.size(0), Ints(to.sizes.size(), 1), IndexKind::plain);
  b.method("scatter_", {ref(t), whole(0), ref(index), whole(8)});
  return true;
}

constexpr SmallOperation kOperations[] = {
    // The core.
    {"select", false, select_last},
    {"slice_step", false, slice_step},
    {"transpose", false, transpose},
    {"reshape", false, reshape_flat},
    {"expand", false, expand_front},
    {"as_strided", false, as_strided_inside},
    {"view_dtype", false, as_bytes},
    {"view_as_real", false, real_pairs},
    {"clone", false, clone},
    {"add_", true, add_number},
    {"copy_", true, copy_other},
    {"setitem_slice", true, set_tail},
    {"masked_fill_", true, fill_masked},
    {"index_put_", true, put_index},
    // And the others.
    {"slice", false, slice_tail},
    {"view", false, view_pairs},
    {"unbind", false, unbind_first},
    {"split", false, split_second},
    {"diagonal", false, diagonal_first},
    {"unfold", false, unfold_gaps},
    {"imag", false, imaginary_part},
    {"unsqueeze", false, squeeze_new},
    {"fill_", true, fill_number},
    {"setitem_int", true, set_first},
    {"setitem_list", true, set_list},
    {"setitem_mask", true, set_mask},
    {"index_add_", true, add_index},
    {"scatter_", true, scatter_number}};
constexpr size_t kCore = 14;

}  // namespace

std::span<const SmallOperation> small_operations(OperationSet set) {
  const std::span<const SmallOperation> all = kOperations;
  return set == OperationSet::core ? all.first(kCore) : all;
}

}  // namespace outplace::property
