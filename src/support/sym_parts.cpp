// Taking expressions apart, operator by operator.
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

}  // namespace

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
