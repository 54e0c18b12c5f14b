// The windows that views of one kind have, for the operators that make them and those that rebind to them.
#pragma once

#include "interp/operators.h"

namespace outplace::interp {

// A new object on the same memory.
Value seen(const Tensor& t, Window window);

Window transposed(const Window& w, int64_t a, int64_t b);
Window transposed_as_called(Call& call, const Tensor& t);
Window t_window(const Tensor& t);
Window squeezed(Call& call, const Tensor& t);
Window unsqueezed(Call& call, const Tensor& t);
Window strided(Call& call, const Tensor& t);

}  // namespace outplace::interp
