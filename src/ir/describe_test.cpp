// Nodes as messages show them.
#include "ir/describe.h"

#include <gtest/gtest.h>

#include <array>

#include "ir/node_text.h"

namespace outplace {
namespace {

struct Described : testing::Test {
  NodeId add(NodeOp op, std::string_view name, std::string_view target, std::vector<Arg> args, std::vector<Keyword> kwargs = {}) {
    const NodeId node = module.create(graph, op, module.intern(name), module.intern(target));
    module.set_args(node, args);
    module.set_kwargs(node, kwargs);
    module.append(node);
    return node;
  }
  Module module;
  GraphId graph = module.add_graph(module.intern("GraphModule"));
  NodeId x = add(NodeOp::placeholder, "x", "L_x_", {});
};

TEST_F(Described, Lines) {
  const NodeId method =
      add(NodeOp::call_method, "add_", "add_", {Arg::node(x), Arg::integer(1)}, {{module.intern("alpha"), Arg::integer(2)}});
  module.node(method).annotation = module.intern("f32[2, 3]");
  EXPECT_EQ(describe(module, method), "add_: f32[2, 3] = x.add_(1, alpha = 2)");
  EXPECT_EQ(describe(module, x), "x  (input)");
  EXPECT_EQ(describe(module, add(NodeOp::call_function, "setitem", "operator.setitem", {Arg::node(x), Arg::integer(0), Arg::none()})),
            "x[0] = None;  setitem = x");
  EXPECT_EQ(describe(module, add(NodeOp::call_function, "i", "operator.iadd", {Arg::node(x), Arg::integer(1)})), "x += 1;  i = x");
  EXPECT_EQ(describe(module, add(NodeOp::call_module, "m", "l.0", {Arg::node(x)})), "m = getattr(self.l, \"0\")(x)");
  EXPECT_EQ(describe(module, add(NodeOp::output, "output", "output", {Arg::node(x)})), "return x");
}

TEST_F(Described, LongLinesAreCut) {
  const NodeId n = add(NodeOp::call_function, "n", "torch.cat", {module.make_parts(ArgKind::list, std::vector<Arg>(1000, Arg::node(x)))});
  EXPECT_LT(describe(module, n).size(), 420U);
  EXPECT_TRUE(describe(module, n).ends_with(" ..."));
}

TEST_F(Described, Arguments) {
  const std::array one = {Arg::node(x)};
  EXPECT_EQ(print_arg(module, module.make_parts(ArgKind::tuple, one)), "(x,)");
  EXPECT_EQ(print_arg(module, module.make_parts(ArgKind::list, one)), "[x]");
  EXPECT_EQ(print_arg(module, module.make_parts(ArgKind::tuple, {})), "()");
  const std::array two = {module.make_text(ArgKind::string, "k"), Arg::boolean(true)};
  EXPECT_EQ(print_arg(module, module.make_parts(ArgKind::dict, two)), "{'k': True}");
  EXPECT_EQ(print_arg(module, module.make_text(ArgKind::device, "cpu")), "device(type='cpu')");
  EXPECT_EQ(print_arg(module, module.make_text(ArgKind::real, "-1e-05")), "-1e-05");
  EXPECT_EQ(print_arg(module, Arg::integer(INT64_MIN)), "-9223372036854775808");
}

TEST_F(Described, ModelLine) {
  EXPECT_EQ(model_line(module, x), "");
  module.node(x).comment = module.intern("# Annotation: {'a': 1} File: /m/model.py:12 in forward, code: x.add_(y), code: z\n# more");
  EXPECT_EQ(model_line(module, x), "/m/model.py:12 in forward");
  module.node(x).comment = module.intern("# No stacktrace found for following nodes");
  EXPECT_EQ(model_line(module, x), "");
}

TEST_F(Described, Located) {
  module.node(x).line = 7;
  const Diagnostic d = located(module, x, "what", "how");
  EXPECT_EQ(d.position.line, 7U);
  EXPECT_EQ(d.node, "x  (input)");
  EXPECT_EQ(d.message, "what");
  EXPECT_EQ(d.advice, "how");
}

TEST(PythonString, IsWhatReprGives) {
  EXPECT_EQ(python_string(""), "''");
  EXPECT_EQ(python_string("a'b"), "\"a'b\"");
  EXPECT_EQ(python_string("a'\"b"), "'a\\'\"b'");
  EXPECT_EQ(python_string("a\"b"), "'a\"b'");
  EXPECT_EQ(python_string("\\\n\r\t"), "'\\\\\\n\\r\\t'");
  EXPECT_EQ(python_string(std::string_view("\0\x1f\x7f", 3)), "'\\x00\\x1f\\x7f'");
  EXPECT_EQ(python_string("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'");
  EXPECT_EQ(python_string("\xc2\xa0\xe2\x80\xa8\xee\x80\x80"), "'\\xa0\\u2028\\ue000'");
  EXPECT_EQ(python_string("\xff"), "'\xff'");
}

TEST(AnnotationText, ValuesAndTypes) {
  for (const char* value : {"f32[2]", "Sym(s0)", "DTensor(f32[8], S(0))", "i64[]", "A(B(f32[2]))"})
    EXPECT_TRUE(is_value_annotation(value)) << value;
  for (const char* type : {"torch.Tensor", "list", "List[int]", "q99[2]", "f32", "Callable(x)", ""})
    EXPECT_FALSE(is_value_annotation(type)) << type;
}

}  // namespace
}  // namespace outplace
