// Prints symbolic integers in sympy's manner: sums in lexicographic order of their symbols, the constant last, (a//b) in its own
// parentheses.
#include <algorithm>
#include <functional>
#include <tuple>

#include "support/sym_state.h"

namespace outplace {
namespace {

// How tightly a text binds, after sympy's table.
enum class Binding : uint8_t { floordiv, sum, product, power, atom };

struct Text {
  std::string text;
  Binding binding = Binding::atom;
};

class Printer {
 public:
  explicit Printer(const SymPool::State& state) : state_(state) {}
  Text value(Sym value) const;

 private:
  struct Generator {
    int rank;
    Text text;
    uint32_t index;
  };
  struct Line {
    std::vector<uint32_t> exponents;
    int64_t coefficient;
  };

  std::vector<Generator> generators(const Poly& poly) const;
  std::vector<Line> lines(const Poly& poly, const std::vector<Generator>& generators) const;
  Text atom(uint32_t index) const;
  Text term(uint64_t coefficient, const std::vector<std::pair<Text, uint32_t>>& factors) const;
  std::string list(const std::vector<Sym>& operands) const;
  std::string extremes(const Atom& atom) const;
  int rank(uint32_t atom) const;
  int rank(Sym value) const;
  std::string at(Sym v, Binding needed) const {
    const Text text = value(v);
    return text.binding < needed ? "(" + text.text + ")" : text.text;
  }

  const SymPool::State& state_;
};

int Printer::rank(uint32_t index) const {
  const AtomKind kind = state_.atoms[index].kind;
  if (kind == AtomKind::symbol) return 1;
  return kind == AtomKind::max || kind == AtomKind::min ? 5 : 4;
}

// Where an operand of Max stands among the others.
int Printer::rank(Sym v) const {
  if (v.is_constant()) return 0;
  const Poly poly = state_.poly_of(v);
  if (poly.size() > 1) return 3;
  const Monomial& monomial = state_.monomials[poly[0].monomial];
  return monomial.size() > 1 ? 2 : rank(monomial[0].atom);
}

std::string Printer::list(const std::vector<Sym>& operands) const {
  std::string out;
  for (const Sym operand : operands) out += (out.empty() ? "" : ", ") + value(operand).text;
  return out;
}

std::string Printer::extremes(const Atom& atom) const {
  struct Operand {
    int rank;
    std::string text;
    auto operator<=>(const Operand&) const = default;
  };
  std::vector<Operand> operands;
  for (const Sym operand : atom.operands) operands.push_back({rank(operand), value(operand).text});
  std::ranges::sort(operands);
  std::string out = atom.kind == AtomKind::max ? "Max(" : "Min(";
  for (size_t i = 0; i < operands.size(); ++i) out += (i == 0 ? "" : ", ") + operands[i].text;
  return out + ")";
}

Text Printer::atom(uint32_t index) const {
  const Atom& a = state_.atoms[index];
  if (a.depth > SymPool::State::kMaxDepth) return {"deep_" + std::to_string(index), Binding::atom};
  switch (a.kind) {
    case AtomKind::symbol:
    case AtomKind::text: return {a.name, Binding::atom};
    case AtomKind::floordiv:
      return {"(" + at(a.operands[0], Binding::atom) + "//" + at(a.operands[1], Binding::atom) + ")", Binding::floordiv};
    case AtomKind::mod: return {"Mod(" + list(a.operands) + ")", Binding::floordiv};
    case AtomKind::max:
    case AtomKind::min: return {extremes(a), Binding::atom};
    case AtomKind::pow: return {at(a.operands[0], Binding::atom) + "**" + at(a.operands[1], Binding::atom), Binding::power};
    case AtomKind::sum:
      return {"(" + at(a.operands[0], Binding::product) + " + " + at(a.operands[1], Binding::product) + ")", Binding::atom};
    case AtomKind::product: return {"(" + at(a.operands[0], Binding::power) + "*" + at(a.operands[1], Binding::power) + ")", Binding::atom};
    case AtomKind::call: return {a.name + "(" + list(a.operands) + ")", Binding::atom};
  }
  return {};
}

Text Printer::term(uint64_t coefficient, const std::vector<std::pair<Text, uint32_t>>& factors) const {
  if (coefficient == 1 && factors.size() == 1 && factors[0].second == 1) return factors[0].first;
  std::string out = coefficient == 1 && !factors.empty() ? "" : std::to_string(coefficient);
  for (const auto& [text, exponent] : factors) {
    const Binding needed = exponent > 1 ? Binding::atom : Binding::power;
    if (!out.empty()) out += "*";
    out += text.binding < needed ? "(" + text.text + ")" : text.text;
    if (exponent > 1) out += "**" + std::to_string(exponent);
  }
  const bool power = coefficient == 1 && factors.size() == 1;
  return {std::move(out), factors.empty() ? Binding::atom : power ? Binding::power : Binding::product};
}

// The atoms in sympy's order: symbols by name, then functions.
std::vector<Printer::Generator> Printer::generators(const Poly& poly) const {
  std::vector<Generator> out;
  for (const Term& t : poly) {
    for (const Factor& f : state_.monomials[t.monomial]) {
      if (std::ranges::find(out, f.atom, &Generator::index) == out.end()) out.push_back({rank(f.atom), atom(f.atom), f.atom});
    }
  }
  std::ranges::sort(out, [](const Generator& a, const Generator& b) {
    return std::tie(a.rank, a.text.text, a.index) < std::tie(b.rank, b.text.text, b.index);
  });
  return out;
}

// The terms by their exponents, the constant last.
std::vector<Printer::Line> Printer::lines(const Poly& poly, const std::vector<Generator>& generators) const {
  std::vector<Line> out;
  for (const Term& t : poly) {
    Line line{std::vector<uint32_t>(generators.size()), t.coefficient};
    for (const Factor& f : state_.monomials[t.monomial]) {
      const auto place = std::ranges::find(generators, f.atom, &Generator::index) - generators.begin();
      line.exponents[static_cast<size_t>(place)] = f.exponent;
    }
    out.push_back(std::move(line));
  }
  std::ranges::sort(out, std::greater{}, &Line::exponents);
  // sympy writes 32 - s0, not -s0 + 32, when that is all.
  const auto atoms = [](const Line& line) { return std::ranges::count_if(line.exponents, [](uint32_t e) { return e > 0; }); };
  if (out.size() == 2 && atoms(out[1]) == 0 && atoms(out[0]) == 1 && out[1].coefficient > 0 && out[0].coefficient < 0) {
    std::swap(out[0], out[1]);
  }
  return out;
}

Text Printer::value(Sym v) const {
  if (v.is_constant()) return {std::to_string(v.value), v.value < 0 ? Binding::sum : Binding::atom};
  const Poly poly = state_.poly_of(v);
  const std::vector<Generator> atoms = generators(poly);
  const std::vector<Line> terms = lines(poly, atoms);
  std::string out;
  Text only;
  for (const Line& line : terms) {
    std::vector<std::pair<Text, uint32_t>> factors;
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (line.exponents[i] > 0) factors.emplace_back(atoms[i].text, line.exponents[i]);
    }
    const bool negative = line.coefficient < 0;
    const uint64_t magnitude = negative ? uint64_t{0} - static_cast<uint64_t>(line.coefficient) : static_cast<uint64_t>(line.coefficient);
    only = term(magnitude, factors);
    const bool loose = only.binding == Binding::floordiv && (terms.size() > 1 || negative);
    if (out.empty()) {
      out += negative ? "-" : "";
    } else {
      out += negative ? " - " : " + ";
    }
    out += loose ? "(" + only.text + ")" : only.text;
  }
  if (terms.size() > 1 || terms[0].coefficient < 0) return {std::move(out), Binding::sum};
  return {std::move(out), only.binding};
}

}  // namespace

std::string SymPool::State::print(Sym value) const { return Printer(*this).value(value).text; }

}  // namespace outplace
