// view_dtype, view_as_real and view_as_complex: the same bytes as elements of another type.
#include <algorithm>

#include "ops/view_kinds.h"

namespace outplace {
namespace {

void scale(Sizes& values, int64_t factor, SymPool& syms) {
  for (Sym& value : values) value = syms.mul(value, factor);
}

void divide(Sizes& values, int64_t factor, SymPool& syms) {
  for (Sym& value : values) value = syms.floordiv(value, factor);
}

bool certainly_not_divisible(Sym value, int64_t divisor) { return value.is_constant() && value.value % divisor != 0; }

bool certainly_not_one(Sym value) { return value.is_constant() && value.value != 1; }

// Whether strides of dims of size 1 have to fit too: PyTorch asks it of view(dtype), not of view_as_complex.
enum class SizeOne : uint8_t { checked, exempt };

// Every stride but the last, and the offset, in whole elements of the larger type.
std::string misfit(const TensorMeta& m, int64_t ratio, SizeOne size_one) {
  if (m.has_offset && certainly_not_divisible(m.geometry.offset, ratio))
    return "the storage offset is not divisible by " + std::to_string(ratio);
  if (!m.has_strides) return {};
  for (size_t i = 0; i + 1 < m.geometry.strides.size(); ++i) {
    if (size_one == SizeOne::exempt && m.geometry.sizes[i].is(1)) continue;
    if (certainly_not_divisible(m.geometry.strides[i], ratio)) {
      return "the stride of dimension " + std::to_string(i) + " is not divisible by " + std::to_string(ratio);
    }
  }
  return {};
}

}  // namespace

StepResult make_view_dtype(const TensorMeta& m, DType dtype, SymPool&) {
  if (m.dtype == DType::unknown || dtype == DType::unknown) return {{}, "the element type is not known"};
  if (m.dtype == dtype) return {identity_step(), {}};
  const int from = item_size(m.dtype);
  const int to = item_size(dtype);
  const ViewStep step{.kind = StepKind::view_dtype, .dtype = dtype};
  if (m.lazy != 0) return {{}, "a view of another type is not supported for tensors that are read conjugated or negated"};
  if (from == to) return {step, {}};
  const std::string names = std::string(torch_name(m.dtype)) + " as " + std::string(torch_name(dtype));
  if (m.rank() == 0) return {{}, "a 0-dim tensor cannot be viewed " + names + " (different element sizes)"};
  if (m.has_strides && certainly_not_one(m.geometry.strides.back()))
    return {{}, "the last stride must be 1 to view " + names + " (different element sizes)"};
  if (to > from) {
    const int64_t ratio = to / from;
    if (certainly_not_divisible(m.geometry.sizes.back(), ratio)) {
      return {{}, "the last size must be divisible by " + std::to_string(ratio) + " to view " + names + " (different element sizes)"};
    }
    if (std::string why = misfit(m, ratio, SizeOne::checked); !why.empty()) return {{}, why + ", which a view of " + names + " needs"};
  }
  return {step, {}};
}

void apply_view_dtype(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  out.dtype = step.dtype;
  const int from = item_size(m.dtype);
  const int to = item_size(step.dtype);
  if (from == to || from == 0 || to == 0 || m.rank() == 0) return;
  Geometry& g = out.geometry;
  if (to < from) {
    const int64_t ratio = from / to;
    g.sizes.back() = syms.mul(g.sizes.back(), ratio);
    scale(g.strides, ratio, syms);
    if (m.has_offset) g.offset = syms.mul(g.offset, ratio);
  } else {
    const int64_t ratio = to / from;
    g.sizes.back() = syms.floordiv(g.sizes.back(), ratio);
    divide(g.strides, ratio, syms);
    if (m.has_offset) g.offset = syms.floordiv(g.offset, ratio);
  }
  if (m.has_strides) g.strides.back() = 1;
}

StepResult make_view_as_real(const TensorMeta& m, SymPool&) {
  if (category(m.dtype) != DTypeCategory::complex) return {{}, "view_as_real is only supported for complex tensors"};
  if ((m.lazy & kConjugated) != 0) return {{}, "view_as_real doesn't work on unresolved conjugated tensors"};
  return {ViewStep{.kind = StepKind::view_as_real}, {}};
}

void apply_view_as_real(const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  out.dtype = real_part_dtype(m.dtype);
  out.geometry.sizes.push_back(2);
  if (m.has_strides) {
    scale(out.geometry.strides, 2, syms);
    out.geometry.strides.push_back(1);
  }
  if (m.has_offset) out.geometry.offset = syms.mul(m.geometry.offset, 2);
}

StepResult make_view_as_complex(const TensorMeta& m, SymPool&) {
  if (complex_dtype(m.dtype) == DType::unknown || category(m.dtype) == DTypeCategory::complex || m.dtype == DType::bfloat16) {
    return {{}, "view_as_complex is only supported for half, float and double tensors"};
  }
  if (m.rank() == 0 || (m.geometry.sizes.back().is_constant() && !m.geometry.sizes.back().is(2))) {
    return {{}, "view_as_complex needs a last dimension of size 2"};
  }
  if (m.has_strides && certainly_not_one(m.geometry.strides.back())) return {{}, "view_as_complex needs a last dimension of stride 1"};
  if (std::string why = misfit(m, 2, SizeOne::exempt); !why.empty()) return {{}, why + ", which view_as_complex needs"};
  return {ViewStep{.kind = StepKind::view_as_complex}, {}};
}

void apply_view_as_complex(const TensorMeta& m, TensorMeta& out, SymPool& syms) {
  out.dtype = complex_dtype(m.dtype);
  out.geometry.sizes.pop_back();
  if (m.has_strides) {
    out.geometry.strides.pop_back();
    divide(out.geometry.strides, 2, syms);
  }
  if (m.has_offset) out.geometry.offset = syms.floordiv(m.geometry.offset, 2);
}

}  // namespace outplace
