// Makers of calls with more than one effect or result: brackets around writes, statistics that are updated, several outputs at once,
// gathers.
#include <algorithm>

#include "makers.h"

namespace outplace::property {
namespace {

bool wrote(ProgramBuilder& b, NodeId node, TensorRef t) {
  b.same(node, t.object);
  return true;
}

bool is_real_float(const EagerTensor& t) { return t.dtype == DType::float32 || t.dtype == DType::float64; }

bool make_gathered(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const auto index = advanced_index(b, from);
  if (!index || !index->counted) return false;
  const bool leading_slice = index->entries.front().kind == ArgKind::slice;
  if (leading_slice || !is_contiguous(from)) return false;  // the strides of the result would be those of another order of dims
  const Arg arg = index->entries.size() == 1 ? index->entries[0] : b.list(index->entries, ArgKind::tuple);
  b.fresh(b.function("operator.getitem", {ref(t), arg}), fresh(from.dtype, index->sizes));
  return true;
}

bool make_clamp(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (category(to.dtype) == DTypeCategory::complex || to.dtype == DType::boolean || !may_write(b, t, {})) return false;
  switch (b.choose().below(3)) {
    case 0: return wrote(b, b.method("clamp_", {ref(t), Arg::integer(0), Arg::integer(2)}), t);
    case 1: return wrote(b, b.method("clamp_", {ref(t), Arg::none(), Arg::integer(1)}), t);
    default: return wrote(b, b.method("clamp_", {ref(t)}, {{"min", Arg::integer(1)}}), t);
  }
}

// Writes inside a bracket. Gradients are off around the program, so that only the bracket itself matters.
bool make_grad_bracket(ProgramBuilder& b, TensorRef t) {
  if (!may_write(b, t, {}) || b.tensor(t).dtype == DType::boolean) return false;
  b.function("torch._C._set_grad_enabled", {Arg::boolean(false)});
  const NodeId node = b.method("add_", {ref(t), Arg::integer(1)});
  b.function("torch._C._set_grad_enabled", {Arg::boolean(false)});
  return wrote(b, node, t);
}

bool make_autocast_bracket(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() != 2 || to.dtype != DType::float32 || to.symbolic() || !may_write(b, t, {})) return false;
  const TensorRef left = constant(b, {to.size(0), 2}, to.dtype);
  const TensorRef right = constant(b, {2, to.size(1)}, to.dtype);
  const NodeId enter = b.function("torch.amp.autocast_mode._enter_autocast",
                                  {b.build().string("cpu"), b.dtype(DType::bfloat16), Arg::boolean(true), Arg::boolean(false)});
  const NodeId node = b.method("addmm_", {ref(t), ref(left), ref(right)});
  b.function("torch.amp.autocast_mode._exit_autocast", {Arg::node(enter)});
  return wrote(b, node, t);
}

// Running statistics are written although no schema says so.
bool make_batch_norm(ProgramBuilder& b, TensorRef t) {
  const EagerTensor mean = b.tensor(t);
  if (mean.rank() != 1 || mean.dtype != DType::float32 || mean.symbolic() || mean.count() == 0 || !may_write(b, t, {})) return false;
  const TensorRef variance = b.find([&](const EagerTensor& o) { return o.dtype == mean.dtype && o.sizes == mean.sizes && !o.symbolic(); });
  if (!may_write(b, variance, {}) || overlap(b.tensor(variance), mean)) return false;
  const TensorRef batch = constant(b, {3, mean.size(0)}, mean.dtype);
  const NodeId node = b.function("torch.nn.functional.batch_norm", {ref(batch), ref(t), ref(variance)}, {{"training", Arg::boolean(true)}});
  b.fresh(node, fresh(mean.dtype, b.tensor(batch).sizes));
  return true;
}

bool make_largest(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || !is_real_float(from) || !is_contiguous(from) || from.symbolic() || from.count() == 0) return false;
  const int64_t dim = a_dim(b, from);
  const Ints kept = select(from, dim, 0).sizes;
  const NodeId both = b.method(b.choose().pick({"max", "min"}), {ref(t), spelled_dim(b, dim, from.rank())});
  b.fresh(b.function("operator.getitem", {Arg::node(both), Arg::integer(0)}), fresh(from.dtype, kept));
  if (b.choose().chance(30)) b.fresh(b.function("operator.getitem", {Arg::node(both), Arg::integer(1)}), fresh(DType::int64, kept));
  return true;
}

bool make_put(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.count() == 0 || to.symbolic() || to.dtype == DType::boolean || !may_write(b, t, {})) return false;
  const int64_t count = b.choose().between(1, std::min<int64_t>(3, to.count()));
  const TensorRef index = indices(b, to.count(), {count}, IndexKind::distinct);
  const TensorRef source = constant(b, {count}, to.dtype);
  if (b.choose().chance(40)) return wrote(b, b.method("put_", {ref(t), ref(index), ref(source)}, {{"accumulate", Arg::boolean(true)}}), t);
  return wrote(b, b.method("put_", {ref(t), ref(index), ref(source)}), t);
}

bool make_index_reduce(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || !is_real_float(to) || to.symbolic() || to.count() == 0 || !may_write(b, t, {})) return false;
  const int64_t dim = a_dim(b, to);
  Ints sizes = to.sizes;
  sizes[static_cast<size_t>(dim)] = 1;
  const TensorRef index = indices(b, to.size(dim), {1}, IndexKind::plain);
  const TensorRef source = constant(b, sizes, to.dtype);
  const Arg reduce = b.build().string(b.choose().pick({"amax", "amin", "mean"}));
  return wrote(b, b.method("index_reduce_", {ref(t), Arg::integer(dim), ref(index), ref(source), reduce}), t);
}

bool make_weighted(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (!is_real_float(to) || !may_write(b, t, {})) return false;
  const TensorRef first = operand(b, to, DTypes::same);
  const TensorRef second = operand(b, to, DTypes::same);
  if (!first.valid() || !second.valid() || !may_write(b, t, {first, second})) return false;
  const Arg value = b.text(ArgKind::real, "0.5");
  return wrote(b, b.method(b.choose().pick({"addcmul_", "addcdiv_"}), {ref(t), ref(first), ref(second)}, {{"value", value}}), t);
}

bool make_factory(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.symbolic()) return false;
  const Arg sizes = b.ints(from.sizes);
  if (b.choose().chance(50)) {
    b.fresh(b.method("new_zeros", {ref(t), sizes}), fresh(from.dtype, from.sizes));
  } else {
    b.fresh(b.function("torch.full", {sizes, Arg::integer(1)}, {{"dtype", b.dtype(from.dtype)}}), fresh(from.dtype, from.sizes));
  }
  return true;
}

constexpr Maker kOtherMakers[] = {{3, make_gathered},   {3, make_clamp},   {2, make_grad_bracket}, {1, make_autocast_bracket},
                                  {2, make_batch_norm}, {2, make_largest}, {2, make_put},          {2, make_index_reduce},
                                  {2, make_weighted},   {2, make_factory}};

}  // namespace

std::span<const Maker> other_makers() { return kOtherMakers; }

}  // namespace outplace::property
