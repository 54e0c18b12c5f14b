// What a random program may do at one step: makers of views, of fresh values and of writes. Each chooses its arguments, adds its nodes and
// returns true, or adds nothing that matters and returns false where it does not apply to the tensor.
#pragma once

#include <span>

#include "program_builder.h"

namespace outplace::property {

using Make = bool (*)(ProgramBuilder& b, TensorRef t);
struct Maker {
  uint32_t weight;
  Make make;
};

std::span<const Maker> view_makers();
std::span<const Maker> part_makers();  // several views, views in another dtype, what may be its argument
std::span<const Maker> fresh_makers();
std::span<const Maker> write_makers();
std::span<const Maker> indexed_write_makers();
std::span<const Maker> other_makers();  // brackets, statistics, several results
std::span<const Maker> list_makers();   // foreach and out=
std::span<const Maker> state_makers();  // what a tensor object is; collectives, optimizers

// ---- arguments
inline Arg ref(TensorRef t) { return Arg::node(t.node); }
// A dim of the tensor, which has at least one.
int64_t a_dim(ProgramBuilder& b, const EagerTensor& t);
// The dim as an argument: now and then counted from the end.
Arg spelled_dim(ProgramBuilder& b, int64_t dim, int64_t rank);
// An index that exists whatever the symbols are; -1 if there is none.
int64_t an_index(ProgramBuilder& b, const EagerTensor& t, int64_t dim);
Arg spelled_index(ProgramBuilder& b, const EagerTensor& t, int64_t dim, int64_t index);
Arg scalar(ProgramBuilder& b, DType dtype);
// Some dims in random order.
Ints some_dims(ProgramBuilder& b, int64_t rank, int64_t count);

struct Slice {
  Arg arg;
  std::optional<int64_t> start;
  std::optional<int64_t> stop;
  int64_t step = 1;
  int symbol = 0;  // that the stop is, if it is one
};
Slice a_slice(ProgramBuilder& b, const EagerTensor& t, int64_t dim);
// The place of the slice; a symbolic size becomes another one.
EagerTensor sliced(ProgramBuilder& b, const EagerTensor& t, int64_t dim, const Slice& s);

// ---- tensors
// A fresh constant; the sizes must be numbers.
TensorRef constant(ProgramBuilder& b, const Ints& sizes, DType dtype);
// A tensor of indices into a dim of that size, which is at least 1.
enum class IndexKind : uint8_t { plain, distinct, wrapping };  // wrapping: also counted from the end
TensorRef indices(ProgramBuilder& b, int64_t size, const Ints& shape, IndexKind kind);
// A boolean tensor of those sizes, from the program or new; invalid where there is none.
TensorRef a_mask(ProgramBuilder& b, const EagerTensor& like);
// A tensor that broadcasts to the sizes of `like` and whose dtype fits; invalid where there is none.
enum class DTypes : uint8_t { same, stored_in, any_real, any };
TensorRef operand(ProgramBuilder& b, const EagerTensor& like, DTypes dtypes);

// ---- rules of eager mode
// May an operation that works element by element write `t` while it reads `operands`, so that all orders give the same?
bool may_write(const ProgramBuilder& b, TensorRef t, std::initializer_list<TensorRef> operands);
// The same for operations that move elements: no operand may share the written memory at all.
bool may_scatter(const ProgramBuilder& b, TensorRef t, std::initializer_list<TensorRef> operands);
DType result_type(std::initializer_list<const EagerTensor*> operands);

// ---- indices of x[...]
struct BasicIndex {
  Arg arg;
  EagerTensor place;
};
std::optional<BasicIndex> basic_index(ProgramBuilder& b, const EagerTensor& t);
// Index tensors, masks and lists, and the sizes of what they select. A mask's number of elements is not known: then `sizes` is empty and
// `counted` false.
struct AdvancedIndex {
  std::vector<Arg> entries;  // at the dims from 0 on
  Ints sizes;
  bool counted = true;
  bool repeats = false;
  std::vector<TensorRef> tensors;
};
std::optional<AdvancedIndex> advanced_index(ProgramBuilder& b, const EagerTensor& t);

}  // namespace outplace::property
