// What PyTorch's eager mode knows about a tensor: its place in a storage. Written from PyTorch's definitions, independently of the library,
// and with plain numbers: generated programs have small tensors of known sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/dtype.h"

namespace outplace::property {

using Ints = std::vector<int64_t>;

struct EagerTensor {
  DType dtype = DType::float32;
  Ints sizes;
  Ints strides;  // in elements
  int64_t offset = 0;
  int storage = -1;
  bool conjugated = false;
  bool negated = false;
  // For each dim: 0 if its size is a number, else a symbolic value, the same for dims that are equal whatever the symbols are. Empty: all
  // 0.
  std::vector<int> symbols;

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  int64_t count() const;
  int64_t size(int64_t dim) const { return sizes[static_cast<size_t>(dim)]; }
  int64_t stride(int64_t dim) const { return strides[static_cast<size_t>(dim)]; }
  int symbol(int64_t dim) const { return symbols.empty() ? 0 : symbols[static_cast<size_t>(dim)]; }
  bool symbolic() const;
};

Ints contiguous(const Ints& sizes);
int64_t product(const Ints& sizes);
bool is_contiguous(const EagerTensor& t);
bool non_overlapping_and_dense(const EagerTensor& t);
// Bytes of the storage that the tensor reaches to.
int64_t end_byte(const EagerTensor& t);

// ---- views: the place that results; nullopt where PyTorch raises
EagerTensor select(const EagerTensor& t, int64_t dim, int64_t index);  // 0 <= index
EagerTensor slice(const EagerTensor& t, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step);
EagerTensor permute(const EagerTensor& t, const Ints& order);
EagerTensor unsqueeze(const EagerTensor& t, int64_t dim);
EagerTensor squeeze(const EagerTensor& t, const Ints& dims);  // those of size 1 vanish
EagerTensor expand(const EagerTensor& t, const Ints& sizes, const std::vector<int>& symbols = {});
EagerTensor diagonal(const EagerTensor& t, int64_t offset, int64_t dim1, int64_t dim2);
EagerTensor unfold(const EagerTensor& t, int64_t dim, int64_t size, int64_t step);
std::optional<EagerTensor> view(const EagerTensor& t, const Ints& sizes, const std::vector<int>& symbols = {});
std::optional<EagerTensor> view_dtype(const EagerTensor& t, DType dtype);
EagerTensor view_as_real(const EagerTensor& t);
std::optional<EagerTensor> view_as_complex(const EagerTensor& t);

// ---- fresh tensors: strides only, the storage is the caller's
EagerTensor fresh(DType dtype, Ints sizes, std::vector<int> symbols = {});
// Of clone, zeros_like and their kind.
EagerTensor fresh_like(const EagerTensor& t, DType dtype);
// Of functions that work element by element.
EagerTensor fresh_elementwise(DType dtype, const Ints& sizes, const std::vector<int>& symbols,
                              const std::vector<const EagerTensor*>& operands);

// ---- memory
bool has_expanded_dim(const EagerTensor& t);  // a stride of 0 in a dim of several elements
bool overlaps_itself(const EagerTensor& t);
bool same_elements(const EagerTensor& a, const EagerTensor& b);  // same dtype, first element, sizes and strides
bool overlap(const EagerTensor& a, const EagerTensor& b);        // do they share a byte?
// The same, and for tensors without elements whether they are of one storage: some operators refuse those too.
bool may_overlap(const EagerTensor& a, const EagerTensor& b);

bool broadcasts_to(const EagerTensor& t, const Ints& sizes, const std::vector<int>& symbols);
// Numbers of a dtype may be stored in the other by an in-place operation (float is not stored in int, and so on).
bool result_fits(DType computed, DType stored);

enum class Annotated : uint8_t { sizes, sizes_and_strides };
std::string annotation(const EagerTensor& t, Annotated what);  // f32[2, 3], f32[2, 3][3, 1]cpu

}  // namespace outplace::property
