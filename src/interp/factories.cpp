// Tensors made of numbers.
#include <array>
#include <cmath>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

DType like(Call& call) { return call.dtype("dtype", call.self()->dtype); }
DType plain(Call& call) { return call.dtype("dtype", DType::float32); }

Elem constant(Call& call, int64_t n, DType dtype) { return call.elements().cast(Elements::integer(n), dtype); }

// Memory that nobody has written: whatever is in it, both graphs must not look.
Elem unwritten(DType dtype) { return Elements::opaque(hash_text("unwritten"), dtype); }

Sizes size_argument(Call& call) {
  if (const Value* size = call.find("size")) return as_sizes(*size);
  return call.integers("arguments");
}

Value filled(Call& call, const Sizes& sizes, DType dtype, const Elem& e) {
  return call.fresh(sizes, dtype, Array::filled(count_of(sizes), e), dense_strides(sizes));
}

Value filled_like(Call& call, DType dtype, const Elem& e) {
  const TensorRef t = call.self();
  const bool dense = call.text("memory_format", "").ends_with("contiguous_format");
  return call.fresh(t->sizes(), dtype, Array::filled(t->count(), e), dense ? dense_strides(t->sizes()) : preserved_strides(t->window));
}

Elem fill_argument(Call& call, DType dtype) {
  const Value* value = call.find("fill_value");
  if (value == nullptr) give_up("a fill without a value");
  return call.elements().cast(value->is_tensor() ? call.memory().read_one(*value->tensor, 0) : value->number, dtype);
}

DType default_dtype(const Elem& e) {
  if (is_integral(e.dtype)) return e.dtype == DType::boolean ? DType::boolean : DType::int64;
  return is_complex(e.dtype) ? DType::complex64 : DType::float32;
}

Value zeros(Call& call) { return filled(call, size_argument(call), plain(call), constant(call, 0, plain(call))); }
Value ones(Call& call) { return filled(call, size_argument(call), plain(call), constant(call, 1, plain(call))); }
Value empty(Call& call) { return filled(call, size_argument(call), plain(call), unwritten(plain(call))); }
Value zeros_like(Call& call) { return filled_like(call, like(call), constant(call, 0, like(call))); }
Value ones_like(Call& call) { return filled_like(call, like(call), constant(call, 1, like(call))); }
Value empty_like(Call& call) { return filled_like(call, like(call), unwritten(like(call))); }
Value full_like(Call& call) { return filled_like(call, like(call), fill_argument(call, like(call))); }
Value new_zeros(Call& call) { return filled(call, call.integers("size"), like(call), constant(call, 0, like(call))); }
Value new_ones(Call& call) { return filled(call, call.integers("size"), like(call), constant(call, 1, like(call))); }
Value new_empty(Call& call) { return filled(call, call.integers("size"), like(call), unwritten(like(call))); }
Value new_full(Call& call) { return filled(call, call.integers("size"), like(call), fill_argument(call, like(call))); }

Value full(Call& call) {
  const Value* value = call.find("fill_value");
  if (value == nullptr) give_up("a fill without a value");
  const Elem e = value->is_tensor() ? call.memory().read_one(*value->tensor, 0) : value->number;
  const DType dtype = call.dtype("dtype", default_dtype(e));
  return filled(call, call.integers("size"), dtype, call.elements().cast(e, dtype));
}

Value empty_strided(Call& call) {
  const Sizes sizes = call.integers("size");
  const DType dtype = call.name() == "new_empty_strided" ? like(call) : plain(call);
  const Sizes strides = call.integers("stride");
  if (strides.size() != sizes.size()) refuse("empty_strided with another number of strides than of sizes");
  const Window window{sizes, strides, 0};
  if (window.dense()) return call.fresh_with(sizes, dtype, Array::filled(count_of(sizes), unwritten(dtype)), strides);
  auto made = std::make_shared<Tensor>();
  made->dtype = dtype;
  made->window = window;
  made->device = call.name() == "new_empty_strided" ? call.self()->device : "";
  made->strides_known = true;
  const int64_t count = window.count() == 0 ? 0 : window.extent().second + 1;
  made->storage = call.memory().make_storage(Array::filled(count, unwritten(dtype)), item_size(dtype));
  return Value::of(std::move(made));
}

Value arange(Call& call) {
  const Elem start = call.number("start", Elements::integer(0));
  const Elem end = call.number("end", Elements::integer(0));
  const Elem step = call.number("step", Elements::integer(1));
  const bool whole = is_integral(start.dtype) && is_integral(end.dtype) && is_integral(step.dtype);
  const DType dtype = call.dtype("dtype", whole ? DType::int64 : DType::float32);
  const auto a = Elements::as_real(start);
  const auto b = Elements::as_real(end);
  const auto s = Elements::as_real(step);
  if (!a || !b || !s) give_up("arange of numbers that are not known");
  if (*s == 0 || (*b - *a) / *s < 0) refuse("arange in the wrong direction");
  const Sizes sizes{static_cast<int64_t>(std::ceil((*b - *a) / *s))};
  Elements& elements = call.elements();
  const auto values = Array::generate(sizes[0], [=, &elements](int64_t i) {
    if (!whole) return elements.cast(elements.real(*a + static_cast<double>(i) * *s), dtype);
    return elements.cast(Elements::integer(*Elements::as_integer(start) + i * *Elements::as_integer(step)), dtype);
  });
  return call.fresh(sizes, dtype, values, dense_strides(sizes));
}

Value eye(Call& call) {
  const int64_t n = call.integer("n");
  const Sizes sizes{n, call.integer("m", n)};
  const DType dtype = plain(call);
  const Elem zero = constant(call, 0, dtype);
  const Elem one = constant(call, 1, dtype);
  const auto values = Array::generate(count_of(sizes), [=](int64_t i) { return i / sizes[1] == i % sizes[1] ? one : zero; });
  return call.fresh(sizes, dtype, values, dense_strides(sizes));
}

// The numbers of nested lists, and their shape.
void collect(Call& call, const Value& data, size_t depth, Sizes& sizes, std::vector<Elem>& out) {
  if (data.is_number()) return out.push_back(data.number);
  if (data.is_tensor()) {
    if (data.tensor->count() != 1 && depth > 0) refuse("a list of tensors of several elements");
    const Array values = call.memory().read(*data.tensor);
    if (depth == 0) sizes = data.tensor->sizes();
    for (int64_t i = 0; i < values.size(); ++i) out.push_back(values[i]);
    return;
  }
  if (!data.is_sequence()) give_up("a tensor of data that is not known");
  if (depth >= sizes.size()) sizes.push_back(static_cast<int64_t>(data.items->size()));
  if (sizes[depth] != static_cast<int64_t>(data.items->size())) refuse("lists of different lengths");
  for (const Value& item : *data.items) collect(call, item, depth + 1, sizes, out);
}

Value tensor(Call& call) {
  for (const std::string_view name : {"data", "obj", "s"}) {
    const Value* data = call.find(name);
    if (data == nullptr) continue;
    Sizes sizes;
    std::vector<Elem> elements;
    collect(call, *data, 0, sizes, elements);
    DType dtype = DType::unknown;
    for (const Elem& e : elements) dtype = dtype == DType::unknown ? default_dtype(e) : promote(dtype, default_dtype(e));
    if (data->is_tensor() && !elements.empty()) dtype = elements[0].dtype;
    if (dtype == DType::unknown) dtype = DType::float32;
    if (call.name() == "new_tensor" || call.name() == "scalar_tensor")
      dtype = call.name() == "new_tensor" ? call.self()->dtype : DType::float32;
    dtype = call.dtype("dtype", dtype);
    return call.fresh(sizes, dtype, cast_all(call, Array(std::move(elements)), dtype), dense_strides(sizes));
  }
  give_up("a tensor without data");
}

// Converted where it is a tensor, made where it is data.
Value as_tensor(Call& call) {
  const Value& data = call.arguments.at(0).value;
  if (!data.is_tensor()) return tensor(call);
  const TensorRef t = data.tensor;
  const DType dtype = call.dtype("dtype", t->dtype);
  return dtype == t->dtype ? data : copied(call, *t, dtype, preserved_strides(t->window));
}

constexpr auto kFactoryHandlers = std::to_array<NamedHandler>({
    {"arange", arange},
    {"as_tensor", as_tensor},
    {"asarray", as_tensor},
    {"empty", empty},
    {"empty_like", empty_like},
    {"empty_strided", empty_strided},
    {"eye", eye},
    {"full", full},
    {"full_like", full_like},
    {"new_empty", new_empty},
    {"new_empty_strided", empty_strided},
    {"new_full", new_full},
    {"new_ones", new_ones},
    {"new_tensor", tensor},
    {"new_zeros", new_zeros},
    {"ones", ones},
    {"ones_like", ones_like},
    {"scalar_tensor", tensor},
    {"tensor", tensor},
    {"zeros", zeros},
    {"zeros_like", zeros_like},
});

}  // namespace

std::span<const NamedHandler> factory_handlers() { return kFactoryHandlers; }

}  // namespace outplace::interp
