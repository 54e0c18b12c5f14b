// Makers of changes of what a tensor object is (set_, .data =, resize_, swapaxes_), of out= that resizes, of collectives and of optimizer
// steps.
#include <algorithm>

#include "makers.h"

namespace outplace::property {
namespace {

bool became(ProgramBuilder& b, NodeId node, TensorRef t, EagerTensor place) {
  b.same(node, t.object);
  b.rebind(t.object, std::move(place));
  return true;
}

// The object takes the memory and the shape of another tensor.
bool make_set(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (b.is_given(t.object) || from.conjugated || from.negated) return false;
  const TensorRef source = b.find([&](const EagerTensor& o) { return o.dtype == from.dtype && !o.conjugated && !o.negated; });
  if (!source.valid() || source.object == t.object) return false;
  return became(b, b.method("set_", {ref(t), ref(source)}), t, b.tensor(source));
}

// x.data = y, as Dynamo writes it for an input.
bool make_data(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const auto plain = [](const EagerTensor& o) { return !o.symbolic() && !o.conjugated && !o.negated; };
  if (!b.is_given(t.object) || b.is_attribute(t.object) || !plain(from)) return false;
  const TensorRef source = b.find([&](const EagerTensor& o) { return o.dtype == from.dtype && o.sizes == from.sizes && plain(o); });
  // Another view of the memory that it has is a change of its shape in place.
  if (!source.valid() || source.object == t.object || b.tensor(source).storage == from.storage) return false;
  b.function("torch._C._set_grad_enabled", {Arg::boolean(false)});
  const NodeId set = b.function("torch.Tensor.set_", {ref(t), ref(source)});
  b.function("torch._C._set_grad_enabled", {Arg::boolean(false)});
  return became(b, set, t, b.tensor(source));
}

// The module's attribute is read again: the same object.
bool make_attribute_again(ProgramBuilder& b, TensorRef t) {
  if (!b.is_attribute(t.object)) return false;
  b.attribute_again(t.object);
  return true;
}

// A smaller tensor in the same memory.
bool make_resize(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (b.is_given(t.object) || from.symbolic() || !is_contiguous(from) || from.count() < 2) return false;
  EagerTensor place = from;
  place.sizes = {b.choose().between(1, from.count())};
  place.strides = {1};
  const NodeId resized = b.method("resize_", {ref(t), b.ints(place.sizes)});
  return became(b, resized, t, std::move(place));
}

bool make_swapped(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (b.is_given(t.object) || from.rank() < 2) return false;
  const Ints dims = some_dims(b, from.rank(), 2);
  Ints order(from.sizes.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = static_cast<int64_t>(d);
  std::swap(order[static_cast<size_t>(dims[0])], order[static_cast<size_t>(dims[1])]);
  const std::string_view name = b.choose().pick({"swapaxes_", "swapdims_"});
  return became(b, b.method(name, {ref(t), spelled_dim(b, dims[0], from.rank()), Arg::integer(dims[1])}), t, permute(from, order));
}

// out= of another shape: eager mode warns, and gives it the shape of the result.
bool make_resizing_out(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (b.is_given(t.object) || to.dtype != DType::float32 || to.symbolic() || !is_contiguous(to) || !may_write(b, t, {})) return false;
  const TensorRef source = b.find([&](const EagerTensor& o) {
    return o.dtype == to.dtype && !o.symbolic() && o.sizes != to.sizes && o.count() > 0 && o.count() <= to.count() && is_contiguous(o);
  });
  if (!source.valid() || overlap(b.tensor(source), to)) return false;
  EagerTensor place = to;
  place.sizes = b.tensor(source).sizes;
  place.strides = contiguous(place.sizes);
  return became(b, b.function("torch.neg", {ref(source)}, {{"out", ref(t)}}), t, std::move(place));
}

// No process group is there to run it, so that such programs are not compared with eager mode.
bool make_collective(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.dtype != DType::float32 || !is_contiguous(to) || !may_write(b, t, {})) return false;
  const Arg sum = b.build().string("sum");
  const Arg group = b.build().string("0");
  const NodeId reduced = b.function("torch.ops._c10d_functional.all_reduce_", {ref(t), sum, group});
  const TensorRef pending = b.same(reduced, t.object);
  if (b.choose().chance(70)) b.same(b.function("torch.ops._c10d_functional.wait_tensor", {ref(pending)}), t.object);
  return true;
}

bool make_optimizer_step(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  const auto fits = [&](const EagerTensor& o) {
    return o.dtype == DType::float32 && o.sizes == to.sizes && !o.symbolic() && is_contiguous(o) && o.count() > 0;
  };
  if (!fits(to) || !may_write(b, t, {})) return false;
  const TensorRef gradient = b.find(fits);
  const TensorRef momentum = b.find(fits);
  const auto apart = [&](TensorRef x, TensorRef y) { return !overlap(b.tensor(x), b.tensor(y)); };
  if (!gradient.valid() || !momentum.valid() || !apart(gradient, t) || !apart(momentum, t) || !apart(gradient, momentum)) return false;
  if (!may_write(b, gradient, {}) || !may_write(b, momentum, {})) return false;
  const auto real = [&](std::string_view number) { return b.text(ArgKind::real, number); };
  const auto list = [&](TensorRef item) {
    const Arg items[] = {ref(item)};
    return b.list(items);
  };
  const Arg args[] = {list(t), list(gradient), list(momentum)};
  const bool first = b.choose().chance(30);
  b.function("torch.ops.aten._fused_sgd_.default", args,
             {{"weight_decay", real("0.0")},
              {"momentum", real("0.5")},
              {"lr", real("0.5")},
              {"dampening", real("0.0")},
              {"nesterov", Arg::boolean(false)},
              {"maximize", Arg::boolean(false)},
              {"is_first_step", Arg::boolean(first)}});
  return true;
}

constexpr Maker kStateMakers[] = {{4, make_set},     {2, make_data},         {2, make_attribute_again}, {1, make_resize},
                                  {3, make_swapped}, {1, make_resizing_out}, {3, make_collective},      {3, make_optimizer_step}};

}  // namespace

std::span<const Maker> state_makers() { return kStateMakers; }

}  // namespace outplace::property
