// Views that give the same elements other sizes, and copy them where the layout does not allow a view.
#include <algorithm>
#include <array>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

// Replaces the -1, and checks that the number of elements stays.
Sizes completed(Sizes sizes, int64_t count) {
  int64_t known = 1;
  int64_t open = -1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == -1) {
      if (open >= 0) refuse("only one dimension can be inferred");
      open = static_cast<int64_t>(d);
    } else {
      if (sizes[d] < 0) refuse("a dimension of " + std::to_string(sizes[d]));
      known *= sizes[d];
    }
  }
  if (open >= 0) {
    if (known == 0 || count % known != 0) refuse("shape " + to_text(sizes) + " is invalid for " + std::to_string(count) + " elements");
    sizes[static_cast<size_t>(open)] = count / known;
  } else if (known != count) {
    refuse("shape " + to_text(sizes) + " is invalid for " + std::to_string(count) + " elements");
  }
  return sizes;
}

std::optional<Value> as_view(const Tensor& t, const Sizes& sizes) {
  const auto strides = strides_for_view(t.window, sizes);
  if (!strides) return std::nullopt;
  auto out = std::make_shared<Tensor>(t);
  out->window = {sizes, *strides, t.window.offset};
  return Value::of(std::move(out));
}

Value view_to(const Tensor& t, const Sizes& wanted) {
  auto out = as_view(t, completed(wanted, t.count()));
  if (!out && !t.strides_known) give_up("a view of a tensor whose strides are not known");
  if (!out) refuse("view of " + to_text(t.sizes()) + " with strides " + to_text(t.window.strides) + " to " + to_text(wanted));
  return *out;
}

Value reshape_to(Call& call, const TensorRef& t, const Sizes& wanted) {
  const Sizes sizes = completed(wanted, t->count());
  if (auto out = as_view(*t, sizes)) return *out;
  return call.fresh_with(sizes, t->dtype, call.memory().read(*t), dense_strides(sizes));
}

Value view_as_dtype(Call& call, const TensorRef& t, DType dtype) {
  const int from = item_size(t->dtype);
  const int to = item_size(dtype);
  if (to == 0 || from == 0) give_up("a view as a dtype of unknown size");
  auto out = std::make_shared<Tensor>(*t);
  out->dtype = dtype;
  if (from == to) return Value::of(std::move(out));
  if (t->conjugate || t->negative) refuse("view of a lazy conjugate as another dtype");
  if (t->rank() == 0) refuse("view of a 0-d tensor as a dtype of another size");
  if (!t->strides_known && t->window.strides.back() != 1) give_up("a view of a tensor whose strides are not known");
  Window& w = out->window;
  const bool smaller = to < from;
  const int64_t ratio = smaller ? from / to : to / from;
  if (w.strides.back() != 1) refuse("view as another dtype needs a last stride of 1");
  const auto divided = [&](int64_t n) {
    if (n % ratio != 0) refuse("view as a larger dtype needs sizes, strides and offset that it divides");
    return n / ratio;
  };
  w.sizes.back() = smaller ? w.sizes.back() * ratio : divided(w.sizes.back());
  for (size_t d = 0; d + 1 < w.strides.size(); ++d) w.strides[d] = smaller ? w.strides[d] * ratio : divided(w.strides[d]);
  w.offset = smaller ? w.offset * ratio : divided(w.offset);
  call.memory().divide_cells(*t->storage, dtype);
  return Value::of(std::move(out));
}

Value view(Call& call) {
  if (const Value* dtype = call.find("dtype")) return view_as_dtype(call, call.self(), dtype->number.dtype);
  return view_to(*call.self(), call.integers("size"));
}

Value view_as(Call& call) { return view_to(*call.self(), call.tensor("other")->sizes()); }
Value reshape(Call& call) { return reshape_to(call, call.self(), call.integers(call.find("shape") != nullptr ? "shape" : "size")); }
Value reshape_as(Call& call) { return reshape_to(call, call.self(), call.tensor("other")->sizes()); }
Value ravel(Call& call) {
  const TensorRef t = call.self();
  return reshape_to(call, t->window.contiguous() ? t : copied(call, *t, t->dtype, dense_strides(t->sizes())).tensor, {-1});
}

Value flatten(Call& call) {
  const TensorRef t = call.self();
  const int64_t start = call.dim("start_dim", t->rank(), 0);
  const int64_t end = call.dim("end_dim", t->rank(), -1);
  if (start > end) refuse("flatten from " + std::to_string(start) + " to " + std::to_string(end));
  if (t->rank() == 0) return reshape_to(call, t, {1});
  if (start == end) return Value::of(t);
  Sizes sizes(t->sizes().begin(), t->sizes().begin() + start);
  sizes.push_back(count_of(Sizes(t->sizes().begin() + start, t->sizes().begin() + end + 1)));
  sizes.insert(sizes.end(), t->sizes().begin() + end + 1, t->sizes().end());
  return reshape_to(call, t, sizes);
}

Value unflatten(Call& call) {
  const TensorRef t = call.self();
  const int64_t dim = call.dim("dim", t->rank());
  const Sizes inner = completed(call.integers("sizes"), t->size(dim));
  Sizes sizes(t->sizes().begin(), t->sizes().begin() + dim);
  sizes.insert(sizes.end(), inner.begin(), inner.end());
  sizes.insert(sizes.end(), t->sizes().begin() + dim + 1, t->sizes().end());
  return view_to(*t, sizes);
}

constexpr auto kReshapeHandlers = std::to_array<NamedHandler>({
    {"_reshape_alias", view},
    {"flatten", flatten},
    {"ravel", ravel},
    {"reshape", reshape},
    {"reshape_as", reshape_as},
    {"unflatten", unflatten},
    {"view", view},
    {"view_as", view_as},
    {"view_of_dtype", view},
});

}  // namespace

// From the inside out, runs of old dims whose elements lie evenly are matched with runs of new dims that hold as many.
std::optional<Sizes> strides_for_view(const Window& w, const Sizes& sizes) {
  if (w.count() == 0) return w.sizes == sizes ? w.strides : dense_strides(sizes);
  Sizes out(sizes.size(), 1);
  size_t next = sizes.size();
  size_t old = w.sizes.size();
  while (old > 0) {
    const int64_t base = w.strides[old - 1];
    int64_t run = w.sizes[old - 1];
    --old;
    while (old > 0 && (w.sizes[old - 1] == 1 || w.strides[old - 1] == run * base)) run *= w.sizes[--old];
    int64_t taken = 1;
    while (next > 0 && (taken < run || sizes[next - 1] == 1)) {
      out[--next] = taken * base;
      taken *= sizes[next];
    }
    if (taken != run) return std::nullopt;
  }
  while (next > 0 && sizes[next - 1] == 1) --next;
  return next == 0 ? std::optional(out) : std::nullopt;
}

std::span<const NamedHandler> reshape_handlers() { return kReshapeHandlers; }

}  // namespace outplace::interp
