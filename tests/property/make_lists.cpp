// Makers of writes to a tensor that is named in a list or by out=.
#include <algorithm>

#include "makers.h"
#include "pointwise_table.h"

namespace outplace::property {
namespace {

bool make_foreach(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.dtype == DType::boolean || category(to.dtype) == DTypeCategory::complex) return false;
  Choices& c = b.choose();
  std::vector<TensorRef> items = {t};
  for (uint32_t more = c.below(3); more > 0; --more) {
    items.push_back(b.find([&](const EagerTensor& o) { return o.dtype == to.dtype; }));
  }
  std::vector<Arg> selves;
  for (const TensorRef i : items) {
    if (!may_write(b, i, {})) return false;
    // Two items that overlap in part would leave the order open.
    for (const TensorRef k : items) {
      if (overlap(b.tensor(i), b.tensor(k)) && !same_elements(b.tensor(i), b.tensor(k))) return false;
    }
    selves.push_back(ref(i));
  }
  const Arg list = b.list(selves);
  const bool floats = to.dtype == DType::float32 || to.dtype == DType::float64;
  switch (c.below(4)) {
    case 0:
      b.function(c.pick({"torch._foreach_mul_", "torch._foreach_add_", "torch._foreach_sub_"}), {list, scalar(b, to.dtype)});
      return true;
    case 1: b.function("torch._foreach_zero_", {list}); return true;
    case 2:
      if (!floats) return false;
      b.function(c.pick({"torch._foreach_neg_", "torch._foreach_abs_", "torch._foreach_exp_", "torch._foreach_sigmoid_"}), {list});
      return true;
    default: break;
  }
  std::vector<Arg> others;
  for (const TensorRef i : items) {
    const EagerTensor item = b.tensor(i);
    const TensorRef other = operand(b, item, DTypes::same);
    if (!other.valid()) return false;
    for (const TensorRef k : items) {
      if (!may_write(b, k, {other})) return false;
    }
    others.push_back(ref(other));
  }
  const Arg operands = b.list(others);
  b.function(c.pick({"torch._foreach_add_", "torch._foreach_copy_", "torch._foreach_mul_", "torch._foreach_sub_"}), {list, operands});
  return true;
}

// Functions of the operator table with out=.
bool make_out_pointwise(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  const std::vector<Pointwise>& choice = pointwise_for(to.dtype);
  if (choice.empty() || category(to.dtype) == DTypeCategory::complex || !may_write(b, t, {})) return false;
  const Pointwise& p = choice[b.choose().below(choice.size())];
  if (!p.has_method || p.twin.empty() || p.twin.starts_with("__") || p.twin == "relu") return false;
  const TensorRef self =
      b.find([&](const EagerTensor& o) { return o.dtype == to.dtype && o.sizes == to.sizes && broadcasts_to(o, to.sizes, to.symbols); });
  if (!may_write(b, t, {self})) return false;
  std::vector<Arg> args = {ref(self)};
  for (const Param& param : std::span(p.op->params).subspan(1)) {
    if (param.has_default || param.keyword_only) break;
    if (param.type != ParamType::tensor) {
      args.push_back(scalar(b, to.dtype));
      continue;
    }
    const TensorRef other = operand(b, to, DTypes::same);
    if (!other.valid() || !may_write(b, t, {other})) return false;
    args.push_back(ref(other));
  }
  b.same(b.function("torch." + p.twin, args, {{"out", ref(t)}}), t.object);
  return true;
}

bool make_out(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (category(to.dtype) == DTypeCategory::complex || to.dtype == DType::boolean || !may_write(b, t, {})) return false;
  const auto shaped = [&](const EagerTensor& o) {
    return o.dtype == to.dtype && broadcasts_to(o, to.sizes, to.symbols) && o.sizes == to.sizes;
  };
  const TensorRef source = b.find(shaped);
  if (!source.valid() || !may_write(b, t, {source})) return false;
  Choices& c = b.choose();
  const GraphBuilder::Keywords out = {{"out", ref(t)}};
  NodeId node;
  switch (c.below(3)) {
    case 0: node = b.function(c.pick({"torch.add", "torch.mul"}), {ref(source), scalar(b, to.dtype)}, out); break;
    case 1: node = b.function(c.pick({"torch.neg", "torch.abs"}), {ref(source)}, out); break;
    default: {
      if (to.rank() == 0 || overlap(to, b.tensor(source))) return false;
      const Arg dim = spelled_dim(b, a_dim(b, to), to.rank());
      node = b.function("torch.cumsum", {ref(source), dim}, out);
      break;
    }
  }
  b.same(node, t.object);
  return true;
}

constexpr Maker kListMakers[] = {{5, make_foreach}, {3, make_out}, {3, make_out_pointwise}};

}  // namespace

std::span<const Maker> list_makers() { return kListMakers; }

}  // namespace outplace::property
