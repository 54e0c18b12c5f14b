// View steps of all kinds: application, text, hash.
#include "ops/view_step.h"

#include "ops/view_kinds.h"
#include "support/check.h"

namespace outplace {

std::optional<int64_t> wrapped_dim(int64_t dim, int64_t rank) {
  const int64_t dims = rank == 0 ? 1 : rank;
  if (dim < -dims || dim >= dims) return std::nullopt;
  return dim < 0 ? dim + dims : dim;
}

std::string dim_out_of_range(int64_t dim, int64_t rank) {
  const int64_t dims = rank == 0 ? 1 : rank;
  return "dimension out of range (expected to be in range of [" + std::to_string(-dims) + ", " + std::to_string(dims - 1) + "], but got " +
         std::to_string(dim) + ")";
}

ViewStep identity_step() { return {}; }

namespace {

// Of a tensor whose sizes are not known: only what the step itself says.
TensorMeta apply_without_sizes(const ViewStep& step, const TensorMeta& m) {
  TensorMeta out;
  out.dtype = m.dtype;
  out.device = m.device;
  out.lazy = m.lazy;
  if (step.kind == StepKind::conj) out.lazy ^= kConjugated;
  if (step.kind == StepKind::neg) out.lazy ^= kNegated;
  if (step.kind == StepKind::view_dtype) out.dtype = step.dtype;
  if (step.kind == StepKind::view_as_real) out.dtype = real_part_dtype(m.dtype);
  if (step.kind == StepKind::view_as_complex) out.dtype = complex_dtype(m.dtype);
  if (step.kind == StepKind::as_strided) apply_as_strided(step, m, out);
  const bool gives_sizes = step.kind == StepKind::as_strided || step.kind == StepKind::reshape || step.kind == StepKind::expand;
  // A size of -1 follows from the operand's shape.
  out.has_sizes = gives_sizes && std::ranges::none_of(step.sizes.get(), [](Sym size) { return size.is(-1); });
  if (out.has_sizes) out.geometry.sizes = step.sizes;
  return out;
}

}  // namespace

TensorMeta apply(const ViewStep& step, const TensorMeta& m, SymPool& syms) {
  if (!m.has_sizes) return apply_without_sizes(step, m);
  OUTPLACE_CHECK(!m.has_strides || m.geometry.strides.size() == m.geometry.sizes.size(), "a stride for each dim");
  TensorMeta out = m;
  switch (step.kind) {
    case StepKind::identity: break;
    case StepKind::conj: out.lazy ^= kConjugated; break;
    case StepKind::neg: out.lazy ^= kNegated; break;
    case StepKind::select: apply_select(step, m, out, syms); break;
    case StepKind::slice: apply_slice(step, m, out, syms); break;
    case StepKind::permute: apply_permute(step, m, out); break;
    case StepKind::reshape: apply_reshape(step, m, out, syms); break;
    case StepKind::unsqueeze: apply_unsqueeze(step, m, out, syms); break;
    case StepKind::squeeze: apply_squeeze(step, m, out); break;
    case StepKind::expand: apply_expand(step, m, out, syms); break;
    case StepKind::diagonal: apply_diagonal(step, m, out, syms); break;
    case StepKind::unfold: apply_unfold(step, m, out, syms); break;
    case StepKind::as_strided: apply_as_strided(step, m, out); break;
    case StepKind::view_dtype: apply_view_dtype(step, m, out, syms); break;
    case StepKind::view_as_real: apply_view_as_real(m, out, syms); break;
    case StepKind::view_as_complex: apply_view_as_complex(m, out, syms); break;
  }
  return out;
}

namespace {

struct Hasher {
  uint64_t state = 0x2545f4914f6cdd1dU;
  void add(uint64_t value) {
    state ^= value + 0x9e3779b97f4a7c15U + (state << 6) + (state >> 2);
    state *= 0xff51afd7ed558ccdU;
    state ^= state >> 33;
  }
  void add(Sym value) { add(static_cast<uint64_t>(value.value) ^ uint64_t{value.expr.value} << 32U); }
  void add(const Sizes& values) {
    add(uint64_t{values.size()});
    for (const Sym value : values) add(value);
  }
};

std::string listed(const Sizes& values, const SymPool& syms) {
  std::string out;
  for (size_t i = 0; i < values.size(); ++i) out += (i == 0 ? "" : ", ") + syms.print(values[i]);
  return out;
}

std::string listed(const std::vector<int64_t>& values) {
  std::string out;
  for (size_t i = 0; i < values.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(values[i]);
  return out;
}

std::string subscript(int64_t dim, const std::string& text) {
  std::string out = "[";
  for (int64_t i = 0; i < dim; ++i) out += ":, ";
  return out + text + "]";
}

std::string slice_text(const ViewStep& step, const SymPool& syms) {
  std::string out = step.start.is(0) ? "" : syms.print(step.start);
  out += ":" + syms.print(step.stop);
  return step.step.is(1) ? out : out + ":" + syms.print(step.step);
}

}  // namespace

size_t hash_of(const ViewStep& step) {
  Hasher hash;
  hash.add(static_cast<uint64_t>(step.kind) << 8U | static_cast<uint64_t>(step.dtype));
  hash.add(static_cast<uint64_t>(step.dim) << 32U ^ static_cast<uint64_t>(step.dim2));
  if (step.start.is_constant()) {
    const uint64_t length = static_cast<uint64_t>(step.stop.value) - static_cast<uint64_t>(step.start.value);
    hash.add(length ^ uint64_t{step.stop.expr.value} << 32U);
  } else {
    hash.add(step.start);
    hash.add(step.stop);
  }
  hash.add(step.step);
  if (step.dims.empty() && step.sizes.empty() && step.strides.empty()) return hash.state;
  hash.add(uint64_t{step.dims.size()});
  for (const int64_t dim : step.dims) hash.add(static_cast<uint64_t>(dim));
  hash.add(step.sizes);
  hash.add(step.strides);
  return hash.state;
}

std::string print(const ViewStep& step, const SymPool& syms) {
  switch (step.kind) {
    case StepKind::identity: return "";
    case StepKind::select: return subscript(step.dim, syms.print(step.start));
    case StepKind::slice: return subscript(step.dim, slice_text(step, syms));
    case StepKind::permute: return ".permute(" + listed(step.dims) + ")";
    case StepKind::reshape: return ".view(" + listed(step.sizes, syms) + ")";
    case StepKind::unsqueeze: return ".unsqueeze(" + std::to_string(step.dim) + ")";
    case StepKind::squeeze: return ".squeeze(" + listed(step.dims) + ")";
    case StepKind::expand: return ".expand(" + listed(step.sizes, syms) + ")";
    case StepKind::diagonal:
      return ".diagonal(" + syms.print(step.start) + ", " + std::to_string(step.dim) + ", " + std::to_string(step.dim2) + ")";
    case StepKind::unfold:
      return ".unfold(" + std::to_string(step.dim) + ", " + syms.print(step.start) + ", " + syms.print(step.step) + ")";
    case StepKind::as_strided:
      return ".as_strided([" + listed(step.sizes, syms) + "], [" + listed(step.strides, syms) + "], " + syms.print(step.start) + ")";
    case StepKind::view_dtype: return ".view(torch." + std::string(torch_name(step.dtype)) + ")";
    case StepKind::view_as_real: return ".view_as_real()";
    case StepKind::view_as_complex: return ".view_as_complex()";
    case StepKind::conj: return ".conj()";
    case StepKind::neg: return "._neg_view()";
  }
  return "";
}

}  // namespace outplace
