// Arguments and statements: what each spelling means, and that it is printed as it was.
#include "io/fx_text_fixture.h"

namespace outplace {
namespace {

// Reads "a = f(ARG)" and gives the argument; the text must come back unchanged.
struct OneArg {
  explicit OneArg(const std::string& spelled) {
    const std::string text = graph_of("a = torch.f(" + spelled + ")", "(a,)");
    document = read_fine(text);
    EXPECT_EQ(print_fx_text(document), text);
    const NodeId a = node_named(document.module, "a");
    if (a && document.module.args(a).size() == 1) arg = document.module.args(a)[0];
  }
  std::string_view text() const { return document.module.text(arg.as_text()); }
  Document document;
  Arg arg;
};

TEST(FxTextLiteral, Kinds) {
  const std::pair<const char*, ArgKind> cases[] = {
      {"None", ArgKind::none},
      {"x", ArgKind::node},
      {"True", ArgKind::boolean},
      {"False", ArgKind::boolean},
      {"-3", ArgKind::integer},
      {"9223372036854775807", ArgKind::integer},
      {"-9223372036854775808", ArgKind::integer},
      {"9223372036854775808", ArgKind::opaque},
      {"1e-05", ArgKind::real},
      {"1e+16", ArgKind::real},
      {"-0.0", ArgKind::real},
      {"1.0", ArgKind::real},
      {"inf", ArgKind::real},
      {"-inf", ArgKind::real},
      {"nan", ArgKind::real},
      {"5e-324", ArgKind::real},
      {"1j", ArgKind::imaginary},
      {"(1+2j)", ArgKind::imaginary},
      {"(-0-1e-05j)", ArgKind::imaginary},
      {"(nan+infj)", ArgKind::imaginary},
      {"'a'", ArgKind::string},
      {"Ellipsis", ArgKind::ellipsis},
      {"slice(None, x, None)", ArgKind::slice},
      {"[]", ArgKind::list},
      {"()", ArgKind::tuple},
      {"(x,)", ArgKind::tuple},
      {"((), [(1, [x])])", ArgKind::tuple},
      {"{}", ArgKind::dict},
      {"{'a': x, 1: [y]}", ArgKind::dict},
      {"torch.float32", ArgKind::dtype},
      {"torch.float8_e4m3fn", ArgKind::dtype},
      {"torch.bool", ArgKind::dtype},
      {"torch.strided", ArgKind::layout},
      {"torch.sparse_coo", ArgKind::layout},
      {"torch.channels_last", ArgKind::memory_format},
      {"torch.preserve_format", ArgKind::memory_format},
      {"device(type='cpu')", ArgKind::device},
      {"device(type='cuda', index=1)", ArgKind::device},
      {"s0", ArgKind::symbolic},
      {"s0 + 1", ArgKind::symbolic},
      {"2*s0", ArgKind::symbolic},
      {"(s15//2)", ArgKind::symbolic},
      {"s15 - ((s15//2))", ArgKind::symbolic},
      {"-s0", ArgKind::symbolic},
      {"Max(1, s0)", ArgKind::symbolic},
      {"s0*Max(1, s0)", ArgKind::symbolic},
      {"torch.ops.mylib.foo.default", ArgKind::opaque},
      {"torch.Tensor(size=[2], dtype=float32)", ArgKind::opaque},
      {"torch.cuda.streams.Stream(stream_id = 35, x = 3)", ArgKind::opaque},
      {"range(0, 2)", ArgKind::opaque},
      {"ReduceOp.SUM", ArgKind::opaque},
      {"{1, 2}", ArgKind::opaque},
      {"b'ab\\x00'", ArgKind::opaque},
      {"<function <lambda> at 0x7f>", ArgKind::opaque},
      {"torch.Size([2, 3])", ArgKind::opaque},
  };
  for (const auto& [spelled, kind] : cases) EXPECT_EQ(OneArg(spelled).arg.kind, kind) << spelled;
}

TEST(FxTextLiteral, Contents) {
  EXPECT_EQ(OneArg("-9223372036854775808").arg.as_integer(), INT64_MIN);
  EXPECT_EQ(OneArg("device(type='cuda', index=1)").text(), "cuda:1");
  EXPECT_EQ(OneArg("1e-05").text(), "1e-05");
  const OneArg inf("-inf");
  EXPECT_LT(inf.document.module.real_value(inf.arg), -1e308);
  EXPECT_EQ(OneArg(R"('it\'s "so"')").text(), "it's \"so\"");
  EXPECT_EQ(OneArg(R"("it's")").text(), "it's");
  EXPECT_EQ(OneArg(R"('a\\b\n\t\x00\x7f')").text(), std::string_view("a\\b\n\t\0\x7f", 7));
  EXPECT_EQ(OneArg(R"('\xa0\u200b\U000e0001')").text(), "\xc2\xa0\xe2\x80\x8b\xf3\xa0\x80\x81");
  EXPECT_EQ(OneArg("'\xc3\xa4; x = None # \xe2\x82\xac'").text(), "\xc3\xa4; x = None # \xe2\x82\xac");
  EXPECT_EQ(OneArg(R"('\ud800')").text(), "\xed\xa0\x80");
}

TEST(FxTextLiteral, OtherSpellingsAreNormalised) {
  EXPECT_EQ(again(graph_of("a = torch.f(..., \"b\",torch.device('cuda:1'), slice(5), slice(1, 2), k=1,)", "(a,)")),
            graph_of("a = torch.f(Ellipsis, 'b', device(type='cuda', index=1), slice(None, 5, None), slice(1, 2, None), k = 1)", "(a,)"));
}

struct Case {
  const char* line;
  const char* name;
  const char* shape;
};

TEST(FxTextStatement, Forms) {
  const Case cases[] = {
      {"a = x + -1", "a", "call_function operator.add (x, -1)"},
      {"a = 2 - x", "a", "call_function operator.sub (2, x)"},
      {"a = -1 ** x", "a", "call_function operator.pow (-1, x)"},
      {"a = x // 2", "a", "call_function operator.floordiv (x, 2)"},
      {"a = x / 2.0", "a", "call_function operator.truediv (x, 2.0)"},
      {"a = x << y", "a", "call_function operator.lshift (x, y)"},
      {"a = x >> 1", "a", "call_function operator.rshift (x, 1)"},
      {"a = x & y", "a", "call_function operator.and_ (x, y)"},
      {"a = x | y", "a", "call_function operator.or_ (x, y)"},
      {"a = x ^ y", "a", "call_function operator.xor (x, y)"},
      {"a = x @ y", "a", "call_function operator.matmul (x, y)"},
      {"a = x == -inf", "a", "call_function operator.eq (x, -inf)"},
      {"a = x != y", "a", "call_function operator.ne (x, y)"},
      {"a = x < 1", "a", "call_function operator.lt (x, 1)"},
      {"a = x <= 1", "a", "call_function operator.le (x, 1)"},
      {"a = x > 1", "a", "call_function operator.gt (x, 1)"},
      {"a = x >= 1", "a", "call_function operator.ge (x, 1)"},
      {"a = x % 3", "a", "call_function operator.mod (x, 3)"},
      {"a = -x", "a", "call_function operator.neg (x)"},
      {"a = +x", "a", "call_function operator.pos (x)"},
      {"a = ~x", "a", "call_function operator.invert (x)"},
      {"a = (1, 2) + z", "a", "call_function operator.add ((1, 2), z)"},
      {"a = x[0]", "a", "call_function operator.getitem (x, 0)"},
      {"a = x[(slice(None, None, None), None, Ellipsis, y)]", "a",
       "call_function operator.getitem (x, (slice(None, None, None), None, Ellipsis, y))"},
      {"a = (x, y)[0]", "a", "call_function operator.getitem ((x, y), 0)"},
      {"a = x.T", "a", "call_function getattr (x, 'T')"},
      {"a = getattr(x, 'T', None)", "a", "call_function getattr (x, 'T', None)"},
      {"a = self.w", "a", "get_attr w ()"},
      {"a = self.layers.w", "a", "get_attr layers.w ()"},
      {"a = getattr(self.layers, \"0\").w", "a", "get_attr layers.0.w ()"},
      {"a = getattr(getattr(self.layers, \"0\").m, \"1\")(x, k = y)", "a", "call_module layers.0.m.1 (x) k=y"},
      {"a = self.conv(x)", "a", "call_module conv (x)"},
      {"a = x.view(-1, 2)", "a", "call_method view (x, -1, 2)"},
      {"a = x.add_(y, alpha = 2)", "a", "call_method add_ (x, y) alpha=2"},
      {"a = torch.ops.aten.add_.Tensor(x, 1)", "a", "call_function torch.ops.aten.add_.Tensor (x, 1)"},
      {"a = torch.nn.functional.relu(x, inplace = True)", "a", "call_function torch.nn.functional.relu (x) inplace=True"},
      {"a = _operator_not_(x)", "a", "call_function _operator_not_ (x)"},
      {"a = torch_Tensor_set_(x, y)", "a", "call_function torch_Tensor_set_ (x, y)"},
      {"a = torch._C._set_grad_enabled(False)", "a", "call_function torch._C._set_grad_enabled (False)"},
      {"a : torch.Tensor = x * y", "a", "call_function operator.mul (x, y)"},
      {"x[0] = 10.23;  setitem = x", "setitem", "call_function operator.setitem (x, 0, 10.23)"},
      {"x[(8, y)] = z;  setitem = x", "setitem", "call_function operator.setitem (x, (8, y), z)"},
      {"x += y;  a: \"f32[2, 3]\" = x", "a", "call_function operator.iadd (x, y)"},
      {"x **= 2;  a = x", "a", "call_function operator.ipow (x, 2)"},
      {"x //= 2;  a = x", "a", "call_function operator.ifloordiv (x, 2)"},
      {"x <<= 2;  a = x", "a", "call_function operator.ilshift (x, 2)"},
      {"x >>= 2;  a = x", "a", "call_function operator.irshift (x, 2)"},
      {"x @= x;  a = x", "a", "call_function operator.imatmul (x, x)"},
      {"x |= y;  a = x", "a", "call_function operator.ior (x, y)"},
  };
  for (const Case& c : cases) {
    const std::string text = graph_of(c.line);
    const Document d = read_fine(text);
    EXPECT_EQ(shape_of(d.module, c.name), c.shape) << c.line;
    EXPECT_EQ(print_fx_text(d), text);
  }
}

TEST(FxTextStatement, NamesThatLookLikeSomethingElse) {
  // Nodes are called what they like; infinity, None and functions are known by more than their first letters.
  const std::string text = graph_of(
      "nansum = x.nansum()\nneg = -nansum\ninfo = -neg\ntorch_1 = info.add_(x)\nadd_ = x.add_(y)\nadd__1 = add_.add_(add_)\nsum_1 = "
      "add__1.sum()\nreturn_1 = "
      "sum_1 + 1\nclass_1 = return_1 * 2\nNone_1 = class_1 * 2\nslice_1 = None_1[slice(0, 1, None)]\ndevice_1 = "
      "slice_1.to(device(type='cpu'))\ns0 = "
      "device_1.size(0)\nu = s0 + 1",
      "(u, s0)");
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "neg"), "call_function operator.neg (nansum)");
  EXPECT_EQ(shape_of(d.module, "u"), "call_function operator.add (s0, 1)");
}

TEST(FxTextStatement, TrailersDefineNothing) {
  const Document d = read_fine(graph_of("a = x + y;  x = y = None\nb = a.add_(z);  z = b = None", "(a,)"));
  EXPECT_EQ(d.module.graph(d.roots[0]).node_count, 6U);
}

TEST(FxTextStatement, KeywordsMayHaveNamesOfNodes) {
  const std::string text = graph_of("dim = x.size(0)\nmin_1 = x.clamp(min = dim, x = y)", "(min_1,)");
  EXPECT_EQ(again(text), text);
}

TEST(FxTextStatement, CallsOverSeveralLines) {
  EXPECT_EQ(again(graph_of("a = torch.cat([x,  # first\n    y], dim = 0)", "(a,)")), graph_of("a = torch.cat([x, y], dim = 0)", "(a,)"));
}

TEST(FxTextAnnotation, AreKept) {
  for (const char* annotation :
       {"f32[]", "f32[][]cpu", "i64[s0, (s15//2)][s0*Max(1, s1), 1]cuda:0", "Sym(s0)", "Sym(u0 >= 0)", "DTensor(f32[8], S(0))", "b8[0]",
        "f8e4m3fn[2]", "f4e2m1fnx2[2]", "c64[1]", "b1x8[1]", "f32[Max(s17, s77), Min(5, s27)]"}) {
    const std::string text = graph_of(std::string("a: \"") + annotation + "\" = x + y", "(a,)");
    const Document d = read_fine(text);
    EXPECT_EQ(d.module.text(d.module.node(node_named(d.module, "a")).annotation), annotation);
    EXPECT_EQ(print_fx_text(d), text);
  }
}

TEST(FxTextAnnotation, TypesAreNoShapes) {
  for (const char* type : {"torch.Tensor", "list", "torch.SymInt", "typing_List[torch.Tensor]", "Optional[torch.Tensor]"}) {
    const std::string text = std::string("def forward(self, x : ") + type + "):\n    return (x,)\n";
    EXPECT_EQ(again(text), text);
  }
}

}  // namespace
}  // namespace outplace
