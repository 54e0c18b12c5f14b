// The frame of a program: its inputs, its steps, its outputs.
#include "random_program.h"

#include <algorithm>

#include "makers.h"

namespace outplace::property {
namespace {

constexpr DType kInputDTypes[] = {DType::float32, DType::float32, DType::float32, DType::float32,  DType::float64, DType::int64,
                                  DType::int32,   DType::boolean, DType::uint8,   DType::bfloat16, DType::float16, DType::complex64};

Ints some_sizes(Choices& c) {
  Ints sizes(c.pick({2, 1, 2, 3, 1, 3, 2, 4, 0}));
  for (int64_t& s : sizes) s = c.pick({2, 3, 4, 2, 3, 1, 4, 3});
  if (!sizes.empty() && c.chance(2)) sizes[c.below(sizes.size())] = 0;
  return sizes;
}

// The same sizes with the first dim innermost.
EagerTensor reversed(const EagerTensor& t) {
  Ints order(t.sizes.size());
  for (size_t d = 0; d < order.size(); ++d) order[d] = t.rank() - 1 - static_cast<int64_t>(d);
  return permute(fresh(t.dtype, Ints(t.sizes.rbegin(), t.sizes.rend())), order);
}

// Another layout of the tensor: transposed, or with gaps.
EagerTensor laid_out(ProgramBuilder& b, EagerTensor t) {
  if (t.rank() == 0) return t;
  switch (b.choose().below(10)) {
    case 8: return t.rank() > 1 ? reversed(t) : t;
    case 9: {
      EagerTensor wide = t;
      wide.sizes.back() = t.sizes.back() * 2 + 1;
      wide.strides = contiguous(wide.sizes);
      return slice(wide, t.rank() - 1, 1, 2 * t.sizes.back() + 1, 2);
    }
    default: return t;
  }
}

std::optional<EagerTensor> part_of(Choices& c, const EagerTensor& t) {
  if (t.rank() == 0 || t.size(0) < 2) return std::nullopt;
  switch (c.below(6)) {
    case 0: return t;
    case 1: return slice(t, 0, 1, std::nullopt, 1);
    case 2: return select(t, 0, 0);
    case 3: return view(t, {t.count()});
    case 4: return slice(t, 0, std::nullopt, std::nullopt, 2);
    default: return t.rank() == 2 ? std::optional(permute(t, {1, 0})) : slice(t, t.rank() - 1, std::nullopt, 1, 1);
  }
}

void add_inputs(ProgramBuilder& b) {
  Choices& c = b.choose();
  b.begin_part();
  const uint32_t storages = c.pick({1, 2, 2, 1, 3, 4});
  std::vector<int> symbols;
  if (c.chance(15)) {
    for (uint32_t n = 1 + c.below(2); n > 0; --n) symbols.push_back(b.symbol(c.between(3, 6)));
  }
  for (uint32_t i = 0; i < storages; ++i) {
    if (!b.begin_part()) continue;
    EagerTensor t = fresh(c.pick(kInputDTypes), some_sizes(c));
    if (!symbols.empty() && t.rank() > 0 && c.chance(70)) {
      const int symbol = c.pick(symbols);
      t.symbols.assign(t.sizes.size(), 0);
      const size_t dim = c.below(t.sizes.size());
      t.symbols[dim] = symbol;
      t.sizes[dim] = b.symbol_value(symbol);
      t.strides = contiguous(t.sizes);
    } else {
      t = laid_out(b, std::move(t));
    }
    t.storage = b.add_storage();
    b.input(t);
    if (t.symbolic() || !c.chance(20)) continue;
    if (std::optional<EagerTensor> part = part_of(c, t)) b.input(std::move(*part));
  }
  if (b.begin_part()) {
    if (c.chance(30)) b.index_input({c.between(0, 1)});
    if (c.chance(20)) b.index_input({1, 0});
  }
  if (b.latest(1).empty()) {  // all of them are switched off
    EagerTensor t = fresh(DType::float32, {2, 2});
    t.storage = b.add_storage();
    b.input(std::move(t));
  }
}

// Tensors that the module holds, now and then two that share memory.
void add_attributes(ProgramBuilder& b) {
  Choices& c = b.choose();
  if (!b.begin_part() || !c.chance(12)) return;
  EagerTensor t = laid_out(b, fresh(c.pick(kInputDTypes), some_sizes(c)));
  t.storage = b.add_storage();
  b.attribute(t);
  if (!c.chance(20)) return;
  if (std::optional<EagerTensor> part = part_of(c, t)) b.attribute(std::move(*part));
}

std::span<const Maker> group_of(Choices& c) {
  const uint32_t which = c.below(100);
  if (which < 27) return write_makers();
  if (which < 39) return indexed_write_makers();
  if (which < 43) return list_makers();
  if (which < 48) return other_makers();
  if (which < 50) return state_makers();
  if (which < 72) return view_makers();
  if (which < 88) return part_makers();
  return fresh_makers();
}

Make chosen(Choices& c, std::span<const Maker> makers) {
  uint32_t total = 0;
  for (const Maker& m : makers) total += m.weight;
  uint32_t at = c.below(total);
  for (const Maker& m : makers) {
    if (at < m.weight) return m.make;
    at -= m.weight;
  }
  return makers[0].make;
}

void add_step(ProgramBuilder& b) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Make make = chosen(b.choose(), group_of(b.choose()));
    const TensorRef t = b.any();
    if (b.tensor(t).count() <= ProgramBuilder::kMostElements && make(b, t)) return;
  }
}

// The outputs of a program, now and then some of them in a list or a dict.
Arg nested(ProgramBuilder& b, std::span<const Arg> items) {
  if (b.choose().chance(50)) return b.list(items);
  std::vector<Arg> entries;
  for (const Arg& item : items) {
    entries.push_back(b.build().string("k" + std::to_string(entries.size())));
    entries.push_back(item);
  }
  return b.list(entries, ArgKind::dict);
}

std::vector<Arg> some_outputs(ProgramBuilder& b) {
  std::vector<Arg> out;
  b.begin_part();
  const uint32_t count = b.choose().pick({1, 2, 3, 0, 4});
  const bool nests = b.choose().chance(10);
  for (uint32_t i = 0; i < count; ++i) {
    if (!b.begin_part()) continue;
    const TensorRef t = b.choose().chance(50) ? b.any() : b.latest(1).front();
    out.push_back(b.choose().chance(3) ? Arg::none() : ref(t));
  }
  if (nests && out.size() > 1) {
    const Arg last = nested(b, std::span(out).subspan(1));
    out.resize(1);
    out.push_back(last);
  }
  return out;
}

}  // namespace

Program random_program(Choices& choices, const ProgramLimits& limits) {
  ProgramBuilder b(choices);
  add_inputs(b);
  add_attributes(b);
  b.begin_part();
  // Mostly short ones: a few steps show most mistakes.
  const uint32_t most = choices.pick({8, 8, 15, 15, 25, 25, 60});
  const uint32_t steps = 1 + choices.below(std::min(most, limits.steps));
  const Annotations annotations = choices.pick({Annotations::sizes_and_strides, Annotations::sizes_and_strides,
                                                Annotations::sizes_and_strides, Annotations::sizes, Annotations::placeholders});
  for (uint32_t i = 0; i < steps && !choices.exhausted(); ++i) {
    if (b.begin_part()) add_step(b);
  }
  const std::vector<Arg> outputs = some_outputs(b);
  return b.finish(outputs, annotations);
}

}  // namespace outplace::property
