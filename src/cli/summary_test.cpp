#include "cli/summary.h"

#include <gtest/gtest.h>

#include <array>

namespace outplace::cli {
namespace {

struct Fixture {
  Module module;
  GraphId graph = module.add_graph(module.intern("GraphModule"));

  NodeId add(NodeOp op, std::string_view name, std::string_view target) {
    const NodeId node = module.create(graph, op, module.intern(name), module.intern(target));
    module.append(node);
    return node;
  }
};

TEST(Summary, NamesInputsMapsAndForms) {
  Fixture f;
  f.add(NodeOp::placeholder, "s0", "s0");
  f.add(NodeOp::placeholder, "cache", "L_cache_");
  f.add(NodeOp::call_function, "cache_modified", "torch.slice_scatter");
  f.add(NodeOp::call_method, "cache_modified_2", "add");
  RewriteReport report;
  report.mutated_inputs = {"cache"};
  report.io_map = {{1, 1}};
  report.state_map = {{2, "exp_avg"}};
  report.original_output_count = 1;
  report.mutations = {{"setitem", "cache[slice(0, 2, None)] = v", "cache_modified", "m.py:3 in forward"},
                      {"add_", "cache.add_(1)", "cache_modified_2", ""}};
  report.assumptions = {"inputs do not share memory"};
  EXPECT_EQ(summarize(report, f.module, f.graph, "a\nb\n"), R"(inputs mutated: 1
  cache
io_map: 1 output of the graph, 2 outputs that replace an input or attribute
  output 1 -> input 1 (cache)
  output 2 -> attribute exp_avg
mutations rewritten: 2
  1 x add_ -> .add, the first:
      cache.add_(1)
      became cache_modified_2
  1 x setitem -> torch.slice_scatter, the first:
      cache[slice(0, 2, None)] = v
      became cache_modified   (m.py:3 in forward)
assumed: inputs do not share memory
result:
  a
  b
)");
}

TEST(Summary, LongListsAreCut) {
  Fixture f;
  RewriteReport report;
  for (int i = 0; i < 40; ++i) {
    report.mutated_inputs.push_back("x" + std::to_string(i));
    report.io_map[i] = i;
  }
  const std::string text = summarize(report, f.module, f.graph, std::string(1000, 'x'));
  EXPECT_NE(text.find("  and 28 more\n"), std::string::npos);
  EXPECT_EQ(text.find("x12"), std::string::npos);
  EXPECT_EQ(text.find(std::string(181, 'x')), std::string::npos);
}

TEST(Summary, TheResultIsShownFromTheFirstRewrittenLine) {
  Fixture f;
  RewriteReport report;
  report.mutations = {{"add_", "x.add_(1)", "x_modified", ""}};
  const std::string result =
      "class G:\n  def forward(self):\n    a = A\n    b = B\n    c = C\n    # File: m.py\n    x_modified: \"f32[2]\" = x.add(1)\n    "
      "return (x_modified,)\n";
  const std::string text = summarize(report, f.module, f.graph, result);
  EXPECT_NE(text.find("    a = A\n  ...\n      # File: m.py\n      x_modified: \"f32[2]\" = x.add(1)\n      return (x_modified,)\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("c = C"), std::string::npos);
}

TEST(Summary, KindsThatOccurOftenComeFirst) {
  Fixture f;
  RewriteReport report;
  report.mutations = {{"copy_", "a", "a1", ""}, {"mul_", "b", "b1", ""}, {"mul_", "c", "b1", ""}};
  const std::string text = summarize(report, f.module, f.graph, "");
  EXPECT_LT(text.find("2 x mul_"), text.find("1 x copy_"));
}

}  // namespace
}  // namespace outplace::cli
