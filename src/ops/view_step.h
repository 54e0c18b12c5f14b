// View steps: one way of seeing a region of a tensor with another shape. The rules of each kind: geometry of the result, normal form,
// overlap.
//
// A step is written in normal form: dims are non-negative, indices and bounds are those of the sized dim (clamped when they can be
// compared), a step that changes nothing is `identity`. Two spellings of one region of one parent are equal steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ops/tensor_meta.h"
#include "support/rare.h"

namespace outplace {

enum class StepKind : uint8_t {
  identity,    // alias, detach, full slice, view to the same shape
  select,      // dim, index                        x[i], select, unbind[i]
  slice,       // dim, start, stop, step            x[a:b:c], narrow, split[i], chunk[i]
  permute,     // dims                              t, T, mT, transpose, movedim, swapaxes, permute
  reshape,     // sizes (strides follow)            view, flatten, unflatten, reshape that does not copy
  unsqueeze,   // dim
  squeeze,     // dims that have size 1, or may have
  expand,      // sizes
  diagonal,    // offset, dim1, dim2
  unfold,      // dim, size, step
  as_strided,  // sizes, strides, offset (absolute in the storage)
  view_dtype,  // dtype
  view_as_real,
  view_as_complex,
  conj,  // lazy conjugation
  neg,   // lazy negation
};

struct ViewStep {
  StepKind kind = StepKind::identity;
  DType dtype = DType::unknown;       // view_dtype
  int64_t dim = 0;                    // select, slice, unsqueeze, unfold; dim1 of diagonal
  int64_t dim2 = 0;                   // diagonal
  Sym start{};                        // index of select, start of slice, offset of diagonal and as_strided, size of unfold
  Sym stop{};                         // of slice
  Sym step = 1;                       // of slice and unfold
  Rare<std::vector<int64_t>> dims{};  // permute (result dim i is source dim dims[i]), squeeze (ascending)
  Rare<Sizes>
      sizes{};  // reshape, expand, as_strided; of slice: the result's size along dim if it was told and is not what start and stop give
  Rare<Sizes> strides{};  // as_strided
  friend bool operator==(const ViewStep&, const ViewStep&) = default;
};

size_t hash_of(const ViewStep& step);  // the same for steps that differ only in where they start
// For messages and dumps: "[3]" for select(0, 3), "[:, 2:8]", ".permute(1, 0)", ".view(2, 3)", ...
std::string print(const ViewStep& step, const SymPool& syms);

// Makes steps in normal form for a tensor described by `m`. All need m.has_sizes. Errors are PyTorch's own (index out of range...): nullopt
// with `why` set.
struct StepResult {
  std::optional<ViewStep> step;
  std::string why;  // if there is no step: what PyTorch would refuse, or what cannot be shown
};
StepResult make_select(const TensorMeta& m, int64_t dim, Sym index, SymPool& syms);
// start and stop as in Python: nullopt for an open end; negative counts from the end; clamped. A bound that cannot be compared with the
// size is kept as Min(bound, size); a symbolic index or bound whose sign cannot be shown is kept as it is, with Python's meaning.
// `known_size` is the result's size along dim where the caller has it from PyTorch (the size at this moment: the annotation of an object
// that is transposed in place later shows another one). It settles which bounds need no clamping, what follows for the symbols is assumed
// in `syms`, and it is kept in the step's `sizes` if the bounds do not give it.
StepResult make_slice(const TensorMeta& m, int64_t dim, std::optional<Sym> start, std::optional<Sym> stop, Sym step, SymPool& syms,
                      std::optional<Sym> known_size = {});
StepResult make_permute(const TensorMeta& m, std::vector<int64_t> dims, SymPool& syms);
StepResult make_transpose(const TensorMeta& m, int64_t dim0, int64_t dim1, SymPool& syms);  // 0-d: identity for dims 0 and -1
StepResult make_movedim(const TensorMeta& m, const std::vector<int64_t>& source, const std::vector<int64_t>& destination, SymPool& syms);
StepResult make_reshape(const TensorMeta& m, const Sizes& sizes,
                        SymPool& syms);  // sizes may hold one -1; needs strides unless m is known contiguous
StepResult make_unsqueeze(const TensorMeta& m, int64_t dim, SymPool& syms);
StepResult make_squeeze(const TensorMeta& m, std::optional<std::vector<int64_t>> dims,
                        SymPool& syms);  // dims certainly not of size 1 are dropped; "all" if nullopt
StepResult make_expand(const TensorMeta& m, const Sizes& sizes, SymPool& syms);  // -1 keeps a size
StepResult make_diagonal(const TensorMeta& m, Sym offset, int64_t dim1, int64_t dim2, SymPool& syms);
StepResult make_unfold(const TensorMeta& m, int64_t dim, Sym size, Sym step, SymPool& syms);
StepResult make_view_dtype(const TensorMeta& m, DType dtype, SymPool& syms);
StepResult make_as_strided(const TensorMeta& m, Sizes sizes, Sizes strides, Sym offset, SymPool& syms);
StepResult make_view_as_real(const TensorMeta& m, SymPool& syms);
StepResult make_view_as_complex(const TensorMeta& m, SymPool& syms);

// The tensor seen through a step. What cannot be known of m (strides, offset) is not known of the result either.
// For as_strided the offset is absolute, for others relative to m's. A select index or a bound may be symbolic; where its sign is open the
// offset is not known.
TensorMeta apply(const ViewStep& step, const TensorMeta& m, SymPool& syms);

// Do the regions of two steps from one parent certainly not meet? Different indices of one dim, slices whose ranges do not meet, or, with
// known static geometry, index ranges in the storage that do not meet. False means "may overlap". If strides of the parent are known, its
// own elements must be shown not to coincide; if they are not, the caller vouches for that (the parent is no result of an expand or another
// step that is not injective).
bool disjoint(const ViewStep& a, const ViewStep& b, const TensorMeta& parent, SymPool& syms);

// Does the step see every element of what it is taken of?
bool is_whole(const ViewStep& step);
// Do the elements that the step reaches occur once each (a write through it is well defined)? False for expand of a dim to more than 1,
// unfold with size > step, as_strided whose elements may coincide.
bool is_injective(const ViewStep& step, const TensorMeta& parent, SymPool& syms);

}  // namespace outplace
