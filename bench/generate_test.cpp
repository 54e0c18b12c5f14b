// Generated graphs are well formed, of the size asked for, and survive printing and reading.
#include "generate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "fit.h"
#include "ir/verifier.h"

namespace outplace::bench {
namespace {

class GenerateTest : public testing::TestWithParam<const Workload*> {};

TEST_P(GenerateTest, IsWellFormed) {
  for (const size_t size : {size_t{1}, size_t{2}, size_t{10}, size_t{5000}}) {
    const Document document = generate(*GetParam(), size);
    Diagnostics diagnostics;
    ASSERT_EQ(document.roots.size(), 1U);
    EXPECT_TRUE(verify(document.module, document.roots[0], diagnostics)) << diagnostics.text();
  }
}

TEST_P(GenerateTest, HasAboutTheSizeAskedFor) {
  const double size = static_cast<double>(generate(*GetParam(), 10000).module.node_count());
  EXPECT_NEAR(size, 10000, 100);
}

TEST_P(GenerateTest, ReadsBackAsPrinted) {
  const std::string text = print_fx_text(generate(*GetParam(), 200));
  Diagnostics diagnostics;
  const Result<Document> again = read_fx_text(text, {}, diagnostics);
  ASSERT_TRUE(again) << diagnostics.text();
  EXPECT_EQ(print_fx_text(*again), text);
}

std::vector<const Workload*> all() {
  std::vector<const Workload*> out;
  for (const Workload& w : workloads()) out.push_back(&w);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Workloads, GenerateTest, testing::ValuesIn(all()), [](const auto& p) { return std::string(p.param->name); });

TEST(FindWorkload, ByName) {
  EXPECT_EQ(find_workload("slices")->name, "slices");
  EXPECT_EQ(find_workload("slice"), nullptr);
}

TEST(Exponent, OfAPowerLaw) {
  const std::vector<Measurement> square = {{10, 1}, {100, 100}, {1000, 10000}};
  EXPECT_NEAR(exponent(square), 2.0, 1e-9);
  EXPECT_TRUE(std::isnan(exponent(std::vector<Measurement>{{10, 1}})));
}

}  // namespace
}  // namespace outplace::bench
