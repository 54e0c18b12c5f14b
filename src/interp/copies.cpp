// Copies, casts and fills, and which of them return their argument as it is.
#include <algorithm>
#include <array>

#include "interp/operators.h"
#include "interp/writing.h"

namespace outplace::interp {
namespace {

Sizes channels_last(const Sizes& sizes) {
  const size_t rank = sizes.size();
  Sizes strides(rank);
  int64_t step = 1;
  const auto put = [&](size_t d) {
    strides[d] = step;
    step *= std::max<int64_t>(sizes[d], 1);
  };
  put(1);
  for (size_t d = rank; d-- > 2;) put(d);
  put(0);
  return strides;
}

// The strides that a memory format asks for, nullopt if it leaves them as they are.
std::optional<Sizes> format_strides(Call& call, const Sizes& sizes, std::string_view otherwise) {
  std::string format = call.text("memory_format", otherwise);
  if (const size_t dot = format.rfind('.'); dot != std::string::npos) format.erase(0, dot + 1);
  if (format == "contiguous_format") return dense_strides(sizes);
  if (format == "channels_last" && sizes.size() == 4) return channels_last(sizes);
  if (format == "channels_last_3d" && sizes.size() == 5) return channels_last(sizes);
  if (format.starts_with("channels_last")) refuse("a memory format of another number of dimensions");
  return std::nullopt;
}

bool has_strides(const Window& w, const Sizes& strides) {
  for (size_t d = 0; d < strides.size(); ++d) {
    if (w.sizes[d] != 1 && w.strides[d] != strides[d]) return w.count() == 0;
  }
  return true;
}

bool same_device(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return true;
  return a.substr(0, a.find(':')) == b.substr(0, b.find(':'));
}

Value contiguous(Call& call) {
  const TensorRef t = call.self();
  const Sizes strides = *format_strides(call, t->sizes(), "torch.contiguous_format");
  return has_strides(t->window, strides) ? Value::of(t) : copied(call, *t, t->dtype, strides);
}

Value clone(Call& call) {
  const TensorRef t = call.self();
  return copied(call, *t, t->dtype, format_strides(call, t->sizes(), "").value_or(preserved_strides(t->window)));
}

Value convert(Call& call, DType dtype, const std::string& device) {
  const TensorRef t = call.self();
  if (dtype == DType::unknown) dtype = t->dtype;
  const auto asked = format_strides(call, t->sizes(), "");
  const bool stays = dtype == t->dtype && same_device(t->device, device) && (!asked || has_strides(t->window, *asked));
  if (stays && !call.flag("copy", false) && call.name() != "_to_copy") return Value::of(t);
  Value out = copied(call, *t, dtype, asked.value_or(preserved_strides(t->window)));
  if (!device.empty()) out.tensor->device = device;
  return out;
}

Value to(Call& call) {
  if (const TensorRef other = call.tensor_or_none("other")) return convert(call, other->dtype, other->device);
  return convert(call, call.dtype("dtype", DType::unknown), call.text("device", ""));
}

Value type_as(Call& call) { return convert(call, call.tensor("other")->dtype, call.tensor("other")->device); }

Value type(Call& call) {
  if (call.find("dtype") == nullptr) return Value::of_text("type");
  return convert(call, call.dtype("dtype", DType::unknown), "");
}

Value to_named_dtype(Call& call) { return convert(call, call.op().result_dtype, ""); }
Value to_named_device(Call& call) { return convert(call, DType::unknown, std::string(call.op().result_device)); }
Value itself(Call& call) { return Value::of(call.self()); }

Value conj_physical(Call& call) {
  const TensorRef t = call.self();
  if (!is_complex(t->dtype)) return Value::of(t);
  Tensor other = *t;
  other.conjugate = !t->conjugate;
  return copied(call, other, t->dtype, preserved_strides(t->window));
}

Value conj_physical_in_place(Call& call) {
  const TensorRef t = call.self();
  Tensor other = *t;
  other.conjugate = is_complex(t->dtype) != t->conjugate;
  write_checked(call, t, call.memory().read(other));
  return Value::of(t);
}

Value resolve(Call& call) {
  const TensorRef t = call.self();
  const bool pending = call.name() == "resolve_conj" ? t->conjugate : t->negative;
  return pending ? copied(call, *t, t->dtype, preserved_strides(t->window)) : Value::of(t);
}

Value sum_to_size(Call& call) {
  if (call.integers("size") == call.self()->sizes()) return Value::of(call.self());
  return run_opaque(call);
}

// ---- copy_, fill_, zero_

TensorRef source_of(Call& call) {
  for (const std::string_view name : {"src", "other", "b"}) {
    if (const Value* value = call.find(name)) {
      if (value->is_tensor()) return value->tensor;
      return call.memory().make({}, value->number.dtype, Array({value->number}));
    }
  }
  give_up("a copy without a source");
}

Value copy_in_place(Call& call) {
  const TensorRef t = call.self();
  const TensorRef source = source_of(call);
  const Array values = read_broadcast(call.memory(), *source, t->sizes());
  if (source.get() == t.get()) return Value::of(t);
  write_checked(call, t, values);
  return Value::of(t);
}

Value copy(Call& call) {
  const TensorRef t = call.self();
  if (call.find("src") == nullptr) return Value::of(std::make_shared<Tensor>(*t));  // Python's copy.copy
  const Array values = read_broadcast(call.memory(), *call.tensor("src"), t->sizes());
  return call.fresh(t->sizes(), t->dtype, cast_all(call, values, t->dtype), kept_strides(t->window));
}

Elem fill_value(Call& call) {
  const Value* value = call.find("value");
  if (value == nullptr) value = call.find("fill_value");
  if (value == nullptr) give_up("a fill without a value");
  if (value->is_number()) return value->number;
  if (!value->is_tensor() || value->tensor->rank() != 0) refuse("fill with something that is no number");
  return call.memory().read_one(*value->tensor, 0);
}

Value fill_in_place(Call& call) {
  const TensorRef t = call.self();
  const Elem value = call.elements().cast(fill_value(call), t->dtype);
  if (call.find("value")->is_tensor() && t->window.overlapping())
    refuse("more than one element of the written-to tensor refers to a single memory location");
  if (t->storage->writable || t->count() > 0) call.memory().write(*t, Array::filled(t->count(), value));
  return Value::of(t);
}

Value zero_in_place(Call& call) {
  const TensorRef t = call.self();
  call.memory().write(*t, Array::filled(t->count(), call.elements().cast(Elements::integer(0), t->dtype)));
  return Value::of(t);
}

Value fill(Call& call) {
  const TensorRef t = call.self();
  return call.fresh(t->sizes(), t->dtype, Array::filled(t->count(), call.elements().cast(fill_value(call), t->dtype)),
                    preserved_strides(t->window));
}

Value zero(Call& call) {
  const TensorRef t = call.self();
  return call.fresh(t->sizes(), t->dtype, Array::filled(t->count(), call.elements().cast(Elements::integer(0), t->dtype)),
                    preserved_strides(t->window));
}

constexpr auto kCopyHandlers = std::to_array<NamedHandler>({
    {"_lower_version_count_by_1", itself},
    {"_to_copy", to},
    {"bfloat16", to_named_dtype},
    {"bool", to_named_dtype},
    {"byte", to_named_dtype},
    {"cdouble", to_named_dtype},
    {"cfloat", to_named_dtype},
    {"char", to_named_dtype},
    {"clone", clone},
    {"conj_physical", conj_physical},
    {"conj_physical_", conj_physical_in_place},
    {"contiguous", contiguous},
    {"copy", copy},
    {"copy_", copy_in_place},
    {"copy_to", copy_in_place},
    {"cpu", to_named_device},
    {"cuda", to_named_device},
    {"double", to_named_dtype},
    {"fill", fill},
    {"fill_", fill_in_place},
    {"float", to_named_dtype},
    {"half", to_named_dtype},
    {"int", to_named_dtype},
    {"lift", itself},
    {"long", to_named_dtype},
    {"positive", itself},
    {"register_hook", itself},
    {"requires_grad_", itself},
    {"resolve_conj", resolve},
    {"resolve_neg", resolve},
    {"share_memory_", itself},
    {"short", to_named_dtype},
    {"sum_to_size", sum_to_size},
    {"to", to},
    {"to_dense", itself},
    {"type", type},
    {"type_as", type_as},
    {"wait_tensor", itself},
    {"zero", zero},
    {"zero_", zero_in_place},
});

}  // namespace

Array cast_all(Call& call, const Array& values, DType dtype) {
  Elements& elements = call.elements();
  return Array::generate(values.size(), [&elements, values, dtype](int64_t i) { return elements.cast(values[i], dtype); });
}

Value copied(Call& call, const Tensor& t, DType dtype, const Sizes& strides) {
  Value out = call.fresh_with(t.sizes(), dtype, cast_all(call, call.memory().read(t), dtype), strides);
  out.tensor->strides_known = t.strides_known;
  return out;
}

std::span<const NamedHandler> copy_handlers() { return kCopyHandlers; }

}  // namespace outplace::interp
