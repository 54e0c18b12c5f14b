// The rules of the single view kinds, behind view_step.h. Each family has a file of its own: view_<family>.cpp.
#pragma once

#include "ops/view_step.h"

namespace outplace {

// How each kind changes a tensor. `out` comes as a copy of `m` and gets sizes, strides and offset as far as they are known of m.
void apply_select(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_slice(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_permute(const ViewStep& step, const TensorMeta& m, TensorMeta& out);
void apply_reshape(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_unsqueeze(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_squeeze(const ViewStep& step, const TensorMeta& m, TensorMeta& out);
void apply_expand(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_diagonal(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_unfold(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_as_strided(const ViewStep& step, const TensorMeta& m, TensorMeta& out);
void apply_view_dtype(const ViewStep& step, const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_view_as_real(const TensorMeta& m, TensorMeta& out, SymPool& syms);
void apply_view_as_complex(const TensorMeta& m, TensorMeta& out, SymPool& syms);

// ---- shared helpers
// A dim counted from the end becomes one from the front; nullopt if out of range. 0-d tensors have a dim 0 here, as in PyTorch.
std::optional<int64_t> wrapped_dim(int64_t dim, int64_t rank);
std::string dim_out_of_range(int64_t dim, int64_t rank);
ViewStep identity_step();
inline size_t at(int64_t dim) { return static_cast<size_t>(dim); }

// The size of a slice with these bounds.
Sym slice_size(Sym start, Sym stop, Sym step, Sym size, SymPool& syms);

}  // namespace outplace
