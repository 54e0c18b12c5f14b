// reshape, unsqueeze, squeeze and expand: the same elements under other sizes.
#include <algorithm>

#include "ops/view_kinds.h"

namespace outplace {
namespace {

// A view of the same sizes may still give dims of size 1 other strides.
bool changes_size_one(const Geometry& g, const Sizes& strides, SymPool& syms) {
  for (size_t i = 0; i < strides.size(); ++i) {
    if (!g.sizes[i].is(1) || strides[i] == g.strides[i]) continue;
    if (syms.without_floor_of_one(strides[i], g.sizes) != syms.without_floor_of_one(g.strides[i], g.sizes)) return true;
  }
  return false;
}

std::string printed(const Sizes& sizes, const SymPool& syms) {
  std::string out = "[";
  for (size_t i = 0; i < sizes.size(); ++i) out += (i == 0 ? "" : ", ") + syms.print(sizes[i]);
  return out + "]";
}

}  // namespace

StepResult make_reshape(const TensorMeta& m, const Sizes& sizes, SymPool& syms) {
  const Sym count = element_count(m.geometry.sizes, syms);
  if (std::ranges::count(sizes, Sym(-1)) > 1) return {{}, "only one dimension can be inferred"};
  if (count.is(0) && std::ranges::count(sizes, Sym(-1)) == 1 && std::ranges::count(sizes, Sym(0)) > 0) {
    return {{}, "cannot reshape a tensor of 0 elements into shape " + printed(sizes, syms) + ", in which the size -1 can be any value"};
  }
  Sizes target = infer_size(sizes, count, syms);
  const Sym wanted = element_count(target, syms);
  if (wanted != count && wanted.is_constant() && count.is_constant()) {
    return {{}, "shape " + printed(sizes, syms) + " is invalid for input of size " + syms.print(count)};
  }
  const bool same = target == m.geometry.sizes;
  if (same && !m.has_strides) return {identity_step(), {}};
  if (!m.has_strides)
    return {{},
            "the strides of the tensor are not known, so it cannot be told whether shape " + printed(target, syms) + " is a view of it"};
  const auto strides = view_strides(m.geometry, target, syms);
  if (same && (!strides || !changes_size_one(m.geometry, *strides, syms))) return {identity_step(), {}};
  if (!strides) {
    if (view_certainly_copies(m.geometry, target, syms)) {
      return {
          {},
          "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces)"};
    }
    return {{},
            "it cannot be shown that shape " + printed(target, syms) + " is a view of sizes " + printed(m.geometry.sizes, syms) +
                " with strides " + printed(m.geometry.strides, syms)};
  }
  ViewStep step{.kind = StepKind::reshape};
  step.sizes = std::move(target);
  return {std::move(step), {}};
}

void apply_reshape(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  out.geometry.sizes = step.sizes;
  out.has_strides = false;
  out.geometry.strides.clear();
  if (!m.has_strides) return;
  if (auto strides = view_strides(m.geometry, step.sizes, syms)) {
    out.geometry.strides = std::move(*strides);
    out.has_strides = true;
  }
}

StepResult make_unsqueeze(const TensorMeta& m, int64_t dim, SymPool&) {
  const auto d = wrapped_dim(dim, m.rank() + 1);
  if (!d) return {{}, dim_out_of_range(dim, m.rank() + 1)};
  return {ViewStep{.kind = StepKind::unsqueeze, .dim = *d}, {}};
}

void apply_unsqueeze(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  const auto dim = step.dim;
  out.geometry.sizes.insert(out.geometry.sizes.begin() + dim, Sym(1));
  if (!m.has_strides) return;
  const Sym stride = dim == m.rank() ? Sym(1) : syms.mul(m.geometry.sizes[at(dim)], m.geometry.strides[at(dim)]);
  out.geometry.strides.insert(out.geometry.strides.begin() + dim, stride);
}

namespace {

// Sizes of inputs are not 1 where they are symbolic: PyTorch compiles for 1 by itself.
bool may_be_one(Sym size, SymPool& syms) { return size.is_constant() ? size.is(1) : !syms.is_guarded_above_one(size); }

}  // namespace

StepResult make_squeeze(const TensorMeta& m, std::optional<std::vector<int64_t>> dims, SymPool& syms) {
  std::vector<bool> wanted(m.geometry.sizes.size(), !dims.has_value());
  for (const int64_t dim : dims.value_or(std::vector<int64_t>{})) {
    const auto d = wrapped_dim(dim, m.rank());
    if (!d) return {{}, dim_out_of_range(dim, m.rank())};
    if (m.rank() > 0) wanted[at(*d)] = true;
  }
  ViewStep step{.kind = StepKind::squeeze};
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && may_be_one(m.geometry.sizes[i], syms)) step.dims.push_back(static_cast<int64_t>(i));
  }
  if (step.dims.empty()) return {identity_step(), {}};
  return {std::move(step), {}};
}

void apply_squeeze(const ViewStep& step, const TensorMeta& m, TensorMeta& out) {
  out.geometry.sizes.clear();
  out.geometry.strides.clear();
  if (!std::ranges::all_of(step.dims, [&](int64_t dim) { return m.geometry.sizes[at(dim)].is(1); })) {
    out.has_sizes = out.has_strides = false;  // the rank hangs on the run
    return;
  }
  for (int64_t i = 0; i < m.rank(); ++i) {
    if (std::ranges::binary_search(step.dims, i)) continue;
    out.geometry.sizes.push_back(m.geometry.sizes[at(i)]);
    if (m.has_strides) out.geometry.strides.push_back(m.geometry.strides[at(i)]);
  }
}

StepResult make_expand(const TensorMeta& m, const Sizes& sizes, SymPool& syms) {
  const size_t rank = m.geometry.sizes.size();
  if (sizes.size() < rank) {
    return {{}, "expand to " + std::to_string(sizes.size()) + " dimensions of a tensor that has " + std::to_string(rank)};
  }
  const size_t added = sizes.size() - rank;
  ViewStep step{.kind = StepKind::expand};
  step.sizes = sizes;
  for (size_t i = 0; i < sizes.size(); ++i) {
    Sym& size = step.sizes[i];
    if (size.is(-1)) {
      if (i < added) return {{}, "expand: -1 is not allowed for a new leading dimension"};
      size = m.geometry.sizes[i - added];
    }
    if (i < added) continue;
    const Sym old = m.geometry.sizes[i - added];
    if (size == old || old.is(1)) continue;
    return {{},
            (size.is_constant() && old.is_constant() ? "the expanded size " : "it cannot be shown that the expanded size ") +
                syms.print(size) + " matches the existing size " + syms.print(old) + " at dimension " + std::to_string(i)};
  }
  if (step.sizes == m.geometry.sizes) return {identity_step(), {}};
  return {std::move(step), {}};
}

void apply_expand(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  out.geometry.sizes = step.sizes;
  if (!m.has_strides) return;
  const size_t added = step.sizes.size() - m.geometry.sizes.size();
  Sizes strides(step.sizes.size());
  if (m.rank() == 0) {
    out.geometry.strides = std::move(strides);
    return;
  }
  for (size_t i = step.sizes.size(); i-- > 0;) {
    const Sym old = i < added ? Sym(1) : m.geometry.sizes[i - added];
    if (old != step.sizes[i]) {
      strides[i] = 0;
    } else if (i >= added) {
      strides[i] = m.geometry.strides[i - added];
    } else {
      strides[i] = syms.mul(step.sizes[i + 1], strides[i + 1]);
    }
  }
  out.geometry.strides = std::move(strides);
}

}  // namespace outplace
