// Arithmetic on symbolic integers: canonical results of +, *, //, %, max, min, and the face of SymPool.
#include "support/sym.h"

#include <algorithm>
#include <climits>
#include <numeric>

#include "support/sym_state.h"

namespace outplace {
namespace {

// For commutative operands: constants first.
bool comes_before(const Sym& a, const Sym& b) {
  if (a.is_constant() != b.is_constant()) return a.is_constant();
  return a.is_constant() ? a.value < b.value : a.expr < b.expr;
}

std::vector<Sym> ordered(Sym a, Sym b) { return comes_before(b, a) ? std::vector{b, a} : std::vector{a, b}; }

uint64_t magnitude(int64_t value) { return value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value); }

// The greatest number that divides all coefficients of both.
int64_t common_content(const Poly& a, const Poly& b) {
  uint64_t g = 0;
  for (const Poly* poly : {&a, &b}) {
    for (const Term& term : *poly) g = std::gcd(g, magnitude(term.coefficient));
  }
  return g > static_cast<uint64_t>(INT64_MAX) ? 1 : static_cast<int64_t>(g);
}

// The factors that all terms of both share.
Monomial common_factors(const std::vector<Monomial>& monomials, const Poly& a, const Poly& b) {
  Monomial shared = monomials[a[0].monomial];
  for (const Poly* poly : {&a, &b}) {
    for (const Term& term : *poly) {
      const Monomial& other = monomials[term.monomial];
      Monomial kept;
      for (const Factor& f : shared) {
        const auto it = std::ranges::find(other, f.atom, &Factor::atom);
        if (it != other.end()) kept.push_back({f.atom, std::min(f.exponent, it->exponent)});
      }
      shared = std::move(kept);
    }
  }
  return shared;
}

}  // namespace

Sym SymPool::State::add(Sym a, Sym b) {
  if (a.is_constant() && b.is_constant()) {
    int64_t total = 0;
    if (!__builtin_add_overflow(a.value, b.value, &total)) return total;
    return atom(AtomKind::sum, "", ordered(a, b));
  }
  if (a.is(0)) return b;
  if (b.is(0)) return a;
  if (auto total = sum(poly_of(a), poly_of(b))) return intern(std::move(*total));
  return atom(AtomKind::sum, "", ordered(a, b));
}

Sym SymPool::State::mul(Sym a, Sym b) {
  if (a.is_constant() && b.is_constant()) {
    int64_t total = 0;
    if (!__builtin_mul_overflow(a.value, b.value, &total)) return total;
    return atom(AtomKind::product, "", ordered(a, b));
  }
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  if (a.is(0) || b.is(0)) return 0;
  if (auto total = product(poly_of(a), poly_of(b))) return intern(std::move(*total));
  return atom(AtomKind::product, "", ordered(a, b));
}

Sym SymPool::State::pow(Sym base, Sym exponent) {
  if (exponent.is(0) || base.is(1)) return 1;
  if (exponent.is(1)) return base;
  if (exponent.is_constant() && exponent.value > 0 && exponent.value <= kMaxExponent) {
    std::optional<Poly> power = poly_of(base);
    for (int64_t i = 1; i < exponent.value && power; ++i) power = product(*power, poly_of(base));
    if (power) return intern(std::move(*power));
  }
  return atom(AtomKind::pow, "", {base, exponent});
}

Sym SymPool::State::floordiv(Sym a, Sym b) {
  if (b.is(0)) return atom(AtomKind::floordiv, "", {a, b});
  if (b.is(1)) return a;
  if (b.is(-1)) return negated(a);
  if (a.is_constant() && b.is_constant()) return floor_divide(a.value, b.value);
  if (a.is(0)) return 0;
  Poly rest = poly_of(a);
  Poly divisor = poly_of(b);
  if (auto quotient = exact_quotient(rest, divisor)) return intern(std::move(*quotient));

  // Terms that the divisor divides leave the fraction.
  Poly whole;
  if (divisor.size() == 1) {
    Poly kept;
    for (const Term& term : rest) {
      const auto quotient = exact_quotient(Poly{term}, divisor);
      if (!quotient) {
        kept.push_back(term);
        continue;
      }
      auto grown = sum(whole, *quotient);
      if (!grown) return atom(AtomKind::floordiv, "", {a, b});
      whole = std::move(*grown);
    }
    rest = std::move(kept);
  }
  const Poly shared{{common_content(rest, divisor), intern(common_factors(monomials, rest, divisor))}};
  if (auto smaller = exact_quotient(rest, shared)) rest = std::move(*smaller);
  if (auto smaller = exact_quotient(divisor, shared)) divisor = std::move(*smaller);

  Sym numerator = intern(std::move(rest));
  Sym denominator = intern(std::move(divisor));
  Sym fraction;
  if (numerator.is_constant() && denominator.is_constant()) {
    fraction = floordiv(numerator, denominator);
  } else {
    const auto inner = single_atom(numerator);
    if (inner && atoms[*inner].kind == AtomKind::floordiv && positive(denominator)) {
      const std::vector<Sym> operands = atoms[*inner].operands;
      fraction = floordiv(operands[0], mul(operands[1], denominator));
    } else {
      fraction = atom(AtomKind::floordiv, "", {numerator, denominator});
    }
  }
  return add(intern(std::move(whole)), fraction);
}

Sym SymPool::State::mod(Sym a, Sym b) {
  if (b.is(0)) return atom(AtomKind::mod, "", {a, b});
  if (b.is(1) || b.is(-1)) return 0;
  if (a.is_constant() && b.is_constant()) return floor_modulo(a.value, b.value);
  const Poly divisor = poly_of(b);
  if (exact_quotient(poly_of(a), divisor)) return 0;
  Poly rest;
  for (const Term& term : poly_of(a)) {
    if (!exact_quotient(Poly{term}, divisor)) rest.push_back(term);
  }
  const Sym reduced = intern(std::move(rest));
  if (reduced.is_constant() && b.is_constant()) return floor_modulo(reduced.value, b.value);
  if (nonnegative(reduced) && less(reduced, b)) return reduced;
  return atom(AtomKind::mod, "", {reduced, b});
}

Sym SymPool::State::extreme(AtomKind kind, Sym a, Sym b) {
  const bool largest = kind == AtomKind::max;
  if (a == b) return a;
  if (a.is_constant() && b.is_constant()) return largest ? std::max(a.value, b.value) : std::min(a.value, b.value);
  if (less_equal(a, b)) return largest ? b : a;
  if (less_equal(b, a)) return largest ? a : b;

  std::vector<Sym> operands;
  for (const Sym value : {a, b}) {
    const auto inner = single_atom(value);
    if (inner && atoms[*inner].kind == kind) {
      operands.insert(operands.end(), atoms[*inner].operands.begin(), atoms[*inner].operands.end());
    } else {
      operands.push_back(value);
    }
  }
  std::ranges::sort(operands, comes_before);
  operands.erase(std::ranges::unique(operands).begin(), operands.end());
  std::vector<Sym> kept;
  for (size_t i = 0; i < operands.size(); ++i) {
    bool needed = true;
    for (size_t j = 0; j < operands.size() && needed; ++j) {
      if (i == j || (j > i && operands[i] == operands[j])) continue;
      const bool beaten = largest ? less_equal(operands[i], operands[j]) : less_equal(operands[j], operands[i]);
      const bool tie = beaten && (largest ? less_equal(operands[j], operands[i]) : less_equal(operands[i], operands[j]));
      needed = !beaten || (tie && i < j);
    }
    if (needed) kept.push_back(operands[i]);
  }
  return kept.size() == 1 ? kept[0] : atom(kind, "", std::move(kept));
}

Sym SymPool::State::rebuilt(const Atom& shape, const std::vector<Sym>& operands) {
  switch (shape.kind) {
    case AtomKind::floordiv: return floordiv(operands[0], operands[1]);
    case AtomKind::mod: return mod(operands[0], operands[1]);
    case AtomKind::pow: return pow(operands[0], operands[1]);
    case AtomKind::sum: return add(operands[0], operands[1]);
    case AtomKind::product: return mul(operands[0], operands[1]);
    case AtomKind::max:
    case AtomKind::min: {
      Sym result = operands[0];
      for (size_t i = 1; i < operands.size(); ++i) result = extreme(shape.kind, result, operands[i]);
      return result;
    }
    case AtomKind::call: return atom(AtomKind::call, shape.name, operands);
    case AtomKind::symbol:
    case AtomKind::text: break;
  }
  return shape.value;
}

SymPool::SymPool() : state_(std::make_unique<State>()) {}
SymPool::SymPool(const SymPool& other) : state_(std::make_unique<State>(*other.state_)) {}
SymPool& SymPool::operator=(const SymPool& other) {
  if (this != &other) state_ = std::make_unique<State>(*other.state_);
  return *this;
}
SymPool::SymPool(SymPool&&) noexcept = default;
SymPool& SymPool::operator=(SymPool&&) noexcept = default;
SymPool::~SymPool() = default;

std::optional<Sym> SymPool::parse(std::string_view text) { return state_->parse(text); }
std::string SymPool::print(Sym value) const { return state_->print(value); }

Sym SymPool::symbol(std::string_view name) {
  const auto [it, added] = state_->symbols.try_emplace(std::string(name), 0);
  if (added) {
    const Sym value = state_->atom(AtomKind::symbol, name, {});
    it->second = *state_->single_atom(value);
    return value;
  }
  return state_->atoms[it->second].value;
}

Sym SymPool::symbolic_add(Sym a, Sym b) { return state_->add(a, b); }
Sym SymPool::symbolic_sub(Sym a, Sym b) { return a == b ? Sym(0) : state_->sub(a, b); }
Sym SymPool::symbolic_mul(Sym a, Sym b) { return state_->mul(a, b); }
Sym SymPool::pow(Sym base, Sym exponent) { return state_->pow(base, exponent); }
Sym SymPool::floordiv(Sym a, Sym b) { return state_->floordiv(a, b); }
Sym SymPool::mod(Sym a, Sym b) { return state_->mod(a, b); }
Sym SymPool::symbolic_max(Sym a, Sym b) { return state_->extreme(AtomKind::max, a, b); }
Sym SymPool::symbolic_min(Sym a, Sym b) { return state_->extreme(AtomKind::min, a, b); }
Sym SymPool::call(std::string_view function, std::vector<Sym> arguments) {
  return state_->atom(AtomKind::call, function, std::move(arguments));
}

}  // namespace outplace
