#include "support/sym.h"

#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <functional>
#include <map>
#include <random>

namespace outplace {
namespace {

// ---- reading and printing

std::string round(SymPool& pool, std::string_view text) {
  const auto value = pool.parse(text);
  if (!value) return "none";
  const std::string printed = pool.print(*value);
  EXPECT_EQ(pool.parse(printed), *value) << text << " printed as " << printed;
  return printed;
}

TEST(Sym, PrintsWhatPyTorchPrints) {
  SymPool pool;
  for (const char* text : {
           "0",
           "-1",
           "s0",
           "2*s0",
           "-s0",
           "s36**2",
           "s0*s34*s77",
           "s15 - ((s15//2))",
           "-s15 + s77",
           "32 - s23",
           "s44 - 2",
           "64*s42 + 64",
           "s2 + s31",
           "((-s15 + s77)//2)",
           "((-s15 + s77)//(((-s15 + s77)//2)))",
           "s0*s34*Max(1, (s15//2))",
           "s87*Max(1, s28*s31)",
           "Max(1, ((s20//2)) - 1)",
           "(((s69 - 1)//8)) + 1",
           "s90 - 3*(((s15 + 3)//4))",
           "Min(5, s27)",
           "Max(s17, s77)",
           "2**s0",
           "Mod(s0, 4)",
           "s0**2*s1 - s0*s1**2 + 7",
           "-((s0//2)) - 3",
           "9223372036854775807",
           "-9223372036854775808",
           "CeilToInt(IntTrueDiv(s0, 3))",
       }) {
    EXPECT_EQ(round(pool, text), text);
  }
}

TEST(Sym, SpellingsMeet) {
  SymPool pool;
  const auto same = [&](const char* a, const char* b) {
    const auto x = pool.parse(a);
    const auto y = pool.parse(b);
    ASSERT_TRUE(x && y) << a << " and " << b;
    EXPECT_EQ(*x, *y) << pool.print(*x) << " and " << pool.print(*y);
  };
  same("s0*2", "2*s0");
  same("s0 + s1", "s1+s0");
  same("(s0 + 1)*(s0 - 1)", "s0**2 - 1");
  same("s0 - s0", "0");
  same("FloorDiv(s0, 2)", "s0//2");
  same("CleanDiv(s0, 2)", "((s0//2))");
  same("(2*s0*s1)//s1", "2*s0");
  same("(4*s0)//2", "2*s0");
  same("(4*s0 + s1)//4", "s0 + (s1//4)");
  same("(2*s0 + 2*s1)//4", "(s0 + s1)//2");
  same("(s0*s1)//(2*s1)", "s0//2");
  same("(s0//2)//3", "s0//6");
  same("(s0**2 + 2*s0 + 1)//(s0 + 1)", "s0 + 1");
  same("Mod(4*s0, 2)", "0");
  same("Max(s0, s1)", "Max(s1, s0)");
  same("Max(1, Max(s0, 2))", "Max(2, s0)");
  same("Min(s0, s0)", "s0");
  same("s0/2 + s0/2", "s0");
  same("s0*s1/2 + s0*s1/2", "s1*s0");
  same("PythonMod(7, 3)", "1");
  same("-7//2", "-4");
  same("-7 % 3", "2");
  same("2**5", "32");
  same("-2**2", "-4");
  same("((s0))", "s0");
  same("ceiling(s0/2)", "-(-s0//2)");
  same("CeilDiv(s0, 2)", "-((-s0)//2)");
  same("ModularIndexing(s0, 2, 3)", "Mod(s0//2, 3)");
}

TEST(Sym, DifferentThingsStayDifferent) {
  SymPool pool;
  const auto differ = [&](const char* a, const char* b) { EXPECT_NE(pool.parse(a).value(), pool.parse(b).value()) << a << " and " << b; };
  differ("s0", "s1");
  differ("s0//2", "s0");
  differ("(s0//2)*2", "s0");
  differ("(s0 + s1)//2", "(s0//2) + (s1//2)");
  differ("Max(s0, s1)", "Min(s0, s1)");
  differ("f(s0)", "g(s0)");
  differ("s0**2", "2*s0");
  differ("(s0//-2)//-3", "s0//6 + 1");
}

TEST(Sym, WhatIsNoExpression) {
  SymPool pool;
  for (const char* text : {"",     " ",    "s0 +", "(s0",   "s0)",  "s0 > 2", "1.5",  "4.0*zf66", "1.00000000000000E-12",
                           "True", "None", "nan",  "s0 s1", "s0..", "a.b",    "f(s0", "1/0",      "s0, s1",
                           "'s0'", "0x10", "*s0",  "Max(",  "[s0]"}) {
    EXPECT_EQ(pool.parse(text), std::nullopt) << text;
  }
  EXPECT_TRUE(pool.parse("Where(s0 > 2, 1, 0)"));  // a call is kept as text whatever it is called with
  EXPECT_EQ(round(pool, "Where(s0 > 2, 1, 0)"), "Where(s0 > 2, 1, 0)");
}

TEST(Sym, DeepInputIsRefusedNotFatal) {
  SymPool pool;
  const std::string open(100000, '(');
  EXPECT_EQ(pool.parse(open + "s0" + std::string(100000, ')')), std::nullopt);
  EXPECT_TRUE(pool.parse(std::string(100000, '-') + "s0"));
  std::string powers = "s0";
  for (int i = 0; i < 50000; ++i) powers += "**s0";
  EXPECT_EQ(pool.parse(powers), std::nullopt);
}

TEST(Sym, DeepAtomsCanBePrinted) {
  SymPool pool;
  Sym value = pool.symbol("s0");
  for (int i = 0; i < 5000; ++i) value = pool.mod(pool.add(value, i), 1000000 + i);
  EXPECT_FALSE(pool.print(value).empty());
  EXPECT_FALSE(pool.known_nonnegative(pool.sub(value, 1)));
}

// ---- constants that leave 64 bits

TEST(Sym, OverflowIsOpaque) {
  SymPool pool;
  const Sym big = INT64_MAX;
  const Sym sum = pool.add(big, 1);
  EXPECT_FALSE(sum.is_constant());
  EXPECT_EQ(pool.add(1, big), sum);
  EXPECT_NE(pool.add(big, 2), sum);
  EXPECT_EQ(pool.parse(pool.print(sum)), sum);
  const Sym product = pool.mul(big, 3);
  EXPECT_FALSE(product.is_constant());
  EXPECT_EQ(pool.parse(pool.print(product)), product);
  const Sym s = pool.symbol("s0");
  const Sym many = pool.mul(pool.mul(s, INT64_MAX), 5);
  EXPECT_EQ(pool.parse(pool.print(many)), many);
  EXPECT_FALSE(pool.sub(INT64_MIN, 1).is_constant());
  EXPECT_FALSE(pool.floordiv(INT64_MIN, -1).is_constant());
  EXPECT_TRUE(pool.mod(INT64_MIN, -1).is(0));
  EXPECT_FALSE(pool.floordiv(5, 0).is_constant());
  EXPECT_FALSE(pool.parse("99999999999999999999").value().is_constant());
  EXPECT_EQ(round(pool, "99999999999999999999"), "99999999999999999999");
}

// ---- order

struct Fact {
  const char* a;
  const char* b;
};

TEST(Sym, ProvedForSizes) {
  SymPool pool;
  for (const char* name : {"s0", "s1", "s15", "s77"}) pool.assume_nonnegative(pool.symbol(name));
  pool.assume_at_least(pool.symbol("p"), 2);
  pool.assume_at_least(pool.symbol("q"), 1);
  for (const Fact& f : std::initializer_list<Fact>{
           {"0", "s0"},
           {"s0", "2*s0"},
           {"s0", "s0 + s1"},
           {"0", "s0*s1"},
           {"0", "s15//2"},
           {"s15//2", "s15"},
           {"2*(s15//2)", "s15"},
           {"0", "s15 - (s15//2)"},
           {"s15", "2*(s15//2) + 1"},
           {"(s15 + 3)//4", "s15"},
           {"s15 - 3", "4*(s15//4)"},
           {"s0", "Max(s0, s1)"},
           {"1", "Max(1, s0)"},
           {"Min(s0, s1)", "s1"},
           {"0", "Min(s0, s1)"},
           {"Min(s0, s1)", "Max(s0, s1)"},
           {"Max(s0, s1)", "s0 + s1"},
           {"s0", "s0*Max(1, s1)"},
           {"Mod(s0, 4)", "3"},
           {"0", "Mod(s0, 4)"},
           {"Mod(s0, 4)", "s0"},
           {"Mod(s0, q)", "q - 1"},
           {"s0//q", "s0"},
           {"q*(s0//q)", "s0"},
           {"s0", "s0*q"},
           {"2*s0", "s0*p"},
           {"p + q", "p*q + 1"},
           {"s0", "s0**2 + s0"},
           {"4", "p**2"},
           {"s1*(s0//2)", "s0*s1"},
           {"s0", "9223372036854775807"},
       }) {
    EXPECT_TRUE(pool.known_le(pool.parse(f.a).value(), pool.parse(f.b).value())) << f.a << " <= " << f.b;
  }
  EXPECT_TRUE(pool.known_lt(pool.parse("Mod(s0, 4)").value(), 4));
  EXPECT_TRUE(pool.known_lt(pool.parse("s0").value(), pool.parse("s0 + 1").value()));
  EXPECT_TRUE(pool.known_positive(pool.parse("q").value()));
}

TEST(Sym, NotProvedBecauseNotTrue) {
  SymPool pool;
  for (const char* name : {"s0", "s1", "s15", "s77"}) pool.assume_nonnegative(pool.symbol(name));
  for (const Fact& f : std::initializer_list<Fact>{
           {"1", "s0"},          {"s0", "s1"},         {"s0", "s0*s1"},          {"2*s0", "s0"},        {"s15", "2*(s15//2)"},
           {"s15//2", "s15//3"}, {"0", "s77 - s15"},   {"0", "(-s15 + s77)//2"}, {"0", "u0"},           {"u0", "2*u0"},
           {"u0//2", "u0"},      {"0", "Mod(s0, u0)"}, {"Max(s0, s1)", "s1"},    {"s1", "Min(s0, s1)"}, {"Mod(s0, 4)", "2"},
           {"0", "f(s0)"},       {"s0//u0", "s0"},     {"s0**2", "s0"},          {"0", "s0 - 1"},       {"Max(1, s0)", "s0"},
       }) {
    EXPECT_FALSE(pool.known_le(pool.parse(f.a).value(), pool.parse(f.b).value())) << f.a << " <= " << f.b;
  }
  EXPECT_FALSE(pool.known_lt(pool.parse("s0").value(), pool.parse("s0").value()));
}

TEST(Sym, AssumptionsCountFromThenOn) {
  SymPool pool;
  const Sym s = pool.symbol("s0");
  EXPECT_FALSE(pool.known_nonnegative(s));
  pool.assume_nonnegative(s);
  EXPECT_TRUE(pool.known_nonnegative(s));
  EXPECT_FALSE(pool.known_le(2, s));
  pool.assume_at_least(s, 2);
  pool.assume_at_least(s, 1);  // does not weaken
  EXPECT_TRUE(pool.known_le(2, s));
}

TEST(Sym, AssumptionsAboutExpressions) {
  SymPool pool;
  const Sym s = pool.symbol("s0");
  const Sym t = pool.symbol("s1");
  pool.assume_nonnegative(pool.parse("2*s0 - 5").value());
  EXPECT_TRUE(pool.known_le(3, s));
  EXPECT_FALSE(pool.known_le(4, s));
  pool.assume_nonnegative(t);
  pool.assume_nonnegative(pool.sub(t, s));
  EXPECT_TRUE(pool.known_le(s, t));
  EXPECT_TRUE(pool.known_lt(s, pool.parse("s1 + 1").value()));
  EXPECT_TRUE(pool.known_nonnegative(pool.parse("(s1 - s0)//2").value()));
  EXPECT_FALSE(pool.known_lt(s, t));
  EXPECT_FALSE(pool.known_le(t, s));
  pool.assume_nonnegative(pool.parse("8 - u0").value());
  EXPECT_FALSE(pool.known_nonnegative(pool.symbol("u0")));
  EXPECT_TRUE(pool.known_le(pool.symbol("u0"), 8));
  EXPECT_FALSE(pool.known_le(pool.symbol("u0"), 7));
}

TEST(Sym, FloorOfOne) {
  SymPool pool;
  const Sym s0 = pool.symbol("s0");
  const Sym s1 = pool.symbol("s1");
  pool.assume_nonnegative(s0);
  pool.assume_nonnegative(s1);
  const Sym strided = pool.mul(s0, pool.max(1, s1));
  EXPECT_EQ(pool.without_floor_of_one(strided, {s0, s1}), pool.mul(s0, s1));
  EXPECT_EQ(pool.without_floor_of_one(strided, {s0}), strided);  // s1 is no size of this tensor and may be 0
  const Sym merged = pool.max(1, pool.mul(s0, s1));
  EXPECT_EQ(pool.without_floor_of_one(merged, {s0, s1}), pool.mul(s0, s1));
  const Sym half = pool.floordiv(s0, 2);
  EXPECT_EQ(pool.without_floor_of_one(pool.max(1, half), {half}), half);
  EXPECT_EQ(pool.without_floor_of_one(pool.max(1, half), {s0}), pool.max(1, half));
  EXPECT_FALSE(pool.known_le(1, s0));  // nothing of this stays
  EXPECT_TRUE(pool.known_le_if_nonempty(1, s0, {s0}));
  EXPECT_FALSE(pool.known_le_if_nonempty(1, s1, {s0}));
}

TEST(Sym, CopiesAreIndependent) {
  SymPool pool;
  const Sym s = pool.symbol("s0");
  SymPool copy = pool;
  copy.assume_nonnegative(s);
  EXPECT_TRUE(copy.known_nonnegative(s));
  EXPECT_FALSE(pool.known_nonnegative(s));
  EXPECT_EQ(copy.symbol("s0"), s);
}

// ---- random expressions against a direct evaluation

using Values = std::map<std::string, int64_t>;

int64_t floored(int64_t a, int64_t b) {
  int64_t q = a / b;
  if (a % b != 0 && (a < 0) != (b < 0)) --q;
  return q;
}

// A tree with its text, its Sym and a function that evaluates it.
struct Tree {
  Sym sym;
  std::string text;
  std::function<int64_t(const Values&)> value;
};

class Maker {
 public:
  Maker(SymPool& pool, unsigned seed) : pool_(pool), random_(seed) {}

  Tree make(int depth) {
    if (depth == 0 || pick(5) == 0) return leaf();
    const Tree a = make(depth - 1);
    const Tree b = make(depth - 1);
    switch (pick(8)) {
      case 0:
        return {pool_.sub(a.sym, b.sym), "(" + a.text + " - " + b.text + ")", [=](const Values& v) { return a.value(v) - b.value(v); }};
      case 1: return {pool_.mul(a.sym, b.sym), a.text + "*" + b.text, [=](const Values& v) { return a.value(v) * b.value(v); }};
      case 2:
        return {pool_.max(a.sym, b.sym), "Max(" + a.text + ", " + b.text + ")",
                [=](const Values& v) { return std::max(a.value(v), b.value(v)); }};
      case 3:
        return {pool_.min(a.sym, b.sym), "Min(" + a.text + ", " + b.text + ")",
                [=](const Values& v) { return std::min(a.value(v), b.value(v)); }};
      case 4: {
        const int64_t d = divisor();
        return {pool_.floordiv(a.sym, d), "((" + a.text + ")//(" + std::to_string(d) + "))",
                [=](const Values& v) { return floored(a.value(v), d); }};
      }
      case 5: {
        const int64_t d = divisor();
        return {pool_.mod(a.sym, d), "Mod(" + a.text + ", " + std::to_string(d) + ")",
                [=](const Values& v) { return a.value(v) - d * floored(a.value(v), d); }};
      }
      case 6: {  // a symbol that is never 0
        const Sym q = pool_.symbol("q");
        return {pool_.floordiv(a.sym, q), "((" + a.text + ")//q)", [=](const Values& v) { return floored(a.value(v), v.at("q")); }};
      }
      default:
        return {pool_.add(a.sym, b.sym), "(" + a.text + " + " + b.text + ")", [=](const Values& v) { return a.value(v) + b.value(v); }};
    }
  }

  Values values() {
    Values out;
    for (const char* name : {"s0", "s1", "s2"}) out[name] = pick(7);
    out["u"] = pick(15) - 7;
    out["q"] = 1 + pick(5);
    return out;
  }
  int64_t pick(int n) { return static_cast<int64_t>(random_() % static_cast<unsigned>(n)); }

 private:
  int64_t divisor() { return std::array<int64_t, 6>{2, 3, 4, 6, -2, -3}[static_cast<size_t>(pick(6))]; }

  Tree leaf() {
    if (pick(3) == 0) {
      const int64_t n = pick(9) - 3;
      return {n, n < 0 ? "(" + std::to_string(n) + ")" : std::to_string(n), [=](const Values&) { return n; }};
    }
    const std::string name = std::array<const char*, 5>{"s0", "s1", "s2", "u", "q"}[static_cast<size_t>(pick(5))];
    return {pool_.symbol(name), name, [=](const Values& v) { return v.at(name); }};
  }

  SymPool& pool_;
  std::mt19937 random_;
};

// Evaluates a printed expression with a small reader of its own: sums, products, powers, calls, floor division in parentheses.
class Evaluator {
 public:
  Evaluator(std::string_view text, const Values& values) : text_(text), values_(values) {}
  int64_t sum() {
    int64_t total = product();
    while (true) {
      if (take(" + ")) {
        total += product();
      } else if (take(" - ")) {
        total -= product();
      } else {
        return total;
      }
    }
  }
  bool at_end() const { return text_.empty(); }

 private:
  bool take(std::string_view token) {
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  int64_t product() {
    const bool negative = take("-");
    int64_t total = power();
    while (!text_.starts_with("**") && take("*")) total *= power();
    return negative ? -total : total;
  }
  int64_t power() {
    const int64_t base = primary();
    if (!take("**")) return base;
    int64_t out = 1;
    for (int64_t n = primary(); n > 0; --n) out *= base;
    return out;
  }
  int64_t pair(std::string_view separator, const std::function<int64_t(int64_t, int64_t)>& join) {
    int64_t total = sum();
    while (take(separator)) total = join(total, sum());
    EXPECT_TRUE(take(")"));
    return total;
  }
  int64_t primary() {
    if (take("Max(")) return pair(", ", [](int64_t a, int64_t b) { return std::max(a, b); });
    if (take("Min(")) return pair(", ", [](int64_t a, int64_t b) { return std::min(a, b); });
    if (take("Mod(")) return pair(", ", [](int64_t a, int64_t b) { return a - b * floored(a, b); });
    if (take("(")) return pair("//", floored);
    size_t n = 0;
    while (n < text_.size() && std::isalnum(static_cast<unsigned char>(text_[n])) != 0) ++n;
    const std::string word(text_.substr(0, n));
    text_.remove_prefix(n);
    EXPECT_FALSE(word.empty()) << text_;
    if (word.empty()) return 0;
    return std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? std::stoll(word) : values_.at(word);
  }

  std::string_view text_;
  const Values& values_;
};

TEST(SymRandom, ValuesAndTextAgree) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    SymPool pool;
    for (const char* name : {"s0", "s1", "s2"}) pool.assume_nonnegative(pool.symbol(name));
    pool.assume_at_least(pool.symbol("q"), 1);
    Maker maker(pool, seed);
    for (int round = 0; round < 5; ++round) {
      const Tree tree = maker.make(4);
      const std::string printed = pool.print(tree.sym);
      EXPECT_EQ(pool.parse(printed), tree.sym) << printed;
      EXPECT_EQ(pool.parse(tree.text), tree.sym) << tree.text << " became " << printed;
      for (int i = 0; i < 6; ++i) {
        const Values values = maker.values();
        Evaluator evaluator(printed, values);
        ASSERT_EQ(evaluator.sum(), tree.value(values)) << tree.text << " printed as " << printed;
        EXPECT_TRUE(evaluator.at_end()) << printed;
      }
    }
  }
}

TEST(SymRandom, NothingFalseIsProved) {
  int proved = 0;
  int refuted = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SymPool pool;
    for (const char* name : {"s0", "s1", "s2"}) pool.assume_nonnegative(pool.symbol(name));
    pool.assume_at_least(pool.symbol("q"), 1);
    Maker maker(pool, seed);
    const Tree a = maker.make(3);
    const Tree b = maker.make(2);
    const bool le = pool.known_le(a.sym, b.sym);
    const bool lt = pool.known_lt(a.sym, b.sym);
    proved += le ? 1 : 0;
    refuted += !le ? 1 : 0;
    for (int i = 0; i < 60; ++i) {
      const Values values = maker.values();
      if (le) {
        ASSERT_LE(a.value(values), b.value(values)) << pool.print(a.sym) << " <= " << pool.print(b.sym);
      }
      if (lt) {
        ASSERT_LT(a.value(values), b.value(values)) << pool.print(a.sym) << " < " << pool.print(b.sym);
      }
    }
  }
  EXPECT_GT(proved, 150);
  EXPECT_GT(refuted, 300);
}

}  // namespace
}  // namespace outplace
