#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "ops/view_step.h"

namespace outplace {
namespace {

TensorMeta meta(std::string_view text, SymPool& syms) {
  TensorMeta m = parse_annotation(text, syms).value();
  m.has_offset = m.has_strides;
  return m;
}

class Overlap : public ::testing::Test {
 protected:
  ViewStep select(int64_t dim, Sym index) { return make_select(parent_, dim, index, syms_).step.value(); }
  ViewStep slice(int64_t dim, Sym start, Sym stop, Sym step = 1) { return make_slice(parent_, dim, start, stop, step, syms_).step.value(); }
  bool apart(const ViewStep& a, const ViewStep& b) {
    const bool result = disjoint(a, b, parent_, syms_);
    EXPECT_EQ(disjoint(b, a, parent_, syms_), result);
    return result;
  }
  Sym sym(std::string_view text) { return syms_.parse(text).value(); }

  SymPool syms_;
  TensorMeta parent_ = meta("f32[8, 6][6, 1]", syms_);
};

TEST_F(Overlap, SelectsAndSlices) {
  EXPECT_TRUE(apart(select(0, 1), select(0, 2)));
  EXPECT_FALSE(apart(select(0, 1), select(0, 1)));
  EXPECT_FALSE(apart(select(0, 1), select(1, 2)));
  EXPECT_TRUE(apart(slice(0, 0, 4), slice(0, 4, 8)));
  EXPECT_FALSE(apart(slice(0, 0, 5), slice(0, 4, 8)));
  EXPECT_FALSE(apart(slice(0, 0, 4), slice(1, 4, 6)));
  EXPECT_TRUE(apart(slice(0, 0, 8, 2), slice(0, 1, 8, 2)));
  EXPECT_TRUE(apart(slice(0, 0, 8, 4), slice(0, 2, 8, 4)));
  EXPECT_TRUE(apart(slice(0, 0, 8, 2), slice(0, 1, 8, 4)));
  EXPECT_FALSE(apart(slice(0, 0, 8, 2), slice(0, 1, 8, 3)));
  EXPECT_TRUE(apart(select(0, 3), slice(0, 0, 3)));
  EXPECT_TRUE(apart(select(0, 3), slice(0, 0, 8, 2)));
  EXPECT_FALSE(apart(select(0, 4), slice(0, 0, 8, 2)));
  EXPECT_TRUE(apart(slice(0, 3, 3), slice(0, 0, 8, 2)));
  EXPECT_FALSE(apart(ViewStep{}, select(0, 1)));
}

TEST_F(Overlap, OtherKindsByPlace) {
  const ViewStep diagonal = make_diagonal(parent_, 0, 0, 1, syms_).step.value();
  const ViewStep above = make_diagonal(parent_, 1, 0, 1, syms_).step.value();
  EXPECT_TRUE(apart(diagonal, above));
  EXPECT_FALSE(apart(diagonal, diagonal));
  EXPECT_TRUE(apart(diagonal, select(0, 7)));
  EXPECT_FALSE(apart(diagonal, select(0, 3)));
  const ViewStep corner = make_as_strided(parent_, {2, 2}, {6, 1}, 0, syms_).step.value();
  EXPECT_TRUE(apart(corner, select(0, 2)));
  EXPECT_TRUE(apart(corner, slice(1, 2, 6)));
  EXPECT_FALSE(apart(corner, slice(1, 1, 6)));
  EXPECT_FALSE(apart(make_reshape(parent_, {48}, syms_).step.value(), select(0, 1)));
}

TEST_F(Overlap, AnAbsoluteRegionNeedsTheOffset) {
  const ViewStep corner = make_as_strided(parent_, {2, 2}, {6, 1}, 0, syms_).step.value();
  parent_.geometry.offset = 12;
  EXPECT_TRUE(apart(corner, select(0, 0)));
  parent_.has_offset = false;
  EXPECT_FALSE(apart(corner, select(0, 0)));
  EXPECT_FALSE(apart(corner, select(0, 7)));
  EXPECT_TRUE(apart(corner, make_as_strided(parent_, {2, 2}, {6, 1}, 2, syms_).step.value()));
}

TEST_F(Overlap, AParentThatOverlapsItself) {
  parent_ = meta("f32[8, 6][0, 1]", syms_);
  EXPECT_FALSE(apart(select(0, 1), select(0, 2)));
  EXPECT_TRUE(apart(select(1, 1), select(1, 2)));
  parent_ = meta("f32[4, 3][1, 1]", syms_);
  EXPECT_FALSE(apart(select(0, 1), select(0, 2)));
  EXPECT_TRUE(apart(select(0, 0), select(0, 3)));
  parent_ = meta("f32[s0, 6][0, 1]", syms_);
  EXPECT_FALSE(apart(select(0, 1), select(0, 2)));
  parent_ = meta("f32[s0, s1][s2, 1]", syms_);  // rows may overlap
  EXPECT_FALSE(apart(select(0, 1), select(0, 2)));
}

TEST_F(Overlap, WithoutStrides) {
  parent_ = meta("f32[8, 6]", syms_);
  EXPECT_TRUE(apart(select(0, 1), select(0, 2)));
  EXPECT_TRUE(apart(make_diagonal(parent_, 0, 0, 1, syms_).step.value(), select(0, 7)));
  EXPECT_FALSE(apart(make_as_strided(parent_, {1}, {1}, 0, syms_).step.value(), select(0, 7)));
}

TEST_F(Overlap, Symbolic) {
  for (const char* text : {"f32[s0, 6][6, 1]", "f32[s0, s1][s1, 1]", "f32[s0, s1][Max(1, s1), 1]", "f32[s0, s1][1, s0]",
                           "f32[s0, 6][96, 1]", "f32[s0, (s15//2)][s15, 1]"}) {
    parent_ = meta(text, syms_);
    syms_.assume_at_least(sym("s15"), 0);
    const Sym half = sym("s0//2");
    const Sym u = sym("u0");
    EXPECT_TRUE(apart(slice(0, 0, half), slice(0, half, sym("s0")))) << text;
    EXPECT_TRUE(apart(slice(0, 0, u), slice(0, u, sym("s0")))) << text;
    EXPECT_TRUE(apart(select(0, u), slice(0, 0, u))) << text;
    EXPECT_FALSE(apart(select(0, 1), select(0, u))) << text;
    EXPECT_FALSE(apart(select(0, u), select(0, sym("u1")))) << text;
    EXPECT_FALSE(apart(select(0, u), select(0, sym("u0 + 1")))) << text;              // -1 and 0 of one row
    EXPECT_FALSE(apart(slice(0, 0, u), slice(0, sym("u0 + 1"), sym("s0")))) << text;  // [:-1] and [0:]
    EXPECT_FALSE(apart(select(0, u), slice(0, sym("u0 + 1"), sym("s0")))) << text;
    EXPECT_FALSE(apart(select(0, 1), select(0, -1))) << text;
    EXPECT_FALSE(apart(slice(0, 0, half), slice(0, sym("s0//3"), sym("s0")))) << text;
    EXPECT_FALSE(apart(slice(0, 0, 3), slice(0, u, sym("s0")))) << text;
  }
}

TEST_F(Overlap, SymbolicSizeOfAtLeastTwo) {
  parent_ = meta("f32[s0, 6][6, 1]", syms_);
  const auto odd = [&] { return slice(0, 1, sym("s0"), 2); };
  EXPECT_FALSE(apart(select(0, -1), select(0, -2)));  // s0 - 2 may be -1
  EXPECT_FALSE(apart(slice(0, 0, sym("s0"), 2), odd()));
  syms_.assume_at_least(sym("s0"), 2);
  EXPECT_TRUE(apart(select(0, -1), select(0, -2)));
  EXPECT_TRUE(apart(slice(0, 0, sym("s0"), 2), odd()));
  EXPECT_FALSE(apart(select(0, -1), slice(0, 1, sym("s0"))));
  EXPECT_TRUE(apart(select(0, -1), slice(0, 0, -1)));
}

TEST_F(Overlap, SymbolicIndexOfAFixedDim) {
  EXPECT_TRUE(apart(select(0, sym("u0")), select(0, sym("u0 + 1"))));
  EXPECT_FALSE(apart(select(0, sym("u0")), select(0, sym("u0 + 8"))));
  syms_.assume_nonnegative(sym("u0"));
  EXPECT_TRUE(apart(select(0, sym("u0")), select(0, sym("u0 + 2"))));
  EXPECT_TRUE(apart(select(0, sym("2*u0")), slice(0, 1, 8, 2)));
}

// ---- every place by hand

std::multiset<int64_t> bytes(const TensorMeta& m) {
  std::vector<int64_t> places{m.geometry.offset.value};
  for (size_t d = 0; d < m.geometry.sizes.size(); ++d) {
    std::vector<int64_t> next;
    for (const int64_t place : places) {
      for (int64_t i = 0; i < m.geometry.sizes[d].value; ++i) next.push_back(place + i * m.geometry.strides[d].value);
    }
    places = next;
  }
  std::multiset<int64_t> out;
  for (const int64_t place : places) {
    for (int64_t b = 0; b < item_size(m.dtype); ++b) out.insert(place * item_size(m.dtype) + b);
  }
  return out;
}

class RandomSteps {
 public:
  explicit RandomSteps(unsigned seed) : random_(seed) {}

  TensorMeta parent() {
    TensorMeta m;
    m.dtype = pick(4) == 0 ? DType::complex64 : DType::float32;
    m.has_sizes = m.has_strides = m.has_offset = true;
    const int64_t rank = 1 + pick(3);
    std::vector<size_t> order;
    for (int64_t i = 0; i < rank; ++i) {
      m.geometry.sizes.push_back(1 + pick(5));
      order.push_back(static_cast<size_t>(i));
    }
    std::shuffle(order.begin(), order.end(), random_);
    m.geometry.strides.resize(order.size());
    int64_t stride = 1;
    for (const size_t d : order) {
      m.geometry.strides[d] = pick(8) == 0 ? pick(3) : stride;
      stride *= m.geometry.sizes[d].value + pick(2);
    }
    m.geometry.offset = pick(4) * 2;
    return m;
  }

  std::optional<ViewStep> step(const TensorMeta& m, SymPool& syms) {
    const int64_t rank = m.rank();
    const int64_t dim = pick(static_cast<int>(rank));
    const int64_t size = m.geometry.sizes[static_cast<size_t>(dim)].value;
    switch (pick(9)) {
      case 0:
      case 1: return make_select(m, dim, pick(static_cast<int>(size)), syms).step;
      case 2:
      case 3:
      case 4: return make_slice(m, dim, pick(8) - 2, pick(9), 1 + pick(3), syms).step;
      case 5: return rank < 2 ? std::nullopt : make_diagonal(m, pick(7) - 3, dim, (dim + 1) % rank, syms).step;
      case 6: return make_as_strided(m, {1 + pick(3), 1 + pick(3)}, {pick(6), pick(3)}, pick(20), syms).step;
      case 7: return make_unfold(m, dim, pick(static_cast<int>(size) + 1), 1 + pick(3), syms).step;
      default: return make_reshape(m, {-1}, syms).step;
    }
  }
  int64_t pick(int n) { return static_cast<int64_t>(random_() % static_cast<unsigned>(n)); }

 private:
  std::mt19937 random_;
};

TEST(OverlapRandom, EqualsTheSetsOfPlaces) {
  SymPool syms;
  RandomSteps random(1);
  int apart = 0;
  int meeting = 0;
  for (int round = 0; round < 20000; ++round) {
    const TensorMeta m = random.parent();
    const auto a = random.step(m, syms);
    const auto b = random.step(m, syms);
    if (!a || !b) continue;
    const auto places_a = bytes(apply(*a, m, syms));
    const auto places_b = bytes(apply(*b, m, syms));
    const bool meet = std::ranges::any_of(places_a, [&](int64_t place) { return places_b.contains(place); });
    // Small regions are compared place by place, so that the answer is exact.
    EXPECT_EQ(disjoint(*a, *b, m, syms), !meet)
        << print(*a, syms) << " and " << print(*b, syms) << " of " << print_annotation(m, {.strides = true}, syms);
    (meet ? meeting : apart)++;

    const bool once = std::ranges::adjacent_find(places_a) == places_a.end();
    const auto own = bytes(m);
    const bool parent_once = std::ranges::adjacent_find(own) == own.end();
    if (parent_once && is_injective(*a, m, syms)) {
      EXPECT_TRUE(once) << print(*a, syms);
    }
    if (parent_once && a->kind == StepKind::as_strided) {
      EXPECT_EQ(is_injective(*a, m, syms), once) << print(*a, syms);
    }
  }
  EXPECT_GT(apart, 3000);
  EXPECT_GT(meeting, 3000);
}

// The same steps with the sizes as symbols: whatever is shown must hold for these values.
TEST(OverlapRandom, SymbolsClaimNothingFalse) {
  RandomSteps random(2);
  int shown = 0;
  for (int round = 0; round < 4000; ++round) {
    SymPool syms;
    TensorMeta m;
    m.dtype = DType::float32;
    m.has_sizes = m.has_strides = m.has_offset = true;
    const int64_t rows = 1 + random.pick(6);
    m.geometry = {{rows, 4}, {4 + random.pick(2), 1}, 0};
    TensorMeta symbolic = m;
    const Sym s = syms.symbol("s0");
    syms.assume_at_least(s, 1);
    symbolic.geometry.sizes[0] = s;
    const auto number = [&] { return random.pick(9) - 3; };
    // A bound: a number, or one that hangs on the size.
    const auto bound = [&]() -> std::pair<Sym, Sym> {
      const int64_t n = number();
      switch (random.pick(3)) {
        case 0: return {n, n};
        case 1: return {rows + n, syms.add(s, n)};
        default: return {rows / 2, syms.floordiv(s, 2)};
      }
    };
    std::vector<ViewStep> fixed;
    std::vector<ViewStep> open;
    for (int i = 0; i < 2; ++i) {
      const auto [a, sa] = bound();
      const auto [b, sb] = bound();
      const int64_t step = 1 + random.pick(2);
      const StepResult x = random.pick(2) == 0 ? make_select(m, 0, a, syms) : make_slice(m, 0, a, b, step, syms);
      const StepResult y =
          x.step && x.step->kind == StepKind::select ? make_select(symbolic, 0, sa, syms) : make_slice(symbolic, 0, sa, sb, step, syms);
      if (!x.step || !y.step || x.step->kind == StepKind::identity) continue;
      fixed.push_back(*x.step);
      open.push_back(*y.step);
    }
    if (fixed.size() < 2 || !disjoint(open[0], open[1], symbolic, syms)) continue;
    ++shown;
    EXPECT_TRUE(disjoint(fixed[0], fixed[1], m, syms)) << print(open[0], syms) << " and " << print(open[1], syms) << " for " << rows;
  }
  EXPECT_GT(shown, 200);
}

TEST(Injective, Steps) {
  SymPool syms;
  const TensorMeta m = meta("f32[1, 6][6, 1]", syms);
  const auto injective = [&](const StepResult& r) { return is_injective(r.step.value(), m, syms); };
  EXPECT_FALSE(injective(make_expand(m, {3, 6}, syms)));
  EXPECT_FALSE(injective(make_expand(m, {syms.symbol("s0"), 6}, syms)));
  EXPECT_FALSE(injective(make_expand(m, {2, 1, 6}, syms)));
  EXPECT_TRUE(injective(make_expand(m, {1, 1, 6}, syms)));
  EXPECT_TRUE(injective(make_unfold(m, 1, 2, 2, syms)));
  EXPECT_TRUE(injective(make_unfold(m, 1, 2, 3, syms)));
  EXPECT_FALSE(injective(make_unfold(m, 1, 3, 2, syms)));
  EXPECT_TRUE(injective(make_unfold(m, 1, 6, 1, syms)));  // a single window
  EXPECT_FALSE(injective(make_as_strided(m, {2, 2}, {1, 1}, 0, syms)));
  EXPECT_TRUE(injective(make_as_strided(m, {2, 3}, {3, 2}, 0, syms)));
  EXPECT_TRUE(injective(make_as_strided(m, {syms.symbol("s0"), 4}, {4, 1}, 0, syms)));
  EXPECT_FALSE(injective(make_as_strided(m, {syms.symbol("s0"), 4}, {3, 1}, 0, syms)));
  EXPECT_TRUE(injective(make_slice(m, 1, 0, 6, 2, syms)));
}

}  // namespace
}  // namespace outplace
