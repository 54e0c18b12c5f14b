// as_strided as calls: where it sees a tensor that is contiguous, and where it sees one that has gaps.
#include <algorithm>

#include "passes/strided_elements.h"
#include "passes/versions.h"
#include "support/check.h"

namespace outplace {
namespace {

constexpr std::string_view kBetweenElements =
    "as_strided of a tensor that is not contiguous: it cannot be shown that only the tensor's own elements are seen";

// Does as_strided certainly see more of the storage than the contiguous tensor?
bool reaches_outside(const ViewStep& step, const TensorMeta& tensor) {
  if (!step.start.is_constant() || !tensor.geometry.offset.is_constant()) return false;
  int64_t last = step.start.value - tensor.geometry.offset.value;
  if (last < 0) return true;
  for (size_t i = 0; i < step.sizes.size(); ++i) {
    if (!step.sizes[i].is_constant() || !step.strides[i].is_constant()) return false;
    if (step.sizes[i].value == 0) return false;
    last += (step.sizes[i].value - 1) * step.strides[i].value;
  }
  int64_t count = 1;
  for (const Sym& size : tensor.geometry.sizes) {
    if (!size.is_constant()) return false;
    count *= size.value;
  }
  return last >= count;
}

}  // namespace

// The same for as_strided, of the numbers of the parent's elements in a line.
Result<NodeId> Versions::strided_positions(PlaceId child, NodeId numbers) {
  const TensorMeta* parent = memory_.place(memory_.place(child).parent).meta;
  ViewStep step = memory_.step(child).step;
  if (parent->has_strides && parent->has_offset && is_contiguous(parent->geometry, memory_.syms())) {
    if (reaches_outside(step, *parent)) return std::unexpected(cannot(child, "as_strided reaches memory outside of the tensor"));
    step.start = memory_.syms().sub(step.start, parent->geometry.offset);
  } else {
    auto numbered = in_element_numbers(step, *parent);
    if (!numbered) return std::unexpected(cannot(child, std::string(kBetweenElements)));
    step = std::move(*numbered);
  }
  const auto sizes = emitter_.integers(step.sizes);
  const auto strides = emitter_.integers(step.strides);
  const auto offset = emitter_.integer(step.start);
  if (!sizes || !strides || !offset) return std::unexpected(cannot(child, "a symbolic as_strided"));
  Call call = Call::method("as_strided", {Arg::node(numbers), emitter_.tuple(*sizes), emitter_.tuple(*strides), *offset});
  call.meta = apply(step, *memory_.types().meta(numbers), memory_.syms());
  return emitter_.emit(call);
}

// A tensor that has gaps, put into a line of memory: its elements where they lie, zeros between them.
NodeId Versions::laid_out(const TensorMeta& tensor, NodeId value, int64_t length) {
  TensorMeta line = tensor;
  line.geometry = {{length}, {1}, 0};
  const NodeId zeros = emitter_.emit(Call::method("new_zeros", {Arg::node(value), emitter_.tuple({Arg::integer(length)})}).with(line));
  Call numbers = Call::function("torch.arange", {Arg::integer(length)});
  if (!tensor.device.empty()) numbers.kwargs.emplace_back("device", emitter_.device(tensor.device));
  TensorMeta integers = line;
  integers.dtype = DType::int64;
  numbers.meta = integers;
  const NodeId all = emitter_.emit(numbers);
  const auto sizes = emitter_.integers(tensor.geometry.sizes);
  const auto strides = emitter_.integers(tensor.geometry.strides);
  OUTPLACE_CHECK(sizes && strides, "a tensor of known span has sizes that are numbers");
  Call places = Call::method("as_strided", {Arg::node(all), emitter_.tuple(*sizes), emitter_.tuple(*strides), Arg::integer(0)});
  integers.geometry = {tensor.geometry.sizes, tensor.geometry.strides, 0};
  places.meta = integers;
  const NodeId at = emitter_.emit(places);
  return emitter_.emit(Call::method("put", {Arg::node(zeros), Arg::node(at), Arg::node(value)}).with(line));
}

// as_strided on a contiguous tensor, relative to its own offset: that of a new value need not be the original's.
Result<Call> Versions::strided_read(PlaceId child, NodeId parent_value) {
  const ViewStep& step = memory_.step(child).step;
  const TensorMeta* parent = memory_.place(memory_.place(child).parent).meta;
  if (parent == nullptr || !parent->has_strides || !parent->has_offset)
    return std::unexpected(cannot(child, std::string(kBetweenElements)));
  const bool gaps = !is_contiguous(parent->geometry, memory_.syms());
  const int64_t length = gaps && in_element_numbers(step, *parent) ? span(*parent).value_or(0) : 0;
  if (gaps && length == 0) return std::unexpected(cannot(child, std::string(kBetweenElements)));
  if (!gaps && reaches_outside(step, *parent)) return std::unexpected(cannot(child, "as_strided reaches memory outside of the tensor"));
  if (const auto* members = memory_.assembled_from(memory_.place(child).storage)) {
    const bool known_content = std::any_of(members->begin(), members->end(), [&](const auto& member) { return member.second == child; });
    if (!known_content)
      return std::unexpected(cannot(child, "as_strided sees memory that inputs share in part: what lies between them is not known"));
  }
  const auto sizes = emitter_.integers(step.sizes);
  const auto strides = emitter_.integers(step.strides);
  const auto offset = emitter_.integer(memory_.syms().sub(step.start, parent->geometry.offset));
  if (!sizes || !strides || !offset) return std::unexpected(cannot(child, "a symbolic as_strided"));
  TensorMeta flat = *parent;
  flat.geometry.sizes = {gaps ? Sym(length) : element_count(parent->geometry.sizes, memory_.syms())};
  flat.geometry.strides = {1};
  NodeId base = gaps ? laid_out(*parent, parent_value, length) : parent_value;
  if (parent->rank() != 1 && !gaps) {
    Call call = Call::method("reshape", {Arg::node(base), Arg::integer(-1)});
    call.meta = flat;
    base = emitter_.emit(call);
  }
  // Also a flat tensor may be a view whose elements do not follow each other.
  if (!gaps && layout_ == Layout::ignore && !as_told(parent_value)) base = contiguous(base).as_node();
  if (!(offset->is_integer() && offset->as_integer() == 0)) {
    Call call = Call::function("torch.ops.aten.slice.Tensor", {Arg::node(base), Arg::integer(0), *offset, Arg::none()});
    flat.geometry.sizes = {memory_.syms().sub(flat.geometry.sizes[0], memory_.syms().sub(step.start, parent->geometry.offset))};
    call.meta = flat;
    base = emitter_.emit(call);
  }
  return Call::function("torch.as_strided", {Arg::node(base), emitter_.tuple(*sizes), emitter_.tuple(*strides)})
      .with(memory_.place(child).meta);
}

}  // namespace outplace
