// Sizes and strides: what can be shown about a tensor's layout, and the layouts that PyTorch gives to results and views.
#include <algorithm>

#include "ops/tensor_meta.h"
#include "support/check.h"

namespace outplace {
namespace {

bool is_empty(const Sizes& sizes) {
  return std::ranges::any_of(sizes, [](Sym size) { return size.is(0); });
}

// a == b for every tensor of these sizes that has elements.
bool equal_strides(Sym a, Sym b, const Sizes& sizes, SymPool& syms) {
  if (a == b) return true;
  if (a.is_constant() && b.is_constant()) return false;
  return syms.without_floor_of_one(a, sizes) == syms.without_floor_of_one(b, sizes);
}

bool certainly_different(Sym a, Sym b, SymPool& syms) {
  if (a.is_constant() && b.is_constant()) return a.value != b.value;
  return syms.known_lt(a, b) || syms.known_lt(b, a);
}

}  // namespace

Sizes contiguous_strides(const Sizes& sizes, SymPool& syms) {
  Sizes strides(sizes.size());
  Sym stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    if (i > 0) stride = syms.mul(stride, syms.max(1, sizes[i]));
  }
  return strides;
}

Sym element_count(const Sizes& sizes, SymPool& syms) {
  if (is_empty(sizes)) return 0;
  Sym count = 1;
  for (const Sym size : sizes) count = syms.mul(count, size);
  return count;
}

bool is_contiguous(const Geometry& g, SymPool& syms) {
  if (is_empty(g.sizes)) return true;
  Sym expected = 1;
  for (size_t i = g.sizes.size(); i-- > 0;) {
    if (g.sizes[i].is(1)) continue;
    if (!equal_strides(g.strides[i], expected, g.sizes, syms)) return false;
    expected = syms.mul(expected, g.sizes[i]);
  }
  return true;
}

bool is_non_overlapping_and_dense(const Geometry& g, SymPool& syms) {
  if (is_contiguous(g, syms)) return true;
  SmallVector<size_t, 8> left;
  for (size_t i = g.sizes.size(); i-- > 0;) {
    if (!g.sizes[i].is(1)) left.push_back(i);
  }
  // The dim of stride 1 first, then the one whose stride is its size, and so on.
  Sym expected = 1;
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, [&](size_t i) { return equal_strides(g.strides[i], expected, g.sizes, syms); });
    if (next == left.end()) return false;
    expected = syms.mul(expected, g.sizes[*next]);
    left.erase(next);
  }
  return true;
}

bool has_zero_stride(const Geometry& g, SymPool&) {
  if (is_empty(g.sizes)) return false;
  for (size_t i = 0; i < g.sizes.size(); ++i) {
    if (!g.sizes[i].is(1) && g.strides[i].is(0)) return true;
  }
  return false;
}

bool same_strides(const Geometry& a, const Geometry& b, SymPool& syms) {
  if (a.sizes != b.sizes) return false;
  if (is_empty(a.sizes)) return true;
  for (size_t i = 0; i < a.sizes.size(); ++i) {
    if (!a.sizes[i].is(1) && !equal_strides(a.strides[i], b.strides[i], a.sizes, syms)) return false;
  }
  return true;
}

std::optional<Sizes> broadcast(const Sizes& a, const Sizes& b, SymPool&) {
  if (a == b) return a;
  const Sizes& longer = a.size() >= b.size() ? a : b;
  const Sizes& shorter = a.size() >= b.size() ? b : a;
  Sizes out = longer;
  const size_t shift = longer.size() - shorter.size();
  for (size_t i = 0; i < shorter.size(); ++i) {
    Sym& size = out[shift + i];
    if (size.is(1)) {
      size = shorter[i];
    } else if (!shorter[i].is(1) && shorter[i] != size) {
      return std::nullopt;
    }
  }
  return out;
}

namespace {

// Of a tensor without elements: as if it were resized.
Sizes strides_of_empty(const Geometry& g, const Sizes& sizes, SymPool& syms) {
  return g.sizes == sizes ? g.strides : contiguous_strides(sizes, syms);
}

// The dims of the old shape fall into chunks whose dims are contiguous with each other; each chunk must be the product of some of the new
// dims.
std::optional<Sizes> chunked_strides(const Geometry& g, const Sizes& sizes, SymPool& syms) {
  if (g.sizes.empty()) return Sizes(sizes.size(), Sym(1));
  if (is_empty(g.sizes)) return strides_of_empty(g, sizes, syms);
  Sizes strides(sizes.size());
  size_t left = sizes.size();
  Sym base = g.strides.back();
  Sym old_count = 1;
  Sym new_count = 1;
  for (size_t i = g.sizes.size(); i-- > 0;) {
    old_count = syms.mul(old_count, g.sizes[i]);
    if (i > 0 && (g.sizes[i - 1].is(1) || equal_strides(g.strides[i - 1], syms.mul(old_count, base), g.sizes, syms))) continue;
    while (left > 0 && (new_count != old_count || sizes[left - 1].is(1))) {
      if (new_count.is_constant() && old_count.is_constant() && new_count.value > old_count.value) return std::nullopt;
      --left;
      strides[left] = syms.mul(new_count, base);
      new_count = syms.mul(new_count, sizes[left]);
    }
    if (new_count != old_count) return std::nullopt;
    if (i > 0) {
      base = g.strides[i - 1];
      old_count = 1;
      new_count = 1;
    }
  }
  if (left > 0) return std::nullopt;
  return strides;
}

}  // namespace

std::optional<Sizes> view_strides(const Geometry& g, const Sizes& sizes, SymPool& syms) {
  if (auto strides = chunked_strides(g, sizes, syms)) return strides;
  // Symbolic counts may be equal without being seen to be; a contiguous tensor has a view of any sizes.
  const bool counts_open = !all_constant(g.sizes) || !all_constant(sizes);
  if (counts_open && is_contiguous(g, syms)) return contiguous_strides(sizes, syms);
  return std::nullopt;
}

bool view_certainly_copies(const Geometry& g, const Sizes& sizes, SymPool& syms) {
  if (g.sizes == sizes || g.sizes.empty()) return false;
  if (all_constant(g.sizes) && all_constant(g.strides) && all_constant(sizes)) return !view_strides(g, sizes, syms);
  // PyTorch never copies an empty tensor, nor one that is a single chunk.
  if (!std::ranges::all_of(g.sizes, [&](Sym size) { return syms.known_positive(size); })) return false;
  Sym base = g.strides.back();
  Sym old_count = 1;
  Sym new_count = 1;
  size_t left = sizes.size();
  for (size_t i = g.sizes.size(); i-- > 0;) {
    old_count = syms.mul(old_count, g.sizes[i]);
    if (i > 0) {
      const Sym joined = syms.mul(old_count, base);
      if (g.sizes[i - 1].is(1) || equal_strides(g.strides[i - 1], joined, g.sizes, syms)) continue;
      if (!syms.known_lt(1, g.sizes[i - 1]) || !certainly_different(g.strides[i - 1], joined, syms)) return false;
    }
    while (left > 0 && new_count != old_count) {
      if (syms.known_lt(old_count, new_count)) return true;
      if (!syms.known_lt(new_count, old_count)) return false;
      new_count = syms.mul(new_count, sizes[--left]);
    }
    if (new_count != old_count) return certainly_different(new_count, old_count, syms);
    if (i == 0) break;
    base = g.strides[i - 1];
    old_count = 1;
    new_count = 1;
  }
  return false;
}

Sizes infer_size(const Sizes& wanted, Sym count, SymPool& syms) {
  const auto open = std::ranges::find(wanted, Sym(-1));
  if (open == wanted.end()) return wanted;
  Sym others = 1;
  for (auto it = wanted.begin(); it != wanted.end(); ++it) {
    if (it != open) others = syms.mul(others, *it);
  }
  Sizes out = wanted;
  out[static_cast<size_t>(open - wanted.begin())] = others.is(0) ? Sym(0) : syms.floordiv(count, others);
  return out;
}

}  // namespace outplace
