// Which word is the guess, and when there is none.
#include "cli/nearest.h"

#include <gtest/gtest.h>

namespace outplace::cli {
namespace {

TEST(Nearest, OneLetterOffIsFound) {
  const std::vector<std::string> words = {"--io-map", "--inputs", "--groups"};
  EXPECT_EQ(nearest("--io_map", words), "--io-map");
  EXPECT_EQ(nearest("--input", words), "--inputs");
  EXPECT_EQ(nearest("--inptus", words), "--inputs");
  EXPECT_EQ(nearest("--grroups", words), "--groups");
}

TEST(Nearest, WhatIsFarIsNoGuess) {
  const std::vector<std::string> words = {"--io-map", "--inputs", "--groups"};
  EXPECT_EQ(nearest("--frobnicate", words), "");
  EXPECT_EQ(nearest("", words), "");
  EXPECT_EQ(nearest(std::string(1000, '-'), words), "");
  EXPECT_EQ(nearest("--inputs", {}), "");
}

TEST(Nearest, TheNearestOfSeveralIsTaken) {
  EXPECT_EQ(nearest("--dump-dirs", {"--dump-do", "--dump-dir"}), "--dump-dir");
  EXPECT_EQ(nearest("--dump-dot", {"--dump-do", "--dump-dir"}), "--dump-do");
}

}  // namespace
}  // namespace outplace::cli
