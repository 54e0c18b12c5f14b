// Windows on shared memory, and the layout rules that decide between a view and a copy.
#include "interp/tensor.h"

#include <gtest/gtest.h>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

class TensorTest : public testing::Test {
 protected:
  TensorRef numbered(const Sizes& sizes, DType dtype = DType::int64) {
    return memory_.make(sizes, dtype, Array::generate(count_of(sizes), [dtype](int64_t i) { return Elements::integer(i, dtype); }));
  }
  Tensor seen(const TensorRef& t, Window window) {
    Tensor out = *t;
    out.window = std::move(window);
    return out;
  }
  std::vector<int64_t> numbers(const Tensor& t) {
    const Array values = memory_.read(t);
    std::vector<int64_t> out;
    for (int64_t i = 0; i < values.size(); ++i) out.push_back(*Elements::as_integer(values[i]));
    return out;
  }
  Array filled(const Tensor& t, int64_t value) { return Array::filled(t.count(), Elements::integer(value)); }
  using Numbers = std::vector<int64_t>;

  Elements elements_;
  Memory memory_{elements_, {}};
};

TEST_F(TensorTest, AWriteThroughAViewIsSeenInItsBase) {
  const TensorRef base = numbered({2, 3});
  const Tensor column = seen(base, {{2}, {3}, 1});
  EXPECT_EQ(numbers(column), (Numbers{1, 4}));
  memory_.write(column, filled(column, 9));
  EXPECT_EQ(numbers(*base), (Numbers{0, 9, 2, 3, 9, 5}));
}

TEST_F(TensorTest, WhatWasReadBeforeStays) {
  const TensorRef base = numbered({3});
  const Array before = memory_.read(*base);
  memory_.write(*base, filled(*base, 7));
  EXPECT_EQ(*Elements::as_integer(before[1]), 1);
}

TEST_F(TensorTest, AWriteIsCast) {
  const TensorRef base = numbered({2}, DType::uint8);
  memory_.write(*base, filled(*base, 257));
  EXPECT_EQ(numbers(*base), (Numbers{1, 1}));
}

TEST_F(TensorTest, OutOfItsStorageIsRefused) {
  const TensorRef base = numbered({4});
  EXPECT_THROW(memory_.read(seen(base, {{3}, {1}, 2})), Stop);
  EXPECT_NO_THROW(memory_.read(seen(base, {{0}, {1}, 9})));
}

TEST_F(TensorTest, InputsOfPureGraphsAreNotWritten) {
  const TensorRef base = numbered({2});
  base->storage->writable = false;
  EXPECT_THROW(memory_.write(*base, filled(*base, 1)), Stop);
}

TEST_F(TensorTest, DividedCellsStillMakeTheWholeElements) {
  const TensorRef base = numbered({2}, DType::int32);
  memory_.divide_cells(*base->storage, DType::uint8);
  EXPECT_EQ(numbers(*base), (Numbers{0, 1}));
  Tensor bytes = *base;
  bytes.dtype = DType::uint8;
  bytes.window = {{8}, {1}, 0};
  EXPECT_EQ(numbers(bytes), (Numbers{0, 0, 0, 0, 1, 0, 0, 0}));
  memory_.write(seen(std::make_shared<Tensor>(bytes), {{1}, {1}, 1}), Array({Elements::integer(1)}));
  EXPECT_EQ(numbers(*base), (Numbers{256, 1}));
}

TEST_F(TensorTest, AWriteThroughAConjugateIsConjugated) {
  const Elem z = Elements::opaque(5, DType::complex64);
  const TensorRef base = memory_.make({1}, DType::complex64, Array({z}));
  Tensor conjugate = *base;
  conjugate.conjugate = true;
  EXPECT_EQ(memory_.read(conjugate)[0], elements_.conjugated(z));
  const Elem other = Elements::opaque(6, DType::complex64);
  memory_.write(conjugate, Array({other}));
  EXPECT_EQ(memory_.read(*base)[0], elements_.conjugated(other));
}

TEST_F(TensorTest, LargeTensorsAreComputedWhereTheyAreLookedAt) {
  const int64_t count = Array::kHeld * 4;
  int64_t computed = 0;
  const TensorRef base = memory_.make({count}, DType::int64, Array::generate(count, [&](int64_t i) {
                                        ++computed;
                                        return Elements::integer(i);
                                      }));
  const Tensor part = seen(base, {{3}, {1}, 1000000});
  memory_.write(part, filled(part, -1));
  const Array all = memory_.read(*base);
  EXPECT_EQ(*Elements::as_integer(all[999999]), 999999);
  EXPECT_EQ(*Elements::as_integer(all[1000001]), -1);
  EXPECT_EQ(*Elements::as_integer(all[1000003]), 1000003);
  EXPECT_EQ(computed, 2);
  const auto sample = Memory(elements_, memory_.written()).sample(count);
  EXPECT_TRUE(std::ranges::binary_search(sample, int64_t{1000002}));
  EXPECT_FALSE(std::ranges::binary_search(memory_.sample(count), int64_t{1000002}));
}

TEST(StridesForView, MergesWhatLiesEvenly) {
  EXPECT_EQ(strides_for_view({{2, 3}, {3, 1}, 0}, {6}), Sizes({1}));
  EXPECT_EQ(strides_for_view({{2, 3}, {1, 2}, 0}, {6}), std::nullopt);
  EXPECT_EQ(strides_for_view({{4, 3}, {6, 2}, 0}, {12}), Sizes({2}));
  EXPECT_EQ(strides_for_view({{4, 6}, {12, 1}, 0}, {2, 2, 3, 2}), Sizes({24, 12, 2, 1}));
  EXPECT_EQ(strides_for_view({{4, 6}, {12, 1}, 0}, {24}), std::nullopt);
  EXPECT_EQ(strides_for_view({{3, 1}, {1, 7}, 0}, {3, 1, 1}), Sizes({1, 7, 7}));
  EXPECT_EQ(strides_for_view({{2, 3}, {3, 1}, 0}, {5}), std::nullopt);
}

TEST(Sliced, ClampsAsPython) {
  EXPECT_EQ(sliced({{4}, {1}, 0}, 0, 9, 12, 1).sizes, Sizes({0}));
  EXPECT_EQ(sliced({{4}, {1}, 0}, 0, 9, 12, 1).offset, 4);
  EXPECT_EQ(sliced({{7}, {2}, 1}, 0, -5, -1, 3).sizes, Sizes({2}));
  EXPECT_EQ(sliced({{7}, {2}, 1}, 0, -5, -1, 3).offset, 5);
  EXPECT_THROW(sliced({{4}, {1}, 0}, 0, 0, 4, 0), Stop);
}

TEST(Diagonal, OfAnOffsetBeginsThere) {
  const Window w = diagonal_window({{3, 4}, {4, 1}, 0}, 2, 0, 1);
  EXPECT_EQ(w.sizes, Sizes({2}));
  EXPECT_EQ(w.strides, Sizes({5}));
  EXPECT_EQ(w.offset, 2);
  EXPECT_EQ(diagonal_window({{3, 4}, {4, 1}, 0}, -1, 0, 1).offset, 4);
  EXPECT_EQ(diagonal_window({{3, 4}, {4, 1}, 0}, 9, 0, 1).sizes, Sizes({0}));
}

TEST(Windows, KnowTheirLayout) {
  EXPECT_TRUE((Window{{2, 3}, {3, 1}, 0}).contiguous());
  EXPECT_TRUE((Window{{2, 1, 3}, {3, 99, 1}, 0}).contiguous());
  EXPECT_FALSE((Window{{2, 3}, {1, 2}, 0}).contiguous());
  EXPECT_TRUE((Window{{2, 3}, {1, 2}, 0}).dense());
  EXPECT_FALSE((Window{{2, 3}, {6, 2}, 0}).dense());
  EXPECT_TRUE((Window{{2, 3}, {0, 1}, 0}).overlapping());
  EXPECT_FALSE((Window{{1, 3}, {0, 1}, 0}).overlapping());
}

}  // namespace
}  // namespace outplace::interp
