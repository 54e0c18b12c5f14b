// Interning of symbolic integers, and the arithmetic of polynomials with overflow checks.
#include <algorithm>
#include <climits>
#include <functional>

#include "support/check.h"
#include "support/sym_state.h"

namespace outplace {
namespace {

uint64_t mixed(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
  hash *= 0xff51afd7ed558ccdU;
  return hash ^ (hash >> 32);
}

uint64_t mixed(uint64_t hash, Sym value) { return mixed(mixed(hash, static_cast<uint64_t>(value.value)), value.expr.value); }

}  // namespace

int64_t floor_divide(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

int64_t floor_modulo(int64_t a, int64_t b) {
  if (b == -1) return 0;
  const int64_t rest = a % b;
  return (rest != 0 && (rest < 0) != (b < 0)) ? rest + b : rest;
}

SymPool::State::State() { monomial_index.insert(0); }

uint32_t SymPool::State::intern(Monomial monomial) {
  if (monomial.empty()) return kOne;
  uint64_t hash = 1;
  for (const Factor& f : monomial) hash = mixed(mixed(hash, f.atom), f.exponent);
  if (const auto found = monomial_index.find(hash, [&](uint32_t i) { return monomials[i] == monomial; })) return *found;
  monomial_index.insert(hash);
  monomials.push_back(std::move(monomial));
  return static_cast<uint32_t>(monomials.size() - 1);
}

Sym SymPool::State::intern(Poly poly) {
  if (poly.empty()) return 0;
  if (poly.size() == 1 && poly[0].monomial == kOne) return poly[0].coefficient;
  uint64_t hash = 2;
  for (const Term& t : poly) hash = mixed(mixed(hash, static_cast<uint64_t>(t.coefficient)), t.monomial);
  Sym result;
  if (const auto found = poly_index.find(hash, [&](uint32_t i) { return polys[i] == poly; })) {
    result.expr = ExprId(*found);
    return result;
  }
  poly_index.insert(hash);
  polys.push_back(std::move(poly));
  result.expr = ExprId(polys.size() - 1);
  return result;
}

Sym SymPool::State::atom(AtomKind kind, std::string_view name, std::vector<Sym> operands) {
  uint64_t hash = mixed(static_cast<uint64_t>(kind), std::hash<std::string_view>{}(name));
  for (const Sym operand : operands) hash = mixed(hash, operand);
  const auto same = [&](uint32_t i) { return atoms[i].kind == kind && atoms[i].name == name && atoms[i].operands == operands; };
  if (const auto found = atom_index.find(hash, same)) return atoms[*found].value;

  Atom made{kind, 0, std::string(name), std::move(operands), {}, {}};
  for (const Sym operand : made.operands) {
    for (const Term& term : poly_of(operand)) {
      for (const Factor& f : monomials[term.monomial]) made.depth = std::max(made.depth, atoms[f.atom].depth + 1);
    }
  }
  atom_index.insert(hash);
  atoms.push_back(std::move(made));
  const auto index = static_cast<uint32_t>(atoms.size() - 1);
  const Sym value = intern(Poly{{1, intern(Monomial{{index, 1}})}});
  atoms[index].value = value;
  return value;
}

Poly SymPool::State::poly_of(Sym value) const {
  if (!value.is_constant()) {
    OUTPLACE_CHECK(value.expr.value < polys.size(), "a symbolic integer of another pool");
    return polys[value.expr.value];
  }
  return value.value == 0 ? Poly{} : Poly{{value.value, kOne}};
}

std::optional<uint32_t> SymPool::State::single_atom(Sym value) const {
  if (value.is_constant()) return std::nullopt;
  const Poly& poly = polys[value.expr.value];
  if (poly.size() != 1 || poly[0].coefficient != 1) return std::nullopt;
  const Monomial& monomial = monomials[poly[0].monomial];
  if (monomial.size() != 1 || monomial[0].exponent != 1) return std::nullopt;
  return monomial[0].atom;
}

std::optional<Poly> SymPool::State::sum(const Poly& a, const Poly& b) const {
  Poly out;
  out.reserve(a.size() + b.size());
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].monomial < b[j].monomial) {
      out.push_back(a[i++]);
    } else if (b[j].monomial < a[i].monomial) {
      out.push_back(b[j++]);
    } else {
      int64_t total = 0;
      if (__builtin_add_overflow(a[i].coefficient, b[j].coefficient, &total)) return std::nullopt;
      if (total != 0) out.push_back({total, a[i].monomial});
      ++i;
      ++j;
    }
  }
  out.insert(out.end(), a.begin() + static_cast<std::ptrdiff_t>(i), a.end());
  out.insert(out.end(), b.begin() + static_cast<std::ptrdiff_t>(j), b.end());
  return out;
}

std::optional<Poly> SymPool::State::scaled(const Poly& a, int64_t factor) const {
  if (factor == 0) return Poly{};
  Poly out = a;
  for (Term& term : out) {
    if (__builtin_mul_overflow(term.coefficient, factor, &term.coefficient)) return std::nullopt;
  }
  return out;
}

std::optional<uint32_t> SymPool::State::monomial_product(uint32_t a, uint32_t b) {
  if (a == kOne) return b;
  if (b == kOne) return a;
  Monomial out;
  const Monomial& x = monomials[a];
  const Monomial& y = monomials[b];
  size_t i = 0;
  size_t j = 0;
  while (i < x.size() || j < y.size()) {
    if (j == y.size() || (i < x.size() && x[i].atom < y[j].atom)) {
      out.push_back(x[i++]);
    } else if (i == x.size() || y[j].atom < x[i].atom) {
      out.push_back(y[j++]);
    } else {
      out.push_back({x[i].atom, x[i].exponent + y[j].exponent});
      if (out.back().exponent > kMaxExponent) return std::nullopt;
      ++i;
      ++j;
    }
  }
  return intern(std::move(out));
}

std::optional<uint32_t> SymPool::State::monomial_quotient(uint32_t a, uint32_t b) {
  if (b == kOne) return a;
  Monomial out;
  const Monomial& divisor = monomials[b];
  size_t j = 0;
  for (const Factor& f : monomials[a]) {
    uint32_t exponent = f.exponent;
    if (j < divisor.size() && divisor[j].atom == f.atom) {
      if (divisor[j].exponent > exponent) return std::nullopt;
      exponent -= divisor[j++].exponent;
    }
    if (exponent > 0) out.push_back({f.atom, exponent});
  }
  if (j < divisor.size()) return std::nullopt;
  return intern(std::move(out));
}

std::optional<Poly> SymPool::State::product(const Poly& a, const Poly& b) {
  if (a.size() * b.size() > kMaxTerms * 4) return std::nullopt;
  Poly all;
  all.reserve(a.size() * b.size());
  for (const Term& x : a) {
    for (const Term& y : b) {
      Term term;
      if (__builtin_mul_overflow(x.coefficient, y.coefficient, &term.coefficient)) return std::nullopt;
      const auto monomial = monomial_product(x.monomial, y.monomial);
      if (!monomial) return std::nullopt;
      term.monomial = *monomial;
      all.push_back(term);
    }
  }
  std::ranges::sort(all, {}, &Term::monomial);
  Poly out;
  for (const Term& term : all) {
    if (out.empty() || out.back().monomial != term.monomial) {
      if (!out.empty() && out.back().coefficient == 0) out.pop_back();
      out.push_back(term);
    } else if (__builtin_add_overflow(out.back().coefficient, term.coefficient, &out.back().coefficient)) {
      return std::nullopt;
    }
  }
  if (!out.empty() && out.back().coefficient == 0) out.pop_back();
  if (out.size() > kMaxTerms) return std::nullopt;
  return out;
}

bool SymPool::State::leads(uint32_t a, uint32_t b) const {
  const Monomial& x = monomials[a];
  const Monomial& y = monomials[b];
  for (size_t i = 0; i < x.size() && i < y.size(); ++i) {
    if (x[i].atom != y[i].atom) return x[i].atom < y[i].atom;
    if (x[i].exponent != y[i].exponent) return x[i].exponent > y[i].exponent;
  }
  return x.size() > y.size();
}

std::optional<Poly> SymPool::State::exact_quotient(const Poly& a, const Poly& b) {
  if (b.empty()) return std::nullopt;
  const auto first = [this](const Term& x, const Term& y) { return leads(x.monomial, y.monomial); };
  const Term head = *std::ranges::min_element(b, first);
  Poly rest = a;
  Poly quotient;
  // Each round removes the leading monomial of the rest, so that the number of rounds is bounded by the monomials below it; the cap keeps
  // hopeless divisions short.
  for (size_t round = 0; !rest.empty(); ++round) {
    if (round > kMaxTerms) return std::nullopt;
    const Term lead = *std::ranges::min_element(rest, first);
    const auto monomial = monomial_quotient(lead.monomial, head.monomial);
    if (!monomial || (head.coefficient == -1 && lead.coefficient == INT64_MIN)) return std::nullopt;
    if (lead.coefficient % head.coefficient != 0) return std::nullopt;
    const Poly step{{lead.coefficient / head.coefficient, *monomial}};
    const auto taken = product(step, b);
    const auto negative = taken ? scaled(*taken, -1) : std::nullopt;
    auto next = negative ? sum(rest, *negative) : std::nullopt;
    auto grown = sum(quotient, step);
    if (!next || !grown) return std::nullopt;
    rest = std::move(*next);
    quotient = std::move(*grown);
  }
  return quotient;
}

std::optional<Poly> SymPool::State::replaced(const Poly& p, uint32_t index, const Poly& replacement) {
  std::optional<Poly> out = Poly{};
  for (const Term& term : p) {
    Monomial others;
    uint32_t exponent = 0;
    for (const Factor& f : monomials[term.monomial]) {
      if (f.atom == index) {
        exponent = f.exponent;
      } else {
        others.push_back(f);
      }
    }
    std::optional<Poly> part = Poly{{term.coefficient, intern(std::move(others))}};
    for (uint32_t i = 0; i < exponent; ++i) part = part ? product(*part, replacement) : std::nullopt;
    out = out && part ? sum(*out, *part) : std::nullopt;
  }
  return out;
}

}  // namespace outplace
