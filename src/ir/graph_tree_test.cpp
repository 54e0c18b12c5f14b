// Trees of graphs, and sub-graphs by name.
#include "ir/graph_tree.h"

#include <gtest/gtest.h>

#include "ir/graph_builder.h"

namespace outplace {
namespace {

TEST(GraphTree, ParentsComeFirstAndOtherRootsAreLeftOut) {
  Module module;
  const GraphId a = module.add_graph(module.intern("a"));
  const GraphId other = module.add_graph(module.intern("other"));
  const GraphId b = module.add_graph(module.intern("b"), a);
  module.add_graph(module.intern("of_other"), other);
  const GraphId c = module.add_graph(module.intern("c"), b);
  const GraphId d = module.add_graph(module.intern("d"), a);
  EXPECT_EQ(graph_tree(module, a), (std::vector<GraphId>{a, b, c, d}));
  EXPECT_EQ(graph_tree(module, b), (std::vector<GraphId>{b, c}));
  EXPECT_EQ(graph_tree(module, d), (std::vector<GraphId>{d}));
}

TEST(ChildIndex, FindsASubGraphByTheAttributeThatNamesIt) {
  Module module;
  GraphBuilder parent(module, "GraphModule");
  GraphBuilder body(module, "body", parent.graph());
  const NodeId names_it = parent.get_attr("body_1", "body");
  const NodeId tensor = parent.get_attr("w", "w");
  const NodeId input = parent.placeholder("body");
  const ChildIndex children(module);
  EXPECT_EQ(children.child(names_it), body.graph());
  EXPECT_FALSE(children.child(tensor));
  EXPECT_FALSE(children.child(input));
}

TEST(ChildIndex, EqualNamesAtDifferentDepthsAreDifferentGraphs) {
  Module module;
  GraphBuilder parent(module, "GraphModule");
  GraphBuilder outer(module, "model", parent.graph());
  GraphBuilder inner(module, "model", outer.graph());
  const ChildIndex children(module);
  const StringId name = module.intern("model");
  EXPECT_EQ(children.child(parent.graph(), name), outer.graph());
  EXPECT_EQ(children.child(outer.graph(), name), inner.graph());
  EXPECT_FALSE(children.child(inner.graph(), name));
  EXPECT_FALSE(children.ambiguous(parent.graph(), name));
}

TEST(ChildIndex, TwoOfOneNameAreAmbiguous) {
  Module module;
  GraphBuilder parent(module, "GraphModule");
  GraphBuilder first(module, "body", parent.graph());
  GraphBuilder second(module, "body", parent.graph());
  const ChildIndex children(module);
  EXPECT_TRUE(children.ambiguous(parent.graph(), module.intern("body")));
  EXPECT_EQ(children.child(parent.graph(), module.intern("body")), first.graph());
}

}  // namespace
}  // namespace outplace
