#include "support/stable_list.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace outplace {
namespace {

TEST(StableList, ElementsStayWhereTheyAre) {
  StableList<std::string> list;
  const std::string* const first = &list.emplace_back("first");
  for (int i = 1; i < 5000; ++i) list.emplace_back(std::to_string(i));
  EXPECT_EQ(&list[0], first);
  EXPECT_EQ(list[0], "first");
  for (size_t i = 1; i < list.size(); ++i) ASSERT_EQ(list[i], std::to_string(i));
}

TEST(StableList, ElementsDieOnce) {
  const auto counted = std::make_shared<int>(0);
  {
    StableList<std::shared_ptr<int>> list;
    for (int i = 0; i < 100; ++i) list.emplace_back(counted);
    StableList<std::shared_ptr<int>> moved = std::move(list);
    EXPECT_EQ(moved.size(), 100U);
    EXPECT_EQ(counted.use_count(), 101);
  }
  EXPECT_EQ(counted.use_count(), 1);
}

}  // namespace
}  // namespace outplace
