// Arguments that makers share: dims, indices, slices, numbers, constants, operands; and when eager mode lets a write be.
#include <algorithm>
#include <numeric>

#include "makers.h"

namespace outplace::property {
namespace {

constexpr DType kDTypes[] = {DType::float32, DType::float64, DType::int64,    DType::int32,    DType::boolean,
                             DType::uint8,   DType::float16, DType::bfloat16, DType::complex64};

bool dtype_fits(DType dtype, DType like, DTypes dtypes) {
  switch (dtypes) {
    case DTypes::same: return dtype == like;
    case DTypes::stored_in: return result_fits(promote(dtype, like), like);
    case DTypes::any_real: return category(dtype) != DTypeCategory::complex;
    case DTypes::any: return true;
  }
  return false;
}

int level(const EagerTensor& t) { return static_cast<int>(category(t.dtype)); }

}  // namespace

int64_t a_dim(ProgramBuilder& b, const EagerTensor& t) { return b.choose().below(t.sizes.size()); }

Arg spelled_dim(ProgramBuilder& b, int64_t dim, int64_t rank) { return Arg::integer(b.choose().chance(25) ? dim - rank : dim); }

int64_t an_index(ProgramBuilder& b, const EagerTensor& t, int64_t dim) {
  if (t.symbol(dim) != 0) return b.is_root_symbol(t.symbol(dim)) ? b.choose().pick({int64_t{0}, int64_t{1}, t.size(dim) - 1}) : -1;
  return t.size(dim) > 0 ? b.choose().between(0, t.size(dim) - 1) : -1;
}

Arg spelled_index(ProgramBuilder& b, const EagerTensor& t, int64_t dim, int64_t index) {
  if (t.symbol(dim) != 0) return Arg::integer(index <= 1 ? index : index - t.size(dim));
  return Arg::integer(b.choose().chance(20) ? index - t.size(dim) : index);
}

Arg scalar(ProgramBuilder& b, DType dtype) {
  Choices& c = b.choose();
  switch (category(dtype)) {
    case DTypeCategory::boolean: return Arg::boolean(c.chance(50));
    case DTypeCategory::integral: return Arg::integer(c.pick({1, 0, 2, 3}));
    default: return c.chance(50) ? Arg::integer(c.pick({1, 0, 2, -1, 3})) : b.text(ArgKind::real, c.pick({"0.5", "-1.5", "2.25"}));
  }
}

Ints some_dims(ProgramBuilder& b, int64_t rank, int64_t count) {
  Ints dims(static_cast<size_t>(rank));
  std::iota(dims.begin(), dims.end(), 0);
  Ints out;
  for (int64_t i = 0; i < count; ++i) {
    const size_t k = b.choose().below(dims.size());
    out.push_back(dims[k]);
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return out;
}

Slice a_slice(ProgramBuilder& b, const EagerTensor& t, int64_t dim) {
  Choices& c = b.choose();
  Slice out;
  const int64_t size = t.size(dim);
  if (b.symbol_count() > 0 && c.chance(30)) {
    out.symbol = 1 + static_cast<int>(c.below(b.symbol_count()));
    out.stop = b.symbol_value(out.symbol);
    if (c.chance(30)) out.start = 1;
    const Arg start = out.start ? Arg::integer(1) : Arg::none();
    out.arg = b.build().slice(start, Arg::node(b.symbol_node(out.symbol)));
    return out;
  }
  if (t.symbol(dim) != 0) {
    if (c.chance(60)) out.start = 1;
    if (c.chance(30)) out.stop = -1;
    if (out.start && out.stop) out.stop.reset();
  } else if (size > 0 && c.chance(70)) {
    out.start = c.below(static_cast<size_t>(size));
    out.stop = c.between(*out.start + 1, size + 1);
    if (c.chance(20)) *out.start -= size;
    if (c.chance(20)) out.stop.reset();
  } else if (c.chance(30)) {
    out.start = c.between(-size - 1, size + 2);
    out.stop = c.between(-size - 1, size + 2);
  }
  if (c.chance(25) && t.symbol(dim) == 0) out.step = c.pick({2, 3});
  const auto arg = [](const std::optional<int64_t>& v) { return v ? Arg::integer(*v) : Arg::none(); };
  out.arg = b.build().slice(arg(out.start), arg(out.stop), out.step == 1 ? Arg::none() : Arg::integer(out.step));
  return out;
}

EagerTensor sliced(ProgramBuilder& b, const EagerTensor& t, int64_t dim, const Slice& s) {
  EagerTensor out = slice(t, dim, s.start, s.stop, s.step);
  if (out.symbols.empty() && s.symbol != 0) out.symbols.assign(out.sizes.size(), 0);
  if ((t.symbol(dim) != 0 && (s.start || s.stop)) || s.symbol != 0) out.symbols[static_cast<size_t>(dim)] = b.derived_symbol();
  return out;
}

TensorRef constant(ProgramBuilder& b, const Ints& sizes, DType dtype) {
  const int64_t count = product(sizes);
  NodeId flat;
  if (dtype == DType::boolean) {
    std::vector<Arg> items;
    for (int64_t i = 0; i < count; ++i) items.push_back(Arg::boolean(b.choose().chance(50)));
    flat = b.function("torch.tensor", {b.list(items)}, {{"dtype", b.dtype(dtype)}});
  } else {
    const bool complex = category(dtype) == DTypeCategory::complex;
    flat = b.function("torch.arange", {Arg::integer(count)}, {{"dtype", b.dtype(complex ? real_part_dtype(dtype) : dtype)}});
    if (complex) {
      const TensorRef numbers = b.unlisted(flat, fresh(real_part_dtype(dtype), {count}));
      flat = b.method("to", {ref(numbers), b.dtype(dtype)});
    }
  }
  const TensorRef made = b.unlisted(flat, fresh(dtype, {count}));
  if (sizes.size() == 1) return made;
  EagerTensor place = fresh(dtype, sizes);
  place.storage = b.tensor(made).storage;
  return b.view(b.method(b.choose().chance(50) ? "reshape" : "view", {ref(made), b.ints(sizes, ArgKind::tuple)}), std::move(place));
}

TensorRef indices(ProgramBuilder& b, int64_t size, const Ints& shape, IndexKind kind) {
  Choices& c = b.choose();
  const int64_t count = product(shape);
  if (shape.size() == 1 && size >= 2 && c.chance(40)) {
    if (const TensorRef given = b.find_index_input(count); given.valid()) return given;
  }
  Ints values = kind == IndexKind::distinct ? some_dims(b, size, count) : Ints();
  while (std::ssize(values) < count) values.push_back(c.below(static_cast<size_t>(size)));
  for (int64_t& v : values) {
    if (kind == IndexKind::wrapping && c.chance(15)) v -= size;
  }
  const NodeId flat = b.function("torch.tensor", {b.ints(values)}, {{"dtype", b.dtype(DType::int64)}});
  const TensorRef made = b.unlisted(flat, fresh(DType::int64, {count}));
  if (shape.size() == 1) return made;
  EagerTensor place = fresh(DType::int64, shape);
  place.storage = b.tensor(made).storage;
  return b.unlisted(b.method("view", {ref(made), b.ints(shape, ArgKind::tuple)}), std::move(place));
}

TensorRef a_mask(ProgramBuilder& b, const EagerTensor& like) {
  const auto shaped = [&](const EagerTensor& t) { return t.sizes == like.sizes && broadcasts_to(t, like.sizes, like.symbols); };
  if (b.choose().chance(50)) {
    const TensorRef found = b.find([&](const EagerTensor& t) { return t.dtype == DType::boolean && shaped(t); });
    if (found.valid()) return found;
  }
  if (b.choose().chance(50) || like.symbolic()) {
    const TensorRef found = b.find([&](const EagerTensor& t) { return category(t.dtype) != DTypeCategory::complex && shaped(t); });
    if (found.valid()) {
      const EagerTensor from = b.tensor(found);
      const NodeId node = b.method(b.choose().pick({"gt", "le", "ne"}), {ref(found), Arg::integer(1)});
      return b.fresh(node, fresh_elementwise(DType::boolean, from.sizes, from.symbols, {&from}));
    }
  }
  if (like.symbolic()) return {};
  return constant(b, like.sizes, DType::boolean);
}

TensorRef operand(ProgramBuilder& b, const EagerTensor& like, DTypes dtypes) {
  Choices& c = b.choose();
  const auto fits = [&](const EagerTensor& t) {
    return dtype_fits(t.dtype, like.dtype, dtypes) && broadcasts_to(t, like.sizes, like.symbols);
  };
  if (c.chance(75) || like.symbolic()) {
    const TensorRef found = b.find(fits);
    if (found.valid() || like.symbolic()) return found;
  }
  Ints sizes(like.sizes.begin() + static_cast<std::ptrdiff_t>(c.chance(25) && !like.sizes.empty() ? 1 : 0), like.sizes.end());
  for (int64_t& s : sizes) {
    if (c.chance(15)) s = 1;
  }
  DType dtype = like.dtype;
  if (dtypes != DTypes::same && c.chance(30)) dtype = c.pick(kDTypes);
  return constant(b, sizes, dtype_fits(dtype, like.dtype, dtypes) ? dtype : like.dtype);
}

bool may_write(const ProgramBuilder& b, TensorRef t, std::initializer_list<TensorRef> operands) {
  const EagerTensor& written = b.tensor(t);
  if (overlaps_itself(written)) return false;
  return std::ranges::all_of(operands, [&](TensorRef o) {
    const EagerTensor& read = b.tensor(o);
    return same_elements(read, written) || !overlap(read, written);
  });
}

bool may_scatter(const ProgramBuilder& b, TensorRef t, std::initializer_list<TensorRef> operands) {
  const EagerTensor& written = b.tensor(t);
  if (overlaps_itself(written)) return false;
  return std::ranges::none_of(operands, [&](TensorRef o) { return may_overlap(b.tensor(o), written); });
}

DType result_type(std::initializer_list<const EagerTensor*> operands) {
  // Tensors without dims count only where they are of a higher kind.
  DType with_dims = DType::unknown;
  DType without = DType::unknown;
  int highest = -1;
  for (const EagerTensor* t : operands) {
    DType& into = t->rank() > 0 ? with_dims : without;
    into = into == DType::unknown ? t->dtype : promote(into, t->dtype);
    if (t->rank() > 0) highest = std::max(highest, level(*t));
  }
  if (with_dims == DType::unknown) return without;
  if (without == DType::unknown || static_cast<int>(category(without)) <= highest) return with_dims;
  return promote(with_dims, without);
}

}  // namespace outplace::property
