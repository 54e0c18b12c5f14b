// View steps as calls: replaying a step on a new value, and putting a child's new content back into its parent. One case a kind of step.
#include <algorithm>

#include "passes/versions.h"
#include "support/check.h"

namespace outplace {
namespace {

Args literals(const std::vector<int64_t>& values) {
  Args out;
  for (const int64_t v : values) out.push_back(Arg::integer(v));
  return out;
}

std::vector<int64_t> inverse(const std::vector<int64_t>& dims) {
  std::vector<int64_t> out(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) out[static_cast<size_t>(dims[i])] = static_cast<int64_t>(i);
  return out;
}

}  // namespace

std::optional<Arg> Versions::bound(const Arg& spelled, Sym value) {
  if (!spelled.is_none()) return spelled;
  return emitter_.integer(value);
}

std::optional<Args> Versions::spelled_sizes(PlaceId place) {
  const SpelledStep& step = memory_.step(place);
  if (!step.sizes.empty()) return step.sizes;
  return emitter_.integers(step.step.sizes);
}

// The start and stop of a slice as arguments; None where the range is open.
Result<std::pair<Arg, Arg>> Versions::slice_bounds(PlaceId child) {
  const SpelledStep& s = memory_.step(child);
  if (s.spelled) return std::pair{s.start, s.stop};
  const auto start = s.step.start.is(0) ? std::optional(Arg::none()) : emitter_.integer(s.step.start);
  const TensorMeta* parent = memory_.place(memory_.place(child).parent).meta;
  const bool to_end =
      parent != nullptr && parent->has_sizes && s.step.dim >= 0 && s.step.stop == parent->geometry.sizes[static_cast<size_t>(s.step.dim)];
  const auto stop = to_end ? std::optional(Arg::none()) : emitter_.integer(s.step.stop);
  if (!start || !stop)
    return std::unexpected(cannot(child, "the bounds of this part are symbolic in a way that no node of the graph holds"));
  return std::pair{*start, *stop};
}

Result<Call> Versions::derive_call(PlaceId child, NodeId parent_value) {
  const SpelledStep& s = memory_.step(child);
  const Arg self = Arg::node(parent_value);
  Call call;
  switch (s.step.kind) {
    case StepKind::identity: call = Call::method("view_as", {self, self}); break;
    case StepKind::select: {
      const auto index = bound(s.start, s.step.start);
      if (!index) return std::unexpected(cannot(child, "the index of this view is symbolic in a way that no node of the graph holds"));
      call = Call::function("torch.select", {self, Arg::integer(s.step.dim), *index});
      break;
    }
    case StepKind::slice: {
      auto bounds = slice_bounds(child);
      if (!bounds) return std::unexpected(bounds.error());
      Args args = {self, Arg::integer(s.step.dim), bounds->first, bounds->second};
      if (!s.step.step.is(1)) {
        const auto step = emitter_.integer(s.step.step);
        if (!step) return std::unexpected(cannot(child, "the step of this slice is symbolic"));
        args.push_back(*step);
      }
      call = Call::function("torch.ops.aten.slice.Tensor", std::move(args));
      break;
    }
    case StepKind::permute: {
      Args args = {self};
      for (const int64_t d : s.step.dims) args.push_back(Arg::integer(d));
      call = Call::method("permute", std::move(args));
      break;
    }
    case StepKind::reshape:
    case StepKind::expand: {
      const auto sizes = spelled_sizes(child);
      if (!sizes) return std::unexpected(cannot(child, "the sizes of this view are symbolic in a way that no node of the graph holds"));
      Args args = {self};
      args.insert(args.end(), sizes->begin(), sizes->end());
      if (sizes->empty()) args.push_back(emitter_.tuple({}));
      // An equal value in another layout may not be viewable: reshape gives the same values then.
      const char* method = s.step.kind == StepKind::expand ? "expand" : (layout_ == Layout::exact ? "view" : "reshape");
      call = Call::method(method, std::move(args));
      break;
    }
    case StepKind::unsqueeze: call = Call::method("unsqueeze", {self, Arg::integer(s.step.dim)}); break;
    case StepKind::squeeze: {
      call = s.step.dims.size() == 1 ? Call::method("squeeze", {self, Arg::integer(s.step.dims[0])})
                                     : Call::method("squeeze", {self, emitter_.tuple(literals(s.step.dims))});
      break;
    }
    case StepKind::diagonal: {
      const auto offset = emitter_.integer(s.step.start);
      if (!offset) return std::unexpected(cannot(child, "a symbolic diagonal"));
      call = Call::function("torch.diagonal", {self},
                            {{"offset", *offset}, {"dim1", Arg::integer(s.step.dim)}, {"dim2", Arg::integer(s.step.dim2)}});
      break;
    }
    case StepKind::unfold: {
      const auto size = emitter_.integer(s.step.start);
      const auto step = emitter_.integer(s.step.step);
      if (!size || !step) return std::unexpected(cannot(child, "a symbolic unfold"));
      call = Call::method("unfold", {self, Arg::integer(s.step.dim), *size, *step});
      break;
    }
    case StepKind::as_strided: return strided_read(child, parent_value);
    case StepKind::view_dtype:
      parent_value = retypable(memory_.place(child).parent, parent_value, s.step);
      call = Call::method("view", {Arg::node(parent_value), emitter_.dtype(s.step.dtype)});
      break;
    case StepKind::view_as_real: call = Call::function("torch.view_as_real", {self}); break;
    case StepKind::view_as_complex:
      parent_value = retypable(memory_.place(child).parent, parent_value, s.step);
      call = Call::function("torch.view_as_complex", {Arg::node(parent_value)});
      break;
    case StepKind::conj: call = Call::function("torch.conj", {self}); break;
    case StepKind::neg: call = Call::function("torch._neg_view", {self}); break;
  }
  call = std::move(call).seen_as(memory_.place(child).meta);
  adapt_to_layout(child, parent_value, call);
  return call;
}

Result<Call> Versions::scatter_call(PlaceId child, NodeId parent_value, NodeId child_value) {
  const SpelledStep& s = memory_.step(child);
  const PlaceId parent = memory_.place(child).parent;
  const TensorMeta* child_meta = memory_.types().meta(child_value);
  const Arg self = Arg::node(parent_value);
  const Arg value = Arg::node(child_value);
  // The result of a call that gives the child's elements another shape.
  const auto reshaped = [&](Call call, const ViewStep& step) {
    if (child_meta != nullptr && child_meta->has_sizes) call.meta = apply(step, *child_meta, memory_.syms());
    return call;
  };
  switch (s.step.kind) {
    case StepKind::identity: OUTPLACE_CHECK(false, "identity steps make no place");
    case StepKind::select: {
      const auto index = bound(s.start, s.step.start);
      if (!index) return std::unexpected(cannot(child, "the index of this view is symbolic in a way that no node of the graph holds"));
      return scattered(Call::function("torch.select_scatter", {self, value}, {{"dim", Arg::integer(s.step.dim)}, {"index", *index}}),
                       parent_value);
    }
    case StepKind::slice: return slice_scatter(child, parent_value, child_value);
    case StepKind::permute: {
      ViewStep back;
      back.kind = StepKind::permute;
      back.dims = inverse(s.step.dims);
      Args args = {value};
      for (const int64_t d : back.dims) args.push_back(Arg::integer(d));
      return reshaped(Call::method("permute", std::move(args)), back);
    }
    case StepKind::reshape: return reshape_back(parent, parent_value, child_value);
    case StepKind::unsqueeze: {
      ViewStep back;
      back.kind = StepKind::squeeze;
      back.dims = {s.step.dim};
      return reshaped(Call::method("squeeze", {value, Arg::integer(s.step.dim)}), back);
    }
    case StepKind::squeeze: {
      if (s.step.dims.size() != 1 || !memory_.place(child).meta->has_sizes) return reshape_back(parent, parent_value, child_value);
      ViewStep back;
      back.kind = StepKind::unsqueeze;
      back.dim = s.step.dims[0];
      return reshaped(Call::method("unsqueeze", {value, Arg::integer(back.dim)}), back);
    }
    case StepKind::diagonal: {
      const auto offset = emitter_.integer(s.step.start);
      if (!offset) return std::unexpected(cannot(child, "a symbolic diagonal"));
      return scattered(Call::function("torch.diagonal_scatter", {self, value},
                                      {{"offset", *offset}, {"dim1", Arg::integer(s.step.dim)}, {"dim2", Arg::integer(s.step.dim2)}}),
                       parent_value);
    }
    case StepKind::unfold:
    case StepKind::as_strided: return put_inverse(child, parent_value, child_value);
    case StepKind::expand:  // more dims of size 1, or nothing is expanded
      if (s.step.sizes.size() < memory_.place(parent).meta->geometry.sizes.size())
        return std::unexpected(cannot(child, "a write through an expanded view"));
      return reshape_back(parent, parent_value, child_value);
    case StepKind::view_dtype: {
      ViewStep back;
      back.kind = StepKind::view_dtype;
      const TensorMeta* meta = memory_.place(parent).meta;
      back.dtype = meta->dtype;
      const NodeId elements = retypable(child, child_value, back);
      child_meta = memory_.types().meta(elements);
      return reshaped(Call::method("view", {Arg::node(elements), emitter_.dtype(meta->dtype)}), back);
    }
    case StepKind::view_as_real: {
      ViewStep back;
      back.kind = StepKind::view_as_complex;
      const NodeId pairs = retypable(child, child_value, back);
      child_meta = memory_.types().meta(pairs);
      return reshaped(Call::function("torch.view_as_complex", {Arg::node(pairs)}), back);
    }
    case StepKind::view_as_complex: {
      ViewStep back;
      back.kind = StepKind::view_as_real;
      return reshaped(Call::function("torch.view_as_real", {value}), back);
    }
    case StepKind::conj:
    case StepKind::neg: return reshaped(Call::function(s.step.kind == StepKind::conj ? "torch.conj" : "torch._neg_view", {value}), s.step);
  }
  OUTPLACE_CHECK(false, "unknown view step");
}

Result<Call> Versions::slice_scatter(PlaceId child, NodeId parent_value, NodeId child_value) {
  const ViewStep& step = memory_.step(child).step;
  auto bounds = slice_bounds(child);
  if (!bounds) return std::unexpected(bounds.error());
  Call call = Call::function("torch.slice_scatter", {Arg::node(parent_value), Arg::node(child_value)}, {{"dim", Arg::integer(step.dim)}});
  if (!bounds->first.is_none() && !(bounds->first.is_integer() && bounds->first.as_integer() == 0))
    call.kwargs.emplace_back("start", bounds->first);
  if (!bounds->second.is_none()) call.kwargs.emplace_back("end", bounds->second);
  if (!step.step.is(1)) {
    const auto by = emitter_.integer(step.step);
    if (!by) return std::unexpected(cannot(child, "the step of this slice is symbolic"));
    call.kwargs.emplace_back("step", *by);
  }
  return scattered(std::move(call), parent_value);
}

// The child's elements in the parent's shape.
Result<Call> Versions::reshape_back(PlaceId parent, NodeId parent_value, NodeId child_value) {
  const TensorMeta* meta = memory_.place(parent).meta;
  const TensorMeta* child_meta = memory_.types().meta(child_value);
  if (meta == nullptr || !meta->has_sizes) return Call::method("reshape_as", {Arg::node(child_value), Arg::node(parent_value)});
  Call call;
  if (const auto sizes = emitter_.integers(meta->geometry.sizes)) {
    Args args = {Arg::node(child_value)};
    args.insert(args.end(), sizes->begin(), sizes->end());
    if (sizes->empty()) args.push_back(emitter_.tuple({}));
    call = Call::method("reshape", std::move(args));
  } else {
    call = Call::method("reshape_as", {Arg::node(child_value), Arg::node(parent_value)});
  }
  TensorMeta result = *meta;
  result.has_strides = false;
  result.lazy = child_meta != nullptr ? child_meta->lazy : uint8_t{0};
  if (child_meta != nullptr && child_meta->has_strides) {
    const auto strides = view_strides(child_meta->geometry, meta->geometry.sizes, memory_.syms());
    // Where no view is possible reshape copies into a contiguous tensor.
    const bool copies = !strides && view_certainly_copies(child_meta->geometry, meta->geometry.sizes, memory_.syms());
    if (strides || copies) {
      result.geometry.strides = strides ? *strides : contiguous_strides(meta->geometry.sizes, memory_.syms());
      result.has_strides = true;
      if (copies) result.lazy = 0;
    }
  }
  call.meta = std::move(result);
  return call;
}

// The positions, in the parent's row-major order, of the child's elements: the step applied to the parent's element numbers.
Result<NodeId> Versions::positions(PlaceId child) {
  const SpelledStep& s = memory_.step(child);
  const TensorMeta* parent = memory_.place(memory_.place(child).parent).meta;
  if (parent == nullptr || !parent->has_sizes)
    return std::unexpected(cannot(child, "the shape of the tensor under this view is not known"));
  const auto count = emitter_.integer(element_count(parent->geometry.sizes, memory_.syms()));
  const auto parent_sizes = emitter_.integers(parent->geometry.sizes);
  if (!count || !parent_sizes)
    return std::unexpected(cannot(child, "the shape of the tensor under this view is symbolic in a way that no node of the graph holds"));
  Call numbers = Call::function("torch.arange", {*count});
  if (!parent->device.empty()) numbers.kwargs.emplace_back("device", emitter_.device(parent->device));
  TensorMeta meta;
  meta.dtype = DType::int64;
  meta.device = parent->device;
  meta.geometry.sizes = {element_count(parent->geometry.sizes, memory_.syms())};
  meta.geometry.strides = {1};
  meta.has_sizes = meta.has_strides = meta.has_offset = true;
  numbers.meta = meta;
  const NodeId all = emitter_.emit(numbers);
  if (s.step.kind == StepKind::as_strided) return strided_positions(child, all);
  Args args = {Arg::node(all)};
  args.insert(args.end(), parent_sizes->begin(), parent_sizes->end());
  Call shaped = Call::method("view", std::move(args));
  TensorMeta shaped_meta = meta;
  shaped_meta.geometry.sizes = parent->geometry.sizes;
  shaped_meta.geometry.strides = contiguous_strides(parent->geometry.sizes, memory_.syms());
  shaped.meta = shaped_meta;
  const NodeId in_shape = emitter_.emit(shaped);
  auto call = derive_call(child, in_shape);
  if (!call) return std::unexpected(call.error());
  call->meta = apply(s.step, shaped_meta, memory_.syms());
  return emitter_.emit(*call);
}

// What a storage held at the start: the input that it is, or the inputs that see it, put where they lie.
Result<NodeId> Versions::first_content(PlaceId root) {
  const auto* members = memory_.assembled_from(memory_.place(root).storage);
  if (members == nullptr) return memory_.storage_of(root).origin;
  const TensorMeta* meta = memory_.place(root).meta;
  const auto sizes = emitter_.integers(meta->geometry.sizes);
  if (!sizes) return std::unexpected(cannot(root, "memory of symbolic size that inputs share in part"));
  NodeId line = emitter_.emit(Call::method("new_zeros", {Arg::node(members->front().first), emitter_.tuple(*sizes)}).with(meta));
  for (const auto& [input, place] : *members) {
    auto call = put_inverse(place, line, input);
    if (!call) return std::unexpected(call.error());
    line = emitter_.emit(*call);
  }
  return line;
}

Result<Call> Versions::put_inverse(PlaceId child, NodeId parent_value, NodeId child_value) {
  auto where = positions(child);
  if (!where) return std::unexpected(where.error());
  Call call =
      Call::method("put", {Arg::node(parent_value), Arg::node(*where), Arg::node(child_value)}).with(memory_.types().meta(parent_value));
  if (call.meta && call.meta->has_strides) call.meta.set_strides(preserved_strides(call.meta->geometry, memory_.syms()));
  return call;
}

}  // namespace outplace
