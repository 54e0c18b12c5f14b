#include "ops/view_step.h"

#include <gtest/gtest.h>

namespace outplace {
namespace {

TensorMeta meta(std::string_view text, SymPool& syms, Sym offset = 0) {
  TensorMeta m = parse_annotation(text, syms).value();
  m.has_offset = true;
  m.geometry.offset = offset;
  return m;
}

ViewStep step_of(const StepResult& result) {
  EXPECT_TRUE(result.step.has_value()) << result.why;
  return result.step.value_or(ViewStep{});
}

// "f32[3][1] at 4"
std::string shown(const TensorMeta& m, SymPool& syms) {
  return print_annotation(m, {.strides = true}, syms) + (m.has_offset ? " at " + syms.print(m.geometry.offset) : "");
}

std::string applied(const StepResult& result, const TensorMeta& m, SymPool& syms) { return shown(apply(step_of(result), m, syms), syms); }

// ---- normal form

TEST(ViewStep, SpellingsOfOneRegionMeet) {
  SymPool syms;
  const TensorMeta m = meta("f32[6, 4][4, 1]", syms);
  const auto slice = [&](std::optional<Sym> a, std::optional<Sym> b, Sym c) { return step_of(make_slice(m, 0, a, b, c, syms)); };
  EXPECT_EQ(step_of(make_select(m, -2, -1, syms)), step_of(make_select(m, 0, 5, syms)));
  EXPECT_EQ(slice(-4, -1, 1), slice(2, 5, 1));
  EXPECT_EQ(slice(2, INT64_MAX, 1), slice(2, {}, 1));
  EXPECT_EQ(slice(0, 5, 2), slice(0, 6, 2));
  EXPECT_EQ(slice(1, 6, 4), slice(-5, 100, 4));
  EXPECT_EQ(slice(4, 2, 1), slice(4, 4, 1));
  EXPECT_EQ(hash_of(slice(0, 5, 2)), hash_of(slice(0, 6, 2)));
  EXPECT_NE(slice(0, 4, 2), slice(0, 6, 2));
  EXPECT_NE(slice(0, 1, 1), slice(0, 1, 2));  // strides differ
  EXPECT_EQ(step_of(make_transpose(m, 0, 1, syms)), step_of(make_permute(m, {1, 0}, syms)));
  EXPECT_EQ(step_of(make_transpose(m, -1, 0, syms)), step_of(make_movedim(m, {0}, {1}, syms)));
  EXPECT_EQ(step_of(make_reshape(m, {2, -1}, syms)), step_of(make_reshape(m, {2, 12}, syms)));
  EXPECT_EQ(step_of(make_expand(meta("f32[1, 4][4, 1]", syms), {3, -1}, syms)),
            step_of(make_expand(meta("f32[1, 4][4, 1]", syms), {3, 4}, syms)));
  EXPECT_EQ(step_of(make_diagonal(m, 1, 0, 1, syms)), step_of(make_diagonal(m, -1, 1, 0, syms)));
}

TEST(ViewStep, WhatChangesNothingIsIdentity) {
  SymPool syms;
  const TensorMeta m = meta("f32[6, 1, 4][4, 4, 1]", syms);
  const auto is_identity = [](const StepResult& r) { return step_of(r).kind == StepKind::identity; };
  EXPECT_TRUE(is_identity(make_slice(m, 0, {}, {}, 1, syms)));
  EXPECT_TRUE(is_identity(make_slice(m, 0, -6, 6, 1, syms)));
  EXPECT_TRUE(is_identity(make_permute(m, {0, -2, 2}, syms)));
  EXPECT_TRUE(is_identity(make_transpose(m, 1, -2, syms)));
  EXPECT_TRUE(is_identity(make_movedim(m, {0, 1}, {0, 1}, syms)));
  EXPECT_TRUE(is_identity(make_reshape(m, {6, 1, -1}, syms)));
  EXPECT_TRUE(is_identity(make_expand(m, {6, -1, 4}, syms)));
  EXPECT_TRUE(is_identity(make_squeeze(m, std::vector<int64_t>{0}, syms)));
  EXPECT_TRUE(is_identity(make_view_dtype(m, DType::float32, syms)));
  const TensorMeta scalar = meta("f32[][]", syms);
  EXPECT_TRUE(is_identity(make_transpose(scalar, 0, -1, syms)));
  EXPECT_TRUE(is_identity(make_permute(scalar, {}, syms)));
  EXPECT_TRUE(is_identity(make_squeeze(scalar, {}, syms)));
  EXPECT_FALSE(is_identity(make_slice(m, 1, {}, {}, 2, syms)));  // the stride of the dim changes
  EXPECT_FALSE(is_identity(make_slice(m, 0, 1, {}, 1, syms)));
  const TensorMeta odd = meta("f32[1, 3][9, 1]", syms);
  EXPECT_FALSE(is_identity(make_reshape(odd, {1, 3}, syms)));  // view gives [3, 1]
}

TEST(ViewStep, RefusalsSayWhy) {
  SymPool syms;
  const TensorMeta m = meta("f32[6, 4][4, 1]", syms);
  const auto why = [](const StepResult& r) {
    EXPECT_FALSE(r.step.has_value());
    return r.why;
  };
  EXPECT_EQ(why(make_select(m, 0, 6, syms)), "index 6 is out of range for dimension 0 with size 6");
  EXPECT_EQ(why(make_select(m, 0, -7, syms)), "index -7 is out of range for dimension 0 with size 6");
  EXPECT_EQ(why(make_select(m, 2, 0, syms)), "dimension out of range (expected to be in range of [-2, 1], but got 2)");
  EXPECT_EQ(why(make_slice(m, 0, {}, {}, -1, syms)), "slice step must be positive");
  EXPECT_EQ(why(make_permute(m, {0, 0}, syms)), "dimension 0 appears twice");
  EXPECT_NE(why(make_permute(m, {0}, syms)), "");
  EXPECT_NE(why(make_reshape(m, {5, -1}, syms)), "");
  EXPECT_NE(why(make_reshape(m, {-1, -1}, syms)), "");
  EXPECT_NE(why(make_reshape(meta("f32[6, 4][1, 6]", syms), {24}, syms)), "");
  EXPECT_NE(why(make_expand(m, {4}, syms)), "");
  EXPECT_NE(why(make_expand(m, {6, 8}, syms)), "");
  EXPECT_NE(why(make_expand(m, {-1, 6, 4}, syms)), "");
  EXPECT_NE(why(make_diagonal(m, 0, 1, -1, syms)), "");
  EXPECT_NE(why(make_diagonal(m, syms.symbol("u0"), 0, 1, syms)), "");
  EXPECT_NE(why(make_unfold(m, 1, 5, 1, syms)), "");
  EXPECT_NE(why(make_unfold(m, 1, 2, 0, syms)), "");
  EXPECT_NE(why(make_view_as_real(m, syms)), "");
  EXPECT_NE(why(make_view_as_complex(m, syms)), "");
  EXPECT_NE(why(make_view_dtype(meta("f32[][]", syms), DType::int8, syms)), "");
  TensorMeta bare = m;
  bare.has_strides = false;
  EXPECT_NE(why(make_reshape(bare, {24}, syms)), "");
}

// ---- geometry that cannot be tabulated

TEST(ViewStep, WhatIsNotKnownStaysUnknown) {
  SymPool syms;
  TensorMeta m = meta("f32[6, 4]", syms);
  m.has_offset = false;
  EXPECT_EQ(applied(make_select(m, 0, 2, syms), m, syms), "f32[4]");
  EXPECT_EQ(applied(make_slice(m, 1, 1, 3, 1, syms), m, syms), "f32[6, 2]");
  EXPECT_EQ(applied(make_permute(m, {1, 0}, syms), m, syms), "f32[4, 6]");
  EXPECT_EQ(applied(make_unsqueeze(m, 1, syms), m, syms), "f32[6, 1, 4]");
  EXPECT_EQ(applied(make_diagonal(m, 0, 0, 1, syms), m, syms), "f32[4]");
  EXPECT_EQ(applied(make_expand(m, {2, 6, 4}, syms), m, syms), "f32[2, 6, 4]");
  EXPECT_EQ(applied(make_view_dtype(m, DType::int16, syms), m, syms), "i16[6, 8]");
  const StepResult absolute = make_as_strided(m, {2, 2}, {3, 1}, 5, syms);
  EXPECT_EQ(applied(absolute, m, syms), "f32[2, 2][3, 1] at 5");
  TensorMeta nothing;
  nothing.dtype = DType::complex64;
  EXPECT_EQ(apply(step_of(make_select(m, 0, 2, syms)), nothing, syms).has_sizes, false);
  EXPECT_EQ(apply(ViewStep{.kind = StepKind::view_as_real}, nothing, syms).dtype, DType::float32);
  EXPECT_EQ(shown(apply(step_of(absolute), nothing, syms), syms), "c64[2, 2][3, 1] at 5");
}

TEST(ViewStep, LazyBitsKeepTheGeometry) {
  SymPool syms;
  const TensorMeta m = meta("c64[6, 4][4, 1]", syms, 3);
  const TensorMeta conjugated = apply(ViewStep{.kind = StepKind::conj}, m, syms);
  EXPECT_EQ(conjugated.geometry, m.geometry);
  EXPECT_EQ(conjugated.lazy, kConjugated);
  EXPECT_EQ(apply(ViewStep{.kind = StepKind::neg}, conjugated, syms).lazy, kConjugated | kNegated);
  EXPECT_EQ(apply(ViewStep{.kind = StepKind::conj}, conjugated, syms), m);
}

TEST(ViewStep, Prints) {
  SymPool syms;
  const TensorMeta m = meta("f32[6, 4][4, 1]", syms);
  EXPECT_EQ(print(step_of(make_select(m, 0, 3, syms)), syms), "[3]");
  EXPECT_EQ(print(step_of(make_slice(m, 1, 2, 4, 1, syms)), syms), "[:, 2:4]");
  EXPECT_EQ(print(step_of(make_slice(m, 1, 0, 4, 2, syms)), syms), "[:, :3:2]");
  EXPECT_EQ(print(step_of(make_permute(m, {1, 0}, syms)), syms), ".permute(1, 0)");
  EXPECT_EQ(print(step_of(make_reshape(m, {2, 12}, syms)), syms), ".view(2, 12)");
  EXPECT_EQ(print(step_of(make_view_dtype(m, DType::int16, syms)), syms), ".view(torch.int16)");
  EXPECT_EQ(print(step_of(make_as_strided(m, {2, 2}, {3, 1}, 5, syms)), syms), ".as_strided([2, 2], [3, 1], 5)");
  EXPECT_EQ(print(ViewStep{}, syms), "");
}

// ---- symbolic slices

class SymbolicSlice : public ::testing::Test {
 protected:
  // What a slice of dim 0 of f32[s0, 8] becomes; each in a pool of its own, since a told size teaches something about the symbols.
  std::string slice(const char* start, const char* stop, std::optional<const char*> size = {}, Sym step = 1) {
    SymPool syms;
    const TensorMeta m = meta("f32[s0, 8][8, 1]", syms);
    syms.assume_nonnegative(syms.symbol("s3"));
    syms.assume_at_least(syms.symbol("s0"), least_size_);
    const auto read = [&](const char* text) { return text == nullptr ? std::optional<Sym>() : syms.parse(text); };
    const StepResult made = make_slice(m, 0, read(start), read(stop), step, syms, size ? syms.parse(*size) : std::nullopt);
    const ViewStep s = step_of(made);
    return (s.kind == StepKind::identity ? "all" : print(s, syms)) + " " + shown(apply(s, m, syms), syms);
  }
  int64_t least_size_ = 0;
  SymPool syms_;
};

TEST_F(SymbolicSlice, BoundsThatCanBeCompared) {
  least_size_ = 2;
  EXPECT_EQ(slice(nullptr, nullptr), "all f32[s0, 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "s0"), "all f32[s0, 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "9223372036854775807"), "all f32[s0, 8][8, 1] at 0");
  EXPECT_EQ(slice("1", nullptr), "[1:s0] f32[s0 - 1, 8][8, 1] at 8");
  EXPECT_EQ(slice(nullptr, "-1"), "[:s0 - 1] f32[s0 - 1, 8][8, 1] at 0");
  EXPECT_EQ(slice("-1", nullptr), "[s0 - 1:s0] f32[1, 8][8, 1] at 8*s0 - 8");
  EXPECT_EQ(slice(nullptr, "s0//2"), "[:(s0//2)] f32[(s0//2), 8][8, 1] at 0");
  EXPECT_EQ(slice("s0//2", nullptr), "[(s0//2):s0] f32[s0 - ((s0//2)), 8][8, 1] at 8*((s0//2))");
  EXPECT_EQ(slice("s0", nullptr), "[s0:s0] f32[0, 8][8, 1] at 8*s0");
  EXPECT_EQ(slice("2*s0", nullptr), "[s0:s0] f32[0, 8][8, 1] at 8*s0");
  EXPECT_EQ(slice(nullptr, nullptr, {}, 2), "[:s0:2] f32[((s0 + 1)//2), 8][16, 1] at 0");
}

TEST_F(SymbolicSlice, BoundsThatCannotBeCompared) {
  EXPECT_EQ(slice(nullptr, "s3"), "[:Min(s0, s3)] f32[Min(s0, s3), 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "s3", "s3"), "[:s3] f32[s3, 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "s3", "Min(s3, s0)"), "[:Min(s0, s3)] f32[Min(s0, s3), 8][8, 1] at 0");
  EXPECT_EQ(slice("s3", nullptr, "s0 - s3"), "[s3:s0] f32[s0 - s3, 8][8, 1] at 8*s3");
  EXPECT_EQ(slice(nullptr, "-1"), "[:Max(0, s0 - 1)] f32[Max(0, s0 - 1), 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "-1", "s0 - 1"), "[:s0 - 1] f32[s0 - 1, 8][8, 1] at 0");
  EXPECT_EQ(slice("1", "-1", "s0 - 2"), "[1:s0 - 1] f32[s0 - 2, 8][8, 1] at 8");
  EXPECT_EQ(slice("-3", nullptr, "3"), "[s0 - 3:s0] f32[3, 8][8, 1] at 8*s0 - 24");
  EXPECT_EQ(slice("-s3", nullptr, "s3"), "[s0 - s3:s0] f32[s3, 8][8, 1] at 8*s0 - 8*s3");
  EXPECT_EQ(slice(nullptr, "5"), "[:Min(5, s0)] f32[Min(5, s0), 8][8, 1] at 0");
}

TEST_F(SymbolicSlice, BoundsOfOpenSign) {
  EXPECT_EQ(slice(nullptr, "u0"), "[:u0] f32[SliceSize(0, u0, 1, s0), 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "u0", "u0"), "[:u0] f32[u0, 8][8, 1] at 0");
  EXPECT_EQ(slice(nullptr, "u0", "s0 + u0"), "[:s0 + u0] f32[s0 + u0, 8][8, 1] at 0");
  EXPECT_EQ(slice("u0", nullptr, "s0 - u0"), "[u0:s0] f32[s0 - u0, 8][8, 1] at 8*u0");
  EXPECT_EQ(slice("u0", nullptr, "5"), "[u0:s0] f32[5, 8][8, 1]");       // where it starts is open
  EXPECT_EQ(slice("u0", "u0 + 5", "5"), "[u0:u0 + 5] f32[5, 8][8, 1]");  // from the front or from the end
}

TEST_F(SymbolicSlice, AToldSizeTeachesItsSymbols) {
  const TensorMeta m = meta("f32[s0][1]", syms_);
  const Sym u = syms_.symbol("u0");
  step_of(make_slice(m, 0, {}, u, 1, syms_, u));
  EXPECT_TRUE(syms_.known_nonnegative(u));
  EXPECT_TRUE(syms_.known_le(u, syms_.symbol("s0")));
  step_of(make_slice(m, 0, {}, Sym(-1), 1, syms_, syms_.sub(syms_.symbol("s0"), 1)));
  EXPECT_TRUE(syms_.known_le(1, syms_.symbol("s0")));
  EXPECT_FALSE(syms_.known_le(2, syms_.symbol("s0")));
}

TEST_F(SymbolicSlice, AToldSizeStaysWithTheStep) {
  const TensorMeta m = meta("f32[s0][1]", syms_);
  syms_.assume_nonnegative(syms_.symbol("s3"));
  const StepResult told = make_slice(m, 0, 0, syms_.symbol("s3"), 1, syms_, syms_.symbol("s9"));
  EXPECT_EQ(step_of(told).sizes, Sizes{syms_.symbol("s9")});
  EXPECT_EQ(applied(told, m, syms_), "f32[s9][1] at 0");
  const TensorMeta fixed = meta("f32[6][1]", syms_);
  EXPECT_TRUE(step_of(make_slice(fixed, 0, 0, 4, 1, syms_, Sym(4))).sizes.empty());
}

// The value of an expression for s0 = n and s3 = k, by putting the numbers into its text.
int64_t evaluated(Sym value, int64_t n, int64_t k, SymPool& syms) {
  std::string text = syms.print(value);
  for (const auto& [name, number] : {std::pair{"s0", n}, std::pair{"s3", k}}) {
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name))
      text.replace(at, 2, "(" + std::to_string(number) + ")");
  }
  const Sym result = syms.parse(text).value();
  EXPECT_TRUE(result.is_constant()) << text;
  return result.value;
}

TEST(SymbolicSliceValues, EqualsTheConcreteOneForEverySize) {
  SymPool syms;
  const TensorMeta m = meta("f32[s0][3]", syms, 7);
  const Sym s0 = syms.symbol("s0");
  const Sym s3 = syms.symbol("s3");
  syms.assume_nonnegative(s3);
  std::vector<std::optional<Sym>> bounds{std::nullopt, s3, syms.add(s0, s3), syms.floordiv(s0, 2), syms.mul(2, s0), syms.sub(-1, s3)};
  for (int64_t i = -4; i <= 4; ++i) bounds.emplace_back(i);
  int checked = 0;
  for (const auto& start : bounds) {
    for (const auto& stop : bounds) {
      for (const int64_t step : {1, 2, 3}) {
        const ViewStep symbolic = step_of(make_slice(m, 0, start, stop, step, syms));
        const TensorMeta got = apply(symbolic, m, syms);
        for (int64_t n = 0; n <= 5; ++n) {
          const int64_t k = n * 3 % 4;
          TensorMeta fixed = m;
          fixed.geometry.sizes = {n};
          const auto value = [&](const std::optional<Sym>& bound) {
            return bound ? std::optional<Sym>(evaluated(*bound, n, k, syms)) : bound;
          };
          const TensorMeta expected = apply(step_of(make_slice(fixed, 0, value(start), value(stop), step, syms)), fixed, syms);
          const std::string what = print(symbolic, syms) + " of size " + std::to_string(n) + ", s3 = " + std::to_string(k);
          EXPECT_EQ(evaluated(got.geometry.sizes[0], n, k, syms), expected.geometry.sizes[0].value) << what;
          EXPECT_EQ(got.geometry.strides, expected.geometry.strides) << what;
          ASSERT_TRUE(got.has_offset) << what;
          EXPECT_EQ(evaluated(got.geometry.offset, n, k, syms), expected.geometry.offset.value) << what;
          ++checked;
        }
      }
    }
  }
  EXPECT_EQ(checked, 15 * 15 * 3 * 6);
}

TEST(SymbolicSelect, Indices) {
  SymPool syms;
  const TensorMeta m = meta("f32[s0, 8][8, 1]", syms, 3);
  const Sym size = syms.symbol("s0");
  EXPECT_EQ(step_of(make_select(m, 0, -1, syms)).start, syms.sub(size, 1));
  EXPECT_EQ(applied(make_select(m, 0, -1, syms), m, syms), "f32[8][1] at 8*s0 - 5");
  EXPECT_FALSE(make_select(m, 0, size, syms).step);
  EXPECT_TRUE(make_select(m, 0, 5, syms).step);  // cannot be shown to be wrong
  EXPECT_EQ(applied(make_select(m, 0, syms.symbol("u0"), syms), m, syms), "f32[8][1] at 8*(Mod(u0, s0)) + 3");
}

}  // namespace
}  // namespace outplace
