// Makers of views of one result.
#include <algorithm>
#include <numeric>

#include "makers.h"

namespace outplace::property {
namespace {

bool make_getitem(ProgramBuilder& b, TensorRef t) {
  const auto index = basic_index(b, b.tensor(t));
  if (!index) return false;
  b.view(b.function("operator.getitem", {ref(t), index->arg}), index->place);
  return true;
}

bool make_select(ProgramBuilder& b, TensorRef t) {
  const EagerTensor place = b.tensor(t);
  if (place.rank() == 0) return false;
  const int64_t dim = a_dim(b, place);
  const int64_t index = an_index(b, place, dim);
  if (index < 0) return false;
  b.view(b.call("select", {ref(t), spelled_dim(b, dim, place.rank()), spelled_index(b, place, dim, index)}, "int"),
         select(place, dim, index));
  return true;
}

bool make_narrow(ProgramBuilder& b, TensorRef t) {
  const EagerTensor place = b.tensor(t);
  if (place.rank() == 0) return false;
  const int64_t dim = a_dim(b, place);
  if (place.symbol(dim) != 0 || place.size(dim) == 0) return false;
  const int64_t start = b.choose().below(static_cast<size_t>(place.size(dim)));
  const int64_t length = b.choose().between(1, place.size(dim) - start);
  const Arg dim_arg = spelled_dim(b, dim, place.rank());
  if (b.choose().chance(30)) {
    b.view(b.function("torch.ops.aten.slice.Tensor", {ref(t), dim_arg, Arg::integer(start), Arg::integer(start + length)}),
           slice(place, dim, start, start + length, 1));
  } else {
    b.view(b.call("narrow", {ref(t), dim_arg, Arg::integer(start), Arg::integer(length)}), slice(place, dim, start, start + length, 1));
  }
  return true;
}

bool make_permute(ProgramBuilder& b, TensorRef t) {
  const EagerTensor place = b.tensor(t);
  const int64_t rank = place.rank();
  if (rank < 2) return false;
  Choices& c = b.choose();
  Ints order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  const uint32_t kind = c.below(6);
  if (kind == 0 && rank == 2) {
    std::swap(order[0], order[1]);
    b.view(c.chance(40) ? b.function("getattr", {ref(t), b.build().string("T")}) : b.call("t", {ref(t)}), permute(place, order));
    return true;
  }
  if (kind == 1) {
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    b.view(b.function("getattr", {ref(t), b.build().string("mT")}), permute(place, order));
    return true;
  }
  if (kind == 2) {
    order = some_dims(b, rank, rank);
    std::vector<Arg> args;
    for (const int64_t d : order) args.push_back(spelled_dim(b, d, rank));
    const Arg list = b.list(args);
    b.view(b.call("permute", {ref(t), list}), permute(place, order));
    return true;
  }
  const int64_t first = a_dim(b, place);
  const int64_t second = a_dim(b, place);
  const Arg from = spelled_dim(b, first, rank);
  const Arg to = spelled_dim(b, second, rank);
  if (kind == 3) {
    order.erase(order.begin() + first);
    order.insert(order.begin() + second, first);
    b.view(b.method("movedim", {ref(t), from, to}), permute(place, order));
    return true;
  }
  std::swap(order[static_cast<size_t>(first)], order[static_cast<size_t>(second)]);
  const bool swap = c.chance(20);
  b.view(swap ? b.method(c.pick({"swapaxes", "swapdims"}), {ref(t), from, to}) : b.call("transpose", {ref(t), from, to}, "int"),
         permute(place, order));
  return true;
}

Ints factorised(ProgramBuilder& b, int64_t count) {
  Ints sizes;
  while (count > 1 && sizes.size() < 3) {
    Ints factors;
    for (int64_t f = 1; f <= count; ++f) {
      if (count % f == 0) factors.push_back(f);
    }
    sizes.push_back(b.choose().pick(factors));
    count /= sizes.back();
  }
  sizes.push_back(count);
  return sizes;
}

// The sizes as an argument: now and then one of them as -1.
Arg sizes_arg(ProgramBuilder& b, Ints sizes) {
  if (b.choose().chance(35) && product(sizes) != 0) sizes[b.choose().below(sizes.size())] = -1;
  return b.ints(sizes);
}

// The value of reshape and its kind: a view where that can be, else a copy.
void reshaped(ProgramBuilder& b, NodeId node, const EagerTensor& from, const Ints& sizes, const std::vector<int>& symbols = {}) {
  if (std::optional<EagerTensor> seen = view(from, sizes, symbols)) {
    b.view(node, std::move(*seen));
  } else {
    b.fresh(node, fresh(from.dtype, sizes, symbols));
  }
}

bool make_view(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.symbolic()) return false;
  const Ints sizes = factorised(b, from.count());
  const std::optional<EagerTensor> seen = view(from, sizes);
  if (!seen) return false;
  const Arg arg = sizes_arg(b, sizes);
  b.view(b.choose().chance(20) ? b.function("torch.ops.aten.view.default", {ref(t), arg}) : b.method("view", {ref(t), arg}), *seen);
  return true;
}

bool make_reshape(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.symbolic()) return false;
  const Ints sizes = factorised(b, from.count());
  const Arg arg = sizes_arg(b, sizes);
  reshaped(b, b.call("reshape", {ref(t), arg}), from, sizes);
  return true;
}

bool make_flatten(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() < 2 || (from.symbolic() && !is_contiguous(from))) return false;
  int64_t first = a_dim(b, from);
  int64_t last = a_dim(b, from);
  if (first > last) std::swap(first, last);
  if (first == last) return false;
  Ints sizes(from.sizes.begin(), from.sizes.begin() + first);
  int64_t merged = 1;
  bool symbolic = false;
  for (int64_t d = first; d <= last; ++d) {
    merged *= from.size(d);
    symbolic = symbolic || from.symbol(d) != 0;
  }
  sizes.push_back(merged);
  sizes.insert(sizes.end(), from.sizes.begin() + last + 1, from.sizes.end());
  std::vector<int> symbols;
  if (from.symbolic()) {
    symbols.assign(from.symbols.begin(), from.symbols.begin() + first);
    symbols.push_back(symbolic ? b.derived_symbol() : 0);
    symbols.insert(symbols.end(), from.symbols.begin() + last + 1, from.symbols.end());
  }
  const bool all = first == 0 && last == from.rank() - 1;
  if (!all || b.choose().chance(60)) {
    reshaped(b, b.call("flatten", {ref(t), Arg::integer(first), spelled_dim(b, last, from.rank())}, "using_ints"), from, sizes, symbols);
  } else if (b.choose().chance(70)) {
    reshaped(b, b.method("reshape", {ref(t), Arg::integer(-1)}), from, sizes, symbols);
  } else {  // copies whatever is not contiguous
    reshaped(b, b.method("ravel", {ref(t)}), is_contiguous(from) ? from : fresh(from.dtype, from.sizes, from.symbols), sizes, symbols);
  }
  return true;
}

bool make_unflatten(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0) return false;
  const int64_t dim = a_dim(b, from);
  if (from.symbol(dim) != 0 || from.symbolic() || from.size(dim) == 0) return false;
  const Ints parts = factorised(b, from.size(dim));
  Ints sizes = from.sizes;
  sizes.erase(sizes.begin() + dim);
  sizes.insert(sizes.begin() + dim, parts.begin(), parts.end());
  const std::optional<EagerTensor> seen = view(from, sizes);
  if (!seen) return false;
  const Arg arg = sizes_arg(b, parts);
  b.view(b.method("unflatten", {ref(t), spelled_dim(b, dim, from.rank()), arg}), *seen);
  return true;
}

bool make_like_another(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.symbolic()) return false;
  const TensorRef other = b.find([&](const EagerTensor& o) { return !o.symbolic() && o.count() == from.count(); });
  if (!other.valid()) return false;
  const Ints sizes = b.tensor(other).sizes;
  const std::optional<EagerTensor> seen = view(from, sizes);
  if (seen && b.choose().chance(50)) {
    b.view(b.method("view_as", {ref(t), ref(other)}), *seen);
  } else {
    reshaped(b, b.method("reshape_as", {ref(t), ref(other)}), from, sizes);
  }
  return true;
}

bool make_squeeze(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  Ints all(static_cast<size_t>(from.rank()));
  std::iota(all.begin(), all.end(), 0);
  if (from.rank() == 0 || b.choose().chance(30)) {
    if (from.symbolic()) return false;  // it would ask whether the size is 1
    b.view(b.call("squeeze", {ref(t)}), squeeze(from, all));
    return true;
  }
  const int64_t dim = a_dim(b, from);
  if (from.symbol(dim) != 0) return false;
  b.view(b.call("squeeze", {ref(t), spelled_dim(b, dim, from.rank())}, "dim"), squeeze(from, {dim}));
  return true;
}

bool make_unsqueeze(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() > 4) return false;
  const int64_t dim = b.choose().below(from.sizes.size() + 1);
  b.view(b.call("unsqueeze", {ref(t), spelled_dim(b, dim, from.rank() + 1)}), unsqueeze(from, dim));
  return true;
}

bool make_expand(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() > 4) return false;
  Choices& c = b.choose();
  if (c.chance(20)) {
    const TensorRef other = b.find([&](const EagerTensor& o) { return broadcasts_to(from, o.sizes, o.symbols); });
    const EagerTensor like = b.tensor(other);
    b.view(b.method("expand_as", {ref(t), ref(other)}), expand(from, like.sizes, like.symbols));
    return true;
  }
  Ints sizes = from.sizes;
  std::vector<Arg> args;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const bool keep = from.symbol(static_cast<int64_t>(d)) != 0 || (sizes[d] != 1 && c.chance(50));
    if (!keep && sizes[d] == 1) sizes[d] = c.between(1, 3);
    args.push_back(Arg::integer(keep ? -1 : sizes[d]));
  }
  std::vector<int> symbols = from.symbols;
  if (sizes.empty() || c.chance(40)) {
    sizes.insert(sizes.begin(), c.between(1, 3));
    args.insert(args.begin(), Arg::integer(sizes.front()));
    if (!symbols.empty()) symbols.insert(symbols.begin(), 0);
  }
  if (product(sizes) > ProgramBuilder::kMostElements) return false;
  const Arg list = b.list(args);
  b.view(c.chance(20) ? b.function("torch.broadcast_to", {ref(t), list}) : b.method("expand", {ref(t), list}),
         expand(from, sizes, symbols));
  return true;
}

bool make_diagonal(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() < 2 || from.symbolic()) return false;
  const Ints dims = some_dims(b, from.rank(), 2);
  const int64_t offset = b.choose().pick({0, 1, -1, 2});
  b.view(b.call("diagonal", {ref(t), Arg::integer(offset), spelled_dim(b, dims[0], from.rank()), spelled_dim(b, dims[1], from.rank())}),
         diagonal(from, offset, dims[0], dims[1]));
  return true;
}

bool make_unfold(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0 || from.rank() > 4) return false;
  const int64_t dim = a_dim(b, from);
  if (from.symbol(dim) != 0 || from.size(dim) == 0) return false;
  const int64_t size = b.choose().between(1, from.size(dim));
  const int64_t step = b.choose().chance(20) ? b.choose().between(1, 3) : size + b.choose().below(2);
  b.view(b.method("unfold", {ref(t), spelled_dim(b, dim, from.rank()), Arg::integer(size), Arg::integer(step)}),
         unfold(from, dim, size, step));
  return true;
}

bool make_as_strided(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.symbolic() || from.count() == 0) return false;
  Choices& c = b.choose();
  EagerTensor place = from;
  const auto rank = static_cast<size_t>(c.between(1, 2));
  place.sizes.assign(rank, 1);
  place.strides.assign(rank, 1);
  place.symbols.clear();
  int64_t reach = 1;
  for (size_t d = rank; d-- > 0;) {
    place.sizes[d] = c.between(1, 3);
    place.strides[d] = reach * c.between(1, 2);
    reach = place.strides[d] * place.sizes[d];
  }
  place.offset = from.offset + (c.chance(30) ? c.between(0, 2) : 0);
  if (end_byte(place) > end_byte(from)) return false;
  const Arg sizes = b.ints(place.sizes);
  const Arg strides = b.ints(place.strides);
  const bool given = place.offset != from.offset || c.chance(50);
  b.view(
      given ? b.call("as_strided", {ref(t), sizes, strides, Arg::integer(place.offset)}) : b.call("as_strided", {ref(t), sizes, strides}),
      place);
  return true;
}

constexpr Maker kViewMakers[] = {{14, make_getitem},  {5, make_select},  {3, make_narrow},    {10, make_permute},     {5, make_view},
                                 {5, make_reshape},   {4, make_flatten}, {2, make_unflatten}, {2, make_like_another}, {2, make_squeeze},
                                 {4, make_unsqueeze}, {4, make_expand},  {4, make_diagonal},  {3, make_unfold},       {2, make_as_strided}};

}  // namespace

std::span<const Maker> view_makers() { return kViewMakers; }

}  // namespace outplace::property
