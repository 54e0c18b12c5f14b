// What is told of graphs: one claim a test.
#include "analysis/explain.h"

#include <gtest/gtest.h>

#include "io/fx_text.h"

namespace outplace {
namespace {

class ExplainTest : public testing::Test {
 protected:
  void read(std::string_view parameters, std::string_view body) {
    const std::string text = "class GraphModule(torch.nn.Module):\n    def forward(self, " + std::string(parameters) + "):\n" +
                             std::string(body) + "        return ()\n";
    Result<Document> document = read_fx_text(text, {}, diagnostics_);
    ASSERT_TRUE(document) << diagnostics_.text() << text;
    document_ = std::move(*document);
    explanation_ =
        std::make_unique<Explanation>(document_.module, document_.roots.at(0), nullptr, OpTable::builtin(), nullptr, diagnostics_);
  }
  std::string node(std::string_view name) {
    for (const NodeId node : document_.module.nodes(document_.roots.at(0))) {
      if (document_.module.name(node) == name) return explanation_->of_node(node);
    }
    return "no node";
  }

  Diagnostics diagnostics_;
  Document document_;
  std::unique_ptr<Explanation> explanation_;
};

TEST_F(ExplainTest, APureGraphSaysSo) {
  read("x: \"f32[4][1]\"", "        y: \"f32[4][1]\" = x + 1\n");
  EXPECT_TRUE(explanation_->complete());
  EXPECT_EQ(explanation_->of_graph(), "nothing is written: the graph is pure\n");
  EXPECT_EQ(node("y"), "y: f32[4][1] = x + 1\n  is memory of its own\n");
}

TEST_F(ExplainTest, WritesAndSharersOfOneMemory) {
  read("x: \"f32[4, 6][6, 1]\", y: \"f32[4][1]\"",
       "        a = x[0]\n"
       "        b = x[2]\n"
       "        c = a.add_(1)\n"
       "        d = b.zero_()\n");
  EXPECT_EQ(explanation_->of_graph(),
            "memory of the input x: f32[4, 6][6, 1], 96 bytes\n"
            "  seen by:\n"
            "    x                     x\n"
            "    a                     x[0]\n"
            "    b                     x[2]\n"
            "    c                     x[0]\n"
            "    d                     x[2]\n"
            "  written by:\n"
            "    c                     x[0], 24 bytes\n"
            "    d                     x[2], 24 bytes\n");
  EXPECT_EQ(node("c"),
            "c = a.add_(1)\n"
            "  is the same tensor as a\n"
            "  writes x[0]: 24 bytes of 96 bytes\n"
            "\n"
            "memory of the input x: f32[4, 6][6, 1], 96 bytes\n"
            "  seen by:\n"
            "    x                     contains it           x\n"
            "    a                     the same elements     x[0]\n"
            "    b                     does not meet it      x[2]\n"
            "    c                     the same elements     x[0]\n"
            "    d                     does not meet it      x[2]\n"
            "  written by:\n"
            "    c                     this node  the same elements     x[0], 24 bytes\n"
            "    d                     after      does not meet it      x[2], 24 bytes\n");
  EXPECT_EQ(node("y"),
            "y: f32[4][1]  (input)\n"
            "\n"
            "memory of the input y: f32[4][1], 16 bytes\n"
            "  seen by:\n"
            "    y                     the same elements     y\n"
            "  nothing writes it\n");
}

TEST_F(ExplainTest, OneNodeMayWriteSeveralMemories) {
  read("x: \"f32[4][1]\", y: \"f32[2][1]\"", "        f = torch._foreach_add_([x, y, x], 1)\n");
  const std::string text = node("f");
  EXPECT_NE(text.find("  writes x: 16 bytes of 16 bytes\n  writes y: 8 bytes of 8 bytes\n  writes x: 16 bytes of 16 bytes\n\n"), text.npos)
      << text;
  EXPECT_NE(text.find("memory of the input x"), text.npos) << text;
  EXPECT_NE(text.find("memory of the input y"), text.npos) << text;
}

// The memory of q is asked for only when q is viewed.
TEST_F(ExplainTest, AFreshTensorNamesItsMemoryFromItsNodeOn) {
  read("x: \"f32[1][1]\"",
       "        q: \"f32[1][1]\" = x + 1\n"
       "        v = q.view(1, 1)\n"
       "        z = v.zero_()\n");
  const std::string text = node("q");
  EXPECT_NE(text.find("  is memory of its own\n\nmemory of the result of q"), text.npos) << text;
  EXPECT_NE(text.find("    z                     after      a part of it"), text.npos) << text;
}

TEST_F(ExplainTest, ARefusedGraphIsToldAsFarAsItWasWalked) {
  read("x: \"f32[1][1]\"",
       "        a = x.add_(1)\n"
       "        b = not_known(x)\n"
       "        c = x[0]\n");
  EXPECT_FALSE(explanation_->complete());
  EXPECT_EQ(diagnostics_.error_count(), 1U);
  EXPECT_NE(explanation_->of_graph().find("    a                     x, 4 bytes\n"), std::string::npos);
  EXPECT_EQ(node("c"), "c = x[0]\n  it comes after the node at which the analysis ended\n");
}

}  // namespace
}  // namespace outplace
