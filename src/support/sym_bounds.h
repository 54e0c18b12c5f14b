// Arithmetic of bounds, for SymPool's own files. A missing end is unbounded, or has left 64 bits.
#pragma once

#include <algorithm>

#include "support/sym_state.h"

namespace outplace {

inline std::optional<int64_t> checked_add(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t out = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &out)) return std::nullopt;
  return out;
}

inline std::optional<int64_t> checked_mul(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t out = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &out)) return std::nullopt;
  return out;
}

inline bool at_least(std::optional<int64_t> low, int64_t bound) { return low && *low >= bound; }

// Of x * y; an end of the result is known only if the ends that make it are.
inline Bounds product_bounds(const Bounds& x, const Bounds& y) {
  if (at_least(x.low, 0) && at_least(y.low, 0)) return {checked_mul(x.low, y.low), checked_mul(x.high, y.high)};
  if (!x.low || !x.high || !y.low || !y.high) return {};
  const std::optional<int64_t> corners[] = {checked_mul(x.low, y.low), checked_mul(x.low, y.high), checked_mul(x.high, y.low),
                                            checked_mul(x.high, y.high)};
  if (!std::ranges::all_of(corners, [](const auto& corner) { return corner.has_value(); })) return {};
  return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

inline Bounds scaled_bounds(const Bounds& x, int64_t factor) {
  const Bounds out{checked_mul(x.low, factor), checked_mul(x.high, factor)};
  return factor < 0 ? Bounds{out.high, out.low} : out;
}

}  // namespace outplace
