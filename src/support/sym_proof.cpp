// What can be proved about symbolic integers: bounds, signs and order.
//
// A claim a <= b is the claim that the polynomial p = b - a is never negative. It is shown in one of these ways, else not at all:
//  - the bounds of the atoms bound every term, and the sum of the least terms is not negative;
//  - with every atom written as its lower bound plus a rest that is not negative, no coefficient is negative;
//  - what is left of p without a polynomial that was stated to be never negative is shown in one of these ways;
//  - the youngest atom that is no symbol is replaced so that p can only fall: Max and Min by their operands, x // c by (x - c + 1) / c
//    or x / c, x % c by 0 or c - 1, as the sign of its coefficient asks; then the same again. The youngest first, so that operands are
//    there when their turn comes.
// The number of tries is bounded.
#include <algorithm>
#include <climits>

#include "support/sym_bounds.h"

namespace outplace {
namespace {

constexpr int kTries = 60;

struct Prover {
  SymPool::State& state;
  int tries = kTries;

  bool nonnegative(const Poly& p);
  bool by_lower_bounds(const Poly& p);
  bool by_a_fact(const Poly& p);
  bool by_replacing(const Poly& p, uint32_t atom);
  bool extreme(const Atom& atom, const Poly& p, const Poly& factor, uint32_t index);
  bool quotient(const Atom& atom, const Poly& factor, const Poly& rest);
  bool remainder(const Atom& atom, const Poly& factor, const Poly& rest);

  bool holds(const std::optional<Poly>& p) { return p && nonnegative(*p); }
  bool not_positive(const Poly& p) { return holds(state.scaled(p, -1)); }
  std::optional<Poly> joined(const std::optional<Poly>& a, const std::optional<Poly>& b) {
    return a && b ? state.sum(*a, *b) : std::nullopt;
  }
  std::optional<Poly> times(const std::optional<Poly>& a, const std::optional<Poly>& b) {
    return a && b ? state.product(*a, *b) : std::nullopt;
  }
};

bool Prover::by_lower_bounds(const Poly& p) {
  std::optional<int64_t> total = 0;
  for (const Term& term : p) {
    Bounds part{1, 1};
    const Monomial monomial = state.monomials[term.monomial];
    for (const Factor& f : monomial) {
      for (uint32_t i = 0; i < f.exponent; ++i) part = product_bounds(part, state.atom_bounds(f.atom));
    }
    total = checked_add(total, scaled_bounds(part, term.coefficient).low);
  }
  if (at_least(total, 0)) return true;

  std::vector<uint32_t> shifted;
  for (const Term& term : p) {
    for (const Factor& f : state.monomials[term.monomial]) {
      if (std::ranges::find(shifted, f.atom) == shifted.end()) shifted.push_back(f.atom);
    }
  }
  std::optional<Poly> moved = p;
  for (const uint32_t index : shifted) {
    const Bounds bounds = state.atom_bounds(index);
    if (!bounds.low) return false;
    if (*bounds.low == 0) continue;
    const auto replacement = state.sum(state.poly_of(state.atoms[index].value), state.poly_of(*bounds.low));
    moved = moved && replacement ? state.replaced(*moved, index, *replacement) : std::nullopt;
  }
  return moved && std::ranges::all_of(*moved, [](const Term& term) { return term.coefficient >= 0; });
}

bool Prover::by_a_fact(const Poly& p) {
  return std::ranges::any_of(state.facts, [&](const Poly& fact) {
    const auto rest = joined(p, state.scaled(fact, -1));
    return rest && (rest->empty() || by_lower_bounds(*rest));
  });
}

bool Prover::extreme(const Atom& atom, const Poly& p, const Poly& factor, uint32_t index) {
  // Where p can only fall with the atom, one operand is enough: the atom is at least (at most) each of them. Else all have to do, since it
  // is one of them.
  const bool one_is_enough = atom.kind == AtomKind::max ? nonnegative(factor) : not_positive(factor);
  const auto shown = [&](Sym operand) { return holds(state.replaced(p, index, state.poly_of(operand))); };
  return one_is_enough ? std::ranges::any_of(atom.operands, shown) : std::ranges::all_of(atom.operands, shown);
}

// p = factor * (a // d) + rest, for d >= 1. Then d * p >= factor * (a - d + 1) + d * rest or factor * a + d * rest by the sign of the
// factor, and p, an integer, is not negative if d * p > -d.
bool Prover::quotient(const Atom& atom, const Poly& factor, const Poly& rest) {
  const Sym denominator = atom.operands[1];
  if (!state.positive(denominator)) return false;
  const Poly a = state.poly_of(atom.operands[0]);
  const Poly d = state.poly_of(denominator);
  const Poly d_less_one = state.poly_of(state.add(denominator, -1));
  const auto scaled_rest = joined(times(rest, d), d_less_one);
  if (nonnegative(factor)) {
    if (state.nonnegative(atom.operands[0]) && nonnegative(rest)) return true;
    return holds(joined(times(factor, joined(a, state.scaled(d_less_one, -1))), scaled_rest));
  }
  if (!not_positive(factor)) return false;
  if (state.nonnegative(atom.operands[0]) && holds(joined(times(factor, a), rest))) return true;
  return holds(joined(times(factor, a), scaled_rest));
}

bool Prover::remainder(const Atom& atom, const Poly& factor, const Poly& rest) {
  const Sym divisor = atom.operands[1];
  if (!state.positive(divisor)) return false;
  if (nonnegative(factor)) return nonnegative(rest);
  if (!not_positive(factor)) return false;
  if (state.nonnegative(atom.operands[0]) && holds(joined(times(factor, state.poly_of(atom.operands[0])), rest))) return true;
  return holds(joined(times(factor, state.poly_of(state.add(divisor, -1))), rest));
}

bool Prover::by_replacing(const Poly& p, uint32_t index) {
  const Atom atom = state.atoms[index];
  Poly rest;
  Poly factor;
  for (const Term& term : p) {
    Monomial others;
    uint32_t exponent = 0;
    for (const Factor& f : state.monomials[term.monomial]) {
      if (f.atom == index) {
        exponent = f.exponent;
      } else {
        others.push_back(f);
      }
    }
    if (exponent > 1) return false;
    if (exponent == 0) {
      rest.push_back(term);
    } else {
      factor.push_back({term.coefficient, state.intern(std::move(others))});
    }
  }
  std::ranges::sort(factor, {}, &Term::monomial);
  switch (atom.kind) {
    case AtomKind::max:
    case AtomKind::min: return extreme(atom, p, factor, index);
    case AtomKind::floordiv: return quotient(atom, factor, rest);
    case AtomKind::mod: return remainder(atom, factor, rest);
    case AtomKind::symbol:
    case AtomKind::pow:
    case AtomKind::sum:
    case AtomKind::product:
    case AtomKind::call:
    case AtomKind::text: return false;
  }
  return false;
}

bool Prover::nonnegative(const Poly& p) {
  if (p.empty()) return true;
  if (--tries < 0) return false;
  if (by_lower_bounds(p) || by_a_fact(p)) return true;
  std::optional<uint32_t> youngest;
  for (const Term& term : p) {
    for (const Factor& f : state.monomials[term.monomial]) {
      if (!state.atoms[f.atom].operands.empty() && (!youngest || f.atom > *youngest)) youngest = f.atom;
    }
  }
  return youngest && state.atoms[*youngest].depth <= SymPool::State::kMaxDepth && by_replacing(p, *youngest);
}

}  // namespace

bool SymPool::State::nonnegative(Sym value) {
  if (value.is_constant()) return value.value >= 0;
  const uint32_t index = value.expr.value;
  if (nonnegative_cache.size() <= index) nonnegative_cache.resize(polys.size());
  if (nonnegative_cache[index].epoch == epoch) return nonnegative_cache[index].shown;
  const bool shown = Prover{*this}.nonnegative(poly_of(value));
  if (nonnegative_cache.size() <= index) nonnegative_cache.resize(polys.size());
  nonnegative_cache[index] = {epoch, shown};
  return shown;
}

bool SymPool::State::less_equal(Sym a, Sym b) {
  if (a.is_constant() && b.is_constant()) return a.value <= b.value;
  if (a == b || b.is(INT64_MAX) || a.is(INT64_MIN)) return true;
  return nonnegative(sub(b, a));
}

bool SymPool::known_nonnegative(Sym a) const { return state_->nonnegative(a); }
bool SymPool::known_positive(Sym a) const { return a.is_constant() ? a.value > 0 : state_->positive(a); }
bool SymPool::known_le(Sym a, Sym b) { return state_->less_equal(a, b); }
bool SymPool::known_lt(Sym a, Sym b) {
  if (a.is_constant() && b.is_constant()) return a.value < b.value;
  return state_->less(a, b);
}

}  // namespace outplace
