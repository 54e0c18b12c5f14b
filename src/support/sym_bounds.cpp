// Where the values of symbolic integers certainly lie, from the bounds of their symbols.
#include "support/sym_bounds.h"

namespace outplace {

Bounds SymPool::State::bounds(Sym value) {
  if (value.is_constant()) return {value.value, value.value};
  Bounds total{0, 0};
  const Poly poly = poly_of(value);
  for (const Term& term : poly) {
    Bounds part{1, 1};
    const Monomial monomial = monomials[term.monomial];
    for (const Factor& f : monomial) {
      const Bounds one = atom_bounds(f.atom);
      for (uint32_t i = 0; i < f.exponent; ++i) part = product_bounds(part, one);
    }
    part = scaled_bounds(part, term.coefficient);
    total = {checked_add(total.low, part.low), checked_add(total.high, part.high)};
  }
  return total;
}

namespace {

Bounds quotient_bounds(SymPool::State& state, Sym numerator, Sym denominator) {
  const Bounds top = state.bounds(numerator);
  const Bounds bottom = state.bounds(denominator);
  if (!at_least(bottom.low, 1)) return {};
  Bounds out;
  if (top.low) out.low = *top.low >= 0 ? (bottom.high ? floor_divide(*top.low, *bottom.high) : 0) : floor_divide(*top.low, *bottom.low);
  if (top.high && *top.high >= 0) out.high = floor_divide(*top.high, *bottom.low);
  if (top.high && *top.high < 0) out.high = bottom.high ? floor_divide(*top.high, *bottom.high) : -1;
  return out;
}

Bounds remainder_bounds(SymPool::State& state, Sym numerator, Sym denominator) {
  const Bounds bottom = state.bounds(denominator);
  if (!at_least(bottom.low, 1)) return {};
  Bounds out{0, checked_add(bottom.high, -1)};
  const Bounds top = state.bounds(numerator);
  if (at_least(top.low, 0) && top.high && (!out.high || *top.high < *out.high)) out.high = top.high;
  return out;
}

Bounds extreme_bounds(SymPool::State& state, AtomKind kind, const std::vector<Sym>& operands) {
  Bounds out = state.bounds(operands[0]);
  for (size_t i = 1; i < operands.size(); ++i) {
    const Bounds next = state.bounds(operands[i]);
    if (kind == AtomKind::max) {
      if (next.low && (!out.low || *next.low > *out.low)) out.low = next.low;
      out.high = out.high && next.high ? std::optional(std::max(*out.high, *next.high)) : std::nullopt;
    } else {
      out.low = out.low && next.low ? std::optional(std::min(*out.low, *next.low)) : std::nullopt;
      if (next.high && (!out.high || *next.high < *out.high)) out.high = next.high;
    }
  }
  return out;
}

}  // namespace

Bounds SymPool::State::atom_bounds(uint32_t index) {
  if (bounds_cache.size() < atoms.size()) bounds_cache.resize(atoms.size());
  if (bounds_cache[index].epoch == epoch) return bounds_cache[index].bounds;
  Bounds out;
  if (atoms[index].depth <= kMaxDepth) {
    const std::vector<Sym> operands = atoms[index].operands;
    switch (atoms[index].kind) {
      case AtomKind::symbol: out.low = atoms[index].assumed_low; break;
      case AtomKind::floordiv: out = quotient_bounds(*this, operands[0], operands[1]); break;
      case AtomKind::mod: out = remainder_bounds(*this, operands[0], operands[1]); break;
      case AtomKind::max:
      case AtomKind::min: out = extreme_bounds(*this, atoms[index].kind, operands); break;
      case AtomKind::pow:
        if (at_least(bounds(operands[0]).low, 1) && at_least(bounds(operands[1]).low, 0)) out.low = 1;
        break;
      case AtomKind::sum: {
        const Bounds a = bounds(operands[0]);
        const Bounds b = bounds(operands[1]);
        out = {checked_add(a.low, b.low), checked_add(a.high, b.high)};
        break;
      }
      case AtomKind::product: out = product_bounds(bounds(operands[0]), bounds(operands[1])); break;
      case AtomKind::call:
      case AtomKind::text: break;
    }
  }
  if (bounds_cache.size() < atoms.size()) bounds_cache.resize(atoms.size());
  bounds_cache[index] = {epoch, out};
  return out;
}

}  // namespace outplace
