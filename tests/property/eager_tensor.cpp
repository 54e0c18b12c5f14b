// Places of tensors, view by view.
#include "eager_tensor.h"

#include <algorithm>
#include <cstdlib>

namespace outplace::property {
namespace {

size_t at(int64_t i) { return static_cast<size_t>(i); }

template <class Vector>
void erase_at(Vector& v, int64_t dim) {
  if (!v.empty()) v.erase(v.begin() + dim);
}

// The first element of every byte's run, as byte addresses.
void addresses(const EagerTensor& t, std::vector<int64_t>& out) {
  out.assign(t.count() == 0 ? 0 : 1, t.offset * item_size(t.dtype));
  for (int64_t d = 0; d < t.rank(); ++d) {
    const size_t before = out.size();
    for (int64_t i = 1; i < t.size(d); ++i) {
      for (size_t k = 0; k < before; ++k) out.push_back(out[k] + i * t.stride(d) * item_size(t.dtype));
    }
  }
}

std::vector<bool> bytes_of(const EagerTensor& t, int64_t reach) {
  std::vector<int64_t> first;
  addresses(t, first);
  std::vector<bool> out(at(reach), false);
  for (const int64_t a : first) {
    for (int64_t b = 0; b < item_size(t.dtype); ++b) out[at(a + b)] = true;
  }
  return out;
}

}  // namespace

int64_t product(const Ints& sizes) {
  int64_t out = 1;
  for (const int64_t s : sizes) out *= s;
  return out;
}

int64_t EagerTensor::count() const { return product(sizes); }

bool EagerTensor::symbolic() const {
  return std::ranges::any_of(symbols, [](int s) { return s != 0; });
}

Ints contiguous(const Ints& sizes) {
  Ints out(sizes.size());
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    out[d] = stride;
    stride *= std::max<int64_t>(sizes[d], 1);
  }
  return out;
}

bool is_contiguous(const EagerTensor& t) {
  if (t.count() == 0) return true;
  int64_t expected = 1;
  for (int64_t d = t.rank(); d-- > 0;) {
    if (t.size(d) == 1) continue;
    if (t.stride(d) != expected) return false;
    expected *= t.size(d);
  }
  return true;
}

bool non_overlapping_and_dense(const EagerTensor& t) {
  if (t.rank() == 1) return t.size(0) < 2 || t.stride(0) == 1;
  std::vector<std::pair<int64_t, int64_t>> dims;
  for (int64_t d = 0; d < t.rank(); ++d) {
    if (t.size(d) >= 2) dims.emplace_back(t.stride(d), t.size(d));
  }
  if (t.count() == 0) return true;
  std::ranges::sort(dims);
  int64_t expected = 1;
  for (const auto& [stride, size] : dims) {
    if (stride != expected) return false;
    expected *= size;
  }
  return true;
}

int64_t end_byte(const EagerTensor& t) {
  if (t.count() == 0) return t.offset * item_size(t.dtype);
  int64_t last = t.offset;
  for (int64_t d = 0; d < t.rank(); ++d) last += (t.size(d) - 1) * t.stride(d);
  return (last + 1) * item_size(t.dtype);
}

EagerTensor select(const EagerTensor& t, int64_t dim, int64_t index) {
  EagerTensor out = t;
  out.offset += index * t.stride(dim);
  erase_at(out.sizes, dim);
  erase_at(out.strides, dim);
  erase_at(out.symbols, dim);
  return out;
}

EagerTensor slice(const EagerTensor& t, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step) {
  const int64_t size = t.size(dim);
  int64_t first = start.value_or(0);
  int64_t last = stop.value_or(size);
  if (first < 0) first += size;
  if (last < 0) last += size;
  first = std::clamp<int64_t>(first, 0, size);
  last = std::clamp(last, first, std::max(first, size));
  EagerTensor out = t;
  out.offset += first * t.stride(dim);
  out.sizes[at(dim)] = (last - first + step - 1) / step;
  out.strides[at(dim)] *= step;
  return out;
}

EagerTensor permute(const EagerTensor& t, const Ints& order) {
  EagerTensor out = t;
  for (size_t d = 0; d < order.size(); ++d) {
    out.sizes[d] = t.size(order[d]);
    out.strides[d] = t.stride(order[d]);
    if (!t.symbols.empty()) out.symbols[d] = t.symbol(order[d]);
  }
  return out;
}

EagerTensor unsqueeze(const EagerTensor& t, int64_t dim) {
  EagerTensor out = t;
  const int64_t stride = dim < t.rank() ? t.size(dim) * t.stride(dim) : 1;
  out.sizes.insert(out.sizes.begin() + dim, 1);
  out.strides.insert(out.strides.begin() + dim, stride);
  if (!out.symbols.empty()) out.symbols.insert(out.symbols.begin() + dim, 0);
  return out;
}

EagerTensor squeeze(const EagerTensor& t, const Ints& dims) {
  EagerTensor out = t;
  for (int64_t d = t.rank(); d-- > 0;) {
    if (std::ranges::find(dims, d) == dims.end() || t.size(d) != 1 || t.symbol(d) != 0) continue;
    erase_at(out.sizes, d);
    erase_at(out.strides, d);
    erase_at(out.symbols, d);
  }
  return out;
}

EagerTensor expand(const EagerTensor& t, const Ints& sizes, const std::vector<int>& symbols) {
  EagerTensor out = t;
  const int64_t added = static_cast<int64_t>(sizes.size()) - t.rank();
  out.sizes = sizes;
  out.symbols = symbols;
  out.strides.assign(sizes.size(), 0);
  for (int64_t d = 0; d < t.rank(); ++d) {
    const bool kept = t.size(d) == sizes[at(d + added)];
    out.strides[at(d + added)] = kept ? t.stride(d) : 0;
  }
  return out;
}

EagerTensor diagonal(const EagerTensor& t, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t length =
      std::max<int64_t>(offset >= 0 ? std::min(t.size(dim1), t.size(dim2) - offset) : std::min(t.size(dim1) + offset, t.size(dim2)), 0);
  EagerTensor out = t;
  if (length > 0) out.offset += offset >= 0 ? offset * t.stride(dim2) : -offset * t.stride(dim1);
  const int64_t stride = t.stride(dim1) + t.stride(dim2);
  for (const int64_t d : {std::max(dim1, dim2), std::min(dim1, dim2)}) {
    erase_at(out.sizes, d);
    erase_at(out.strides, d);
    erase_at(out.symbols, d);
  }
  out.sizes.push_back(length);
  out.strides.push_back(stride);
  if (!out.symbols.empty()) out.symbols.push_back(0);
  return out;
}

EagerTensor unfold(const EagerTensor& t, int64_t dim, int64_t size, int64_t step) {
  EagerTensor out = t;
  out.sizes[at(dim)] = (t.size(dim) - size) / step + 1;
  out.strides[at(dim)] *= step;
  out.sizes.push_back(size);
  out.strides.push_back(t.stride(dim));
  if (!out.symbols.empty()) out.symbols.push_back(0);
  return out;
}

std::optional<EagerTensor> view(const EagerTensor& t, const Ints& sizes, const std::vector<int>& symbols) {
  EagerTensor out = t;
  out.sizes = sizes;
  out.symbols = symbols;
  out.strides.assign(sizes.size(), 1);
  if (t.count() == 0) {
    if (sizes != t.sizes) out.strides = contiguous(sizes);
    if (sizes == t.sizes) out.strides = t.strides;
    return out;
  }
  // Runs of dims that are dense among themselves are cut anew.
  int64_t to = static_cast<int64_t>(sizes.size()) - 1;
  int64_t old_count = 1;
  int64_t new_count = 1;
  int64_t base = t.rank() > 0 ? t.strides.back() : 1;
  for (int64_t d = t.rank() - 1; d >= 0; --d) {
    old_count *= t.size(d);
    if (d != 0 && (t.size(d - 1) == 1 || t.stride(d - 1) == old_count * base)) continue;
    while (to >= 0 && (new_count < old_count || sizes[at(to)] == 1)) {
      out.strides[at(to)] = new_count * base;
      new_count *= sizes[at(to)];
      --to;
    }
    if (new_count != old_count) return std::nullopt;
    if (d > 0) {
      base = t.stride(d - 1);
      old_count = 1;
      new_count = 1;
    }
  }
  return to == -1 || t.rank() == 0 ? std::optional(out) : std::nullopt;
}

std::optional<EagerTensor> view_dtype(const EagerTensor& t, DType dtype) {
  const int64_t from = item_size(t.dtype);
  const int64_t to = item_size(dtype);
  if (t.conjugated || t.negated) return std::nullopt;
  EagerTensor out = t;
  out.dtype = dtype;
  if (from == to) return out;
  if (t.rank() == 0 || t.strides.back() != 1 || t.symbol(t.rank() - 1) != 0) return std::nullopt;
  const int64_t grow = from > to ? from / to : 1;
  const int64_t shrink = to > from ? to / from : 1;
  if (t.sizes.back() % shrink != 0 || t.offset % shrink != 0) return std::nullopt;
  for (int64_t d = 0; d + 1 < t.rank(); ++d) {
    if (t.stride(d) % shrink != 0) return std::nullopt;
    out.strides[at(d)] = t.stride(d) * grow / shrink;
  }
  out.sizes.back() = t.sizes.back() * grow / shrink;
  out.offset = t.offset * grow / shrink;
  return out;
}

EagerTensor view_as_real(const EagerTensor& t) {
  EagerTensor out = t;
  out.dtype = real_part_dtype(t.dtype);
  out.offset *= 2;
  for (int64_t& s : out.strides) s *= 2;
  out.sizes.push_back(2);
  out.strides.push_back(1);
  if (!out.symbols.empty()) out.symbols.push_back(0);
  return out;
}

std::optional<EagerTensor> view_as_complex(const EagerTensor& t) {
  if (t.rank() == 0 || t.sizes.back() != 2 || t.strides.back() != 1 || t.offset % 2 != 0 || t.symbol(t.rank() - 1) != 0 || t.negated)
    return std::nullopt;
  EagerTensor out = select(t, t.rank() - 1, 0);
  out.dtype = complex_dtype(t.dtype);
  out.offset /= 2;
  for (int64_t& s : out.strides) {
    if (s % 2 != 0) return std::nullopt;
    s /= 2;
  }
  return out;
}

EagerTensor fresh(DType dtype, Ints sizes, std::vector<int> symbols) {
  EagerTensor out;
  out.dtype = dtype;
  out.strides = contiguous(sizes);
  out.sizes = std::move(sizes);
  out.symbols = std::move(symbols);
  return out;
}

EagerTensor fresh_like(const EagerTensor& t, DType dtype) {
  EagerTensor out = fresh(dtype, t.sizes, t.symbols);
  if (non_overlapping_and_dense(t)) {
    out.strides = t.strides;
    return out;
  }
  return fresh_elementwise(dtype, t.sizes, t.symbols, {&t});
}

EagerTensor fresh_elementwise(DType dtype, const Ints& sizes, const std::vector<int>& symbols,
                              const std::vector<const EagerTensor*>& operands) {
  EagerTensor out = fresh(dtype, sizes, symbols);
  const auto all = [&](auto holds) { return std::ranges::all_of(operands, holds); };
  if (all([&](const EagerTensor* t) { return t->sizes == sizes && is_contiguous(*t); })) return out;
  if (all([&](const EagerTensor* t) { return t->sizes == sizes && non_overlapping_and_dense(*t) && t->strides == operands[0]->strides; })) {
    out.strides = operands[0]->strides;
    return out;
  }
  const auto rank = static_cast<int64_t>(sizes.size());
  const auto stride_of = [&](const EagerTensor& t, int64_t dim) {
    const int64_t own = dim - (rank - t.rank());
    return own < 0 || t.size(own) != sizes[at(dim)] ? 0 : t.stride(own) * item_size(t.dtype);
  };
  const auto compare = [&](int64_t a, int64_t b) {
    for (const EagerTensor* t : operands) {
      const int64_t x = stride_of(*t, a);
      const int64_t y = stride_of(*t, b);
      if (x == 0 || y == 0) continue;
      if (x != y) return x < y ? -1 : 1;
      if (sizes[at(a)] > sizes[at(b)]) return 1;
    }
    return 0;
  };
  Ints order;
  for (int64_t d = rank; d-- > 0;) order.push_back(d);
  for (size_t i = 1; i < order.size(); ++i) {
    size_t moving = i;
    for (size_t k = i; k-- > 0;) {
      const int how = compare(order[k], order[moving]);
      if (how < 0) break;
      if (how == 0) continue;
      std::swap(order[k], order[moving]);
      moving = k;
    }
  }
  int64_t stride = 1;
  for (const int64_t d : order) {
    out.strides[at(d)] = stride;
    stride *= std::max<int64_t>(sizes[at(d)], 1);
  }
  return out;
}

bool has_expanded_dim(const EagerTensor& t) {
  for (int64_t d = 0; d < t.rank(); ++d) {
    if (t.size(d) > 1 && t.stride(d) == 0) return true;
  }
  return false;
}

bool overlaps_itself(const EagerTensor& t) {
  if (non_overlapping_and_dense(t)) return false;
  std::vector<int64_t> first;
  addresses(t, first);
  std::ranges::sort(first);
  return std::ranges::adjacent_find(first) != first.end();
}

bool same_elements(const EagerTensor& a, const EagerTensor& b) {
  return a.storage == b.storage && a.dtype == b.dtype && a.offset == b.offset && a.sizes == b.sizes && a.strides == b.strides;
}

bool overlap(const EagerTensor& a, const EagerTensor& b) {
  if (a.storage != b.storage || a.count() == 0 || b.count() == 0) return false;
  if (a.offset * item_size(a.dtype) >= end_byte(b) || b.offset * item_size(b.dtype) >= end_byte(a)) return false;
  const int64_t reach = std::max(end_byte(a), end_byte(b));
  const std::vector<bool> x = bytes_of(a, reach);
  const std::vector<bool> y = bytes_of(b, reach);
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] && y[i]) return true;
  }
  return false;
}

bool may_overlap(const EagerTensor& a, const EagerTensor& b) {
  return overlap(a, b) || (a.storage == b.storage && (a.count() == 0 || b.count() == 0));
}

bool broadcasts_to(const EagerTensor& t, const Ints& sizes, const std::vector<int>& symbols) {
  const int64_t added = static_cast<int64_t>(sizes.size()) - t.rank();
  if (added < 0) return false;
  for (int64_t d = 0; d < t.rank(); ++d) {
    const int symbol = symbols.empty() ? 0 : symbols[at(d + added)];
    const bool one = t.size(d) == 1 && t.symbol(d) == 0;
    if (!one && (t.size(d) != sizes[at(d + added)] || t.symbol(d) != symbol)) return false;
  }
  return true;
}

bool result_fits(DType computed, DType stored) {
  const auto rank = [](DType d) {
    switch (category(d)) {
      case DTypeCategory::boolean: return 0;
      case DTypeCategory::integral: return 1;
      case DTypeCategory::floating: return 2;
      case DTypeCategory::complex: return 3;
      case DTypeCategory::other: return 4;
    }
    return 4;
  };
  return rank(computed) <= rank(stored);
}

std::string annotation(const EagerTensor& t, Annotated what) {
  std::string out(abbreviation(t.dtype));
  const auto list = [&](const Ints& numbers) {
    out += '[';
    for (size_t i = 0; i < numbers.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
    out += ']';
  };
  list(t.sizes);
  if (what == Annotated::sizes_and_strides) {
    list(t.strides);
    out += "cpu";
  }
  return out;
}

}  // namespace outplace::property
