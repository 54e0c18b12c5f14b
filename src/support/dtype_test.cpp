#include "support/dtype.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace outplace {
namespace {

// Row by row what torch.promote_types gives for the column's type; "-" where it raises.
constexpr const char* kPromotions = R"(
 b8 u8 i8 i16 i32 i64 u16 u32 u64 f16 bf16 f32 f64 f8e4m3fn f8e5m2 f4e2m1fnx2 c32 c64 c128 b8x1
b8 b8 u8 i8 i16 i32 i64 - - - f16 bf16 f32 f64 - - - c32 c64 c128 -
u8 u8 u8 i16 i16 i32 i64 - - - f16 bf16 f32 f64 - - - c32 c64 c128 -
i8 i8 i16 i8 i16 i32 i64 - - - f16 bf16 f32 f64 - - - c32 c64 c128 -
i16 i16 i16 i16 i16 i32 i64 - - - f16 bf16 f32 f64 - - - c32 c64 c128 -
i32 i32 i32 i32 i32 i32 i64 - - - f16 bf16 f32 f64 - - - c32 c64 c128 -
i64 i64 i64 i64 i64 i64 i64 - - - f16 bf16 f32 f64 - - - c32 c64 c128 -
u16 - - - - - - u16 - - f16 bf16 f32 f64 - - f4e2m1fnx2 - - - -
u32 - - - - - - - u32 - f16 bf16 f32 f64 - - f4e2m1fnx2 - - - -
u64 - - - - - - - - u64 f16 bf16 f32 f64 - - f4e2m1fnx2 - - - -
f16 f16 f16 f16 f16 f16 f16 f16 f16 f16 f16 f32 f32 f64 - - - c32 c64 c128 -
bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32 bf16 f32 f64 - - - c64 c64 c128 -
f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f64 - - - c64 c64 c128 -
f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 - - - c128 c128 c128 -
f8e4m3fn - - - - - - - - - - - - - f8e4m3fn - - - - - -
f8e5m2 - - - - - - - - - - - - - - f8e5m2 - - - - -
f4e2m1fnx2 - - - - - - f4e2m1fnx2 f4e2m1fnx2 f4e2m1fnx2 - - - - - - f4e2m1fnx2 - - - -
c32 c32 c32 c32 c32 c32 c32 - - - c32 c64 c64 c128 - - - c32 c64 c128 -
c64 c64 c64 c64 c64 c64 c64 - - - c64 c64 c64 c128 - - - c64 c64 c128 -
c128 c128 c128 c128 c128 c128 c128 - - - c128 c128 c128 c128 - - - c128 c128 c128 -
b8x1 - - - - - - - - - - - - - - - - - - - b8x1
)";

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> out;
  for (std::string w; in >> w;) out.push_back(w);
  return out;
}

TEST(DType, PromotionEqualsTorch) {
  std::istringstream in(kPromotions);
  std::string line;
  std::vector<std::string> head;
  int pairs = 0;
  while (std::getline(in, line)) {
    const auto row = words(line);
    if (row.empty()) continue;
    if (head.empty()) {
      head = row;
      continue;
    }
    ASSERT_EQ(row.size(), head.size() + 1);
    const DType a = dtype_from_abbreviation(row[0]).value();
    for (size_t i = 0; i < head.size(); ++i) {
      const DType b = dtype_from_abbreviation(head[i]).value();
      const std::string got(abbreviation(promote(a, b)));
      EXPECT_EQ(got.empty() ? "-" : got, row[i + 1]) << row[0] << " with " << head[i];
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 400);
}

TEST(DType, NamesReadBack) {
  for (int i = 1; i <= static_cast<int>(DType::bits16); ++i) {
    const auto dtype = static_cast<DType>(i);
    EXPECT_EQ(dtype_from_abbreviation(abbreviation(dtype)), dtype);
    EXPECT_EQ(dtype_from_torch_name(torch_name(dtype)), dtype);
    EXPECT_EQ(dtype_from_torch_name("torch." + std::string(torch_name(dtype))), dtype);
    EXPECT_GT(item_size(dtype), 0);
  }
}

TEST(DType, AliasesOfPython) {
  EXPECT_EQ(dtype_from_torch_name("torch.float"), DType::float32);
  EXPECT_EQ(dtype_from_torch_name("half"), DType::float16);
  EXPECT_EQ(dtype_from_torch_name("long"), DType::int64);
  EXPECT_EQ(dtype_from_torch_name("cfloat"), DType::complex64);
}

TEST(DType, WhatIsNoDtype) {
  for (const char* text : {"", "torch.", "Sym", "f33", "F32", "float32 ", "torch.torch.float32"}) {
    EXPECT_EQ(dtype_from_torch_name(text), std::nullopt) << text;
    EXPECT_EQ(dtype_from_abbreviation(text), std::nullopt) << text;
  }
  EXPECT_EQ(abbreviation(DType::unknown), "");
  EXPECT_EQ(item_size(DType::unknown), 0);
}

TEST(DType, Sizes) {
  EXPECT_EQ(item_size(DType::complex128), 16);
  EXPECT_EQ(item_size(DType::bfloat16), 2);
  EXPECT_EQ(item_size(DType::boolean), 1);
  EXPECT_EQ(item_size(DType::bits16), 2);
}

TEST(DType, ComplexAndReal) {
  EXPECT_EQ(real_part_dtype(DType::complex64), DType::float32);
  EXPECT_EQ(real_part_dtype(DType::int32), DType::int32);
  EXPECT_EQ(complex_dtype(DType::float64), DType::complex128);
  EXPECT_EQ(complex_dtype(DType::complex64), DType::complex64);
  EXPECT_EQ(complex_dtype(DType::int64), DType::unknown);
}

}  // namespace
}  // namespace outplace
