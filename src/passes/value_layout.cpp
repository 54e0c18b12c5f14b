// How values lie: the layout that a call's result has, and what a view needs of its operand so that it cannot fail.
#include <algorithm>

#include "passes/versions.h"

namespace outplace {

// A parent's value that is not in the layout of its place has views in other layouts, and no view where the place has one.
void Versions::adapt_to_layout(PlaceId child, NodeId parent_value, Call& call) {
  const ViewStep& step = memory_.step(child).step;
  const TensorMeta* place = memory_.place(memory_.place(child).parent).meta;
  const TensorMeta* value = memory_.types().meta(parent_value);
  if (place == nullptr || value == nullptr || !place->has_strides || !value->has_strides || !value->has_sizes) return;
  if (place->geometry == value->geometry && place->lazy == value->lazy) return;
  call.meta = apply(step, *value, memory_.syms());
  if (step.kind != StepKind::reshape || view_strides(value->geometry, step.sizes, memory_.syms())) return;
  call.target = "reshape";
  call.meta.change().lazy = 0;
  call.meta.change().has_strides = view_certainly_copies(value->geometry, step.sizes, memory_.syms());
  if (call.meta->has_strides) call.meta.change().geometry.strides = contiguous_strides(step.sizes, memory_.syms());
}

Call Versions::scattered(Call call, NodeId parent_value) {
  const TensorMeta* parent = memory_.types().meta(parent_value);
  call = std::move(call).with(parent);
  if (parent == nullptr || !parent->has_strides) return call;
  if (parent->lazy != 0) call.meta.change().geometry.offset = 0;
  call.meta.set_strides(scattered_strides(*parent, memory_.syms()));
  return call;
}

Call Versions::resolved(Call call, PlaceId place) {
  const TensorMeta* meta = memory_.place(place).meta;
  if (!call.meta || meta == nullptr || (call.meta->lazy & ~meta->lazy) == 0) return call;
  TensorMeta bare = *call.meta;
  if (bare.has_strides) bare.geometry.strides = preserved_strides(bare.geometry, memory_.syms());
  bare.geometry.offset = 0;
  if (bare.lazy == kConjugated && call.target == "torch.conj") {
    call.target = "torch.conj_physical";
    return std::move(call).with(bare);
  }
  const bool conjugated = (bare.lazy & ~meta->lazy & kConjugated) != 0;
  // Either resolves both bits if the tensor has the one that it is named for.
  return Call::method(conjugated ? "resolve_conj" : "resolve_neg", {Arg::node(emitter_.emit(call))}).with(bare);
}

// Has a value certainly the layout that its metadata says?
bool Versions::as_told(NodeId value) const {
  const NodeOp op = module_.node(value).op;
  return op == NodeOp::placeholder || op == NodeOp::get_attr;
}

// A view in elements of another size asks for a last stride of 1 and others that divide, also of dims of size 1; a value in another layout
// is made contiguous for it.
Arg Versions::viewable_as(NodeId value, DType dtype) {
  const TensorMeta* meta = memory_.types().meta(value);
  if (meta == nullptr || !meta->has_sizes || as_told(value)) return Arg::node(value);
  const int from = item_size(meta->dtype);
  const int to = item_size(dtype);
  if (from == to || meta->rank() == 0 || element_count(meta->geometry.sizes, memory_.syms()).is(0)) return Arg::node(value);
  if (layout_ == Layout::ignore) return contiguous(value);
  std::vector<int64_t> single;
  for (int64_t d = to < from ? meta->rank() - 1 : 0; d < meta->rank(); ++d) {
    if (meta->geometry.sizes[static_cast<size_t>(d)].is(1)) single.push_back(d);
  }
  if (!single.empty()) value = with_new_strides(value, single);
  meta = memory_.types().meta(value);
  if (!meta->has_strides || make_view_dtype(*meta, dtype, memory_.syms()).step) return Arg::node(value);
  return contiguous(value);
}

// The same tensor, in which these dims, of size 1, have the strides of a row-major tensor: dims that are made anew have. No other dim
// changes, and nothing is copied.
NodeId Versions::with_new_strides(NodeId value, const std::vector<int64_t>& single) {
  const auto step = [&](ViewStep view, Call call) {
    call.meta = apply(view, *memory_.types().meta(value), memory_.syms());
    value = emitter_.emit(call);
  };
  for (size_t i = single.size(); i-- > 0;) {
    ViewStep view;
    view.kind = StepKind::squeeze;
    view.dims = {single[i]};
    step(view, Call::method("squeeze", {Arg::node(value), Arg::integer(single[i])}));
  }
  for (size_t i = single.size(); i-- > 0;) {
    ViewStep view;
    view.kind = StepKind::unsqueeze;
    view.dim = single[i] - static_cast<int64_t>(i);
    step(view, Call::method("unsqueeze", {Arg::node(value), Arg::integer(view.dim)}));
  }
  return value;
}

// For a view that stays where its operand may have lost the layout that it had.
NodeId Versions::operand_of_kept_view(ViewRule rule, NodeId value, DType dtype) {
  switch (rule) {
    case ViewRule::view_dtype: return viewable_as(value, dtype).as_node();
    case ViewRule::view_as_complex:
    case ViewRule::unflatten: return layout_ == Layout::ignore && !as_told(value) ? contiguous(value).as_node() : value;
    default: return value;
  }
}

Arg Versions::contiguous(NodeId value) {
  // contiguous() leaves the strides of dims of size 1 as they are.
  const Arg format = memory_.module().make_text(ArgKind::memory_format, "torch.contiguous_format");
  Call call = Call::method("clone", {Arg::node(value)}, {{"memory_format", format}}).with(memory_.types().meta(value));
  if (call.meta && call.meta->has_sizes) {
    call.meta.set_strides(contiguous_strides(call.meta->geometry.sizes, memory_.syms()));
  }
  return Arg::node(emitter_.emit(call));
}

// view_as_complex asks for a last stride of 1 and for even other strides.
Arg Versions::adjacent_pairs(NodeId value) {
  const TensorMeta* meta = memory_.types().meta(value);
  const auto even = [&](const Sym& stride) { return memory_.syms().mod(stride, 2).is(0); };
  if (as_told(value)) return Arg::node(value);
  if (layout_ == Layout::exact && meta != nullptr && meta->has_strides && meta->rank() > 0) {
    const Sizes& strides = meta->geometry.strides;
    if (strides.back().is(1) && std::all_of(strides.begin(), strides.end() - 1, even)) return Arg::node(value);
  }
  return contiguous(value);
}

}  // namespace outplace
