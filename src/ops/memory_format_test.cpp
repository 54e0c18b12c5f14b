// Memory formats, and the layouts of copies. Expectations are what PyTorch 2.13 gives.
#include "ops/memory_format.h"

#include <gtest/gtest.h>

namespace outplace {
namespace {

TensorMeta meta(Sizes sizes, Sizes strides, uint8_t lazy = 0) {
  TensorMeta out;
  out.dtype = DType::complex64;
  out.geometry = {std::move(sizes), std::move(strides), 0};
  out.has_sizes = out.has_strides = out.has_offset = true;
  out.lazy = lazy;
  return out;
}

TEST(MemoryFormat, StridesOfEachFormat) {
  SymPool syms;
  const TensorMeta m = meta({2, 3, 4, 5}, {4, 8, 1, 24});
  EXPECT_EQ(format_strides(kContiguousFormat, m, syms), (Sizes{60, 20, 5, 1}));
  EXPECT_EQ(format_strides(kChannelsLast, m, syms), (Sizes{60, 1, 15, 3}));
  EXPECT_EQ(format_strides(kPreserveFormat, meta({2, 3}, {1, 2}), syms), (Sizes{1, 2}));
  EXPECT_EQ(format_strides(kPreserveFormat, meta({2, 3}, {16, 2}), syms), (Sizes{3, 1}));
  EXPECT_EQ(format_strides(kChannelsLast3d, meta({2, 3, 4, 5, 6}, {}), syms), (Sizes{360, 1, 90, 18, 3}));
}

TEST(MemoryFormat, OfAnotherRankThereIsNone) {
  SymPool syms;
  EXPECT_EQ(format_strides(kChannelsLast, meta({2, 3, 4}, {12, 4, 1}), syms), std::nullopt);
  EXPECT_EQ(format_strides(kChannelsLast3d, meta({2, 3, 4, 5}, {60, 20, 5, 1}), syms), std::nullopt);
  EXPECT_FALSE(is_in_format(kChannelsLast, {{2, 3, 4}, {12, 1, 3}, 0}, syms));
}

TEST(MemoryFormat, DimsOfSizeOneDoNotDecideWhatIsInAFormat) {
  SymPool syms;
  const Geometry one{{2, 1, 4, 5}, {20, 7, 5, 1}, 0};
  EXPECT_TRUE(is_in_format(kContiguousFormat, one, syms));
  EXPECT_TRUE(is_in_format(kChannelsLast, one, syms));
  EXPECT_FALSE(is_in_format(kChannelsLast, {{2, 3, 4, 5}, {60, 20, 5, 1}, 0}, syms));
}

TEST(MemoryFormat, DimsOfSizeOneDecideWhatATensorIsTakenToBeIn) {
  EXPECT_EQ(suggested_format({{2, 1, 4, 5}, {20, 20, 5, 1}, 0}), kContiguousFormat);
  EXPECT_EQ(suggested_format({{2, 1, 4, 5}, {20, 7, 5, 1}, 0}), kContiguousFormat);
  EXPECT_EQ(suggested_format({{2, 1, 4, 5}, {20, 1, 5, 1}, 0}), kChannelsLast);
  EXPECT_EQ(suggested_format({{2, 3, 4, 5}, {60, 1, 15, 3}, 0}), kChannelsLast);
  EXPECT_EQ(suggested_format({{2, 3, 4, 5}, {4, 8, 1, 24}, 0}), kContiguousFormat);
  EXPECT_EQ(suggested_format({{2, 3, 4}, {12, 1, 3}, 0}), kContiguousFormat);
  EXPECT_EQ(suggested_format({{2, 3, 4, 5, 6}, {360, 1, 90, 18, 3}, 0}), kChannelsLast3d);
}

TEST(MemoryFormat, AScatterCopiesTheStorageUnlessElementsShareMemoryOrAreRead) {
  SymPool syms;
  const auto strides = [&](const Sizes& given, uint8_t lazy) { return scattered_strides(meta({2, 3, 4}, given, lazy), syms); };
  EXPECT_EQ(strides({24, 8, 2}, 0), (Sizes{24, 8, 2}));
  EXPECT_EQ(strides({24, 8, 2}, kConjugated), (Sizes{12, 4, 1}));
  EXPECT_EQ(strides({24, 8, 2}, kNegated), (Sizes{12, 4, 1}));
  EXPECT_EQ(strides({1, 2, 12}, kConjugated), (Sizes{1, 2, 6}));
  EXPECT_EQ(strides({1, 2, 6}, kConjugated), (Sizes{1, 2, 6}));
  EXPECT_EQ(strides({4, 0, 1}, 0), (Sizes{12, 4, 1}));
}

TEST(MemoryFormat, DenseTensorsKeepTheStridesOfDimsOfSizeOne) {
  SymPool syms;
  EXPECT_EQ(preserved_strides({{2, 1, 4}, {4, 77, 1}, 0}, syms), (Sizes{4, 77, 1}));
  EXPECT_EQ(preserved_strides({{2, 1, 4}, {8, 77, 2}, 0}, syms), (Sizes{4, 8, 1}));
  EXPECT_EQ(resolved_geometry(meta({2, 1, 4}, {8, 77, 2}, kNegated), syms).strides, (Sizes{4, 8, 1}));
  EXPECT_EQ(resolved_geometry(meta({2, 1, 4}, {8, 77, 2}), syms).strides, (Sizes{8, 77, 2}));
}

}  // namespace
}  // namespace outplace
