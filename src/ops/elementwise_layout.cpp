// The layout of an elementwise operation's fresh result, after at::TensorIterator.
//
// All operands of the result's shape and contiguous, or all dense with equal strides: the result is the same. Else the dims are sorted from
// the innermost: by the strides of the first operand that tells two dims apart (a broadcast dim tells nothing; equal strides: the larger
// size goes outside), and the result is dense in that order.
#include <algorithm>

#include "ops/memory_format.h"
#include "ops/tensor_meta.h"

namespace outplace {
namespace {

enum class Order : int8_t { before, open, after };
using Dims = SmallVector<size_t, 8>;

class Sorter {
 public:
  Sorter(const Sizes& sizes, const Operands& operands, SymPool& syms) : sizes_(sizes), syms_(syms) {
    strides_.reserve(operands.size());
    for (const Geometry* operand : operands) strides_.push_back(spread(*operand));
  }

  // Dims from the innermost to the outermost. The insertion sort is part of the rule, since the comparison is no order.
  Dims innermost_first() {
    Dims perm(sizes_.size());
    for (size_t i = 0; i < perm.size(); ++i) perm[i] = perm.size() - 1 - i;
    for (size_t i = 1; i < perm.size(); ++i) {
      size_t moving = i;
      for (size_t other = i; other-- > 0;) {
        const Order order = compare(perm[other], perm[moving]);
        if (order == Order::before) break;
        if (order == Order::open) continue;
        std::swap(perm[other], perm[moving]);
        moving = other;
      }
    }
    return perm;
  }

  bool proved() const { return proved_; }

 private:
  Sizes spread(const Geometry& operand) const {
    Sizes out(sizes_.size(), Sym(0));
    const size_t shift = sizes_.size() - operand.sizes.size();
    for (size_t i = 0; i < operand.sizes.size(); ++i) {
      if (!operand.sizes[i].is(1) || sizes_[shift + i].is(1)) out[shift + i] = operand.strides[i];
    }
    return out;
  }

  Order compare_values(Sym a, Sym b) {
    if (a == b) return Order::open;
    if (syms_.known_le_if_nonempty(a, b, sizes_)) return Order::before;
    if (syms_.known_le_if_nonempty(b, a, sizes_)) return Order::after;
    proved_ = false;
    return Order::open;
  }

  Order compare(size_t inner, size_t outer) {
    for (const Sizes& strides : strides_) {
      if (strides[inner].is(0) || strides[outer].is(0)) continue;
      const Order order = compare_values(strides[inner], strides[outer]);
      if (order != Order::open) return order;
      if (compare_values(sizes_[inner], sizes_[outer]) == Order::after) return Order::after;
    }
    return Order::open;
  }

  const Sizes& sizes_;
  SymPool& syms_;
  std::vector<Sizes> strides_;
  bool proved_ = true;
};

}  // namespace

ElementwiseLayout elementwise_layout(const Sizes& sizes, const Operands& operands, SymPool& syms) {
  const auto all = [&](auto predicate) { return std::ranges::all_of(operands, [&](const Geometry* g) { return predicate(*g); }); };
  const auto contiguous = [&](const Geometry& g) {
    return (&g != operands[0] && g == *operands[0]) || is_contiguous(g, syms);  // the first one was looked at
  };
  if (!operands.empty() && all([&](const Geometry& g) { return g.sizes == sizes; })) {
    if (all(contiguous)) return {contiguous_strides(sizes, syms), true};
    if (all([&](const Geometry& g) { return g.sizes.size() == 4 && is_in_format(kChannelsLast, g, syms); }))
      return {channels_last_strides(sizes, syms), true};
    const Geometry& first = *operands[0];
    if (all([&](const Geometry& g) { return g.strides == first.strides && is_non_overlapping_and_dense(g, syms); }))
      return {first.strides, true};
  }
  Sorter sorter(sizes, operands, syms);
  const Dims perm = sorter.innermost_first();
  const bool row_major = std::ranges::is_sorted(perm, std::ranges::greater{});
  if (row_major) return {contiguous_strides(sizes, syms), sorter.proved()};
  Sizes strides(sizes.size());
  Sym stride = 1;
  for (const size_t dim : perm) {
    strides[dim] = stride;
    stride = syms.mul(stride, sizes[dim]);
  }
  return {std::move(strides), sorter.proved()};
}

Sizes elementwise_strides(const Sizes& sizes, const Operands& operands, SymPool& syms) {
  ElementwiseLayout layout = elementwise_layout(sizes, operands, syms);
  if (layout.proved) return std::move(layout.strides);
  std::vector<Sym> known(sizes.begin(), sizes.end());
  for (const Geometry* operand : operands) known.insert(known.end(), operand->strides.begin(), operand->strides.end());
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!sizes[i].is(1)) layout.strides[i] = open_stride(static_cast<int64_t>(i), known, syms);
  }
  return std::move(layout.strides);
}

}  // namespace outplace
