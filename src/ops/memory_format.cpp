// Layouts that are asked for by a memory format, and those that copies of a whole storage have.
#include "ops/memory_format.h"

#include <algorithm>

namespace outplace {
namespace {

size_t rank_of(std::string_view format) { return format == kChannelsLast ? 4 : 5; }

// PyTorch's is_channels_last_strides: strides do not fall from the channels outwards. An ambiguous tensor counts as contiguous.
bool has_channels_last_strides(const Geometry& g) {
  if (!std::ranges::all_of(g.sizes, &Sym::is_constant) || !std::ranges::all_of(g.strides, &Sym::is_constant)) return false;
  if (g.strides[1].is(0)) return false;
  int64_t least = 0;
  const size_t rank = g.sizes.size();
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = i == 0 ? 1 : i + 1 == rank ? 0 : rank - i;  // the channels, then from the last dim to the first
    if (g.sizes[d].is(0) || g.strides[d].value < least) return false;
    if (d == 0 && least == g.strides[1].value) return false;
    least = g.strides[d].value;
    if (g.sizes[d].value > 1) least *= g.sizes[d].value;
  }
  return true;
}

}  // namespace

Sizes channels_last_strides(const Sizes& sizes, SymPool& syms) {
  Sizes strides(sizes.size());
  Sym stride = 1;
  strides[1] = stride;
  stride = syms.mul(stride, sizes[1]);
  for (size_t i = sizes.size(); i-- > 2;) {
    strides[i] = stride;
    stride = syms.mul(stride, sizes[i]);
  }
  strides[0] = stride;
  return strides;
}

Sizes preserved_strides(const Geometry& g, SymPool& syms) {
  return is_non_overlapping_and_dense(g, syms) ? g.strides : elementwise_strides(g.sizes, {&g}, syms);
}

std::optional<Sizes> format_strides(std::string_view format, const TensorMeta& m, SymPool& syms) {
  const Geometry& g = m.geometry;
  if (format == kContiguousFormat) return contiguous_strides(g.sizes, syms);
  if (format == kPreserveFormat) return m.has_strides ? std::optional(preserved_strides(g, syms)) : std::nullopt;
  if ((format != kChannelsLast && format != kChannelsLast3d) || g.sizes.size() != rank_of(format)) return std::nullopt;
  return channels_last_strides(g.sizes, syms);
}

bool is_in_format(std::string_view format, const Geometry& g, SymPool& syms) {
  if (format == kContiguousFormat) return is_contiguous(g, syms);
  if ((format != kChannelsLast && format != kChannelsLast3d) || g.sizes.size() != rank_of(format)) return false;
  const Sizes strides = channels_last_strides(g.sizes, syms);
  for (size_t i = 0; i < strides.size(); ++i) {
    if (!g.sizes[i].is(1) && g.strides[i] != strides[i]) return false;
  }
  return true;
}

std::string_view suggested_format(const Geometry& g) {
  const size_t rank = g.sizes.size();
  if ((rank != 4 && rank != 5) || !has_channels_last_strides(g)) return kContiguousFormat;
  return rank == 4 ? kChannelsLast : kChannelsLast3d;
}

Sizes scattered_strides(const TensorMeta& m, SymPool& syms) {
  const bool copied = m.lazy != 0 || has_zero_stride(m.geometry, syms);
  return copied ? preserved_strides(m.geometry, syms) : m.geometry.strides;
}

Geometry resolved_geometry(const TensorMeta& m, SymPool& syms) {
  if (m.lazy == 0) return m.geometry;
  return {m.geometry.sizes, preserved_strides(m.geometry, syms), 0};
}

}  // namespace outplace
