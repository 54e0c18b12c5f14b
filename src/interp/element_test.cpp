// Elements: what survives casts, cuts and joins, and what does not.
#include "interp/element.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace outplace::interp {
namespace {

class ElementTest : public testing::Test {
 protected:
  Elem unknown(DType dtype, uint64_t which = 7) { return Elements::opaque(mix(which, 1), dtype); }
  std::array<Elem, 4> bytes(const Elem& e) {
    return {elements_.piece(e, 0, DType::uint8), elements_.piece(e, 1, DType::uint8), elements_.piece(e, 2, DType::uint8),
            elements_.piece(e, 3, DType::uint8)};
  }

  Elements elements_;
};

TEST_F(ElementTest, IntegersWrapToTheirWidth) {
  EXPECT_EQ(Elements::as_integer(Elements::integer(300, DType::uint8)), 44);
  EXPECT_EQ(Elements::as_integer(Elements::integer(200, DType::int8)), -56);
  EXPECT_EQ(Elements::as_integer(Elements::integer(-1, DType::uint8)), 255);
  EXPECT_EQ(Elements::as_integer(Elements::integer(5, DType::boolean)), 1);
}

TEST_F(ElementTest, ACastToTheSameDTypeIsNothing) {
  const Elem x = unknown(DType::float32);
  EXPECT_EQ(elements_.cast(x, DType::float32), x);
}

TEST_F(ElementTest, AWiderDTypeGivesTheValueBack) {
  const Elem x = unknown(DType::float16);
  EXPECT_EQ(elements_.cast(elements_.cast(x, DType::float32), DType::float16), x);
  EXPECT_EQ(elements_.cast(elements_.cast(x, DType::float64), DType::float32), elements_.cast(x, DType::float32));
  const Elem i = unknown(DType::int32);
  EXPECT_EQ(elements_.cast(elements_.cast(i, DType::float64), DType::int32), i);
}

TEST_F(ElementTest, ANarrowerDTypeDoesNot) {
  const Elem x = unknown(DType::float32);
  EXPECT_NE(elements_.cast(elements_.cast(x, DType::float16), DType::float32), x);
  EXPECT_NE(elements_.cast(elements_.cast(unknown(DType::float16), DType::bfloat16), DType::float16), unknown(DType::float16));
  const Elem i = unknown(DType::int64);
  EXPECT_NE(elements_.cast(elements_.cast(i, DType::float64), DType::int64), i);
}

TEST_F(ElementTest, NumbersAreRoundedOnlyWhereTheyFit) {
  EXPECT_TRUE(elements_.real(0.5, DType::float16).concrete);
  EXPECT_FALSE(elements_.real(0.1, DType::float16).concrete);
  EXPECT_EQ(Elements::as_real(elements_.real(0.1, DType::float32)), static_cast<double>(0.1F));
  EXPECT_EQ(Elements::as_integer(elements_.cast(elements_.real(-2.7), DType::int32)), -2);
  EXPECT_EQ(Elements::as_integer(elements_.cast(elements_.real(0.3), DType::boolean)), 1);
  EXPECT_FALSE(elements_.cast(elements_.real(1e30), DType::int32).concrete);
}

TEST_F(ElementTest, BytesJoinToTheElementTheyWereCutFrom) {
  const Elem x = unknown(DType::float32);
  const auto parts = bytes(x);
  EXPECT_EQ(elements_.joined(parts, DType::float32), x);
  EXPECT_EQ(elements_.joined(std::span(parts).first(2), DType::int16), elements_.piece(x, 0, DType::int16));
}

TEST_F(ElementTest, BytesInAnotherOrderAreAnotherElement) {
  const Elem x = unknown(DType::float32);
  auto parts = bytes(x);
  std::swap(parts[0], parts[1]);
  const Elem y = elements_.joined(parts, DType::float32);
  EXPECT_NE(y, x);
  EXPECT_EQ(elements_.piece(y, 0, DType::uint8), elements_.piece(x, 1, DType::uint8));
}

TEST_F(ElementTest, ReinterpretedBitsComeBack) {
  const Elem x = unknown(DType::float32);
  const Elem bits = elements_.piece(x, 0, DType::int32);
  EXPECT_NE(bits, x);
  EXPECT_EQ(elements_.piece(bits, 0, DType::float32), x);
}

TEST_F(ElementTest, BitsOfKnownNumbersAreKnown) {
  EXPECT_EQ(Elements::as_integer(elements_.piece(elements_.real(1.0, DType::float32), 0, DType::int32)), 0x3f800000);
  EXPECT_EQ(Elements::as_integer(elements_.piece(elements_.real(1.5, DType::bfloat16), 1, DType::uint8)), 0x3f);
  EXPECT_EQ(Elements::as_integer(elements_.piece(elements_.real(-2.0, DType::float16), 0, DType::int16)), -0x4000);
  EXPECT_EQ(elements_.piece(Elements::integer(0x3f800000, DType::int32), 0, DType::float32), elements_.real(1.0, DType::float32));
}

TEST_F(ElementTest, BytesThatAreNoNumberStayBytes) {
  const Elem one = Elements::integer(1, DType::int32);
  const Elem tiny = elements_.piece(one, 0, DType::float32);
  EXPECT_FALSE(tiny.concrete);
  const std::array<Elem, 2> halves = {elements_.piece(one, 0, DType::float16), elements_.piece(one, 2, DType::float16)};
  EXPECT_FALSE(halves[0].concrete);
  EXPECT_TRUE(halves[1].concrete);
  EXPECT_EQ(elements_.joined(halves, DType::int32), one);
  EXPECT_EQ(elements_.joined(halves, DType::float32), tiny);
  EXPECT_EQ(elements_.piece(tiny, 0, DType::int32), one);
}

TEST_F(ElementTest, JoinsAreTheSameHoweverTheyAreCut) {
  const std::array<Elem, 2> halves = {unknown(DType::int32), Elements::integer(0, DType::int32)};
  const Elem whole = elements_.joined(halves, DType::int64);
  std::vector<Elem> bytes;
  for (const Elem& half : halves) {
    for (int i = 0; i < 4; ++i) bytes.push_back(elements_.piece(half, i, DType::uint8));
  }
  EXPECT_EQ(elements_.joined(bytes, DType::int64), whole);
  EXPECT_EQ(elements_.piece(whole, 0, DType::int32), halves[0]);
  EXPECT_EQ(elements_.piece(whole, 4, DType::int32), halves[1]);
  bytes[7] = Elements::integer(1, DType::uint8);
  EXPECT_NE(elements_.joined(bytes, DType::int64), whole);
}

TEST_F(ElementTest, NegationAndConjugationUndoThemselves) {
  const Elem x = unknown(DType::float64);
  EXPECT_NE(elements_.negated(x), x);
  EXPECT_EQ(elements_.negated(elements_.negated(x)), x);
  const Elem z = unknown(DType::complex64);
  EXPECT_NE(elements_.conjugated(z), z);
  EXPECT_EQ(elements_.conjugated(elements_.conjugated(z)), z);
  EXPECT_EQ(elements_.piece(elements_.conjugated(z), 0, DType::float32), elements_.piece(z, 0, DType::float32));
  EXPECT_EQ(elements_.piece(elements_.conjugated(z), 4, DType::float32), elements_.negated(elements_.piece(z, 4, DType::float32)));
}

TEST_F(ElementTest, ARealNumberIsItsComplexOneWithoutImaginaryPart) {
  const Elem x = unknown(DType::float32);
  const Elem z = elements_.cast(x, DType::complex64);
  EXPECT_EQ(elements_.cast(z, DType::float32), x);
  EXPECT_EQ(Elements::as_real(elements_.piece(z, 4, DType::float32)), 0.0);
}

TEST_F(ElementTest, SumsDoNotDependOnTheOrder) {
  const Elem x = unknown(DType::float32, 1);
  const Elem y = unknown(DType::float32, 2);
  const Elem z = unknown(DType::float32, 3);
  EXPECT_EQ(elements_.accumulated(elements_.accumulated(x, y), z), elements_.accumulated(elements_.accumulated(x, z), y));
  EXPECT_NE(elements_.accumulated(x, y), elements_.accumulated(x, z));
  EXPECT_NE(elements_.accumulated(x, y), elements_.accumulated(elements_.accumulated(x, y), y));
}

}  // namespace
}  // namespace outplace::interp
