// Size expressions and annotations under numbers for their symbols.
#include "interp/symbols.h"

#include <gtest/gtest.h>

namespace outplace::interp {
namespace {

class SymbolsTest : public testing::Test {
 protected:
  SymbolsTest() {
    symbols_.bind("s0", 7);
    symbols_.bind("s1", 4);
  }
  Symbols symbols_{0};
};

TEST_F(SymbolsTest, AreCalculatedAsPythonDoes) {
  EXPECT_EQ(symbols_.evaluate("2*s0 + 1"), 15);
  EXPECT_EQ(symbols_.evaluate("-s0//2"), -4);
  EXPECT_EQ(symbols_.evaluate("((-s0 + 2)//2)"), -3);
  EXPECT_EQ(symbols_.evaluate("s0**2*s1"), 196);
  EXPECT_EQ(symbols_.evaluate("Max(s0, s1) - Min(s0, 3)"), 4);
  EXPECT_EQ(symbols_.evaluate("Mod(s0, s1) + FloorDiv(s0, 2)"), 6);
  EXPECT_EQ(symbols_.evaluate("-s0 % 4"), 1);
}

TEST_F(SymbolsTest, WhatIsNoExpressionHasNoValue) {
  for (const char* text : {"", "s0 +", "(s0", "f(s0)", "s0 s1", "s0//0", "2**100", "1.5"})
    EXPECT_EQ(symbols_.evaluate(text), std::nullopt) << text;
  EXPECT_EQ(symbols_.evaluate(std::string(100000, '(')), std::nullopt);
  EXPECT_EQ(symbols_.evaluate(std::string(100000, '-') + "1"), std::nullopt);
}

TEST_F(SymbolsTest, KeepTheirNumber) {
  const auto first = symbols_.evaluate("u5");
  EXPECT_EQ(symbols_.evaluate("u5"), first);
  symbols_.bind("u5", 99);
  EXPECT_EQ(symbols_.evaluate("u5"), first);
}

TEST_F(SymbolsTest, AttemptsGiveOtherNumbers) {
  EXPECT_NE(Symbols(0).value_of("s9"), Symbols(1).value_of("s9"));
  Symbols equal(Symbols::kDistinct);
  EXPECT_EQ(equal.value_of("a"), equal.value_of("b"));
  Symbols distinct(0);
  EXPECT_NE(distinct.value_of("a"), distinct.value_of("b"));
}

TEST_F(SymbolsTest, AnnotationsHaveSizesStridesAndDevice) {
  const auto said = read_annotation("f32[s0, Max(2, s1)][s1, 1]cuda:0", symbols_);
  ASSERT_TRUE(said);
  EXPECT_EQ(said->dtype, DType::float32);
  EXPECT_EQ(said->sizes, Sizes({7, 4}));
  EXPECT_EQ(said->strides, Sizes({4, 1}));
  EXPECT_EQ(said->device, "cuda:0");
  EXPECT_EQ(read_annotation("i64[][]cpu", symbols_)->sizes, Sizes());
  EXPECT_EQ(read_annotation("f32[3]", symbols_)->strides, std::nullopt);
}

TEST_F(SymbolsTest, OtherAnnotationsAreNone) {
  for (const char* text : {"Sym(s0)", "f32", "q7[2]", "f32[2][1, 1]cpu", "DTensor(f32[8], S(0))", "f32[2"}) {
    EXPECT_FALSE(read_annotation(text, symbols_)) << text;
  }
  EXPECT_EQ(symbolic_text("Sym(s0 + 1)"), "s0 + 1");
  EXPECT_EQ(symbolic_text("f32[2]"), "");
}

}  // namespace
}  // namespace outplace::interp
