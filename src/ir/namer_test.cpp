// Names as torch.fx gives them.
#include "ir/namer.h"

#include <gtest/gtest.h>

#include "ir/graph_builder.h"

namespace outplace {
namespace {

class NamerTest : public testing::Test {
 protected:
  std::vector<std::string> fresh_all(std::initializer_list<std::string_view> candidates) {
    Namer namer(module_, builder_.graph());
    std::vector<std::string> out;
    for (const std::string_view candidate : candidates) out.emplace_back(module_.text(namer.fresh(candidate)));
    return out;
  }
  using Names = std::vector<std::string>;

  Module module_;
  GraphBuilder builder_{module_, "GraphModule"};
};

TEST_F(NamerTest, NumbersGrowPerStem) {
  EXPECT_EQ(fresh_all({"add", "add", "add_5", "add", "add_5"}), (Names{"add", "add_1", "add_5", "add_6", "add_7"}));
}

TEST_F(NamerTest, ATrailingUnderscoreBelongsToTheStem) { EXPECT_EQ(fresh_all({"add_", "add_", "add"}), (Names{"add_", "add__1", "add"})); }

TEST_F(NamerTest, AFreeStemIsTakenAlthoughANumberWasSeen) {
  EXPECT_EQ(fresh_all({"relu_1", "relu", "relu"}), (Names{"relu_1", "relu", "relu_2"}));
}

TEST_F(NamerTest, ATakenNumberGoesOnFromItsStem) { EXPECT_EQ(fresh_all({"x_0", "x", "x_0"}), (Names{"x_0", "x", "x_1"})); }

TEST_F(NamerTest, LeadingZerosStay) { EXPECT_EQ(fresh_all({"add_007", "add_7", "add_007"}), (Names{"add_007", "add_7", "add_8"})); }

TEST_F(NamerTest, ReservedWordsGetANumber) {
  EXPECT_EQ(fresh_all({"for", "sum", "type", "input", "torch", "inf", "for"}),
            (Names{"for_1", "sum_1", "type_1", "input_1", "torch_1", "inf_1", "for_2"}));
}

TEST_F(NamerTest, WordsThatOnlyContainReservedOnesAreFree) {
  EXPECT_EQ(fresh_all({"summ", "for_", "sum_3"}), (Names{"summ", "for_", "sum_3"}));
}

TEST_F(NamerTest, IllegalCharactersAreReplaced) {
  EXPECT_EQ(fresh_all({"a.b", "", "", "1x", "a-b", "*args"}), (Names{"a_b", "_unnamed", "_unnamed_1", "_1x", "a_b_1", "_args"}));
}

TEST_F(NamerTest, ANumberBeyond64BitsIsPartOfTheStem) {
  EXPECT_EQ(fresh_all({"x_99999999999999999999", "x_99999999999999999999", "x"}),
            (Names{"x_99999999999999999999", "x_99999999999999999999_1", "x"}));
}

TEST_F(NamerTest, NamesOfTheGraphAreTakenAndCount) {
  builder_.placeholder("x");
  builder_.placeholder("x_41");
  EXPECT_EQ(fresh_all({"x", "x_2"}), (Names{"x_42", "x_2"}));
}

TEST_F(NamerTest, NamesOfOtherGraphsAreFree) {
  GraphBuilder other(module_, "wrap_body_0", builder_.graph());
  other.placeholder("x");
  EXPECT_EQ(fresh_all({"x"}), (Names{"x"}));
}

TEST_F(NamerTest, VersionsCountFromTwo) {
  const StringId x = module_.node(builder_.placeholder("x")).name;
  Namer namer(module_, builder_.graph());
  EXPECT_EQ(namer.version_name(x), "x_modified");
  EXPECT_EQ(namer.version_name(x), "x_modified_2");
  EXPECT_EQ(namer.version_name(x), "x_modified_3");
}

TEST_F(NamerTest, VersionsOfDifferentRootsAreIndependent) {
  Namer namer(module_, builder_.graph());
  EXPECT_EQ(namer.version_name(module_.intern("a")), "a_modified");
  EXPECT_EQ(namer.version_name(module_.intern("b")), "b_modified");
  EXPECT_EQ(namer.version_name(module_.intern("a")), "a_modified_2");
}

TEST_F(NamerTest, VersionsAvoidNamesOfTheGraph) {
  const StringId x = module_.node(builder_.placeholder("x")).name;
  builder_.placeholder("x_modified");
  builder_.placeholder("x_modified_3");
  Namer namer(module_, builder_.graph());
  EXPECT_EQ(namer.version_name(x), "x_modified_2");
  EXPECT_EQ(namer.version_name(x), "x_modified_4");
}

TEST_F(NamerTest, FreshNamesAvoidVersions) {
  Namer namer(module_, builder_.graph());
  const StringId x = module_.intern("x");
  namer.modified(x);
  namer.modified(x);
  EXPECT_EQ(module_.text(namer.fresh("x_modified")), "x_modified_3");
  EXPECT_EQ(namer.version_name(x), "x_modified_4");
}

TEST_F(NamerTest, AStringThatIsNoNameIsFree) {
  module_.intern("view");
  EXPECT_EQ(fresh_all({"view"}), (Names{"view"}));
}

TEST(ReservedNames, AreFound) {
  EXPECT_TRUE(is_reserved_name("ArithmeticError"));
  EXPECT_TRUE(is_reserved_name("zip"));
  EXPECT_TRUE(is_reserved_name("device"));
  EXPECT_FALSE(is_reserved_name("device_1"));
  EXPECT_FALSE(is_reserved_name(""));
}

}  // namespace
}  // namespace outplace
