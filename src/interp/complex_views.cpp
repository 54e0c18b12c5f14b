// Views that see other elements in the same memory: parts of complex numbers, lazy conjugates and negations.
#include <algorithm>
#include <array>

#include "interp/operators.h"
#include "interp/view_windows.h"

namespace outplace::interp {
namespace {

Value conjugated(const Value& value) {
  if (is_complex(value.tensor->dtype)) value.tensor->conjugate = !value.tensor->conjugate;
  return value;
}

Value matrix_adjoint(Call& call) {
  const TensorRef t = call.self();
  if (t->rank() == 0) return Value::of(t);
  if (t->rank() == 1) refuse("the adjoint of a vector");
  Value out = seen(*t, transposed(t->window, t->rank() - 2, t->rank() - 1));
  return conjugated(out);
}

Value adjoint_2d(Call& call) {
  if (call.self()->rank() != 0 && call.self()->rank() != 2) refuse("H of a tensor of rank " + std::to_string(call.self()->rank()));
  return matrix_adjoint(call);
}

Value real(Call& call) {
  const TensorRef t = call.self();
  if (!is_complex(t->dtype)) return Value::of(t);
  return complex_part(call.memory(), *t, 0);
}

Value imag(Call& call) {
  if (!is_complex(call.self()->dtype)) refuse("imag of a real tensor");
  return complex_part(call.memory(), *call.self(), 1);
}

Value view_as_real(Call& call) {
  const TensorRef t = call.self();
  if (!is_complex(t->dtype)) refuse("view_as_real of a real tensor");
  if (t->conjugate) refuse("view_as_real of a conjugate");
  Value out = complex_part(call.memory(), *t, 0);
  out.tensor->window.sizes.push_back(2);
  out.tensor->window.strides.push_back(1);
  return out;
}

Value view_as_complex(Call& call) {
  const TensorRef t = call.self();
  if (!is_real_floating(t->dtype)) refuse("view_as_complex of a tensor that is no floating-point one");
  Window w = t->window;
  if (w.sizes.empty() || w.sizes.back() != 2 || (w.strides.back() != 1 && t->strides_known))
    refuse("view_as_complex needs a last dimension of size 2 and stride 1");
  if (w.strides.back() != 1) give_up("a view of a tensor whose strides are not known");
  w.sizes.pop_back();
  w.strides.pop_back();
  for (size_t d = 0; d < w.strides.size(); ++d) {
    const bool odd = w.strides[d] % 2 != 0 && w.sizes[d] != 1;
    if (odd && !t->strides_known) give_up("a view of a tensor whose strides are not known");
    if (odd) refuse("view_as_complex needs even strides");
    w.strides[d] /= 2;
  }
  if (w.offset % 2 != 0) refuse("view_as_complex needs an even offset");
  w.offset /= 2;
  Value out = seen(*t, w);
  out.tensor->dtype = complex_dtype(t->dtype);
  return out;
}

Value conj(Call& call) {
  if (!is_complex(call.self()->dtype)) return Value::of(call.self());
  return conjugated(seen(*call.self(), call.self()->window));
}

Value neg_view(Call& call) {
  Value out = seen(*call.self(), call.self()->window);
  out.tensor->negative = !out.tensor->negative;
  return out;
}

constexpr auto kComplexHandlers = std::to_array<NamedHandler>({
    {"H", adjoint_2d},
    {"_neg_view", neg_view},
    {"conj", conj},
    {"imag", imag},
    {"mH", matrix_adjoint},
    {"real", real},
    {"view_as_complex", view_as_complex},
    {"view_as_real", view_as_real},
});

}  // namespace

Value complex_part(Memory& memory, const Tensor& t, int64_t part) {
  const DType dtype = real_part_dtype(t.dtype);
  memory.divide_cells(*t.storage, dtype);
  Window w = t.window;
  for (int64_t& stride : w.strides) stride *= 2;
  w.offset = w.offset * 2 + part;
  Value out = seen(t, w);
  out.tensor->dtype = dtype;
  out.tensor->conjugate = false;
  out.tensor->negative = t.negative != (t.conjugate && part == 1);
  return out;
}

std::span<const NamedHandler> complex_handlers() { return kComplexHandlers; }

}  // namespace outplace::interp
