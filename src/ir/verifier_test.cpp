// Each rule of the verifier, and the graph just beside it that is right.
#include "ir/verifier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ir/graph_builder.h"

namespace outplace {
namespace {

class VerifierTest : public testing::Test {
 protected:
  // The messages, joined; "" if the graph is well formed.
  std::string check() {
    Diagnostics diagnostics;
    const bool good = verify(module_, b_.graph(), diagnostics).has_value();
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) out += d.message + "\n";
    EXPECT_EQ(good, out.empty());
    return out;
  }

  Module module_;
  GraphBuilder b_{module_, "GraphModule"};
};

TEST_F(VerifierTest, AcceptsAGraph) {
  const NodeId x = b_.placeholder("x");
  const NodeId add = b_.method("add_", "add_", {Arg::node(x), Arg::integer(1)});
  b_.function("setitem", "operator.setitem", {Arg::node(add), b_.slice(Arg::integer(0), Arg::none()), Arg::node(x)});
  b_.output({Arg::node(add), Arg::none()});
  EXPECT_EQ(check(), "");
}

TEST_F(VerifierTest, AcceptsAnAttributeBetweenPlaceholders) {
  b_.placeholder("x");
  b_.get_attr("w", "w");
  b_.placeholder("y");
  b_.output(std::initializer_list<Arg>{});
  EXPECT_EQ(check(), "");
}

TEST_F(VerifierTest, FindsAPlaceholderAfterACall) {
  const NodeId x = b_.placeholder("x");
  b_.method("t", "t", {Arg::node(x)});
  b_.placeholder("y");
  b_.output({Arg::node(x)});
  EXPECT_EQ(check(), "a placeholder stands after the first call\n");
}

TEST_F(VerifierTest, FindsAUseBeforeTheDefinition) {
  const NodeId x = b_.placeholder("x");
  const NodeId a = b_.method("a", "t", {Arg::node(x)});
  const NodeId c = b_.method("c", "t", {Arg::node(a)});
  b_.output({Arg::node(c)});
  module_.unlink(a);
  module_.insert_after(a, c);
  EXPECT_EQ(check(), "an argument refers to a before it is defined\n");
}

TEST_F(VerifierTest, FindsAUseBeforeTheDefinitionInsideNestedArguments) {
  const NodeId x = b_.placeholder("x");
  const NodeId c = b_.method("c", "t", {Arg::node(x)});
  const Arg nested = b_.parts(ArgKind::dict, {b_.string("k"), b_.slice(Arg::none(), Arg::node(c))});
  module_.set_args(c, std::vector<Arg>{b_.parts(ArgKind::list, {nested})});
  b_.output({Arg::node(c)});
  EXPECT_EQ(check(), "c refers to itself\n");
}

TEST_F(VerifierTest, FindsAReferenceToARemovedNode) {
  const NodeId x = b_.placeholder("x");
  const NodeId a = b_.method("a", "t", {Arg::node(x)});
  b_.output({Arg::node(a)});
  module_.unlink(a);
  EXPECT_EQ(check(), "an argument refers to a, which is no longer in the graph\n");
}

TEST_F(VerifierTest, FindsAReferenceInAKeyword) {
  const NodeId x = b_.placeholder("x");
  const NodeId a = b_.method("a", "t", {Arg::node(x)});
  const NodeId c = b_.function("c", "torch.add", {Arg::node(x), Arg::node(x)}, {{"out", Arg::node(a)}});
  b_.output({Arg::node(c)});
  EXPECT_EQ(check(), "");
  module_.unlink(a);
  EXPECT_EQ(check(), "an argument refers to a, which is no longer in the graph\n");
}

TEST_F(VerifierTest, FindsAReferenceToAnotherGraph) {
  const NodeId x = b_.placeholder("x");
  GraphBuilder body(module_, "body", b_.graph());
  body.output({Arg::node(x)});
  b_.output({Arg::node(x)});
  EXPECT_EQ(check(), "an argument refers to x of another graph\n");
}

TEST_F(VerifierTest, FindsEqualNames) {
  const NodeId x = b_.placeholder("x");
  b_.method("x", "t", {Arg::node(x)});
  b_.output({Arg::node(x)});
  EXPECT_EQ(check(), "two nodes are named x\n");
}

TEST_F(VerifierTest, AcceptsEqualNamesInDifferentGraphs) {
  const NodeId x = b_.placeholder("x");
  GraphBuilder body(module_, "body", b_.graph());
  const NodeId inner = body.placeholder("x");
  body.output({Arg::node(inner)});
  b_.output({Arg::node(x)});
  EXPECT_EQ(check(), "");
}

TEST_F(VerifierTest, FindsAMissingOutput) {
  b_.placeholder("x");
  EXPECT_EQ(check(), "graph GraphModule does not end with an output\n");
}

TEST_F(VerifierTest, FindsAnOutputInTheMiddle) {
  const NodeId x = b_.placeholder("x");
  b_.output({Arg::node(x)});
  b_.method("t", "t", {Arg::node(x)});
  EXPECT_EQ(check(), "an output stands before the end of its graph\ngraph GraphModule does not end with an output\n");
}

TEST_F(VerifierTest, FindsAnEmptyGraph) { EXPECT_EQ(check(), "graph GraphModule has no nodes\n"); }

TEST_F(VerifierTest, ChecksSubGraphs) {
  b_.output({b_.string("nothing")});
  GraphBuilder body(module_, "body", b_.graph());
  GraphBuilder inner(module_, "inner", body.graph());
  inner.output(Arg::none());
  EXPECT_EQ(check(), "graph body has no nodes\n");
}

TEST_F(VerifierTest, DoesNotLookAtOtherRoots) {
  b_.output(Arg::none());
  GraphBuilder other(module_, "Other");
  EXPECT_EQ(check(), "");
}

TEST_F(VerifierTest, FindsTwoSubGraphsOfOneName) {
  const auto body = [&] { GraphBuilder(module_, "body", b_.graph()).output(Arg::none()); };
  body();
  const NodeId a = b_.get_attr("body", "body");
  b_.output({Arg::node(a)});
  EXPECT_EQ(check(), "");
  body();
  EXPECT_EQ(check(), "there are two sub-graphs named body\n");
}

TEST_F(VerifierTest, FindsBrokenLinks) {
  const NodeId x = b_.placeholder("x");
  const NodeId y = b_.placeholder("y");
  b_.output({Arg::node(x)});
  module_.node(y).previous = NodeId();
  EXPECT_EQ(check(), "the links between the nodes of graph GraphModule are broken at place 1\n");
}

TEST_F(VerifierTest, FindsACycleOfLinks) {
  const NodeId x = b_.placeholder("x");
  const NodeId y = b_.placeholder("y");
  b_.output({Arg::node(x)});
  module_.node(y).next = x;
  EXPECT_EQ(check(), "the links between the nodes of graph GraphModule are broken at place 2\n");
}

TEST_F(VerifierTest, FindsAMalformedSlice) {
  const NodeId x = b_.placeholder("x");
  b_.function("g", "operator.getitem", {Arg::node(x), b_.parts(ArgKind::slice, {Arg::none(), Arg::none()})});
  b_.output({Arg::node(x)});
  EXPECT_EQ(check(), "a slice does not have three parts\n");
}

TEST_F(VerifierTest, FindsADictWithoutAValue) {
  b_.output({b_.parts(ArgKind::dict, {b_.string("k")})});
  EXPECT_EQ(check(), "a dict has a key without a value\n");
}

TEST_F(VerifierTest, BoundsNesting) {
  Arg arg = Arg::none();
  for (int i = 0; i < kMaxNesting; ++i) arg = b_.parts(ArgKind::tuple, {arg});
  const NodeId out = b_.output(arg);
  EXPECT_EQ(check(), "");
  module_.set_args(out, std::vector<Arg>{b_.parts(ArgKind::tuple, {arg})});
  EXPECT_EQ(check(), "arguments are nested more than 64 deep\n");
}

TEST_F(VerifierTest, StopsAfterSomeErrors) {
  for (int i = 0; i < 1000; ++i) b_.placeholder("x");
  b_.output(Arg::none());
  const std::string messages = check();
  EXPECT_EQ(std::ranges::count(messages, '\n'), 20);
}

TEST_F(VerifierTest, LocatesTheError) {
  const NodeId x = b_.placeholder("x");
  const NodeId y = b_.method("x", "t", {Arg::node(x)});
  module_.node(y).line = 7;
  b_.output({Arg::node(x)});
  Diagnostics diagnostics;
  EXPECT_FALSE(verify(module_, b_.graph(), diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_NE(diagnostics.all()[0].node.find("x.t()"), std::string::npos) << diagnostics.text();
  EXPECT_EQ(diagnostics.all()[0].position.line, 7U);
}

}  // namespace
}  // namespace outplace
