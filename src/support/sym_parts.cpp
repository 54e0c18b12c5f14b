// Taking expressions apart, operator by operator.
#include <unordered_set>

#include "support/sym_state.h"

namespace outplace {
namespace {

SymOperator operator_of(AtomKind kind) {
  switch (kind) {
    case AtomKind::symbol: return SymOperator::symbol;
    case AtomKind::floordiv: return SymOperator::floordiv;
    case AtomKind::mod: return SymOperator::mod;
    case AtomKind::max: return SymOperator::max;
    case AtomKind::min: return SymOperator::min;
    case AtomKind::sum: return SymOperator::sum;
    case AtomKind::product: return SymOperator::product;
    case AtomKind::pow:
    case AtomKind::call:
    case AtomKind::text: return SymOperator::other;
  }
  return SymOperator::other;
}

// Does an atom that the value is made of, at any depth, fulfil the predicate?
template <typename Predicate>
bool any_atom(const SymPool::State& state, Sym value, Predicate predicate) {
  std::vector<Sym> open = {value};
  std::unordered_set<uint32_t> seen;
  while (!open.empty()) {
    const Sym next = open.back();
    open.pop_back();
    if (next.is_constant() || !seen.insert(next.expr.value).second) continue;
    for (const Term& term : state.poly_of(next)) {
      for (const Factor& factor : state.monomials[term.monomial]) {
        const Atom& atom = state.atoms[factor.atom];
        if (predicate(atom)) return true;
        open.insert(open.end(), atom.operands.begin(), atom.operands.end());
      }
    }
  }
  return false;
}

}  // namespace

bool SymPool::is_guarded(Sym value) const {
  const auto is_name = [](std::string_view name) {
    return name.size() > 1 && name[0] == 's' && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
  };
  return !any_atom(*state_, value,
                   [&](const Atom& atom) { return atom.kind == AtomKind::text || (atom.kind == AtomKind::symbol && !is_name(atom.name)); });
}

bool SymPool::calls(Sym value, std::string_view function) const {
  return any_atom(*state_, value, [&](const Atom& atom) { return atom.kind == AtomKind::call && atom.name == function; });
}

bool SymPool::is_guarded_above_one(Sym value) {
  if (value.is_constant()) return value.value > 1;
  if (known_lt(1, value)) return true;
  for (const Term& term : state_->poly_of(value)) {
    if (term.coefficient < 0) return false;
    for (const Factor& factor : state_->monomials[term.monomial]) {
      if (state_->atoms[factor.atom].kind != AtomKind::symbol) return false;
    }
  }
  return is_guarded(value);
}

SymParts SymPool::parts(Sym value) const {
  if (value.is_constant()) return {SymOperator::constant, {}};
  if (const auto atom = state_->single_atom(value)) {
    const Atom& a = state_->atoms[*atom];
    return {operator_of(a.kind), a.operands};
  }
  const Poly poly = state_->poly_of(value);
  SymParts out;
  if (poly.size() > 1) {
    out.op = SymOperator::sum;
    for (const Term& term : poly) out.operands.push_back(state_->intern(Poly{term}));
    return out;
  }
  out.op = SymOperator::product;
  const Term term = poly[0];
  if (term.coefficient != 1) out.operands.emplace_back(term.coefficient);
  for (const Factor& factor : Monomial(state_->monomials[term.monomial])) {
    for (uint32_t i = 0; i < factor.exponent; ++i) out.operands.push_back(state_->atoms[factor.atom].value);
  }
  return out;
}

}  // namespace outplace
