// select and slice: one index, or a range of indices, of one dim.
#include <algorithm>

#include "ops/view_kinds.h"
#include "support/check.h"

namespace outplace {
namespace {

// A bound of a slice as a place in [0, size]: what is certain, and what it may be.
struct Bound {
  Sym clamped;    // as it was given, if its sign is open
  Sizes choices;  // without clamping
};

Bound resolved(Sym bound, Sym size, SymPool& syms) {
  if (syms.known_nonnegative(bound)) return {syms.min(bound, size), {bound}};
  const Sym from_front = syms.add(size, bound);
  if (syms.known_lt(bound, 0)) return {syms.max(0, from_front), {from_front}};
  return {bound, {bound, from_front}};
}

Sym ceil_divided(Sym length, Sym step, SymPool& syms) {
  return step.is(1) ? length : syms.floordiv(syms.add(length, syms.sub(step, 1)), step);
}

bool sign_is_open(Sym bound, SymPool& syms) { return !syms.known_nonnegative(bound); }

// The size of a slice whose bounds are taken as ordered.
Sym ordered_size(Sym start, Sym stop, Sym step, SymPool& syms) { return ceil_divided(syms.sub(stop, start), step, syms); }

struct Range {
  Sym start;
  Sym stop;
  friend bool operator==(const Range&, const Range&) = default;
};

// Without a proof a bound is clamped; the size that PyTorch found tells where that was not needed. If it fits one reading of the bounds
// only, then the size holds because these do: they lie in the dim, in this order.
Range choose(const Bound& start, const Bound& stop, Sym step, std::optional<Sym> known_size, Sym size, SymPool& syms) {
  const Range clamped{start.clamped, stop.clamped};
  if (!known_size || slice_size(clamped.start, clamped.stop, step, size, syms) == *known_size) return clamped;
  Sizes starts = start.choices;
  Sizes stops = stop.choices;
  starts.push_back(start.clamped);
  stops.push_back(stop.clamped);
  std::vector<Range> fitting;
  for (const Sym from : starts) {
    for (const Sym to : stops) {
      const Range range{from, to};
      if (ordered_size(from, to, step, syms) == *known_size && std::ranges::find(fitting, range) == fitting.end()) fitting.push_back(range);
    }
  }
  if (fitting.size() != 1) return clamped;
  syms.assume_nonnegative(fitting[0].start);
  syms.assume_nonnegative(syms.sub(fitting[0].stop, fitting[0].start));
  syms.assume_nonnegative(syms.sub(size, fitting[0].stop));
  return fitting[0];
}

std::string index_out_of_range(Sym index, Sym size, int64_t dim, const SymPool& syms) {
  return "index " + syms.print(index) + " is out of range for dimension " + std::to_string(dim) + " with size " + syms.print(size);
}

// The last bound that still gives the same elements, so that [0:5:2] and [0:6:2] are one step.
Sym tightened(Sym start, Sym stop, Sym step) {
  if (!start.is_constant() || !stop.is_constant() || !step.is_constant()) return stop;
  if (stop.value <= start.value) return start;
  const int64_t count = (stop.value - start.value - 1) / step.value + 1;
  return start.value + (count - 1) * step.value + 1;
}

}  // namespace

Sym slice_size(Sym start, Sym stop, Sym step, Sym size, SymPool& syms) {
  if (start == stop || size.is(0)) return 0;
  if (sign_is_open(start, syms) || sign_is_open(stop, syms)) return syms.call("SliceSize", {start, stop, step, size});
  if (syms.known_le(stop, start)) return 0;
  const Sym count = ordered_size(start, stop, step, syms);
  return syms.known_le(start, stop) ? count : syms.max(0, count);
}

StepResult make_select(const TensorMeta& m, int64_t dim, Sym index, SymPool& syms) {
  if (m.rank() == 0) return {{}, "select() cannot be applied to a 0-dim tensor"};
  const auto d = wrapped_dim(dim, m.rank());
  if (!d) return {{}, dim_out_of_range(dim, m.rank())};
  const Sym size = m.geometry.sizes[at(*d)];
  const bool too_large = syms.known_le(size, index);
  const bool too_small = syms.known_lt(index, syms.sub(0, size));
  if (too_large || too_small) return {{}, index_out_of_range(index, size, *d, syms)};
  ViewStep step{.kind = StepKind::select, .dim = *d};
  step.start = syms.known_lt(index, 0) ? syms.add(size, index) : index;
  return {std::move(step), {}};
}

void apply_select(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  const auto dim = step.dim;
  OUTPLACE_CHECK(dim < m.rank(), "a dim is selected that the tensor has not");
  out.geometry.sizes.erase(out.geometry.sizes.begin() + dim);
  if (!m.has_strides) {
    out.has_offset = false;
    return;
  }
  out.geometry.strides.erase(out.geometry.strides.begin() + dim);
  if (!m.has_offset) return;
  // There is an element to select, so that no size is 0.
  const bool counts_from_front = syms.known_le_if_nonempty(0, step.start, m.geometry.sizes);
  const Sym index = counts_from_front ? step.start : syms.mod(step.start, m.geometry.sizes[at(dim)]);
  out.geometry.offset = syms.add(m.geometry.offset, syms.mul(index, m.geometry.strides[at(dim)]));
}

StepResult make_slice(const TensorMeta& m, int64_t dim, std::optional<Sym> start, std::optional<Sym> stop, Sym step, SymPool& syms,
                      std::optional<Sym> known_size) {
  if (m.rank() == 0) return {{}, "slice() cannot be applied to a 0-dim tensor"};
  const auto d = wrapped_dim(dim, m.rank());
  if (!d) return {{}, dim_out_of_range(dim, m.rank())};
  if (!syms.known_positive(step)) {
    return {{},
            step.is_constant() ? "slice step must be positive" : "the slice step " + syms.print(step) + " cannot be shown to be positive"};
  }
  const Sym size = m.geometry.sizes[at(*d)];
  if (!start && !stop && step.is(1)) return {identity_step(), {}};
  const Bound first = resolved(start.value_or(0), size, syms);
  const Bound last = stop ? resolved(*stop, size, syms) : Bound{size, {size}};
  Range range = choose(first, last, step, known_size, size, syms);
  if (!sign_is_open(range.start, syms) && !sign_is_open(range.stop, syms) && syms.known_le(range.stop, range.start))
    range.stop = range.start;
  range.stop = tightened(range.start, range.stop, step);
  if (range.start.is(0) && range.stop == size && step.is(1)) return {identity_step(), {}};

  ViewStep made{.kind = StepKind::slice, .dim = *d, .start = range.start, .stop = range.stop, .step = step};
  const Sym derived = slice_size(made.start, made.stop, step, size, syms);
  if (known_size && !derived.is_constant() && derived != *known_size) made.sizes = {*known_size};
  return {std::move(made), {}};
}

void apply_slice(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  const size_t dim = at(step.dim);
  const Sym size = m.geometry.sizes[dim];
  out.geometry.sizes[dim] = step.sizes.empty() ? slice_size(step.start, step.stop, step.step, size, syms) : step.sizes[0];
  if (!m.has_strides) {
    out.has_offset = out.has_offset && step.start.is(0);
    return;
  }
  const Sym stride = m.geometry.strides[dim];
  out.geometry.strides[dim] = syms.mul(stride, step.step);
  if (!m.has_offset) return;
  if (sign_is_open(step.start, syms)) {
    out.has_offset = false;
    out.geometry.offset = 0;
  } else {
    out.geometry.offset = syms.add(m.geometry.offset, syms.mul(step.start, stride));
  }
}

}  // namespace outplace
