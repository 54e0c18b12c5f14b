// What is known about a tensor: dtype, shape, strides, device; and the text form of it that PyTorch prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/dtype.h"
#include "support/sym.h"

namespace outplace {

// Shape and layout of a tensor in its storage, in elements of its dtype.
struct Geometry {
  Sizes sizes;
  Sizes strides;
  Sym offset;
  friend bool operator==(const Geometry&, const Geometry&) = default;
};

// Lazy bits: the elements are what is in memory, conjugated or negated when they are read.
inline constexpr uint8_t kConjugated = 1;
inline constexpr uint8_t kNegated = 2;

struct TensorMeta {
  DType dtype = DType::unknown;
  bool has_sizes = false;
  bool has_strides = false;
  bool has_offset = false;
  Geometry geometry;   // valid as far as the flags say
  std::string device;  // "cpu", "cuda:0"; "" unknown
  uint8_t lazy = 0;    // kConjugated, kNegated
  int64_t rank() const { return static_cast<int64_t>(geometry.sizes.size()); }
  friend bool operator==(const TensorMeta&, const TensorMeta&) = default;
};

// Reads the contents of an annotation's quotes: "f32[s0, 3][3, 1]cuda:0", "i64[]", "f32[2, 3]", "b8[1, s0 + 1]", "f32[Max(s17, s77), Min(5,
// s27)]". Strides and device are optional. nullopt for anything that is not one plain tensor: "Sym(s0)", "DTensor(f32[8], S(0))".
std::optional<TensorMeta> parse_annotation(std::string_view text, SymPool& syms);
// "Sym(s0*2)" -> the value; nullopt for others, and for boolean or float symbols ("Sym(s0 > 2)").
std::optional<Sym> parse_sym_annotation(std::string_view text, SymPool& syms);

struct AnnotationStyle {
  bool strides = false;
  bool device = false;
};
// The contents of the quotes for a meta whose sizes and dtype are known. Parts that are not known are left out.
std::string print_annotation(const TensorMeta& meta, AnnotationStyle style, const SymPool& syms);

// ---- layout; all answers are "provably"
Sizes contiguous_strides(const Sizes& sizes, SymPool& syms);  // PyTorch's rule: a size of 0 counts as 1 (Max(1, size) when symbolic)
Sym element_count(const Sizes& sizes, SymPool& syms);
bool is_contiguous(const Geometry& g, SymPool& syms);  // size-1 dims ignored; empty tensors are contiguous
bool is_non_overlapping_and_dense(const Geometry& g, SymPool& syms);
bool elements_are_distinct(const Geometry& g, SymPool& syms);  // at different places, provided that there are any
bool has_zero_stride(const Geometry& g, SymPool& syms);        // a dim that may be larger than 1 with stride 0 (expanded)
// Same place of every element relative to the first: equal strides but for dims of size 1 (or any if empty).
bool same_strides(const Geometry& a, const Geometry& b, SymPool& syms);
using Operands = SmallVector<const Geometry*, 6>;
// The strides of an elementwise operation's fresh result (TensorIterator: order of strides of the first operand decides, ties go to the
// next; a result of non-dense or broadcast operands is dense). `operands` have sizes broadcastable to `sizes`; operands whose strides are
// unknown must not be passed. Where the order hangs on symbolic strides that cannot be compared, the strides are symbols of their own.
Sizes elementwise_strides(const Sizes& sizes, const Operands& operands, SymPool& syms);
struct ElementwiseLayout {
  Sizes strides;
  bool proved = true;  // false if symbolic strides could not be compared, so that the order of the dims is a guess
};
ElementwiseLayout elementwise_layout(const Sizes& sizes, const Operands& operands, SymPool& syms);
// The strides of clone, empty_like and their kind under torch.preserve_format: the operand's own if it is non-overlapping and dense, else
// dense in its order.
Sizes preserved_strides(const Geometry& g, SymPool& syms);
// The strides under torch.contiguous_format, channels_last, channels_last_3d or preserve_format; nullopt if the rank has no such format.
std::optional<Sizes> format_strides(std::string_view format, const TensorMeta& m, SymPool& syms);
// Is the tensor dense in the order of a format? Strides of dims of size 1 do not count.
bool is_in_format(std::string_view format, const Geometry& g, SymPool& syms);
// The format that operators such as convolutions, and to(memory_format=), take the tensor to be in. Here strides of dims of size 1 count.
std::string_view suggested_format(const Geometry& g);
// The strides of the *_scatter operators and aten.copy, which copy the operand's storage: its own, unless its elements share memory or
// have lazy bits, which are resolved first.
Sizes scattered_strides(const TensorMeta& m, SymPool& syms);
// A stride of which nothing is known, the `index`th of the tensor that `of` says.
Sym open_stride(int64_t index, const std::vector<Sym>& of, SymPool& syms);
// What a kernel sees of an operand: lazy bits are resolved into a copy first.
Geometry resolved_geometry(const TensorMeta& m, SymPool& syms);
// NumPy broadcasting; nullopt if the sizes do not match for certain. A symbolic size against another unequal one gives nullopt, against 1
// the other.
std::optional<Sizes> broadcast(const Sizes& a, const Sizes& b, SymPool& syms);
// The strides that make the same elements appear with `sizes` without a copy (at::detail::computeStride), nullopt if a copy would be needed
// or it cannot be shown.
std::optional<Sizes> view_strides(const Geometry& g, const Sizes& sizes, SymPool& syms);
// Is it certain that `view_strides` would fail in PyTorch for these (so that reshape copies)? Both may be false when symbolic.
bool view_certainly_copies(const Geometry& g, const Sizes& sizes, SymPool& syms);
// Replaces the one -1 in sizes (if any) so that the count matches.
Sizes infer_size(const Sizes& wanted, Sym count, SymPool& syms);

}  // namespace outplace
