// Integers that may be symbolic: sizes, strides, offsets and slice bounds.
//
// A Sym is a 64-bit constant or an expression interned in a SymPool. Expressions are kept in a canonical form (a polynomial with integer
// coefficients over atoms; an atom is a symbol or an opaque function of canonical arguments: floor division, modulo, Max, Min, power with
// symbolic exponent, anything else as text), so that two spellings of one polynomial are the same Sym. Questions are answered "yes" only
// when proved: "no" means "cannot be shown". A result whose constants leave 64 bits is an opaque atom, never a wrong number.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/ids.h"
#include "support/small_vector.h"

namespace outplace {

using ExprId = Id<struct ExprTag>;

struct Sym {
  int64_t value = 0;  // the constant, if expr is none
  ExprId expr;

  constexpr Sym() = default;
  constexpr Sym(int64_t constant) : value(constant) {}  // NOLINT: implicit on purpose
  bool is_constant() const { return !expr.valid(); }
  bool is(int64_t constant) const { return is_constant() && value == constant; }
  // Canonical forms are unique, so identity is provable equality.
  friend bool operator==(const Sym&, const Sym&) = default;
};

// Shapes, strides: a few of them.
using Sizes = SmallVector<Sym, 4>;

inline bool all_constant(const Sizes& values) {
  for (const Sym& value : values) {
    if (!value.is_constant()) return false;
  }
  return true;
}

// One step of how a Sym is computed: an operator and its operands.
enum class SymOperator : uint8_t { constant, symbol, sum, product, floordiv, mod, max, min, other };
struct SymParts {
  SymOperator op = SymOperator::other;
  std::vector<Sym> operands;  // sum, product, max, min: two or more; floordiv, mod: two
};

class SymPool {
 public:
  struct State;  // its insides, known to the pool's own files only

  SymPool();
  SymPool(const SymPool&);
  SymPool& operator=(const SymPool&);
  SymPool(SymPool&&) noexcept;
  SymPool& operator=(SymPool&&) noexcept;
  ~SymPool();

  // Reads what sympy and PyTorch print: s0, u3, -1, 2*s0, s36**2, s0//2, ((-s15 + s77)//2), s0*Max(1, s1), Mod(s0, 2), PythonMod,
  // FloorDiv(s0, 2), Min, CleanDiv, CeilToInt... unknown functions become opaque atoms. None if it is no expression.
  std::optional<Sym> parse(std::string_view text);
  std::string print(Sym value) const;  // Python text that parse reads back to the same Sym

  Sym symbol(std::string_view name);  // also for "the value of node n", with any name unique to it
  Sym add(Sym a, Sym b) {
    int64_t sum = 0;
    return both_constant(a, b) && !__builtin_add_overflow(a.value, b.value, &sum) ? Sym(sum) : symbolic_add(a, b);
  }
  Sym sub(Sym a, Sym b) {
    int64_t difference = 0;
    return both_constant(a, b) && !__builtin_sub_overflow(a.value, b.value, &difference) ? Sym(difference) : symbolic_sub(a, b);
  }
  Sym mul(Sym a, Sym b) {
    int64_t product = 0;
    return both_constant(a, b) && !__builtin_mul_overflow(a.value, b.value, &product) ? Sym(product) : symbolic_mul(a, b);
  }
  Sym floordiv(Sym a, Sym b);  // Python's //; exact polynomial quotients are found ((2*s0*s1)//s1, (4*s0)//2)
  Sym mod(Sym a, Sym b);       // Python's %
  Sym max(Sym a, Sym b) { return both_constant(a, b) ? Sym(a.value > b.value ? a.value : b.value) : symbolic_max(a, b); }
  Sym min(Sym a, Sym b) { return both_constant(a, b) ? Sym(a.value < b.value ? a.value : b.value) : symbolic_min(a, b); }
  Sym pow(Sym base, Sym exponent);
  // The value of a function of integers that is not known here: equal only to itself.
  Sym call(std::string_view function, std::vector<Sym> arguments);

  // Is the value made of symbols s0, s1, ... alone? What PyTorch found out about those when it captured the graph holds for every run. What
  // only a run tells (u0, the value of a node) may be anything.
  bool is_guarded(Sym value) const;
  // Does it hang on a value of this function (see `call`)?
  bool calls(Sym value, std::string_view function) const;
  // Is it certainly more than 1, as the symbols s0, s1, ... are, since PyTorch compiles for 0 and 1 by themselves?
  bool is_guarded_above_one(Sym value);

  // Takes the outermost operator off, so that code can be generated that computes the value.
  SymParts parts(Sym value) const;

  // States that a value (a tensor's size) is never negative, from then on. Best for symbols and for multiples of one symbol plus a
  // constant.
  void assume_nonnegative(Sym value);
  // States that a value is at least `bound`.
  void assume_at_least(Sym value, int64_t bound);

  bool known_nonnegative(Sym a) const;
  bool known_positive(Sym a) const;
  bool known_le(Sym a, Sym b);  // a <= b for every value of the symbols
  bool known_lt(Sym a, Sym b);

  // The value with every Max(1, x) in it written as x, where x is certainly at least 1 provided that all of `sizes` are. So the two ways in
  // which PyTorch prints contiguous strides meet; they differ only for tensors without elements.
  Sym without_floor_of_one(Sym value, const Sizes& sizes);
  // a <= b for every value of the symbols that leaves all of `sizes` at 1 or more.
  bool known_le_if_nonempty(Sym a, Sym b, const Sizes& sizes);

 private:
  static bool both_constant(Sym a, Sym b) { return a.is_constant() && b.is_constant(); }
  Sym symbolic_add(Sym a, Sym b);
  Sym symbolic_sub(Sym a, Sym b);
  Sym symbolic_mul(Sym a, Sym b);
  Sym symbolic_max(Sym a, Sym b);
  Sym symbolic_min(Sym a, Sym b);

  std::unique_ptr<State> state_;
};

}  // namespace outplace
