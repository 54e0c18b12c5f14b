// The operators that the machine interprets, and what it does with all others.
//
// The table maps an operator's name (names.h) to a function over a bound call. A name that ends in '_' is an operator with a meaning of its
// own that writes or rebinds; other operators that write are run as their functional form, whose result is then written.
#pragma once

#include <span>
#include <string_view>

#include "interp/machine.h"

namespace outplace::interp {

struct NamedHandler {
  std::string_view name;
  Handler handler;
};

Handler find_handler(std::string_view name);  // nullptr if there is none

// The parts of the table, one per kind of operator.
std::span<const NamedHandler> view_handlers();      // windows on the same memory
std::span<const NamedHandler> split_handlers();     // several of them
std::span<const NamedHandler> complex_handlers();   // parts of complex numbers
std::span<const NamedHandler> rebind_handlers();    // another window for the same object
std::span<const NamedHandler> reshape_handlers();   // views that may have to copy
std::span<const NamedHandler> copy_handlers();      // copies, casts, fills
std::span<const NamedHandler> gather_handlers();    // elements moved to other places
std::span<const NamedHandler> scatter_handlers();   // elements put into a copy
std::span<const NamedHandler> index_handlers();     // x[...], x[...] = v
std::span<const NamedHandler> factory_handlers();   // tensors from numbers
std::span<const NamedHandler> reduce_handlers();    // sums and counts of integers and booleans
std::span<const NamedHandler> python_handlers();    // numbers, lists, metadata
std::span<const NamedHandler> training_handlers();  // operators with state: batch_norm, embedding(max_norm), fused optimizers
std::span<const NamedHandler> dropout_handlers();   // which are nothing outside of training
std::span<const NamedHandler> body_handlers();      // operators with sub-graphs

// One result element per broadcast element of the operands: computed where all are known integers, else a hash.
bool is_pointwise(const Call& call);
Value run_pointwise(Call& call);
// dtype of a pointwise result, unknown if there is no rule.
DType pointwise_dtype(const Call& call);
// Everything else: hashes of all that goes in.
Value run_opaque(Call& call);
// The hash of all arguments of a call, contents of tensors included.
uint64_t hash_call(Call& call);
uint64_t hash_value(Call& call, const Value& value);
// A tensor of an opaque result. Integers in it are below `bound`; 0: below what the world says.
Value opaque_tensor(Call& call, uint64_t hash, const Annotation& annotation, int64_t bound = 0);
Elem opaque_element(uint64_t hash, DType dtype, int64_t bound);
// An item of a bundle, as its node is annotated.
Value bundle_item(Call& call, const Value& bundle, int64_t index);
// _foreach_*: item after item.
bool is_foreach(const Call& call);
Value run_foreach(Call& call);

// Windows of one step.
Window sliced(Window w, int64_t dim, int64_t start, int64_t end, int64_t step);
Window diagonal_window(const Window& w, int64_t offset, int64_t a, int64_t b);
// `t` copied under other strides or as another dtype.
Value copied(Call& call, const Tensor& t, DType dtype, const Sizes& strides);
Array cast_all(Call& call, const Array& values, DType dtype);
// The row-major positions of true elements.
Sizes true_positions(const Array& mask);
// The offset in `target` of the element at position i of an index of those sizes, whose coordinate in `dim` is replaced.
int64_t moved_index(int64_t i, const Sizes& sizes, const Window& target, int64_t dim, const Elem& to);
// torch.result_type: numbers and 0-d tensors weigh less.
DType result_type(std::span<const Value> operands);
// The elements of `base` with some of them replaced, in order.
struct Update {
  int64_t index = 0;
  Elem value;
};
Array updated(const Array& base, std::span<const Update> updates);
// An integer of an index tensor, within a dimension of that size.
int64_t index_within(const Elem& e, int64_t size);
// The real (0) or imaginary (1) parts of a complex tensor, as a view.
Value complex_part(Memory& memory, const Tensor& t, int64_t part);
// The strides with which the same elements appear under other sizes, nullopt if they would have to be moved.
std::optional<Sizes> strides_for_view(const Window& w, const Sizes& sizes);

// Operators that write a state of theirs as part of what they compute: batch_norm, embedding.
bool keeps_state(const Call& call);
// Operators that write several parameters, of which the functional form returns the new values.
bool writes_several(const Call& call);
Value write_several(Call& call);

// Operators of Python on numbers: operator.add, builtins.max, math.sqrt.
Value run_plain(Call& call);

Sizes broadcast_sizes(const Sizes& a, const Sizes& b);  // refuses what does not match
// The elements of `t` seen with `sizes`, to which it must be broadcastable.
Array read_broadcast(Memory& memory, const Tensor& t, const Sizes& sizes);
// The strides of a fresh elementwise result of operands that are broadcast to `sizes`.
Sizes elementwise_strides(const Sizes& sizes, std::span<const TensorRef> operands);
// Those of clone and empty_like.
Sizes preserved_strides(const Window& window);
// Those of slice_scatter and its kind: the operand's own, gaps included.
Sizes kept_strides(const Window& window);

}  // namespace outplace::interp
