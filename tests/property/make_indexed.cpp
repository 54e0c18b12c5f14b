// Makers of writes to parts: assignments to x[...], index and mask writes, scatters; and the indices that they share with reads.
#include <algorithm>

#include "makers.h"

namespace outplace::property {

std::optional<BasicIndex> basic_index(ProgramBuilder& b, const EagerTensor& t) {
  Choices& c = b.choose();
  std::vector<Arg> entries;
  EagerTensor place = t;
  int64_t dim = 0;
  const int64_t last = t.rank() == 0 ? 0 : c.between(1, t.rank());
  for (int64_t d = 0; d < last; ++d) {
    if (c.chance(8) && place.rank() < 5) {
      entries.push_back(Arg::none());
      place = unsqueeze(place, dim++);
    }
    const int64_t index = c.chance(40) ? an_index(b, place, dim) : -1;
    if (index >= 0) {
      entries.push_back(spelled_index(b, place, dim, index));
      place = select(place, dim, index);
    } else if (c.chance(20)) {
      entries.push_back(b.build().slice(Arg::none(), Arg::none()));
      ++dim;
    } else {
      const Slice s = a_slice(b, place, dim);
      entries.push_back(s.arg);
      place = sliced(b, place, dim, s);
      ++dim;
    }
  }
  if (entries.empty() || c.chance(10)) entries.push_back(Arg::ellipsis());
  const Arg arg = entries.size() == 1 && c.chance(70) ? entries[0] : b.list(entries, ArgKind::tuple);
  return BasicIndex{arg, std::move(place)};
}

std::optional<AdvancedIndex> advanced_index(ProgramBuilder& b, const EagerTensor& t) {
  if (t.rank() == 0 || t.symbolic()) return std::nullopt;
  Choices& c = b.choose();
  AdvancedIndex out;
  if (c.chance(35)) {
    const int64_t rank = c.between(1, t.rank());
    EagerTensor like = t;
    like.sizes.resize(static_cast<size_t>(rank));
    const TensorRef mask = a_mask(b, like);
    if (!mask.valid()) return std::nullopt;
    out.entries.push_back(ref(mask));
    out.tensors.push_back(mask);
    out.counted = false;
    return out;
  }
  // Index tensors of one shape for the first dims, with a slice before or between them now and then.
  const Ints shape = c.pick({Ints{2}, Ints{3}, Ints{1}, Ints{2, 2}, Ints{2, 1}});
  const int64_t dims = c.between(1, std::min<int64_t>(t.rank(), 3));
  const bool leading_slice = dims < t.rank() && c.chance(25);
  if (leading_slice) {
    out.entries.push_back(b.build().slice(Arg::none(), Arg::none()));
    out.sizes.push_back(t.size(0));
  }
  for (int64_t d = leading_slice ? 1 : 0; d < dims + (leading_slice ? 1 : 0); ++d) {
    if (t.size(d) == 0) return std::nullopt;
    const bool distinct = product(shape) <= t.size(d) && c.chance(60);
    if (shape.size() == 1 && c.chance(15)) {
      out.entries.push_back(b.ints(Ints(static_cast<size_t>(shape[0]), c.below(static_cast<size_t>(t.size(d))))));
      out.repeats = out.repeats || shape[0] > 1;
      continue;
    }
    const TensorRef index = indices(b, t.size(d), shape, distinct ? IndexKind::distinct : IndexKind::wrapping);
    out.repeats = out.repeats || !distinct;
    out.entries.push_back(ref(index));
    out.tensors.push_back(index);
  }
  out.sizes.insert(out.sizes.end(), shape.begin(), shape.end());
  for (int64_t d = static_cast<int64_t>(out.entries.size()); d < t.rank(); ++d) out.sizes.push_back(t.size(d));
  return product(out.sizes) > ProgramBuilder::kMostElements ? std::nullopt : std::optional(out);
}

namespace {

bool wrote(ProgramBuilder& b, NodeId node, TensorRef t) {
  b.same(node, t.object);
  return true;
}

EagerTensor region(const EagerTensor& t, const Ints& sizes) {
  EagerTensor out = fresh(t.dtype, sizes);
  return out;
}

bool make_setitem(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  const auto index = basic_index(b, to);
  if (!index || has_expanded_dim(to) || overlaps_itself(to)) return false;
  Choices& c = b.choose();
  if (c.chance(30)) {
    b.function("operator.setitem", {ref(t), index->arg, scalar(b, to.dtype)});
    return true;
  }
  const bool complex = category(to.dtype) == DTypeCategory::complex;
  const TensorRef value = operand(b, index->place, complex ? DTypes::any : DTypes::any_real);
  if (!value.valid()) return false;
  const EagerTensor& from = b.tensor(value);
  if (may_overlap(from, index->place) && !same_elements(from, index->place)) return false;
  b.function("operator.setitem", {ref(t), index->arg, ref(value)});
  return true;
}

bool make_setitem_advanced(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (overlaps_itself(to)) return false;
  const auto index = advanced_index(b, to);
  if (!index) return false;
  for (const TensorRef i : index->tensors) {
    if (!may_scatter(b, t, {i})) return false;
  }
  const Arg arg = index->entries.size() == 1 ? index->entries[0] : b.list(index->entries, ArgKind::tuple);
  if (!index->counted || index->repeats || b.choose().chance(30)) {
    b.function("operator.setitem", {ref(t), arg, scalar(b, to.dtype)});
    return true;
  }
  const TensorRef value = operand(b, region(to, index->sizes), DTypes::same);
  if (!value.valid() || !may_scatter(b, t, {value})) return false;
  b.function("operator.setitem", {ref(t), arg, ref(value)});
  return true;
}

bool make_index_put(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (overlaps_itself(to)) return false;
  const auto index = advanced_index(b, to);
  if (!index || index->tensors.size() != index->entries.size() || index->tensors.empty()) return false;
  for (const TensorRef i : index->tensors) {
    if (!may_scatter(b, t, {i})) return false;
  }
  const bool accumulate = b.choose().chance(35) && to.dtype != DType::boolean;
  const bool one_value = !index->counted || (index->repeats && !accumulate);
  const TensorRef value = one_value ? constant(b, {}, to.dtype) : operand(b, region(to, index->sizes), DTypes::same);
  if (!value.valid() || !may_scatter(b, t, {value})) return false;
  std::vector<Arg> args = {ref(t), b.list(index->entries), ref(value)};
  if (accumulate) args.push_back(Arg::boolean(true));
  if (b.choose().chance(30)) return wrote(b, b.function("torch.ops.aten.index_put_.default", args), t);
  args[1] = b.list(index->entries, ArgKind::tuple);
  return wrote(b, b.method("index_put_", args), t);
}

bool make_masked(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  Choices& c = b.choose();
  EagerTensor like = to;
  if (c.chance(25) && !like.symbolic()) {
    for (int64_t& s : like.sizes) s = c.chance(30) ? 1 : s;
    if (!like.sizes.empty() && c.chance(40)) like.sizes.erase(like.sizes.begin());
  }
  const TensorRef mask = a_mask(b, like);
  if (!mask.valid() || !may_scatter(b, t, {mask})) return false;
  if (c.chance(20) && !to.symbolic()) {
    const TensorRef source = constant(b, {to.count()}, to.dtype);
    return wrote(b, b.method("masked_scatter_", {ref(t), ref(mask), ref(source)}), t);
  }
  return wrote(b, b.write("masked_fill_", {ref(t), ref(mask), scalar(b, to.dtype)}, "Scalar"), t);
}

bool make_index_dim(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || to.symbolic() || overlaps_itself(to)) return false;
  Choices& c = b.choose();
  const int64_t dim = a_dim(b, to);
  if (to.size(dim) == 0) return false;
  const Arg dim_arg = spelled_dim(b, dim, to.rank());
  const int64_t count = c.between(1, to.size(dim));
  if (c.chance(25)) {
    const TensorRef index = indices(b, to.size(dim), {count}, IndexKind::plain);
    return wrote(b, b.method("index_fill_", {ref(t), dim_arg, ref(index), scalar(b, to.dtype)}), t);
  }
  const bool adds = c.chance(50) && to.dtype != DType::boolean;
  Ints sizes = to.sizes;
  sizes[static_cast<size_t>(dim)] = count;
  const TensorRef index = indices(b, to.size(dim), {count}, adds ? IndexKind::plain : IndexKind::distinct);
  const TensorRef found = b.find([&](const EagerTensor& o) { return o.dtype == to.dtype && o.sizes == sizes && !o.symbolic(); });
  const TensorRef source = found.valid() ? found : constant(b, sizes, to.dtype);
  if (!may_scatter(b, t, {source})) return false;
  return wrote(b, b.method(adds ? "index_add_" : "index_copy_", {ref(t), dim_arg, ref(index), ref(source)}), t);
}

bool make_scatter(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || to.symbolic() || to.count() == 0 || overlaps_itself(to)) return false;
  Choices& c = b.choose();
  const int64_t dim = a_dim(b, to);
  Ints sizes = to.sizes;
  for (int64_t& s : sizes) s = c.between(1, s);
  const uint32_t kind = c.below(4);
  if (kind < 2) sizes[static_cast<size_t>(dim)] = 1;  // several to one place would leave the order open
  const TensorRef index = indices(b, to.size(dim), sizes, IndexKind::plain);
  const Arg dim_arg = Arg::integer(dim);
  if (kind == 0) return wrote(b, b.method("scatter_", {ref(t), dim_arg, ref(index), scalar(b, to.dtype)}), t);
  const TensorRef source = constant(b, sizes, to.dtype);
  if (kind == 1 || to.dtype == DType::boolean) {
    if (kind != 1) return false;
    return wrote(b, b.method("scatter_", {ref(t), dim_arg, ref(index), ref(source)}), t);
  }
  if (kind == 2 || category(to.dtype) == DTypeCategory::complex)
    return wrote(b, b.method("scatter_add_", {ref(t), dim_arg, ref(index), ref(source)}), t);
  const Arg reduce = b.build().string(c.pick({"sum", "amax", "amin"}));
  return wrote(b, b.method("scatter_reduce_", {ref(t), dim_arg, ref(index), ref(source), reduce}), t);
}

constexpr Maker kIndexedMakers[] = {{18, make_setitem}, {8, make_setitem_advanced}, {4, make_index_put},
                                    {6, make_masked},   {6, make_index_dim},        {5, make_scatter}};

}  // namespace

std::span<const Maker> indexed_write_makers() { return kIndexedMakers; }

}  // namespace outplace::property
