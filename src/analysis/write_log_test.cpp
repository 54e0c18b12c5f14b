// The log of writes against a list of all writes that is searched from end to end.
#include "analysis/write_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <string>

namespace outplace {
namespace {

ViewStep select(int64_t dim, Sym index) {
  ViewStep step;
  step.kind = StepKind::select;
  step.dim = dim;
  step.start = index;
  return step;
}

ViewStep slice(int64_t dim, Sym start, Sym stop, Sym by = 1) {
  ViewStep step;
  step.kind = StepKind::slice;
  step.dim = dim;
  step.start = start;
  step.stop = stop;
  step.step = by;
  return step;
}

ViewStep as_strided(Sizes sizes, Sizes strides, Sym offset) {
  ViewStep step;
  step.kind = StepKind::as_strided;
  step.sizes = std::move(sizes);
  step.strides = std::move(strides);
  step.start = offset;
  return step;
}

class WriteLogTest : public testing::Test {
 protected:
  WriteLogTest() { s0_ = syms_.symbol("s0"); }

  void shape(const Sizes& sizes) {
    meta_ = TensorMeta();
    meta_.dtype = DType::float32;
    meta_.has_sizes = meta_.has_strides = meta_.has_offset = true;
    meta_.geometry.sizes = sizes;
    meta_.geometry.strides = contiguous_strides(sizes, syms_);
  }
  // One child for each step, as places are.
  PlaceId child(const ViewStep& step) {
    const auto [it, made] = children_.try_emplace(print(step, syms_), PlaceId(children_.size()));
    return it->second;
  }
  void note(const ViewStep& step) {
    all_.push_back(step);
    log_.note(child(step), all_.back(), ++clock_);
  }
  Clock found(const ViewStep& step) { return log_.latest_other(child(step), step, meta_, syms_); }
  // The last write of another child that may meet the step.
  Clock searched(const ViewStep& step) {
    for (size_t i = all_.size(); i-- > 0;) {
      if (child(all_[i]) != child(step) && !disjoint(all_[i], step, meta_, syms_)) return static_cast<Clock>(i + 1);
    }
    return 0;
  }

  SymPool syms_;
  Sym s0_;
  TensorMeta meta_;
  WriteLog log_;
  Clock clock_ = 0;
  std::deque<ViewStep> all_;  // the log keeps where they are
  std::map<std::string, PlaceId> children_;
};

TEST_F(WriteLogTest, NothingWasWritten) {
  shape({8});
  EXPECT_EQ(log_.latest(), 0U);
  EXPECT_EQ(found(select(0, 3)), 0U);
}

TEST_F(WriteLogTest, AChildDoesNotSeeItsOwnWrites) {
  shape({8});
  note(slice(0, 2, 6));
  EXPECT_EQ(log_.latest(), 1U);
  EXPECT_EQ(found(slice(0, 2, 6)), 0U);
  EXPECT_EQ(found(slice(0, 2, 7)), 1U) << "another child of an overlapping region does";
}

TEST_F(WriteLogTest, WritesOfOthersBeforeAChildsOwnAreFound) {
  shape({8});
  note(slice(0, 2, 6));
  note(slice(0, 4, 8));
  note(slice(0, 2, 6));
  EXPECT_EQ(found(slice(0, 2, 6)), 2U);
  EXPECT_EQ(found(slice(0, 4, 8)), 3U);
}

TEST_F(WriteLogTest, RangesThatTouchDoNotMeet) {
  shape({8});
  note(slice(0, 2, 4));
  EXPECT_EQ(found(slice(0, 4, 6)), 0U);
  EXPECT_EQ(found(slice(0, 0, 2)), 0U);
  EXPECT_EQ(found(select(0, 4)), 0U);
  EXPECT_EQ(found(select(0, 3)), 1U);
  EXPECT_EQ(found(slice(0, 3, 4)), 1U);
}

TEST_F(WriteLogTest, RegionsOfTwoDimsMeet) {
  shape({8, 8});
  note(select(0, 3));
  EXPECT_EQ(found(select(1, 5)), 1U);
  EXPECT_EQ(found(select(0, 5)), 0U);
}

TEST_F(WriteLogTest, ALaterWriteFarAwayHidesNoEarlierOne) {
  shape({1000});
  note(select(0, 3));
  note(select(0, 999));
  note(slice(0, 500, 600));
  EXPECT_EQ(found(slice(0, 0, 10)), 1U);
  EXPECT_EQ(found(slice(0, 10, 400)), 0U);
}

TEST_F(WriteLogTest, ATreeGrowsAroundWhatItHolds) {
  const int64_t far = int64_t{1} << 40;
  shape({far + 8});
  note(slice(0, 0, 2));
  note(select(0, far));
  note(select(0, 1));
  EXPECT_EQ(found(slice(0, 0, 1)), 1U);
  EXPECT_EQ(found(slice(0, 0, 2)), 3U);
  EXPECT_EQ(found(slice(0, 2, far)), 0U);
  EXPECT_EQ(found(slice(0, 2, far + 1)), 2U);
  EXPECT_EQ(found(slice(0, far + 1, far + 8)), 0U);
}

TEST_F(WriteLogTest, SymbolicRangesThatMeetForCertainOrPerhapsAreFound) {
  shape({s0_, 4});
  note(slice(0, 0, syms_.floordiv(s0_, 2)));
  note(select(0, s0_));
  EXPECT_EQ(found(slice(0, syms_.floordiv(s0_, 2), s0_)), searched(slice(0, syms_.floordiv(s0_, 2), s0_)));
  EXPECT_EQ(found(select(0, 3)), 2U);
}

TEST_F(WriteLogTest, ASymbolicRangeBesideAConstantOneThatItCannotMeet) {
  syms_.assume_nonnegative(s0_);
  shape({100});
  note(slice(0, syms_.add(s0_, 4), syms_.add(s0_, 5)));
  EXPECT_EQ(found(slice(0, 0, 4)), 0U);
  EXPECT_EQ(found(slice(0, 0, 5)), 1U);
}

TEST_F(WriteLogTest, MoreOddRegionsThanAreComparedMeetEverything) {
  shape({100});
  for (int64_t i = 0; i < 16; ++i) note(as_strided({1}, {1}, i));
  EXPECT_EQ(found(as_strided({1}, {1}, 50)), 0U);
  note(as_strided({1}, {1}, 16));
  EXPECT_EQ(found(as_strided({1}, {1}, 50)), 17U);
  EXPECT_EQ(found(as_strided({1}, {1}, 16)), 0U) << "but not itself";
  note(as_strided({1}, {1}, 3));
  EXPECT_EQ(found(as_strided({1}, {1}, 50)), 17U) << "one that is compared stays compared";
}

TEST_F(WriteLogTest, TwoLatestOfDifferentChildren) {
  LatestTwo a;
  a.note(PlaceId(1U), 1);
  a.note(PlaceId(2U), 2);
  a.note(PlaceId(1U), 3);
  EXPECT_EQ(a.other_than(PlaceId(1U)), 2U);
  EXPECT_EQ(a.other_than(PlaceId(2U)), 3U);
  LatestTwo b;
  b.note(PlaceId(1U), 4);
  LatestTwo both = a;
  both.join(b);
  EXPECT_EQ(both.other_than(PlaceId(1U)), 2U) << "the later write is by the same child";
  EXPECT_EQ(both.other_than(PlaceId(2U)), 4U);
  b.join(a);
  EXPECT_EQ(b.other_than(PlaceId(1U)), 2U);
  EXPECT_EQ(b.other_than(PlaceId(2U)), 4U);
  LatestTwo c;
  c.note(PlaceId(3U), 5);
  c.join(a);
  EXPECT_EQ(c.other_than(PlaceId(3U)), 3U);
  EXPECT_EQ(c.other_than(PlaceId(1U)), 5U);
}

// ---- random operations

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int64_t below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }

 private:
  std::mt19937_64 engine_;
};

ViewStep simple(Random& random, int64_t size) {
  const int64_t from = random.below(size);
  return random.below(2) == 0 ? select(0, from) : slice(0, from, from + 1 + random.below(size - from));
}

bool meet(const ViewStep& a, const ViewStep& b) {
  const auto end = [](const ViewStep& s) { return s.kind == StepKind::select ? s.start.value + 1 : s.stop.value; };
  return a.start.value < end(b) && b.start.value < end(a);
}

TEST_F(WriteLogTest, ConstantRangesOfOneDimAreAnsweredExactly) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const int64_t size = 1 + random.below(seed % 3 == 0 ? 6 : 300);
    shape({size, 2});
    log_ = WriteLog();
    clock_ = 0;
    all_.clear();
    for (int i = 0; i < 120; ++i) {
      const ViewStep asked = simple(random, size);
      Clock expected = 0;
      for (size_t k = 0; k < all_.size(); ++k) {
        if (child(all_[k]) != child(asked) && meet(all_[k], asked)) expected = static_cast<Clock>(k + 1);
      }
      ASSERT_EQ(found(asked), expected) << print(asked, syms_) << " after " << i << " writes, seed " << seed;
      note(simple(random, size));
    }
  }
}

TEST_F(WriteLogTest, NoAnswerIsEarlierThanTheSearchedOne) {
  syms_.assume_nonnegative(s0_);
  int64_t exact = 0;
  int64_t asked_in_all = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed + 1000);
    const int64_t size = 2 + random.below(12);
    shape({size, size});
    log_ = WriteLog();
    clock_ = 0;
    all_.clear();
    const auto any = [&]() -> ViewStep {
      const int64_t dim = random.below(2);
      const int64_t from = random.below(size);
      switch (random.below(7)) {
        case 0: return select(dim, from);
        case 1: return slice(dim, from, from + 1 + random.below(size - from));
        case 2: return slice(dim, from, size, 2 + random.below(2));
        case 3: return slice(dim, from, from);
        case 4: return slice(dim, syms_.add(s0_, from), syms_.add(s0_, from + 1));
        case 5: return select(dim, syms_.add(s0_, from));
        default: return as_strided({1 + random.below(2), 1 + random.below(2)}, {size, 1}, random.below(size));
      }
    };
    for (int i = 0; i < 100; ++i) {
      const ViewStep asked = any();
      const Clock answer = found(asked);
      ASSERT_GE(answer, searched(asked)) << print(asked, syms_) << " after " << i << " writes, seed " << seed;
      ASSERT_LE(answer, clock_);
      ++asked_in_all;
      exact += answer == searched(asked) ? 1 : 0;
      note(any());
    }
  }
  EXPECT_GT(exact * 10, asked_in_all * 5) << "an answer that is always 'just now' would be no answer: " << exact << " of " << asked_in_all;
}

}  // namespace
}  // namespace outplace
