// Makers of several views at once, of views in another dtype, and of what may be its argument itself.
#include <algorithm>

#include "makers.h"

namespace outplace::property {
namespace {

// Takes some of the parts: their places are given in order.
void take_parts(ProgramBuilder& b, NodeId parts, const std::vector<EagerTensor>& places) {
  const auto count = static_cast<int64_t>(places.size());
  for (const int64_t i : some_dims(b, count, std::min<int64_t>(count, b.choose().between(1, 3)))) {
    b.view(b.function("operator.getitem", {Arg::node(parts), Arg::integer(b.choose().chance(15) ? i - count : i)}),
           places[static_cast<size_t>(i)]);
  }
}

std::vector<EagerTensor> cut(const EagerTensor& t, int64_t dim, const Ints& ends) {
  std::vector<EagerTensor> out;
  int64_t start = 0;
  for (const int64_t end : ends) {
    out.push_back(slice(t, dim, start, end, 1));
    start = end;
  }
  return out;
}

bool make_unbind(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0) return false;
  const int64_t dim = a_dim(b, from);
  if (from.symbol(dim) != 0 || from.size(dim) == 0) return false;
  std::vector<EagerTensor> places;
  for (int64_t i = 0; i < from.size(dim); ++i) places.push_back(select(from, dim, i));
  take_parts(b, b.call("unbind", {ref(t), spelled_dim(b, dim, from.rank())}, "int"), places);
  return true;
}

bool make_split(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  if (from.rank() == 0) return false;
  Choices& c = b.choose();
  const int64_t dim = a_dim(b, from);
  const int64_t size = from.size(dim);
  if (from.symbol(dim) != 0 || size == 0) return false;
  const Arg dim_arg = spelled_dim(b, dim, from.rank());
  Ints ends;
  switch (c.below(4)) {
    case 0: {
      const int64_t length = c.between(1, size + 1);
      for (int64_t end = length; end < size; end += length) ends.push_back(end);
      ends.push_back(size);
      take_parts(b, b.call("split", {ref(t), Arg::integer(length), dim_arg}, "Tensor"), cut(from, dim, ends));
      return true;
    }
    case 1: {
      const int64_t first = c.between(0, size);
      const Arg list = b.ints({first, size - first});
      const bool plain = c.chance(50);
      take_parts(b, plain ? b.method("split", {ref(t), list, dim_arg}) : b.call("split_with_sizes", {ref(t), list, dim_arg}),
                 cut(from, dim, {first, size}));
      return true;
    }
    case 2: {
      const int64_t chunks = c.between(1, 4);
      const int64_t length = (size + chunks - 1) / chunks;
      for (int64_t end = length; end < size; end += length) ends.push_back(end);
      ends.push_back(size);
      take_parts(b, b.call("chunk", {ref(t), Arg::integer(chunks), dim_arg}), cut(from, dim, ends));
      return true;
    }
    default: {
      const int64_t parts = c.between(1, 4);
      int64_t end = 0;
      for (int64_t i = 0; i < parts; ++i) ends.push_back(end += size / parts + (i < size % parts ? 1 : 0));
      take_parts(b, b.method("tensor_split", {ref(t), Arg::integer(parts), dim_arg}), cut(from, dim, ends));
      return true;
    }
  }
}

bool make_halves(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  const bool rows = b.choose().chance(50);
  if (from.rank() < 2) return false;
  const int64_t dim = rows ? 0 : 1;
  const int64_t size = from.size(dim);
  if (from.symbol(dim) != 0 || size % 2 != 0) return false;
  take_parts(b, b.method(rows ? "vsplit" : "hsplit", {ref(t), Arg::integer(2)}), cut(from, dim, {size / 2, size}));
  return true;
}

bool make_complex_view(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  Choices& c = b.choose();
  if (category(from.dtype) != DTypeCategory::complex) {
    const std::optional<EagerTensor> seen = from.dtype == DType::float32 ? view_as_complex(from) : std::nullopt;
    if (!seen) return false;
    b.view(b.function("torch.view_as_complex", {ref(t)}), *seen);
    return true;
  }
  const uint32_t kind = c.below(5);
  if (kind < 3) {
    EagerTensor parts = view_as_real(from);
    if (kind == 0) {
      if (from.conjugated) return false;
      b.view(b.function("torch.view_as_real", {ref(t)}), std::move(parts));
      return true;
    }
    const bool imaginary = kind == 2;
    EagerTensor place = select(parts, parts.rank() - 1, imaginary ? 1 : 0);
    place.negated = imaginary && from.conjugated;
    place.conjugated = false;
    b.view(b.function("getattr", {ref(t), b.build().string(imaginary ? "imag" : "real")}), std::move(place));
    return true;
  }
  EagerTensor place = from;
  place.conjugated = !from.conjugated;
  b.view(kind == 3 ? b.method("conj", {ref(t)}) : b.function("torch.conj", {ref(t)}), std::move(place));
  return true;
}

bool make_other_dtype(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  constexpr DType kTargets[] = {DType::uint8, DType::int32, DType::int16, DType::float16, DType::int8, DType::float32, DType::int64};
  const DType dtype = b.choose().pick(kTargets);
  if (from.dtype == DType::boolean || category(from.dtype) == DTypeCategory::complex) return false;
  const std::optional<EagerTensor> seen = view_dtype(from, dtype);
  if (!seen || seen->count() > ProgramBuilder::kMostElements) return false;
  b.view(b.method("view", {ref(t), b.dtype(dtype)}), *seen);
  return true;
}

bool make_same(ProgramBuilder& b, TensorRef t) {
  const EagerTensor from = b.tensor(t);
  Choices& c = b.choose();
  switch (c.below(9)) {
    case 0: b.view(b.method("detach", {ref(t)}), from); return true;
    case 1: {
      const NodeId node = b.method("contiguous", {ref(t)});
      if (is_contiguous(from)) {
        b.same(node, t.object);
      } else {
        EagerTensor copy = fresh(from.dtype, from.sizes, from.symbols);
        copy.conjugated = copy.negated = false;
        b.fresh(node, copy);
      }
      return true;
    }
    case 2: b.same(b.method("to", {ref(t), b.dtype(from.dtype)}), t.object); return true;
    case 3: {
      const NodeId node =
          b.function("torch.nn.functional.dropout", {ref(t)}, {{"p", b.text(ArgKind::real, "0.3")}, {"training", Arg::boolean(false)}});
      b.same(node, t.object);
      return true;
    }
    case 4: b.view(b.function("torch.ops.aten.alias.default", {ref(t)}), from); return true;
    case 5: b.view(b.function("getattr", {ref(t), b.build().string("data")}), from); return true;
    case 6: b.same(b.method("cpu", {ref(t)}), t.object); return true;
    case 7: {
      const Arg index = c.chance(50) || from.rank() == 0 ? Arg::ellipsis() : b.build().slice(Arg::none(), Arg::none());
      b.view(b.function("operator.getitem", {ref(t), index}), from);
      return true;
    }
    default: {
      if (category(from.dtype) == DTypeCategory::complex) return false;
      b.same(b.method(c.pick({"conj", "resolve_conj"}), {ref(t)}), t.object);
      return true;
    }
  }
}

constexpr Maker kPartMakers[] = {{5, make_unbind},       {6, make_split},       {2, make_halves},
                                 {5, make_complex_view}, {3, make_other_dtype}, {9, make_same}};

}  // namespace

std::span<const Maker> part_makers() { return kPartMakers; }

}  // namespace outplace::property
