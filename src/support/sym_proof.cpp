// What can be proved about symbolic integers: bounds, signs and order.
//
// A claim a <= b is the claim that the polynomial p = b - a is never negative. It is shown in one of these ways, else not at all:
//  - the bounds of the atoms bound every term, and the sum of the least terms is not negative;
//  - with every atom written as its lower bound plus a rest that is not negative, no coefficient is negative;
//  - what is left of p without a polynomial that was stated to be never negative is shown in one of these ways;
//  - the youngest atom that is no symbol is replaced so that p can only fall: Max and Min by their operands, x // c by (x - c + 1) / c or x
//  / c, x % c by 0 or
//    c - 1, as the sign of its coefficient asks; then the same again. The youngest first, so that operands are there when their turn comes.
// The number of tries is bounded.
#include <algorithm>
#include <climits>
#include <utility>

#include "support/sym_state.h"

namespace outplace {
namespace {

constexpr int kTries = 60;

std::optional<int64_t> checked_add(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t out = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &out)) return std::nullopt;
  return out;
}

std::optional<int64_t> checked_mul(std::optional<int64_t> a, std::optional<int64_t> b) {
  int64_t out = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &out)) return std::nullopt;
  return out;
}

bool at_least(std::optional<int64_t> low, int64_t bound) { return low && *low >= bound; }

// Of x * y; an end of the result is known only if the ends that make it are.
Bounds product_bounds(const Bounds& x, const Bounds& y) {
  if (at_least(x.low, 0) && at_least(y.low, 0)) return {checked_mul(x.low, y.low), checked_mul(x.high, y.high)};
  if (!x.low || !x.high || !y.low || !y.high) return {};
  const std::optional<int64_t> corners[] = {checked_mul(x.low, y.low), checked_mul(x.low, y.high), checked_mul(x.high, y.low),
                                            checked_mul(x.high, y.high)};
  if (!std::ranges::all_of(corners, [](const auto& corner) { return corner.has_value(); })) return {};
  return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

Bounds scaled_bounds(const Bounds& x, int64_t factor) {
  const Bounds out{checked_mul(x.low, factor), checked_mul(x.high, factor)};
  return factor < 0 ? Bounds{out.high, out.low} : out;
}

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
  std::optional<Poly> with(const Poly& p, uint32_t atom, const Poly& replacement);
};

int64_t least(const Bounds& b) { return b.low.value_or(INT64_MIN); }

}  // namespace

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

namespace {

std::optional<Poly> Prover::with(const Poly& p, uint32_t atom, const Poly& replacement) {
  std::optional<Poly> out = Poly{};
  for (const Term& term : p) {
    Monomial others;
    uint32_t exponent = 0;
    for (const Factor& f : state.monomials[term.monomial]) {
      if (f.atom == atom) {
        exponent = f.exponent;
      } else {
        others.push_back(f);
      }
    }
    std::optional<Poly> part = Poly{{term.coefficient, state.intern(std::move(others))}};
    for (uint32_t i = 0; i < exponent; ++i) part = times(part, replacement);
    out = joined(out, part);
  }
  return out;
}

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
    if (least(bounds) == 0) continue;
    const auto replacement = state.sum(state.poly_of(state.atoms[index].value), state.poly_of(*bounds.low));
    moved = moved && replacement ? with(*moved, index, *replacement) : std::nullopt;
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
  const auto shown = [&](Sym operand) { return holds(with(p, index, state.poly_of(operand))); };
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

void SymPool::State::assume_at_least(Sym value, int64_t bound) {
  const Sym excess = sub(value, bound);
  if (value.is_constant() || nonnegative(excess)) return;
  // a * symbol + b >= 0 for a > 0 is a bound of the symbol.
  int64_t factor = 0;
  std::optional<int64_t> constant = 0;
  std::optional<uint32_t> only;
  bool linear = true;
  const Poly poly = poly_of(excess);
  for (const Term& term : poly) {
    const Monomial& monomial = monomials[term.monomial];
    if (term.monomial == kOne) {
      constant = term.coefficient;
    } else if (monomial.size() == 1 && monomial[0].exponent == 1 && !only && atoms[monomial[0].atom].kind == AtomKind::symbol) {
      only = monomial[0].atom;
      factor = term.coefficient;
    } else {
      linear = false;
    }
  }
  constant = checked_mul(constant, -1);
  if (linear && only && factor > 0 && constant) {
    const int64_t low = floor_divide(*constant, factor) + (floor_modulo(*constant, factor) == 0 ? 0 : 1);
    if (at_least(atoms[*only].assumed_low, low)) return;
    atoms[*only].assumed_low = low;
  } else if (facts.size() < kMaxFacts) {
    facts.push_back(poly);
  }
  assumptions_changed();
}

void SymPool::assume_nonnegative(Sym value) { state_->assume_at_least(value, 0); }
void SymPool::assume_at_least(Sym value, int64_t bound) { state_->assume_at_least(value, bound); }

bool SymPool::known_nonnegative(Sym a) const { return state_->nonnegative(a); }
bool SymPool::known_positive(Sym a) const { return a.is_constant() ? a.value > 0 : state_->positive(a); }
bool SymPool::known_le(Sym a, Sym b) { return state_->less_equal(a, b); }
bool SymPool::known_lt(Sym a, Sym b) {
  if (a.is_constant() && b.is_constant()) return a.value < b.value;
  return state_->less(a, b);
}

namespace {

// Raises the lower bound of every size that is a plain symbol to 1, and puts the old bounds back at the end.
class IfNonempty {
 public:
  IfNonempty(SymPool::State& state, const std::vector<Sym>& sizes) : state_(state), epoch_(state.epoch) {
    for (const Sym size : sizes) {
      const auto index = state.single_atom(size);
      if (!index || state.atoms[*index].kind != AtomKind::symbol || at_least(state.atoms[*index].assumed_low, 1)) continue;
      saved_.emplace_back(*index, state.atoms[*index].assumed_low);
      state.atoms[*index].assumed_low = 1;
    }
    if (!saved_.empty()) state.assumptions_changed();
  }
  ~IfNonempty() {
    for (const auto& [index, low] : saved_) state_.atoms[index].assumed_low = low;
    state_.epoch = epoch_;
  }
  IfNonempty(const IfNonempty&) = delete;
  IfNonempty& operator=(const IfNonempty&) = delete;

 private:
  SymPool::State& state_;
  uint32_t epoch_;
  std::vector<std::pair<uint32_t, std::optional<int64_t>>> saved_;
};

}  // namespace

Sym SymPool::without_floor_of_one(Sym value, const std::vector<Sym>& sizes) {
  if (value.is_constant()) return value;
  State& state = *state_;
  std::vector<uint32_t> floors;
  for (const Term& term : state.poly_of(value)) {
    for (const Factor& f : state.monomials[term.monomial]) {
      const Atom& atom = state.atoms[f.atom];
      const bool floor = atom.kind == AtomKind::max && atom.operands.size() == 2 && atom.operands[0].is(1);
      if (floor && std::ranges::find(floors, f.atom) == floors.end()) floors.push_back(f.atom);
    }
  }
  if (floors.empty()) return value;
  const IfNonempty scope(state, sizes);
  std::optional<Poly> out = state.poly_of(value);
  for (const uint32_t index : floors) {
    const Sym size = state.atoms[index].operands[1];
    const bool positive = std::ranges::find(sizes, size) != sizes.end() || state.positive(size);
    if (positive && out) out = Prover{state}.with(*out, index, state.poly_of(size));
  }
  return out ? state.intern(std::move(*out)) : value;
}

bool SymPool::known_le_if_nonempty(Sym a, Sym b, const std::vector<Sym>& sizes) {
  if (a.is_constant() && b.is_constant()) return a.value <= b.value;
  const IfNonempty scope(*state_, sizes);
  return state_->less_equal(a, b);
}

}  // namespace outplace
