// The operator table: what is known about every callable that may stand in an FX graph. All of it is data (ops/*.ops), embedded in the
// library.
//
// A callable is looked up by what the graph says (a function's qualified name, a method's name) and gives a list of overloads; `bind`
// (ir/bind.h) chooses the overload by the arguments. Loading indexes the text only; a line is parsed when it is asked for the first time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.h"
#include "support/dtype.h"

namespace outplace {

enum class ParamType : uint8_t {
  tensor,
  scalar,
  integer,
  real,
  boolean,
  string,
  dtype,
  device,
  layout,
  memory_format,
  generator,
  index,  // what may stand in x[...]
  any,    // anything, also nested structures that may hold tensors
};

struct Param {
  std::string_view name;
  ParamType type = ParamType::any;
  bool list = false;              // Tensor[], int[]
  bool optional = false;          // Tensor?
  bool element_optional = false;  // Tensor?[]
  bool keyword_only = false;
  bool variadic = false;  // may be given as separate positional arguments: view(2, 3)
  uint8_t list_size = 0;  // int[2]: one value may stand for a list of two
  bool written = false;   // (a!) in the schema, or said by the overlay
  bool out = false;       // an out= parameter
  bool apart = false;     // eager computes garbage if this is the memory that the call writes
  char alias = 0;         // alias set letter of the schema, 0 if none
  bool has_default = false;
  std::string_view default_text;
  // Other keyword names of Python's binding: axis for dim, input for self, x1...
  std::vector<std::string_view> other_names;
};

struct Return {
  ParamType type = ParamType::any;
  bool list = false;
  bool written = false;
  char alias = 0;
};

// How the (first) result sees the memory of the first tensor parameter. One enumerator per *spelling with its own argument meaning*;
// analysis maps them to steps.
enum class ViewRule : uint8_t {
  none,
  alias,  // same region, new object: alias, detach, view_as(x, x), _add_batch_dim-like markers excluded
  same,   // returns the object itself whenever the `same_when` condition holds
  select,
  slice,
  narrow,
  split,
  split_with_sizes,
  chunk,
  tensor_split,
  hsplit,
  vsplit,
  dsplit,
  unbind,
  permute,
  transpose,
  t,
  numpy_t /* .T */,
  matrix_transpose /* .mT */,
  conj_transpose /* .H .mH adjoint */,
  movedim,
  view,        // view(size): must be a view (raises otherwise)
  view_as,     // view_as(other)
  view_dtype,  // view(dtype)
  reshape,     // view if the layout allows it, else a copy
  reshape_as,
  flatten,
  unflatten,
  ravel,
  squeeze,
  squeeze_dim,
  squeeze_dims,
  unsqueeze,
  expand,
  expand_as,
  broadcast_to,
  broadcast_tensors,
  meshgrid,
  diagonal,
  unfold,
  as_strided,
  atleast_1d,
  atleast_2d,
  atleast_3d,
  view_as_real,
  view_as_complex,
  real,
  imag,
  conj,
  neg_view,
  getitem,   // x[index]: view for basic indices, copy for advanced ones
  einsum,    // a pure permutation may alias
  resize,    // resize_: the first elements of a contiguous tensor
  set_data,  // .data = / set_(source): self is rebound to the source's storage
  unknown,   // aliases its argument in a way that is not modelled
};

// When ViewRule::same (or a maybe-alias view rule) returns its argument itself.
enum class SameWhen : uint8_t {
  never,
  always,
  contiguous,      // contiguous(memory_format): already so
  to_same,         // to/type/float/type_as/cpu...: dtype and device (and memory format) already so and copy is not asked
  not_training,    // dropout(x, p, training): training False or p == 0
  real_dtype,      // real, conj, conj_physical of a real tensor
  not_conjugated,  // resolve_conj: the lazy bit is not set
  not_negated,     // resolve_neg
  same_shape,      // sum_to_size, expand_as..., broadcast_tensors
};

// dtype of the result of the functional form, as far as needed to know when a write must cast.
enum class DTypeRule : uint8_t {
  unknown,        // cannot be told
  self,           // that of the first tensor parameter
  promote,        // torch.result_type of the tensor and scalar parameters
  promote_float,  // promote, integers become the default float
  division,       // promote with a rounding_mode, else promote_float
  boolean,
  accumulate,  // sum, cumsum, prod: bool and ints become int64, unless dtype= is given
  int64,
  argument,  // the dtype= argument or, without it, the first tensor parameter's dtype
  factory,   // the dtype= argument or, without it, float32
  numbers,   // the dtype= argument or, without it, that of the numbers given: bool, int64, float32, complex64
};

// Strides of the functional form's fresh result, unless a memory_format= says them.
enum class LayoutRule : uint8_t {
  contiguous,   // the default for operators that say nothing: dense row-major, "assumed" unless `known`
  elementwise,  // TensorIterator on the tensor parameters (see elementwise_strides)
  preserve,     // of the first tensor if it is non-overlapping and dense, else dense in its order (clone, empty_like, ...)
  self,         // those of the first tensor, also when not dense, of a copy of its storage (the *_scatter operators; see scattered_strides)
  argument,     // those of the stride parameter
  open,         // they hang on the algorithm (factorisations, transforms)
};

enum class ShapeRule : uint8_t {
  unknown,
  self,           // that of the first tensor parameter
  broadcast,      // of all tensor parameters
  size_argument,  // the size parameter: zeros, full, empty, new_zeros ...
  range,          // arange
  data,           // of the nested lists of the data parameter
  reduce,         // that of the first tensor without the dims of dim (all if not given), or with 1 in their place under keepdim
  concatenate,    // cat
  stack,
  index_select,
  index,  // that of the index parameter: gather, take
  repeat,
  product,      // mm, bmm, mv, addmm: what is multiplied stands in the parameters mat, mat1, batch1 or else the first
  product_sum,  // addbmm: the product of two lists of matrices without the first dim
  matmul,       // of a matrix, or several, by one matrix or vector
  linear,       // the last dim becomes the first of the weight
};

enum class BracketKind : uint8_t {
  none,
  grad_mode,
  autocast_enter,
  autocast_exit,
  inference_enter,
  inference_exit,
  vmap_enter,
  vmap_exit,
  other
};

// One overload of one callable.
struct OpDef {
  std::string_view qualified;  // "aten::add_.Tensor"; Python callables: "py::torch.nn.functional.relu"
  std::string_view packet;     // "aten::add_"
  std::string_view overload;   // "Tensor", "" for the default
  std::vector<Param> params;
  std::vector<Return> returns;

  ViewRule view = ViewRule::none;
  SameWhen same_when = SameWhen::never;
  DTypeRule dtype = DTypeRule::unknown;
  LayoutRule layout = LayoutRule::contiguous;
  bool layout_known = false;  // the layout rule was measured (not the default)
  ShapeRule shape = ShapeRule::unknown;
  BracketKind bracket = BracketKind::none;
  bool inplace = false;       // writes its first tensor parameter and returns it (add_, iadd, relu_)
  bool detaches = false;      // of a view: shares the memory but not the gradient history (detach, .data, view(dtype))
  bool inplace_view = false;  // changes the metadata of its first parameter (t_, squeeze_, set_, resize_...)
  bool setitem = false;       // operator.setitem and Tensor.__setitem__
  bool foreach = false;       // acts list item by list item
  bool random = false;
  bool autocast = false;  // of a writing operator: autocast changes the dtype of the functional form, but not of this one
  bool gradient_of_result =
      false;  // of a writing operator: autograd computes its gradient from the result, that of the functional form from the operand
  bool writes_without_grad = false;  // eager writes under no_grad: what is written keeps its history
  bool effect = false;               // never dropped, duplicated or reordered (assertions, prints, collectives, random)
  bool reads_metadata_only = false;  // x.size, x.shape, sym_size, numel, dim, stride, is_contiguous ...
  bool higher_order = false;
  bool method_only = false;
  bool collective = false;

  // Writes only under a condition on another parameter: F.relu(inplace=True), batch_norm(training=True), embedding(max_norm=...).
  // The parameters named in `conditional_writes` are written if the parameter `condition` is True / is not None.
  std::string_view condition;
  std::vector<std::string_view> conditional_writes;
  bool conditional_returns_self = false;  // inplace=True returns the first parameter itself

  // The functional form of a writing operator, in the spelling of a graph: targets that may be called with the same arguments.
  std::string_view twin_method;    // "add": call_method form, "" if there is none of that meaning
  std::string_view twin_function;  // "torch.relu", "torch.ops.aten.fill.Tensor": call_function form
  // How the functional form is made when it is not "the twin with the same arguments": a name that the pass knows ("fill", "zero", "copy",
  // "normal", "bernoulli_p", "fill_diagonal", "batch_norm", "embedding_renorm", "none", ...); "" for the ordinary way. See ops/README.md
  // for the list.
  std::string_view recipe;
  std::string_view note;  // shown in errors: why there is no twin

  DType result_dtype = DType::unknown;  // the dtype that the callable itself names: x.float(), x.half()
  std::string_view result_device;       // the device type that the callable itself names: x.cpu(), x.cuda()
  bool script = false;                  // known to TorchScript only: chosen by its full name, never for a tensor call
  bool last = false;                    // tried when no other overload takes the arguments
  bool updates = false;                 // writes at least one parameter, unconditionally

  bool writes_conditionally() const { return !conditional_writes.empty(); }
};

// A callable as a graph names it.
enum class CallableKind : uint8_t { function, method, attribute /* getattr(x, "T"), torch.Tensor attribute */ };

// The functional form of a call, ready to be written into a graph. An empty target means that there is none of the same arguments: see
// OpDef::recipe and note.
struct Twin {
  CallableKind kind = CallableKind::function;
  std::string target;
};

class OpTable {
 public:
  // The table that is built in.
  static const OpTable& builtin();

  // A table of the built-in lines and those of `text` (the format of ops/*.ops), which come first where they name the same callable.
  // `file` is for messages.
  static Result<OpTable> with_extra(std::string_view text, std::string_view file, Diagnostics& diagnostics);

  // All overloads of a callable, in the order in which they are tried; empty if the table does not know it. Accepts what FX prints:
  // "torch.add", "torch.ops.aten.add_", "torch.ops.aten.add_.Tensor", "operator.iadd", "_operator.iadd", "torch._C._nn.gelu", mangled
  // globals ("torch_Tensor_set_", "torch__dynamo_utils_wrapped_exp_1",
  // "_operator_not_"). The span lives as long as the table.
  std::span<const OpDef* const> find(CallableKind kind, std::string_view name) const;
  // By exact "aten::add.Tensor".
  const OpDef* overload(std::string_view qualified) const;
  size_t overload_count() const;
  // The functional form of the call `name` that was bound to `op`, spelled as the call was: "add_" -> method add, "torch.relu_" ->
  // torch.relu, "operator.iadd" -> operator.add, "torch.ops.aten.add_.Tensor" -> torch.ops.aten.add.Tensor, "torch.add" with out= ->
  // torch.add.
  Twin twin(const OpDef& op, CallableKind kind, std::string_view name) const;
  // Parses every line; nullopt if all are sound, else what is wrong with the first that is not. For tests.
  std::optional<std::string> check() const;
  // All overloads, in the order of the files. Parses everything. For tests and tools.
  std::vector<const OpDef*> all() const;
  // The callables whose names resemble `name`, for advice; at most 3.
  std::vector<std::string> similar(CallableKind kind, std::string_view name) const;

  OpTable(OpTable&&) noexcept;
  OpTable& operator=(OpTable&&) noexcept;
  ~OpTable();

 private:
  OpTable();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace outplace
