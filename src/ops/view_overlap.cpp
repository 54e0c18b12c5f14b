// Do the regions of two steps meet; are the elements of a region distinct.
//
// Two steps along one dim are compared by their indices, symbolic ones too. All others by the places of their elements where these are
// static: first the spans, then, for small regions, place by place.
#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <numeric>

#include "ops/view_kinds.h"

namespace outplace {
namespace {

constexpr int64_t kMaxPlaces = 4096;

bool is_static(const Geometry& g) { return all_constant(g.sizes) && all_constant(g.strides) && g.offset.is_constant(); }

bool is_empty(const Geometry& g) {
  return std::ranges::any_of(g.sizes, [](Sym size) { return size.is(0); });
}

// nullopt if there are more than kMaxPlaces.
std::optional<int64_t> small_count(const Geometry& g) {
  int64_t count = 1;
  for (const Sym size : g.sizes) {
    if (size.value > kMaxPlaces) return std::nullopt;
    count *= size.value;
    if (count > kMaxPlaces) return std::nullopt;
  }
  return count;
}

// The places of all elements, ascending. For small static geometries.
std::vector<int64_t> places(const Geometry& g, int64_t count) {
  std::vector<int64_t> out{g.offset.value};
  out.reserve(static_cast<size_t>(count));
  for (size_t d = 0; d < g.sizes.size(); ++d) {
    const size_t before = out.size();
    for (int64_t i = 1; i < g.sizes[d].value; ++i) {
      for (size_t k = 0; k < before; ++k) out.push_back(out[k] + i * g.strides[d].value);
    }
  }
  std::ranges::sort(out);
  return out;
}

// ---- along one dim

// What holds if the parent has elements; if it has none, nothing meets.
class AlongDim {
 public:
  AlongDim(const TensorMeta& parent, SymPool& syms) : sizes_(parent.geometry.sizes), syms_(syms) {}

  bool misses(const ViewStep& a, const ViewStep& b) {
    const bool a_select = a.kind == StepKind::select;
    const bool b_select = b.kind == StepKind::select;
    if (a_select && b_select) return different_indices(a.start, b.start, sizes_[at(a.dim)]);
    if (a_select) return select_misses_slice(a, b);
    if (b_select) return select_misses_slice(b, a);
    return slices_miss(a, b);
  }

 private:
  bool le(Sym a, Sym b) { return syms_.known_le_if_nonempty(a, b, sizes_); }
  bool lt(Sym a, Sym b) { return le(syms_.add(a, 1), b); }
  bool all_nonnegative(std::initializer_list<Sym> values) {
    return std::ranges::all_of(values, [&](Sym value) { return le(0, value); });
  }

  bool different_indices(Sym a, Sym b, Sym size) {
    if (all_nonnegative({a, b})) return lt(a, b) || lt(b, a);
    // Indices of open sign lie in [-size, size): they name one element if their difference is 0 or the size.
    const Sym difference = syms_.sub(a, b);
    if (!difference.is_constant() || difference.value == 0 || difference.is(INT64_MIN)) return false;
    return lt(std::abs(difference.value), size);
  }

  bool never_meets_residue(Sym difference, Sym step_a, Sym step_b) {
    if (!step_a.is_constant() || !step_b.is_constant()) return false;
    const Sym rest = syms_.mod(difference, std::gcd(step_a.value, step_b.value));
    return rest.is_constant() && rest.value != 0;
  }

  bool select_misses_slice(const ViewStep& select, const ViewStep& slice) {
    // Equal bounds are one place, whatever their sign.
    if (slice.start == slice.stop || slice.stop == select.start) return true;
    if (!all_nonnegative({select.start, slice.start, slice.stop})) return false;
    return lt(select.start, slice.start) || le(slice.stop, select.start) ||
           never_meets_residue(syms_.sub(select.start, slice.start), slice.step, 0);
  }

  bool slices_miss(const ViewStep& a, const ViewStep& b) {
    if (a.stop == b.start || b.stop == a.start || a.start == a.stop || b.start == b.stop) return true;
    if (!all_nonnegative({a.start, a.stop, b.start, b.stop})) return false;
    return le(a.stop, b.start) || le(b.stop, a.start) || never_meets_residue(syms_.sub(a.start, b.start), a.step, b.step);
  }

  const Sizes& sizes_;
  SymPool& syms_;
};

bool is_along_a_dim(const ViewStep& step) { return step.kind == StepKind::select || step.kind == StepKind::slice; }

// ---- by places in the storage

// The region of a step in bytes; the parent as a fresh contiguous tensor where only the identity of its elements counts.
struct Region {
  Geometry geometry;
  int64_t item = 1;

  int64_t first() const { return geometry.offset.value * item; }
  int64_t last() const {
    int64_t place = geometry.offset.value;
    for (size_t i = 0; i < geometry.sizes.size(); ++i) place += (geometry.sizes[i].value - 1) * geometry.strides[i].value;
    return place * item + item - 1;
  }
};

std::optional<Region> region_of(const TensorMeta& seen) {
  if (!seen.has_sizes || !seen.has_strides || !seen.has_offset || !is_static(seen.geometry)) return std::nullopt;
  return Region{seen.geometry, std::max(1, item_size(seen.dtype))};
}

// Both vectors ascend; elements are `item` bytes long.
bool places_miss(const std::vector<int64_t>& a, int64_t item_a, const std::vector<int64_t>& b, int64_t item_b) {
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if ((a[i] + 1) * item_a <= b[j] * item_b) {
      ++i;
    } else if ((b[j] + 1) * item_b <= a[i] * item_a) {
      ++j;
    } else {
      return false;
    }
  }
  return true;
}

bool regions_miss(const Region& a, const Region& b) {
  if (a.last() < b.first() || b.last() < a.first()) return true;
  const auto count_a = small_count(a.geometry);
  const auto count_b = small_count(b.geometry);
  if (!count_a || !count_b) return false;
  return places_miss(places(a.geometry, *count_a), a.item, places(b.geometry, *count_b), b.item);
}

}  // namespace

bool is_whole(const ViewStep& step) {
  switch (step.kind) {
    case StepKind::identity:
    case StepKind::permute:
    case StepKind::reshape:
    case StepKind::unsqueeze:
    case StepKind::squeeze:
    case StepKind::expand:
    case StepKind::view_dtype:
    case StepKind::view_as_real:
    case StepKind::view_as_complex:
    case StepKind::conj:
    case StepKind::neg: return true;
    case StepKind::select:
    case StepKind::slice:
    case StepKind::diagonal:
    case StepKind::unfold:
    case StepKind::as_strided: return false;
  }
  return false;
}

bool elements_are_distinct(const Geometry& g, SymPool& syms) {
  if (is_contiguous(g, syms)) return true;
  SmallVector<size_t, 8> left;
  for (size_t i = 0; i < g.sizes.size(); ++i) {
    if (!g.sizes[i].is(1)) left.push_back(i);
  }
  const auto below = [&](Sym a, Sym b) { return syms.known_le_if_nonempty(a, b, g.sizes); };
  // Each stride must pass over all that the smaller ones reach.
  Sym reach = 1;
  bool passes = true;
  while (!left.empty() && passes) {
    const auto smallest = [&](size_t i) { return std::ranges::all_of(left, [&](size_t j) { return below(g.strides[i], g.strides[j]); }); };
    auto next = std::ranges::find_if(left, smallest);
    if (next == left.end()) next = left.end() - 1;
    passes = below(reach, g.strides[*next]);
    reach = syms.add(reach, syms.mul(syms.sub(g.sizes[*next], 1), g.strides[*next]));
    left.erase(next);
  }
  if (passes) return true;
  if (!all_constant(g.sizes) || !all_constant(g.strides)) return false;
  const auto count = small_count(g);
  if (!count) return false;
  const std::vector<int64_t> all = places({g.sizes, g.strides, 0}, *count);
  return std::ranges::adjacent_find(all) == all.end();
}

bool disjoint(const ViewStep& a, const ViewStep& b, const TensorMeta& parent, SymPool& syms) {
  if (!parent.has_sizes || is_empty(parent.geometry)) return parent.has_sizes;
  if (is_whole(a) && is_whole(b)) return false;
  if (a == b) return is_empty(apply(a, parent, syms).geometry);
  const bool absolute = a.kind == StepKind::as_strided || b.kind == StepKind::as_strided;
  if (is_along_a_dim(a) && is_along_a_dim(b)) {
    const bool misses = a.dim == b.dim && AlongDim(parent, syms).misses(a, b);
    if (misses && (!parent.has_strides || elements_are_distinct(parent.geometry, syms))) return true;
  }

  TensorMeta placed = parent;
  if (!absolute) {
    placed.has_offset = true;
    placed.geometry.offset = 0;
    const bool element_identity =
        !parent.has_strides || (!all_constant(parent.geometry.strides) && elements_are_distinct(parent.geometry, syms));
    if (element_identity) placed.geometry.strides = contiguous_strides(parent.geometry.sizes, syms);
    placed.has_strides = true;
  }
  const TensorMeta seen_a = apply(a, placed, syms);
  const TensorMeta seen_b = apply(b, placed, syms);
  if (is_empty(seen_a.geometry) || is_empty(seen_b.geometry)) return true;
  const auto region_a = region_of(seen_a);
  const auto region_b = region_of(seen_b);
  return region_a && region_b && regions_miss(*region_a, *region_b);
}

bool is_injective(const ViewStep& step, const TensorMeta& parent, SymPool& syms) {
  switch (step.kind) {
    case StepKind::expand: {
      const size_t added = step.sizes.size() - parent.geometry.sizes.size();
      for (size_t i = 0; i < step.sizes.size(); ++i) {
        const Sym old = i < added ? Sym(1) : parent.geometry.sizes[i - added];
        if (step.sizes[i] != old && !syms.known_le(step.sizes[i], 1)) return false;
      }
      return true;
    }
    case StepKind::unfold: {
      if (syms.known_le(step.start, step.step)) return true;
      const TensorMeta seen = apply(step, parent, syms);
      return parent.rank() == 0 || syms.known_le(seen.geometry.sizes[at(step.dim)], 1);
    }
    case StepKind::as_strided: return elements_are_distinct({step.sizes, step.strides, 0}, syms);
    case StepKind::identity:
    case StepKind::select:
    case StepKind::slice:
    case StepKind::permute:
    case StepKind::reshape:
    case StepKind::unsqueeze:
    case StepKind::squeeze:
    case StepKind::diagonal:
    case StepKind::view_dtype:
    case StepKind::view_as_real:
    case StepKind::view_as_complex:
    case StepKind::conj:
    case StepKind::neg: return true;
  }
  return false;
}

}  // namespace outplace
