// Sums and their kind, computed where all elements are known integers or truth values. Otherwise they are not interpreted.
#include <algorithm>
#include <array>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

struct Reduced {
  Sizes sizes;
  std::vector<bool> gone;  // by dimension
};

Reduced reduced(Call& call, const Tensor& t) {
  Reduced out;
  const bool keep = call.flag("keepdim", false);
  const Sizes dims = call.find("dim") == nullptr ? Sizes() : call.integers("dim");
  out.gone.assign(t.sizes().size(), dims.empty());
  for (const int64_t d : dims) {
    if (t.rank() > 0) out.gone[static_cast<size_t>(wrapped_dim(d, t.rank()))] = true;
  }
  for (size_t d = 0; d < out.gone.size(); ++d) {
    if (!out.gone[d]) out.sizes.push_back(t.sizes()[d]);
    if (out.gone[d] && keep) out.sizes.push_back(1);
  }
  return out;
}

// Known integers, or truth values (which always are known).
std::optional<std::vector<int64_t>> known_integers(Call& call, const Tensor& t, bool as_truth) {
  if (t.count() > Array::kHeld || (!as_truth && !is_integral(t.dtype))) return std::nullopt;
  const Array values = call.memory().read(t);
  std::vector<int64_t> out;
  for (int64_t i = 0; i < values.size(); ++i) {
    if (as_truth || t.dtype == DType::boolean) {
      out.push_back(Elements::truth(values[i]) ? 1 : 0);
    } else if (values[i].concrete) {
      out.push_back(static_cast<int64_t>(values[i].bits));
    } else {
      return std::nullopt;
    }
  }
  return out;
}

template <class Combine>
Value reduce(Call& call, DType dtype, bool as_truth, std::optional<int64_t> start, Combine combine) {
  const TensorRef t = call.self();
  const auto numbers = known_integers(call, *t, as_truth);
  if (!numbers || !is_integral(dtype)) return run_opaque(call);
  const Reduced shape = reduced(call, *t);
  const int64_t count = count_of(shape.sizes);
  if (!start && count > 0 && numbers->empty()) refuse(std::string(call.name()) + " of no elements");
  std::vector<int64_t> sums(static_cast<size_t>(count), start.value_or(0));
  std::vector<bool> begun(static_cast<size_t>(count), start.has_value());
  for (size_t i = 0; i < numbers->size(); ++i) {
    auto rest = static_cast<int64_t>(i);
    int64_t at = 0;
    int64_t step = 1;
    for (size_t d = shape.gone.size(); d-- > 0;) {
      if (!shape.gone[d]) {
        at += rest % t->sizes()[d] * step;
        step *= t->sizes()[d];
      }
      rest /= t->sizes()[d];
    }
    const auto k = static_cast<size_t>(at);
    sums[k] = begun[k] ? combine(sums[k], (*numbers)[i]) : (*numbers)[i];
    begun[k] = true;
  }
  const auto values = Array::generate(count, [&](int64_t i) { return Elements::integer(sums[static_cast<size_t>(i)], dtype); });
  return call.fresh(shape.sizes, dtype, values);
}

int64_t wrapped_sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t wrapped_product(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }

DType accumulated_dtype(Call& call) {
  const DType self = call.self()->dtype;
  return call.dtype("dtype", is_integral(self) ? DType::int64 : self);
}

bool of_one_tensor(Call& call) { return call.find("other") == nullptr && call.op().returns.size() == 1 && !call.op().returns[0].list; }

Value sum(Call& call) { return reduce(call, accumulated_dtype(call), false, 0, wrapped_sum); }
Value prod(Call& call) { return reduce(call, accumulated_dtype(call), false, 1, wrapped_product); }
Value any(Call& call) {
  return reduce(call, DType::boolean, true, 0, [](int64_t a, int64_t b) { return a | b; });
}
Value all(Call& call) {
  return reduce(call, DType::boolean, true, 1, [](int64_t a, int64_t b) { return a & b; });
}
Value count_nonzero(Call& call) { return reduce(call, DType::int64, true, 0, wrapped_sum); }

Value largest(Call& call) {
  if (!of_one_tensor(call)) return call.find("other") != nullptr && is_pointwise(call) ? run_pointwise(call) : run_opaque(call);
  return reduce(call, call.self()->dtype, false, std::nullopt, [](int64_t a, int64_t b) { return std::max(a, b); });
}

Value smallest(Call& call) {
  if (!of_one_tensor(call)) return call.find("other") != nullptr && is_pointwise(call) ? run_pointwise(call) : run_opaque(call);
  return reduce(call, call.self()->dtype, false, std::nullopt, [](int64_t a, int64_t b) { return std::min(a, b); });
}

Value cumulative(Call& call) {
  const TensorRef t = call.self();
  const DType dtype = call.op().inplace ? t->dtype : accumulated_dtype(call);
  const auto numbers = known_integers(call, *t, false);
  if (!numbers || !is_integral(dtype)) return run_opaque(call);
  const int64_t dim = call.dim("dim", t->rank());
  const int64_t step = t->rank() == 0 ? 1 : dense_strides(t->sizes())[static_cast<size_t>(dim)];
  const int64_t size = t->rank() == 0 ? 1 : t->size(dim);
  std::vector<int64_t> sums = *numbers;
  for (size_t i = 0; i < sums.size(); ++i) {
    if (static_cast<int64_t>(i) / step % size == 0) continue;
    const int64_t before = sums[i - static_cast<size_t>(step)];
    sums[i] = call.name() == "cumsum" ? wrapped_sum(before, sums[i]) : wrapped_product(before, sums[i]);
  }
  const auto values = Array::generate(t->count(), [&](int64_t i) { return Elements::integer(sums[static_cast<size_t>(i)], dtype); });
  return call.fresh(t->sizes(), dtype, values);
}

constexpr auto kReduceHandlers = std::to_array<NamedHandler>({
    {"all", all},
    {"amax", largest},
    {"amin", smallest},
    {"any", any},
    {"count_nonzero", count_nonzero},
    {"cumprod", cumulative},
    {"cumsum", cumulative},
    {"max", largest},
    {"min", smallest},
    {"prod", prod},
    {"sum", sum},
});

}  // namespace

std::span<const NamedHandler> reduce_handlers() { return kReduceHandlers; }

}  // namespace outplace::interp
