// Makers of fresh values: copies, element by element, reductions, joined, gathered, random.
#include <algorithm>

#include "makers.h"
#include "pointwise_table.h"

namespace outplace::property {
namespace {

std::vector<int> joined_symbols(const EagerTensor& a, const EagerTensor& b) {
  const EagerTensor& longer = a.rank() >= b.rank() ? a : b;
  const EagerTensor& shorter = a.rank() >= b.rank() ? b : a;
  std::vector<int> out(longer.sizes.size(), 0);
  const int64_t added = longer.rank() - shorter.rank();
  for (int64_t d = 0; d < longer.rank(); ++d) {
    out[static_cast<size_t>(d)] = longer.symbol(d);
    if (d >= added && longer.symbol(d) == 0) out[static_cast<size_t>(d)] = shorter.symbol(d - added);
  }
  return std::ranges::all_of(out, [](int s) { return s == 0; }) ? std::vector<int>() : out;
}

bool make_clone(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  EagerTensor place = fresh_like(from, from.dtype);
  place.conjugated = from.conjugated;
  place.negated = from.negated;
  b.fresh(b.call("clone", {ref(t)}), std::move(place));
  return true;
}

bool make_pointwise(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const std::vector<Pointwise>& choice = pointwise_for(from.dtype);
  if (choice.empty()) return false;
  const Pointwise& p = choice[b.choose().below(choice.size())];
  if (p.twin.empty() || p.twin.starts_with("__")) return false;
  std::vector<Arg> args = {ref(t)};
  std::vector<EagerTensor> operands = {from};
  for (const Param& param : std::span(p.op->params).subspan(1)) {
    if (param.has_default || param.keyword_only) break;
    if (param.type != ParamType::tensor) {
      args.push_back(scalar(b, from.dtype));
      continue;
    }
    const TensorRef other = operand(b, from, DTypes::same);
    if (!other.valid()) return false;
    args.push_back(ref(other));
    operands.push_back(b.tensor(other));
  }
  std::vector<const EagerTensor*> seen;
  for (const EagerTensor& o : operands) seen.push_back(&o);
  const DType dtype = p.boolean_result ? DType::boolean : p.twin == "abs" ? real_part_dtype(from.dtype) : from.dtype;
  const NodeId node = p.has_method ? b.method(p.twin, args) : b.function(p.op->twin_function, args);
  b.fresh(node, fresh_elementwise(dtype, from.sizes, from.symbols, seen));
  return true;
}

bool make_arithmetic(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  Choices& c = b.choose();
  const TensorRef other =
      c.chance(70) ? operand(b, from, DTypes::any) : b.find([&](const EagerTensor& o) { return broadcasts_to(from, o.sizes, o.symbols); });
  if (!other.valid()) return false;
  const EagerTensor with = b.tensor(other);
  const bool subtracts = c.chance(20) && from.dtype != DType::boolean && with.dtype != DType::boolean;
  const bool compares = c.chance(15);
  const std::string_view target = compares    ? "torch.eq"
                                  : subtracts ? "operator.sub"
                                              : c.pick({"operator.add", "operator.mul", "torch.mul"});
  const EagerTensor& wide = broadcasts_to(with, from.sizes, from.symbols) ? from : with;
  const DType dtype = compares ? DType::boolean : result_type({&from, &with});
  b.fresh(b.function(target, {ref(t), ref(other)}), fresh_elementwise(dtype, wide.sizes, joined_symbols(from, with), {&from, &with}));
  return true;
}

bool make_with_number(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const bool whole = category(from.dtype) == DTypeCategory::integral;
  if (!whole && category(from.dtype) != DTypeCategory::floating) return false;
  b.fresh(b.function(b.choose().pick({"operator.mul", "operator.add"}), {ref(t), scalar(b, from.dtype)}),
          fresh_elementwise(from.dtype, from.sizes, from.symbols, {&from}));
  return true;
}

bool make_reduction(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  Choices& c = b.choose();
  const bool counts = category(from.dtype) == DTypeCategory::integral || from.dtype == DType::boolean;
  if (from.rank() == 0 || c.chance(40)) {
    b.fresh(b.method("sum", {ref(t)}), fresh(counts ? DType::int64 : from.dtype, {}));
    return true;
  }
  if (category(from.dtype) == DTypeCategory::complex) return false;
  const int64_t dim = a_dim(b, from);
  const bool largest = c.chance(30) && from.size(dim) > 0;
  const EagerTensor kept = select(from, dim, 0);
  const DType dtype = counts && !largest ? DType::int64 : from.dtype;
  b.fresh(b.method(largest ? "amax" : "sum", {ref(t), spelled_dim(b, dim, from.rank())}), fresh(dtype, kept.sizes, kept.symbols));
  return true;
}

bool make_cast(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const DType dtype = b.choose().pick({DType::float32, DType::float64, DType::int64, DType::float16, DType::boolean});
  if (dtype == from.dtype || category(from.dtype) == DTypeCategory::complex) return false;
  b.fresh(b.method("to", {ref(t), b.dtype(dtype)}), fresh_like(from, dtype));
  return true;
}

bool make_joined(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.symbolic() || from.count() * 2 > ProgramBuilder::kMostElements || from.rank() > 3 || !is_contiguous(from)) return false;
  TensorRef other =
      b.find([&](const EagerTensor& o) { return o.dtype == from.dtype && o.sizes == from.sizes && is_contiguous(o) && !o.symbolic(); });
  const Arg items[] = {ref(t), ref(other)};
  const Arg list = b.list(items);
  if (from.rank() == 0 || b.choose().chance(40)) {
    const int64_t dim = b.choose().below(from.sizes.size() + 1);
    Ints sizes = from.sizes;
    sizes.insert(sizes.begin() + dim, 2);
    b.fresh(b.function("torch.stack", {list}, {{"dim", spelled_dim(b, dim, from.rank() + 1)}}), fresh(from.dtype, sizes));
    return true;
  }
  const int64_t dim = a_dim(b, from);
  Ints sizes = from.sizes;
  sizes[static_cast<size_t>(dim)] *= 2;
  b.fresh(b.function("torch.cat", {list}, {{"dim", spelled_dim(b, dim, from.rank())}}), fresh(from.dtype, sizes));
  return true;
}

bool make_index_select(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || from.symbolic()) return false;
  const int64_t dim = a_dim(b, from);
  if (from.size(dim) == 0) return false;
  Ints sizes = from.sizes;
  const int64_t count = sizes[static_cast<size_t>(dim)] = b.choose().between(1, 3);
  const TensorRef index = indices(b, from.size(dim), {count}, IndexKind::plain);
  b.fresh(b.call("index_select", {ref(t), spelled_dim(b, dim, from.rank()), ref(index)}), fresh(from.dtype, sizes));
  return true;
}

bool make_like(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const bool floats = category(from.dtype) == DTypeCategory::floating;
  const std::string_view name =
      floats && b.choose().chance(40) ? "torch.rand_like" : b.choose().pick({"torch.zeros_like", "torch.ones_like"});
  b.fresh(b.function(name, {ref(t)}), fresh_like(from, from.dtype));
  return true;
}

bool make_where(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const TensorRef mask = a_mask(b, from);
  const TensorRef other = operand(b, from, DTypes::same);
  if (!mask.valid() || !other.valid()) return false;
  const EagerTensor condition = b.tensor(mask);
  const EagerTensor with = b.tensor(other);
  b.fresh(b.function("torch.where", {ref(mask), ref(t), ref(other)}),
          fresh_elementwise(from.dtype, from.sizes, from.symbols, {&condition, &from, &with}));
  return true;
}

bool make_sized(ProgramBuilder& b, TensorRef t) {  // reads only the size of the tensor
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0) return false;
  const int64_t dim = a_dim(b, from);
  if (from.size(dim) > 64) return false;
  const NodeId size = b.method("size", {ref(t), spelled_dim(b, dim, from.rank())});
  std::vector<int> symbols;
  if (from.symbol(dim) != 0) symbols = {from.symbol(dim)};
  b.fresh(b.function("torch.zeros", {Arg::node(size)}), fresh(DType::float32, {from.size(dim)}, symbols));
  return true;
}

constexpr Maker kFreshMakers[] = {{6, make_clone},     {8, make_pointwise}, {6, make_arithmetic}, {4, make_with_number},
                                  {5, make_reduction}, {3, make_cast},      {3, make_joined},     {3, make_index_select},
                                  {3, make_like},      {3, make_where},     {2, make_sized}};

}  // namespace

std::span<const Maker> fresh_makers() { return kFreshMakers; }

}  // namespace outplace::property
