// Reads symbolic integers as sympy and PyTorch print them.
#include <array>
#include <cctype>
#include <charconv>

#include "support/sym_state.h"

namespace outplace {
namespace {

// A value in reading: sympy writes x/2 where it knows that 2 divides x, so that a sum of fractions may be whole though its parts are not.
struct Ratio {
  Sym top;
  Sym bottom = 1;
};

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
 public:
  Parser(std::string_view text, SymPool::State& state) : text_(text), state_(state) {}

  std::optional<Sym> whole() {
    const auto value = sum();
    skip_spaces();
    if (!value || at_ != text_.size()) return std::nullopt;
    return integer(*value);
  }

 private:
  enum class Step : uint8_t { none, times, floordiv, divide, mod };

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  Sym integer(const Ratio& value) { return state_.floordiv(value.top, value.bottom); }
  bool is_exact(const Ratio& value) { return value.bottom.is(1); }
  Ratio reduced(Sym top, Sym bottom) {
    if (auto quotient = state_.exact_quotient(state_.poly_of(top), state_.poly_of(bottom))) return {state_.intern(std::move(*quotient)), 1};
    return {top, bottom};
  }

  std::optional<Ratio> sum();
  std::optional<Ratio> product();
  std::optional<Ratio> applied(Step step, const Ratio& a, const Ratio& b);
  Step take_step();
  std::optional<Ratio> signed_power();
  std::optional<Ratio> power();
  std::optional<Ratio> primary();
  std::optional<Ratio> number();
  std::optional<Ratio> call(std::string_view name);
  std::optional<Sym> known_call(std::string_view name, const std::vector<Ratio>& arguments);
  std::optional<Ratio> call_as_text(size_t start, size_t open);

  std::string_view text_;
  SymPool::State& state_;
  size_t at_ = 0;
  int depth_ = 0;
};

std::optional<Ratio> Parser::sum() {
  if (++depth_ > SymPool::State::kMaxDepth * 2) return std::nullopt;
  auto total = product();
  while (total) {
    const bool plus = take("+");
    if (!plus && !take("-")) break;
    const auto next = product();
    if (!next) return std::nullopt;
    const Sym value = plus ? next->top : state_.negated(next->top);
    if (total->bottom == next->bottom) {
      total = reduced(state_.add(total->top, value), total->bottom);
    } else {
      total = reduced(state_.add(state_.mul(total->top, next->bottom), state_.mul(value, total->bottom)),
                      state_.mul(total->bottom, next->bottom));
    }
  }
  --depth_;
  return total;
}

Parser::Step Parser::take_step() {
  skip_spaces();
  if (text_.substr(at_).starts_with("**")) return Step::none;
  if (take("*")) return Step::times;
  if (take("//")) return Step::floordiv;
  if (take("/")) return Step::divide;
  if (take("%")) return Step::mod;
  return Step::none;
}

std::optional<Ratio> Parser::applied(Step step, const Ratio& a, const Ratio& b) {
  switch (step) {
    case Step::none: break;
    case Step::times: return reduced(state_.mul(a.top, b.top), state_.mul(a.bottom, b.bottom));
    case Step::divide:
      if (b.top.is(0)) return std::nullopt;
      return reduced(state_.mul(a.top, b.bottom), state_.mul(a.bottom, b.top));
    case Step::floordiv: return Ratio{state_.floordiv(integer(a), integer(b))};
    case Step::mod: return Ratio{state_.mod(integer(a), integer(b))};
  }
  return std::nullopt;
}

std::optional<Ratio> Parser::product() {
  auto total = signed_power();
  while (total) {
    const Step step = take_step();
    if (step == Step::none) break;
    const auto next = signed_power();
    if (!next) return std::nullopt;
    total = applied(step, *total, *next);
  }
  return total;
}

std::optional<Ratio> Parser::signed_power() {
  bool negative = false;
  while (true) {
    if (take("-")) {
      negative = !negative;
    } else if (!take("+")) {
      break;
    }
  }
  // -9223372036854775808 is a constant, though its digits alone are none.
  constexpr std::string_view kLeast = "9223372036854775808";
  skip_spaces();
  if (negative && text_.substr(at_).starts_with(kLeast) && !text_.substr(at_ + kLeast.size()).starts_with("**") &&
      !(at_ + kLeast.size() < text_.size() && continues_name(text_[at_ + kLeast.size()]))) {
    at_ += kLeast.size();
    return Ratio{INT64_MIN};
  }
  auto value = power();
  if (value && negative) value->top = state_.negated(value->top);
  return value;
}

std::optional<Ratio> Parser::power() {
  const auto base = primary();
  if (!base || !take("**")) return base;
  if (++depth_ > SymPool::State::kMaxDepth * 2) return std::nullopt;
  const auto exponent = signed_power();
  --depth_;
  if (!exponent) return std::nullopt;
  return Ratio{state_.pow(integer(*base), integer(*exponent))};
}

std::optional<Ratio> Parser::number() {
  const size_t start = at_;
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  if (at_ < text_.size() && (text_[at_] == '.' || starts_name(text_[at_]))) return std::nullopt;
  const std::string_view digits = text_.substr(start, at_ - start);
  int64_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc{}) return Ratio{value};
  return Ratio{state_.atom(AtomKind::text, digits, {})};
}

std::optional<Ratio> Parser::primary() {
  skip_spaces();
  if (at_ == text_.size()) return std::nullopt;
  if (take("(")) {
    const auto inner = sum();
    if (!inner || !take(")")) return std::nullopt;
    return inner;
  }
  if (is_digit(text_[at_])) return number();
  if (!starts_name(text_[at_])) return std::nullopt;
  const size_t start = at_;
  while (at_ < text_.size() && (continues_name(text_[at_]) || text_[at_] == '.')) ++at_;
  const std::string_view name = text_.substr(start, at_ - start);
  if (at_ < text_.size() && text_[at_] == '(') return call(name);
  for (const std::string_view word : {"True", "False", "None", "and", "or", "not", "nan", "inf", "oo", "zoo", "int_oo"}) {
    if (name == word) return std::nullopt;
  }
  if (name.find('.') != std::string_view::npos) return std::nullopt;
  const auto [it, added] = state_.symbols.try_emplace(std::string(name), 0);
  if (added) it->second = *state_.single_atom(state_.atom(AtomKind::symbol, name, {}));
  return Ratio{state_.atoms[it->second].value};
}

std::optional<Ratio> Parser::call_as_text(size_t start, size_t open) {
  int level = 0;
  for (size_t i = open; i < text_.size(); ++i) {
    if (text_[i] == '(') ++level;
    if (text_[i] == ')' && --level == 0) {
      at_ = i + 1;
      return Ratio{state_.atom(AtomKind::text, text_.substr(start, at_ - start), {})};
    }
  }
  return std::nullopt;
}

std::optional<Ratio> Parser::call(std::string_view name) {
  const size_t open = at_;
  const size_t start = open - name.size();
  const int depth = depth_;
  ++at_;
  std::vector<Ratio> arguments;
  bool readable = true;
  if (!take(")")) {
    while (true) {
      const auto argument = sum();
      readable = argument.has_value();
      if (!readable) break;
      arguments.push_back(*argument);
      if (take(")")) break;
      readable = take(",");
      if (!readable) break;
    }
  }
  depth_ = depth;
  if (!readable) return call_as_text(start, open);
  if (const auto value = known_call(name, arguments)) return Ratio{*value};
  std::vector<Sym> operands;
  for (const Ratio& argument : arguments) {
    if (!is_exact(argument)) return call_as_text(start, open);
    operands.push_back(argument.top);
  }
  if (operands.empty()) return call_as_text(start, open);
  return Ratio{state_.atom(AtomKind::call, name, std::move(operands))};
}

std::optional<Sym> Parser::known_call(std::string_view name, const std::vector<Ratio>& arguments) {
  std::vector<Sym> x;
  for (const Ratio& argument : arguments) x.push_back(integer(argument));
  if (x.empty()) return std::nullopt;
  if (name == "Max" || name == "Min" || name == "max" || name == "min") {
    Sym result = x[0];
    const AtomKind kind = name == "Max" || name == "max" ? AtomKind::max : AtomKind::min;
    for (size_t i = 1; i < x.size(); ++i) result = state_.extreme(kind, result, x[i]);
    return result;
  }
  if (x.size() == 1) {
    if (name == "Identity" || name == "floor") return x[0];
    if (name == "ceiling") return state_.negated(state_.floordiv(state_.negated(arguments[0].top), arguments[0].bottom));
    return std::nullopt;
  }
  if (x.size() == 3 && name == "ModularIndexing") return state_.mod(state_.floordiv(x[0], x[1]), x[2]);
  if (x.size() != 2) return std::nullopt;
  if (name == "FloorDiv" || name == "CleanDiv") return state_.floordiv(x[0], x[1]);
  if (name == "Mod" || name == "PythonMod") return state_.mod(x[0], x[1]);
  if (name == "CeilDiv") return state_.negated(state_.floordiv(state_.negated(x[0]), x[1]));
  if (name == "PowByNatural") return state_.pow(x[0], x[1]);
  return std::nullopt;
}

}  // namespace

std::optional<Sym> SymPool::State::parse(std::string_view text) { return Parser(text, *this).whole(); }

}  // namespace outplace
