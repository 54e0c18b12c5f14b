// Inside of SymPool: interned monomials, polynomials and atoms. Not for other folders.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/hash_index.h"
#include "support/sym.h"

namespace outplace {

enum class AtomKind : uint8_t {
  symbol,
  floordiv,
  mod,
  max,  // two or more operands, sorted
  min,
  pow,      // base, exponent
  sum,      // two operands whose sum leaves 64 bits
  product,  // two operands whose product leaves 64 bits or has too many terms
  call,     // a function that is not known, of canonical arguments
  text,     // anything else that can be read back: a long literal, a call with arguments that are no integers
};

struct Atom {
  AtomKind kind = AtomKind::symbol;
  int depth = 0;  // of nesting
  std::string name;
  std::vector<Sym> operands;
  std::optional<int64_t> assumed_low;  // symbols only
  Sym value;                           // the atom as a polynomial of its own
};

struct Factor {
  uint32_t atom = 0;
  uint32_t exponent = 1;
  friend auto operator<=>(const Factor&, const Factor&) = default;
};
using Monomial = std::vector<Factor>;  // ascending atoms; empty is 1

struct Term {
  int64_t coefficient = 0;
  uint32_t monomial = 0;
  friend bool operator==(const Term&, const Term&) = default;
};
using Poly = std::vector<Term>;  // ascending monomials, no zero coefficients; empty is 0

// Where an atom's value certainly lies. A missing end is unbounded.
struct Bounds {
  std::optional<int64_t> low;
  std::optional<int64_t> high;
};

struct SymPool::State {
  static constexpr uint32_t kOne = 0;       // the empty monomial
  static constexpr int kMaxDepth = 100;     // of atoms in atoms
  static constexpr size_t kMaxTerms = 200;  // of a polynomial made by multiplication
  static constexpr uint32_t kMaxExponent = 64;
  static constexpr size_t kMaxFacts = 64;

  std::vector<Atom> atoms;
  std::vector<Monomial> monomials{Monomial{}};
  std::vector<Poly> polys;
  HashIndex atom_index;
  HashIndex monomial_index;
  HashIndex poly_index;
  std::unordered_map<std::string, uint32_t> symbols;

  // Answers to "is this polynomial never negative" by ExprId, and bounds by atom. They hold under the assumptions of their epoch.
  struct Answer {
    uint32_t epoch = 0;
    bool shown = false;
  };
  struct EpochBounds {
    uint32_t epoch = 0;
    Bounds bounds;
  };
  struct Scope {
    uint32_t base = 0;  // the epoch outside
    uint32_t epoch = 0;
    std::vector<uint32_t> raised;  // symbols taken as at least 1
  };
  Scope last_scope;
  std::vector<Answer> nonnegative_cache;
  std::vector<EpochBounds> bounds_cache;
  std::vector<Poly> facts;  // polynomials that were stated to be never negative, where that is no bound of a single symbol
  uint32_t epoch = 1;
  uint32_t last_epoch = 1;

  State();

  // ---- interning (sym.cpp)
  uint32_t intern(Monomial monomial);
  Sym intern(Poly poly);
  Sym atom(AtomKind kind, std::string_view name, std::vector<Sym> operands);
  Poly poly_of(Sym value) const;
  // The only atom of a Sym that is one atom with coefficient 1 and exponent 1.
  std::optional<uint32_t> single_atom(Sym value) const;

  // ---- polynomials; nullopt when constants leave 64 bits or the result is too large
  std::optional<Poly> sum(const Poly& a, const Poly& b) const;
  std::optional<Poly> scaled(const Poly& a, int64_t factor) const;
  std::optional<Poly> product(const Poly& a, const Poly& b);
  std::optional<uint32_t> monomial_product(uint32_t a, uint32_t b);
  std::optional<uint32_t> monomial_quotient(uint32_t a, uint32_t b);  // nullopt if b does not divide a
  std::optional<Poly> exact_quotient(const Poly& a, const Poly& b);
  std::optional<Poly> replaced(const Poly& p, uint32_t index, const Poly& replacement);  // an atom by a polynomial
  bool leads(uint32_t a, uint32_t b) const;                                              // is monomial a before b in lexicographic order

  // ---- arithmetic on Syms
  Sym add(Sym a, Sym b);
  Sym mul(Sym a, Sym b);
  Sym negated(Sym a) { return mul(a, -1); }
  Sym sub(Sym a, Sym b) { return add(a, negated(b)); }
  Sym pow(Sym base, Sym exponent);
  Sym floordiv(Sym a, Sym b);
  Sym mod(Sym a, Sym b);
  Sym extreme(AtomKind kind, Sym a, Sym b);  // max, min
  Sym rebuilt(const Atom& atom, const std::vector<Sym>& operands);

  // ---- proofs (sym_proof.cpp)
  void assume_at_least(Sym value, int64_t bound);
  void assumptions_changed() { epoch = ++last_epoch; }
  Bounds bounds(Sym value);
  Bounds atom_bounds(uint32_t atom);
  bool nonnegative(Sym value);
  bool positive(Sym value) { return nonnegative(add(value, -1)); }
  bool less_equal(Sym a, Sym b);
  bool less(Sym a, Sym b) { return a != b && less_equal(add(a, 1), b); }

  // ---- text
  std::optional<Sym> parse(std::string_view text);  // sym_parse.cpp
  std::string print(Sym value) const;               // sym_print.cpp
};

int64_t floor_divide(int64_t a, int64_t b);  // b not 0, and not (INT64_MIN, -1)
int64_t floor_modulo(int64_t a, int64_t b);

}  // namespace outplace
