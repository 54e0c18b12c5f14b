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
  if (place->rank() != value->rank()) return;  // an annotation that shows what the tensor is resized to later
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
  return differentiable(std::move(call));
}

// Autograd has no derivative of these scatters for complex values, but for the same values seen as pairs of real ones.
Call Versions::differentiable(Call call) {
  if (gradients_ == Gradients::none || !call.meta) return call;
  if (category(call.meta->dtype) != DTypeCategory::complex || call.args.size() < 2) return call;
  if (call.target != "torch.slice_scatter" && call.target != "torch.select_scatter") return call;
  TensorMeta complex = *call.meta;
  complex.lazy = 0;
  for (size_t i = 0; i < 2; ++i) {
    const TensorMeta* meta = call.args[i].is_node() ? memory_.types().meta(call.args[i].as_node()) : nullptr;
    if (meta == nullptr || meta->dtype != complex.dtype || !meta->has_sizes) return call;
  }
  const ViewStep as_real{.kind = StepKind::view_as_real};
  for (size_t i = 0; i < 2; ++i) {
    TensorMeta meta = *memory_.types().meta(call.args[i].as_node());
    for (const auto& [bit, resolve] : {std::pair(kConjugated, "resolve_conj"), std::pair(kNegated, "resolve_neg")}) {
      if ((meta.lazy & bit) == 0) continue;
      meta.lazy &= static_cast<uint8_t>(~bit);
      if (meta.has_strides) meta.geometry.strides = preserved_strides(meta.geometry, memory_.syms());
      meta.geometry.offset = 0;
      call.args[i] = Arg::node(emitter_.emit(Call::method(resolve, {call.args[i]}).with(meta)));
    }
    Call seen = Call::function("torch.view_as_real", {call.args[i]});
    call.args[i] = Arg::node(emitter_.emit(std::move(seen).with(apply(as_real, meta, memory_.syms()))));
  }
  call = std::move(call).with(apply(as_real, complex, memory_.syms()));
  return Call::function("torch.view_as_complex", {Arg::node(emitter_.emit(call))}).with(complex);
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

// Does every way that a value of this place can come about leave it at an offset that elements of so many bytes divide? A value begins
// where its memory does or is a view of one that does; an input's begins where it is told.
bool Versions::offset_divides(PlaceId place, int64_t bytes) const {
  const auto divides = [&](PlaceId p, PlaceId from) {
    const TensorMeta* meta = memory_.place(p).meta;
    const TensorMeta* base = from ? memory_.place(from).meta : nullptr;
    if (meta == nullptr || !meta->has_offset || (from && (base == nullptr || !base->has_offset))) return false;
    const Sym at = memory_.syms().mul(meta->geometry.offset, item_size(meta->dtype));
    const Sym begin = base != nullptr ? memory_.syms().mul(base->geometry.offset, item_size(base->dtype)) : Sym(0);
    return memory_.syms().mod(memory_.syms().sub(at, begin), bytes).is(0);
  };
  for (PlaceId p = place; p; p = memory_.place(p).parent) {
    if (!divides(p, memory_.place(p).parent)) return false;
  }
  return true;
}

// Views in elements of another size ask for a last stride of 1, and larger elements for other strides and an offset that divide:
// view(dtype) also of dims of size 1 and of tensors without elements.
NodeId Versions::retypable(PlaceId place, NodeId value, const ViewStep& retype) {
  SymPool& syms = memory_.syms();
  const TensorMeta* meta = memory_.types().meta(value);
  if (meta == nullptr || !meta->has_sizes || meta->rank() == 0 || as_told(value)) return value;
  const bool complex = retype.kind == StepKind::view_as_complex;
  const int from = item_size(meta->dtype);
  const int to = complex ? 2 * from : item_size(retype.dtype);
  if (from == to || from == 0 || to == 0) return value;
  const auto is_view_of = [&](TensorMeta seen) {
    seen.has_offset = false;
    seen.lazy = 0;
    return (complex ? make_view_as_complex(seen, syms) : make_view_dtype(seen, retype.dtype, syms)).step.has_value();
  };
  if (layout_ == Layout::exact) {
    if (!complex) value = with_dividing_strides(value, to);
    meta = memory_.types().meta(value);
    // Strides of dims of size 1, and all those of a tensor without elements, may be others than its metadata says.
    const bool empty = element_count(meta->geometry.sizes, syms).is(0);
    if (!meta->has_strides || (!empty && is_view_of(*meta) && (to < from || offset_divides(place, to)))) return value;
  }
  TensorMeta row_major = *meta;
  row_major.geometry.strides = contiguous_strides(meta->geometry.sizes, syms);
  const TensorMeta* wanted = memory_.place(place).meta;
  const bool told = wanted != nullptr && wanted->has_strides && wanted->geometry.sizes == meta->geometry.sizes;
  const bool lies_so = !told || layout_ == Layout::ignore || is_contiguous(wanted->geometry, syms);
  if (is_view_of(row_major) && lies_so) return contiguous(value).as_node();
  return told ? laid_as(*wanted, value) : contiguous(value).as_node();
}

// The value in memory of its own, in the strides of `wanted`.
NodeId Versions::laid_as(const TensorMeta& wanted, NodeId value) {
  const auto sizes = emitter_.integers(wanted.geometry.sizes);
  const auto strides = emitter_.integers(wanted.geometry.strides);
  if (!sizes || !strides || has_zero_stride(wanted.geometry, memory_.syms())) return contiguous(value).as_node();
  TensorMeta made = *memory_.types().meta(value);
  made.geometry = {wanted.geometry.sizes, wanted.geometry.strides, 0};
  made.has_strides = made.has_offset = true;
  const NodeId memory =
      emitter_.emit(Call::method("new_empty_strided", {Arg::node(value), emitter_.tuple(*sizes), emitter_.tuple(*strides)}).with(made));
  return emitter_.emit(differentiable(Call::function("torch.slice_scatter", {Arg::node(memory), Arg::node(value)}).with(made)));
}

// Gives dims of size 1 strides that elements of so many bytes divide.
NodeId Versions::with_dividing_strides(NodeId value, int64_t bytes) {
  const TensorMeta* meta = memory_.types().meta(value);
  if (element_count(meta->geometry.sizes, memory_.syms()).is(0)) return value;
  std::vector<int64_t> single;
  for (int64_t d = bytes < item_size(meta->dtype) ? meta->rank() - 1 : 0; d < meta->rank(); ++d) {
    if (meta->geometry.sizes[static_cast<size_t>(d)].is(1)) single.push_back(d);
  }
  return single.empty() ? value : with_new_strides(value, single);
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
NodeId Versions::operand_of_kept_view(ViewRule rule, PlaceId place, NodeId value, DType dtype) {
  switch (rule) {
    case ViewRule::view_dtype: return retypable(place, value, {.kind = StepKind::view_dtype, .dtype = dtype});
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

}  // namespace outplace
