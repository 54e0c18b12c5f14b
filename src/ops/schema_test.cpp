// What the schema parser reads out of PyTorch's schema strings.
#include "ops/schema.h"

#include <gtest/gtest.h>

namespace outplace {
namespace {

OpDef parsed(std::string_view schema) {
  OpDef op;
  EXPECT_EQ(parse_schema(schema, op), "") << schema;
  return op;
}

TEST(Schema, NamesPacketAndOverload) {
  const OpDef op = parsed("aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
  EXPECT_EQ(op.qualified, "aten::add_.Tensor");
  EXPECT_EQ(op.packet, "aten::add_");
  EXPECT_EQ(op.overload, "Tensor");
}

TEST(Schema, PythonNamesHoldDotsAndMarkOverloadsByAt) {
  EXPECT_EQ(schema_name("py::torch.nn.functional.relu(Tensor x) -> Tensor").packet, "py::torch.nn.functional.relu");
  EXPECT_EQ(schema_name("py::operator.iadd@Scalar(any a)").overload, "Scalar");
  EXPECT_EQ(schema_name("method::to@dtype(Tensor self)").packet, "method::to");
}

TEST(Schema, ReadsAliasesAndWrites) {
  const OpDef op = parsed("aten::f(Tensor(a!) x, Tensor(b) y, Tensor z) -> (Tensor(a!), Tensor(b))");
  EXPECT_TRUE(op.params[0].written);
  EXPECT_EQ(op.params[0].alias, 'a');
  EXPECT_FALSE(op.params[1].written);
  EXPECT_EQ(op.params[1].alias, 'b');
  EXPECT_EQ(op.params[2].alias, 0);
  ASSERT_EQ(op.returns.size(), 2U);
  EXPECT_TRUE(op.returns[0].written);
  EXPECT_EQ(op.returns[1].alias, 'b');
}

TEST(Schema, ReadsAliasesOfListsInBothPlaces) {
  const OpDef inside = parsed("aten::f(Tensor(a!)[] self) -> ()");
  EXPECT_TRUE(inside.params[0].written && inside.params[0].list);
  EXPECT_TRUE(inside.returns.empty());
  const OpDef outside = parsed("aten::f(Tensor[](a!) self) -> Tensor[](a!)");
  EXPECT_TRUE(outside.params[0].written && outside.params[0].list);
  EXPECT_TRUE(outside.returns[0].written);
}

TEST(Schema, ReadsWildcardAliases) {
  const OpDef op = parsed("aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]");
  EXPECT_EQ(op.params[0].alias, 'a');
  EXPECT_FALSE(op.params[0].written);
  EXPECT_TRUE(op.returns[0].list);
  EXPECT_EQ(parsed("aten::cpu(Tensor(a) self) -> Tensor(b|a)").returns[0].alias, 'b');
  EXPECT_EQ(parsed("aten::pop.t(t[](a!) self, int idx=-1) -> t(*)").returns[0].alias, 0);
}

TEST(Schema, ReadsOptionalsListsAndSizes) {
  const OpDef op = parsed("aten::f(Tensor? a, Tensor?[] b, int[2] c=0, int[1]? d=None, SymInt e=1, str[][] f=[]) -> Tensor");
  EXPECT_TRUE(op.params[0].optional);
  EXPECT_FALSE(op.params[0].list);
  EXPECT_TRUE(op.params[1].list && op.params[1].element_optional);
  EXPECT_FALSE(op.params[1].optional);
  EXPECT_EQ(op.params[2].list_size, 2);
  EXPECT_TRUE(op.params[3].optional && op.params[3].list);
  EXPECT_EQ(op.params[4].type, ParamType::integer);
  EXPECT_EQ(op.params[5].type, ParamType::any);
}

TEST(Schema, ReadsDefaultsWithQuotesCommasAndBrackets) {
  const OpDef op = parsed(R"(aten::f(str a="\"', )(", int[] b=[1, 2], float c=1.0000000000000001e-05, *, bool d=False) -> Tensor)");
  EXPECT_EQ(op.params[0].default_text, R"("\"', )(")");
  EXPECT_EQ(op.params[1].default_text, "[1, 2]");
  EXPECT_EQ(op.params[2].default_text, "1.0000000000000001e-05");
  EXPECT_TRUE(op.params[3].keyword_only && op.params[3].has_default);
  EXPECT_FALSE(op.params[2].keyword_only);
}

TEST(Schema, WrittenKeywordsAreOutParameters) {
  const OpDef op = parsed(
      "aten::max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!) values, "
      "Tensor(b!) indices)");
  EXPECT_TRUE(op.params[3].out && op.params[4].out);
  EXPECT_FALSE(op.params[0].out);
  EXPECT_EQ(op.returns.size(), 2U);
  EXPECT_FALSE(parsed("aten::zero_(Tensor(a!) self) -> Tensor(a!)").params[0].out);
}

TEST(Schema, ReadsContainersAndClasses) {
  const OpDef dict = parsed("aten::keys.Tensor(Dict(Tensor, t)(a!) self) -> Tensor[](*)");
  EXPECT_TRUE(dict.params[0].written);
  EXPECT_EQ(dict.params[0].type, ParamType::any);
  EXPECT_EQ(parsed("p::x(__torch__.torch.classes.profiler._RecordFunction record) -> ()").params[0].name, "record");
  EXPECT_EQ(parsed("aten::popitem.str(Dict(str, t)(a!) self) -> ((str, t))").returns.size(), 1U);
  EXPECT_TRUE(parsed("prim::F(...) -> ...").params[0].variadic);
}

TEST(Schema, TheOnlyIntegerListMayBeGivenOneByOne) {
  EXPECT_TRUE(parsed("aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)").params[1].variadic);
  EXPECT_TRUE(parsed("aten::zeros(SymInt[] size, *, ScalarType? dtype=None) -> Tensor").params[0].variadic);
  EXPECT_FALSE(parsed("aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor").params[1].variadic);
  EXPECT_FALSE(parsed("aten::split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]").params[1].variadic);
  EXPECT_FALSE(parsed("aten::stack(Tensor[] tensors) -> Tensor").params[0].variadic);
}

TEST(Schema, SaysWhatIsWrong) {
  const auto wrong = [](std::string_view schema) {
    OpDef op;
    return parse_schema(schema, op);
  };
  EXPECT_EQ(wrong("add(Tensor x) -> Tensor"), "expected a name with a namespace (ns::name) at column 4");
  EXPECT_EQ(wrong("my::op(Tensor x) Tensor"), "expected '->' at column 18");
  EXPECT_EQ(wrong("my::op(Tensor) -> Tensor"), "expected a parameter's name at column 14");
  EXPECT_EQ(wrong("my::op(Tensor(a! x) -> Tensor"), "expected a parameter's name at column 21");
  EXPECT_EQ(wrong("my::op(Tensor x -> Tensor"), "expected ',' or ')' at column 17");
  EXPECT_EQ(wrong("my::op(Tensor x) -> Tensor y z"), "expected the end of the schema at column 30");
  EXPECT_EQ(wrong("my::op(int[2 x) -> Tensor"), "expected ']' at column 13");
  EXPECT_EQ(wrong("my::op(Tensor x"), "expected ',' or ')' at column 16");
}

}  // namespace
}  // namespace outplace
