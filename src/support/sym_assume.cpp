// Assumptions about symbolic integers, those that hold for a while included.
#include <utility>

#include "support/sym_bounds.h"

namespace outplace {

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

namespace {

// Raises the lower bound of every size that is a plain symbol to 1, and puts the old bounds back at the end.
class IfNonempty {
 public:
  IfNonempty(SymPool::State& state, const Sizes& sizes) : state_(state), epoch_(state.epoch) {
    for (const Sym size : sizes) {
      const auto index = state.single_atom(size);
      if (!index || state.atoms[*index].kind != AtomKind::symbol || at_least(state.atoms[*index].assumed_low, 1)) continue;
      saved_.emplace_back(*index, state.atoms[*index].assumed_low);
      state.atoms[*index].assumed_low = 1;
    }
    if (!saved_.empty()) enter();
  }
  ~IfNonempty() {
    for (const auto& [index, low] : saved_) state_.atoms[index].assumed_low = low;
    state_.epoch = epoch_;
  }
  IfNonempty(const IfNonempty&) = delete;
  IfNonempty& operator=(const IfNonempty&) = delete;

 private:
  // The same sizes under the same assumptions are the epoch of the last time, with its answers.
  void enter() {
    std::vector<uint32_t> raised;
    for (const auto& [index, low] : saved_) raised.push_back(index);
    SymPool::State::Scope& last = state_.last_scope;
    if (last.base == epoch_ && last.raised == raised) {
      state_.epoch = last.epoch;
      return;
    }
    state_.assumptions_changed();
    last = {epoch_, state_.epoch, std::move(raised)};
  }

  SymPool::State& state_;
  uint32_t epoch_;
  std::vector<std::pair<uint32_t, std::optional<int64_t>>> saved_;
};

}  // namespace

Sym SymPool::without_floor_of_one(Sym value, const Sizes& sizes) {
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
    if (positive && out) out = state.replaced(*out, index, state.poly_of(size));
  }
  return out ? state.intern(std::move(*out)) : value;
}

bool SymPool::known_le_if_nonempty(Sym a, Sym b, const Sizes& sizes) {
  if (a.is_constant() && b.is_constant()) return a.value <= b.value;
  const IfNonempty scope(*state_, sizes);
  return state_->less_equal(a, b);
}

}  // namespace outplace
