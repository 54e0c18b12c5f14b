// Broadcasting, promotion and the layout of elementwise results, from PyTorch's definitions.
#include <algorithm>
#include <numeric>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

// Which of two dims TensorIterator puts inside: 1 if `a` belongs further out than `b`, -1 if further in, 0 if the operands do not say.
int compare_dims(size_t a, size_t b, const Sizes& sizes, const std::vector<Sizes>& strides) {
  for (const Sizes& s : strides) {
    if (s[a] == 0 || s[b] == 0) continue;
    if (s[a] != s[b]) return s[a] < s[b] ? -1 : 1;
    if (sizes[a] > sizes[b]) return 1;
  }
  return 0;
}

}  // namespace

Sizes broadcast_sizes(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.size() >= b.size() ? a : b;
  const Sizes& shorter = a.size() >= b.size() ? b : a;
  Sizes out = longer;
  const size_t lead = longer.size() - shorter.size();
  for (size_t d = 0; d < shorter.size(); ++d) {
    int64_t& size = out[lead + d];
    if (size == 1) {
      size = shorter[d];
    } else if (shorter[d] != 1 && shorter[d] != size) {
      refuse("sizes " + to_text(a) + " and " + to_text(b) + " do not match");
    }
  }
  return out;
}

Array read_broadcast(Memory& memory, const Tensor& t, const Sizes& sizes) {
  if (t.sizes() == sizes) return memory.read(t);
  if (t.rank() > static_cast<int64_t>(sizes.size())) refuse("sizes " + to_text(t.sizes()) + " cannot be expanded to " + to_text(sizes));
  Tensor seen = t;
  seen.window.sizes = sizes;
  seen.window.strides.assign(sizes.size(), 0);
  const size_t lead = sizes.size() - t.sizes().size();
  for (size_t d = 0; d < t.sizes().size(); ++d) {
    if (t.sizes()[d] == sizes[lead + d]) {
      seen.window.strides[lead + d] = t.window.strides[d];
    } else if (t.sizes()[d] != 1) {
      refuse("sizes " + to_text(t.sizes()) + " cannot be expanded to " + to_text(sizes));
    }
  }
  return memory.read(seen);
}

Sizes elementwise_strides(const Sizes& sizes, std::span<const TensorRef> operands) {
  std::vector<Sizes> strides;
  for (const TensorRef& t : operands) {
    Sizes s(sizes.size(), 0);
    const size_t lead = sizes.size() - t->sizes().size();
    for (size_t d = 0; d < t->sizes().size(); ++d) {
      if (t->sizes()[d] != 1 || sizes[lead + d] == 1) s[lead + d] = t->window.strides[d] * item_size(t->dtype);
    }
    strides.push_back(std::move(s));
  }
  // Contiguous operands of one shape, and such that agree in a dense layout, give it on whatever the strides of dims of size 1.
  const bool same_sizes = std::ranges::all_of(operands, [&](const TensorRef& t) { return t->sizes() == sizes; });
  if (!operands.empty() && same_sizes && std::ranges::all_of(operands, [](const TensorRef& t) { return t->window.contiguous(); })) {
    return dense_strides(sizes);
  }
  if (!operands.empty() && std::ranges::all_of(operands, [&](const TensorRef& t) {
        return t->sizes() == sizes && t->window.strides == operands[0]->window.strides && t->window.dense();
      })) {
    return operands[0]->window.strides;
  }
  std::vector<size_t> order(sizes.size());
  std::iota(order.rbegin(), order.rend(), size_t{0});
  for (size_t i = 1; i < order.size(); ++i) {
    size_t inner = i;
    for (size_t j = i; j-- > 0;) {
      const int comparison = compare_dims(order[j], order[inner], sizes, strides);
      if (comparison > 0) {
        std::swap(order[j], order[inner]);
        inner = j;
      } else if (comparison < 0) {
        break;
      }
    }
  }
  Sizes out(sizes.size());
  int64_t step = 1;
  for (const size_t d : order) {
    out[d] = step;
    step *= std::max<int64_t>(sizes[d], 1);
  }
  return out;
}

Sizes kept_strides(const Window& window) { return window.overlapping() ? preserved_strides(window) : window.strides; }

Sizes preserved_strides(const Window& window) {
  if (window.dense()) return window.strides;
  auto t = std::make_shared<Tensor>();
  t->window = window;
  t->dtype = DType::uint8;
  const TensorRef operands[] = {t};
  return elementwise_strides(window.sizes, operands);
}

// Dimensioned tensors decide before 0-d tensors, and these before numbers, unless the latter are of a higher category.
DType result_type(std::span<const Value> operands) {
  DType of_kind[3] = {DType::unknown, DType::unknown, DType::unknown};
  const auto merge = [&](size_t kind, DType dtype) {
    of_kind[kind] = of_kind[kind] == DType::unknown ? dtype : promote(of_kind[kind], dtype);
  };
  for (const Value& value : operands) {
    if (value.is_tensor()) {
      merge(value.tensor->rank() > 0 ? 0 : 1, value.tensor->dtype);
    } else if (value.is_number()) {
      const DType dtype = value.number.dtype;
      merge(2, is_real_floating(dtype) ? DType::float32 : (is_complex(dtype) ? DType::complex64 : dtype));
    }
  }
  DType promoted = of_kind[0];
  for (const DType dtype : {of_kind[1], of_kind[2]}) {
    if (dtype == DType::unknown) continue;
    const auto level = [](DType d) { return static_cast<int>(category(d)); };
    if (promoted == DType::unknown) {
      promoted = dtype;
    } else if (level(dtype) > level(promoted)) {
      promoted = is_complex(dtype) && is_real_floating(promoted) ? complex_dtype(promoted) : dtype;
    }
  }
  return promoted;
}

DType pointwise_dtype(const Call& call) {
  std::vector<Value> operands;
  DType first = DType::unknown;
  for (const Call::Argument& argument : call.arguments) {
    if (!argument.given || argument.param->keyword_only || argument.param->out || argument.param->type == ParamType::boolean) continue;
    operands.push_back(argument.value);
    if (argument.value.is_tensor() && first == DType::unknown) first = argument.value.tensor->dtype;
  }
  const DType promoted = result_type(operands);
  switch (call.op().dtype) {
    case DTypeRule::self: return first;
    case DTypeRule::promote: return promoted;
    case DTypeRule::promote_float: return is_integral(promoted) ? DType::float32 : promoted;
    case DTypeRule::boolean: return DType::boolean;
    case DTypeRule::int64: return DType::int64;
    case DTypeRule::argument: return call.dtype("dtype", first);
    case DTypeRule::unknown:
    case DTypeRule::division:
    case DTypeRule::accumulate:
    case DTypeRule::factory:
    case DTypeRule::numbers: return DType::unknown;
  }
  return DType::unknown;
}

}  // namespace outplace::interp
