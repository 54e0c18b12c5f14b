// diagonal, unfold and as_strided: views whose elements lie on lines or in windows of the tensor.
#include <algorithm>

#include "ops/view_kinds.h"

namespace outplace {

StepResult make_diagonal(const TensorMeta& m, Sym offset, int64_t dim1, int64_t dim2, SymPool& syms) {
  const auto a = wrapped_dim(dim1, m.rank());
  const auto b = wrapped_dim(dim2, m.rank());
  if (m.rank() < 2 || !a || !b) return {{}, dim_out_of_range(a ? dim2 : dim1, m.rank())};
  if (*a == *b) return {{}, "diagonal dimensions cannot be identical"};
  if (!syms.known_nonnegative(offset) && !syms.known_lt(offset, 0)) {
    return {{}, "the sign of the diagonal's offset " + syms.print(offset) + " cannot be shown"};
  }
  ViewStep step{.kind = StepKind::diagonal, .dim = *a, .dim2 = *b, .start = offset};
  if (*a > *b) {
    std::swap(step.dim, step.dim2);
    step.start = syms.sub(0, offset);
  }
  return {step, {}};
}

void apply_diagonal(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  const size_t a = at(step.dim);
  const size_t b = at(step.dim2);
  const Sym rows = m.geometry.sizes[a];
  const Sym columns = m.geometry.sizes[b];
  const bool above = syms.known_nonnegative(step.start);
  const Sym shortened = above ? syms.min(rows, syms.sub(columns, step.start)) : syms.min(syms.add(rows, step.start), columns);
  const Sym length = syms.max(0, shortened);
  const auto remove_both = [&](Sizes& values, Sym last) {
    values.erase(values.begin() + step.dim2);
    values.erase(values.begin() + step.dim);
    values.push_back(last);
  };
  remove_both(out.geometry.sizes, length);
  if (!m.has_strides) {
    out.has_offset = out.has_offset && step.start.is(0);
    return;
  }
  const Sym down = m.geometry.strides[a];
  const Sym right = m.geometry.strides[b];
  remove_both(out.geometry.strides, syms.add(down, right));
  if (!m.has_offset || length.is(0) || step.start.is(0)) return;
  if (!syms.known_positive(length)) {
    // PyTorch does not move the offset of an empty diagonal.
    out.has_offset = false;
    out.geometry.offset = 0;
    return;
  }
  const Sym moved = above ? syms.mul(step.start, right) : syms.mul(syms.sub(0, step.start), down);
  out.geometry.offset = syms.add(m.geometry.offset, moved);
}

StepResult make_unfold(const TensorMeta& m, int64_t dim, Sym size, Sym step, SymPool& syms) {
  const auto d = wrapped_dim(dim, m.rank());
  if (!d) return {{}, dim_out_of_range(dim, m.rank())};
  const Sym available = m.rank() == 0 ? Sym(1) : m.geometry.sizes[at(*d)];
  if (syms.known_lt(size, 0)) return {{}, "unfold: size is " + syms.print(size) + " but must not be negative"};
  if (syms.known_lt(available, size)) {
    return {{},
            "unfold: maximum size for tensor at dimension " + std::to_string(*d) + " is " + syms.print(available) + " but size is " +
                syms.print(size)};
  }
  if (!syms.known_positive(step)) return {{}, "unfold: step " + syms.print(step) + " is not known to be positive"};
  return {ViewStep{.kind = StepKind::unfold, .dim = *d, .start = size, .step = step}, {}};
}

void apply_unfold(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  const bool scalar = m.rank() == 0;
  if (!scalar) {
    Sym& size = out.geometry.sizes[at(step.dim)];
    size = syms.add(syms.floordiv(syms.sub(size, step.start), step.step), 1);
  }
  out.geometry.sizes.push_back(step.start);
  if (!m.has_strides) return;
  const Sym stride = scalar ? Sym(1) : m.geometry.strides[at(step.dim)];
  if (!scalar) out.geometry.strides[at(step.dim)] = syms.mul(stride, step.step);
  out.geometry.strides.push_back(stride);
}

StepResult make_as_strided(const TensorMeta&, Sizes sizes, Sizes strides, Sym offset, SymPool&) {
  if (sizes.size() != strides.size()) return {{}, "as_strided needs as many strides as sizes"};
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].is_constant() && sizes[i].value < 0) return {{}, "as_strided: negative size"};
    if (strides[i].is_constant() && strides[i].value < 0) return {{}, "as_strided: negative stride"};
  }
  ViewStep step{.kind = StepKind::as_strided, .start = offset};
  step.sizes = std::move(sizes);
  step.strides = std::move(strides);
  return {std::move(step), {}};
}

void apply_as_strided(const ViewStep& step, const TensorMeta&, TensorMeta& out) {
  out.geometry = {step.sizes, step.strides, step.start};
  out.has_strides = true;
  out.has_offset = true;
}

}  // namespace outplace
