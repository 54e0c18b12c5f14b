// Views by element numbers against views by addresses, element by element.
#include "passes/strided_elements.h"

#include <gtest/gtest.h>

#include <map>

namespace outplace {
namespace {

using Numbers = std::vector<int64_t>;

TensorMeta tensor(const Numbers& sizes, const Numbers& strides, int64_t offset = 0) {
  TensorMeta meta;
  meta.dtype = DType::float32;
  meta.geometry = {Sizes(sizes.begin(), sizes.end()), Sizes(strides.begin(), strides.end()), offset};
  meta.has_sizes = meta.has_strides = meta.has_offset = true;
  return meta;
}

ViewStep strided(const Numbers& sizes, const Numbers& strides, int64_t start = 0) {
  ViewStep step{.kind = StepKind::as_strided, .start = start};
  step.sizes = Sizes(sizes.begin(), sizes.end());
  step.strides = Sizes(strides.begin(), strides.end());
  return step;
}

// start + the strides times each index, in row-major order.
Numbers addresses(const Sizes& sizes, const Sizes& strides, int64_t start) {
  Numbers out = {start};
  for (size_t i = 0; i < sizes.size(); ++i) {
    Numbers next;
    for (const int64_t base : out) {
      for (int64_t k = 0; k < sizes[i].value; ++k) next.push_back(base + k * strides[i].value);
    }
    out = next;
  }
  return out;
}

std::string shown(const ViewStep& step) {
  std::string out = std::to_string(step.start.value) + ":";
  for (const Sym& stride : Sizes(step.strides)) out += " " + std::to_string(stride.value);
  return out;
}

TEST(StridedElements, NumbersAreThoseOfTheElementsAtTheAddresses) {
  const std::vector<TensorMeta> tensors = {
      tensor({5}, {2}),       tensor({5}, {2}, 3),          tensor({3, 4}, {1, 3}),       tensor({3, 4}, {8, 1}, 2),
      tensor({3, 4}, {8, 2}), tensor({2, 1, 3}, {6, 1, 2}), tensor({2, 3, 2}, {1, 4, 2}), tensor({4, 3}, {3, 1}),
  };
  int found = 0;
  for (const TensorMeta& meta : tensors) {
    std::map<int64_t, int64_t> element_at;
    const Numbers places = addresses(meta.geometry.sizes, meta.geometry.strides, meta.geometry.offset.value);
    for (size_t i = 0; i < places.size(); ++i) element_at[places[i]] = static_cast<int64_t>(i);
    for (int64_t start = 0; start < 8; ++start) {
      for (int64_t outer = 0; outer < 10; ++outer) {
        for (int64_t inner = 0; inner < 5; ++inner) {
          const ViewStep step = strided({3, 2}, {outer, inner}, start);
          const auto made = in_element_numbers(step, meta);
          if (!made) continue;
          ++found;
          const Numbers seen = addresses(step.sizes, step.strides, start);
          const Numbers numbers = addresses(made->sizes, made->strides, made->start.value);
          for (size_t i = 0; i < seen.size(); ++i) {
            ASSERT_TRUE(element_at.contains(seen[i])) << shown(step);
            EXPECT_EQ(numbers[i], element_at[seen[i]]) << shown(step);
          }
        }
      }
    }
  }
  EXPECT_GT(found, 100);
}

TEST(StridedElements, FollowsTheDimsOfTheTensor) {
  EXPECT_EQ(shown(*in_element_numbers(strided({3}, {4}), tensor({5}, {2}))), "0: 2");
  EXPECT_EQ(shown(*in_element_numbers(strided({4, 3}, {3, 1}), tensor({3, 4}, {1, 3}))), "0: 1 4") << "a transposed tensor from behind";
  EXPECT_EQ(shown(*in_element_numbers(strided({3}, {9}), tensor({3, 4}, {8, 1}))), "0: 5") << "a diagonal";
}

TEST(StridedElements, NotWhatLiesBetweenOrOutside) {
  EXPECT_FALSE(in_element_numbers(strided({2}, {1}), tensor({5}, {2})));
  EXPECT_FALSE(in_element_numbers(strided({6}, {2}), tensor({5}, {2})));
  EXPECT_FALSE(in_element_numbers(strided({1}, {1}, 2), tensor({5}, {2}, 4)));
  EXPECT_FALSE(in_element_numbers(strided({5}, {1}), tensor({3, 4}, {8, 1}))) << "the gap after a row";
  EXPECT_FALSE(in_element_numbers(strided({2}, {1}), tensor({3, 2}, {1, 1}))) << "a tensor that overlaps itself";
}

TEST(StridedElements, TheSpanCountsTheGaps) {
  EXPECT_EQ(span(tensor({5}, {2})), 9);
  EXPECT_EQ(span(tensor({3, 4}, {8, 2}, 7)), 23);
  EXPECT_EQ(span(tensor({1, 1}, {8, 2})), 1);
  EXPECT_FALSE(span(tensor({0, 4}, {8, 2})));
}

}  // namespace
}  // namespace outplace
