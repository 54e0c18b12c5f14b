// What is wrong with a text is said with place, line, caret and what was expected; the text beside it that is right is read.
#include "io/fx_text_fixture.h"

namespace outplace {
namespace {

size_t count(const std::string& text, std::string_view part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// `bad` must be refused at line:column with a message that holds `part`; `good`, which differs a little, must be read.
void expect_refused(const std::string& bad, const std::string& good, const std::string& place, const std::string& part) {
  const std::string messages = errors_of(bad);
  EXPECT_NE(messages.find("g.py:" + place + ": error: "), std::string::npos) << bad << "\n" << messages;
  EXPECT_NE(messages.find(part), std::string::npos) << bad << "\n" << messages;
  EXPECT_EQ(errors_of(good), "") << good;
}
void expect_line_refused(const std::string& bad, const std::string& good, int column, const std::string& part) {
  expect_refused(graph_of(bad), graph_of(good), "3:" + std::to_string(column), part);
}

TEST(FxTextError, HasLineCaretAndAdvice) {
  EXPECT_EQ(errors_of(graph_of("a = x + y\nb = a.add(q)", "(b,)")), R"py(g.py:4:19: error: 'q' is used, but no line above defines it
          b = a.add(q)
                    ^
  help:  check that the text is complete and in order; names of functions and constants are qualified (torch.float32)
)py");
}

TEST(FxTextError, Statements) {
  expect_line_refused("a = x +", "a = x + 1", 16, "expected an argument, but the line ends here");
  expect_line_refused("a = x y", "a = x * y", 15, "expected a method, an index or an operator, found 'y'");
  expect_line_refused("a = x.add(y))", "a = x.add(y)", 21, "expected the end of the line");
  expect_line_refused("a = x.add(y z)", "a = x.add(y, z)", 21, "expected ',' or ')', found 'z'");
  expect_line_refused("a = x.add(k = 1, y)", "a = x.add(y, k = 1)", 26, "positional argument cannot follow");
  expect_line_refused("a = x.add(k = 1, k = 2)", "a = x.add(k = 1, l = 2)", 26, "given twice");
  expect_line_refused("a = x[0, 1]", "a = x[(0, 1)]", 16, "tuple in parentheses");
  expect_line_refused("a = x[0:1]", "a = x[slice(0, 1, None)]", 16, "slice(start, stop, step)");
  expect_line_refused("a = 'b", "a = x.f('b')", 13, "does not end");
  expect_line_refused("a = x.f('\\q')", "a = x.f('\\\\q')", 18, "escape");
  expect_line_refused("a = x.f((y))", "a = x.f((y,))", 19, "a tuple of one element is written (x,)");
  expect_line_refused("a = x.f(y.g(z))", "a = y.g(z)", 18, "a line of its own");
  expect_line_refused("a = x.f(g(y))", "a = x.f(g(1))", 19, "inside an expression that is not understood");
  expect_line_refused("a = x.f(y + 1)", "a = x.f(s0 + 1)", 17, "inside an expression");
  expect_line_refused("a = x.f(12ab)", "a = x.f(12)", 17, "not a number");
  expect_line_refused("a = x.f(1.2.3)", "a = x.f(1.2)", 17, "not a number");
  expect_line_refused("a = q.add_(1)", "a = x.add_(1)", 13, "'q' is used, but no line above");
  expect_line_refused("a = q.T", "a = x.T", 13, "'q' is used, but no line above");
  expect_line_refused("a = -q", "a = -x", 14, "'q' is used, but no line above");
  expect_line_refused("q[0] = 1;  setitem = q", "x[0] = 1;  setitem = x", 9, "'q' is used, but no line above");
  expect_line_refused("x[0] = 1", "x[0] = 1;  setitem = x", 17, "expected ';  NAME = x'");
  expect_line_refused("x += 1;  a = y", "x += 1;  a = x", 22, "expected 'x', which the effect is on");
  expect_line_refused("x.add_(1)", "a = x.add_(1)", 9, "expected 'name = ...'");
  expect_refused(graph_of("a = x + 1\nb = a"), graph_of("a = x + 1\nb = a * 1"), "4:13", "expected an operation: only inputs");
  expect_line_refused("a = x + 1;  x", "a = x + 1;  x = None", 22, "expected '='");
  expect_line_refused("a = x + 1;  x = 3", "a = x + 1;  x = None", 25, "expected");
  expect_line_refused("123", "a = x.f(123)", 9, "expected a statement");
}

TEST(FxTextError, OpenBracketsDoNotSwallowTheRest) {
  const std::string messages = errors_of(graph_of("a = x.add(y\nb = x[0\nc = q + 1"));
  EXPECT_EQ(count(messages, "error: "), 3U) << messages;
  EXPECT_NE(messages.find("g.py:4:9: error: "), std::string::npos);
  EXPECT_NE(messages.find("a bracket may be left open on line 3"), std::string::npos);
  EXPECT_NE(messages.find("a bracket may be left open on line 4"), std::string::npos);
  EXPECT_NE(messages.find("g.py:5:13: error: 'q' is used"), std::string::npos);
}

TEST(FxTextError, InputsGetTheirSecondNamesFirst) {
  expect_refused(graph_of("b = x + 1\na = y"), graph_of("a = y\nb = x + 1"), "4:13", "before the first operation");
}

TEST(FxTextError, NamesAreDefinedOnce) {
  expect_refused(graph_of("a = x + 1\na = x + 2"), graph_of("a = x + 1\nb = x + 2"), "4:9", "'a' is defined twice, first on line 3");
  expect_refused(graph_of("x = x + 1"), graph_of("x_1 = x + 1"), "3:9", "'x' is defined twice, first on line 2");
  expect_refused("def forward(self, x, x):\n    return x\n", "def forward(self, x, x_1):\n    return x\n", "1:22", "defined twice");
}

TEST(FxTextError, UseBeforeDefinition) {
  expect_refused(graph_of("a = x + b\nb = x + 2"), graph_of("b = x + 2\na = x + b"), "3:17", "'b' is used, but no line above defines it");
  // A symbol of the same name as a later node is that node.
  expect_refused(graph_of("a = x.f(s0)\ns0 = x.size(0)"), graph_of("a = x.f(s0)\ns1 = x.size(0)"), "3:17",
                 "'s0' is used before the line that defines it");
}

TEST(FxTextError, Annotations) {
  expect_line_refused("a: \"q99[2]\" = x + 1", "a: \"f32[2]\" = x + 1", 13, "unknown dtype 'q99' in an annotation");
  expect_line_refused("a: \"float32[2]\" = x + 1", "a: \"f32[2]\" = x + 1", 13, "unknown dtype 'float32'");
  expect_line_refused("a: q99[2] = x + 1", "a: f32[2] = x + 1", 12, "unknown dtype 'q99'");
  expect_line_refused("a: \"f32[2\" = x + 1", "a: \"f32[2]\" = x + 1", 18, "closing bracket");
  expect_line_refused("a: \"f32[2] = x + 1", "a: \"f32[2]\" = x + 1", 12, "does not end");
}

TEST(FxTextError, Signature) {
  expect_refused("def forward(self, x y):\n    return x\n", "def forward(self, x, y):\n    return x\n", "1:21", "expected ',' or ')'");
  expect_refused("def forward(self, x)\n    return x\n", "def forward(self, x):\n    return x\n", "1:21",
                 "expected ':' at the end of the signature");
  EXPECT_NE(errors_of("class G(torch.nn.Module):\n    def forward(self, x: \"f32[2]\", y: \"f3").find("does not end"), std::string::npos);
}

TEST(FxTextError, Truncated) {
  EXPECT_NE(errors_of("class G(torch.nn.Module):\n    def forward(self, x):\n        a = x + 1\n").find("the graph ends without 'return'"),
            std::string::npos);
  EXPECT_NE(errors_of("class G(torch.nn.Module):\n    def forward(self, x):\n        return (x,)\n\n    class b(torch.nn.Module):\n")
                .find("expected 'def forward' in this class"),
            std::string::npos);
  EXPECT_NE(errors_of("graph():\n    %x : [num_users=0] = placeholder[target=x]\n").find("without 'return'"), std::string::npos);
}

TEST(FxTextError, StatementsBehindTheReturn) {
  EXPECT_NE(errors_of(graph_of("") + "        a = x + 1\n").find("stands behind the graph's 'return'"), std::string::npos);
  EXPECT_EQ(errors_of(graph_of("") + "a = x + 1\n"), "");
}

TEST(FxTextError, ReturnedTextGoesOn) {
  expect_refused("def forward(self, x):\n    return (x,) y\n", "def forward(self, x):\n    return (x,)\n", "2:17",
                 "expected the end of the line");
}

TEST(FxTextError, AllErrorsAreReportedUpToALimit) {
  EXPECT_EQ(count(errors_of(graph_of("a = x + q\nb = x + 1\nc = r * x\nd = a + c")), "error: "), 2U);
  std::string many;
  for (int i = 0; i < 100; ++i) many.append("a").append(std::to_string(i)).append(" = x + q").append(std::to_string(i)).append("\n");
  const std::string messages = errors_of(graph_of(many));
  EXPECT_EQ(count(messages, "is used, but"), 20U);
  EXPECT_EQ(count(messages, "too many errors"), 1U);
}

TEST(FxTextError, OneCauseIsOneError) {
  const auto errors = [](const std::string& text) { return count(errors_of(text), "error: "); };
  EXPECT_EQ(errors(graph_of("a = x + q\nb = q.mul(x)\nq[0] = 1;  setitem = q", "(a, q)")), 1U) << "a name that is defined nowhere";
  EXPECT_EQ(errors(graph_of("a = x + q\nb = x + r")), 2U) << "two such names";
  EXPECT_EQ(errors(graph_of("a = x + q\nq = x + 1\nb = q + 1")), 1U) << "a name that is defined too late";
  EXPECT_EQ(errors(graph_of("a = x +\nb = a + 1")), 1U) << "a name whose line is wrong";
  EXPECT_EQ(errors(graph_of("x[0] = !;  setitem = x\nb = setitem + 1")), 1U) << "an effect whose line is wrong";
  EXPECT_EQ(errors(graph_of("a = x + 1", "(a, q)")), 1U) << "a return that is wrong";
  EXPECT_EQ(errors("def forward(self, x):\n    return (\n        x,\n        q,\n    )\n"), 1U) << "a return over several lines";
  EXPECT_EQ(errors(graph_of("a = x + q\na = x + 1\na = x + 2")), 2U) << "a name that is defined twice besides";
  const std::string listing =
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
      "    %a : [num_users=1] = call_function[target=torch.add](args = (%x, %q), kwargs = {})\n"
      "    %b : [num_users=1] = call_function[target=torch.add](args = (%a, %q), kwargs = {})\n";
  EXPECT_EQ(errors(listing + "    return (b,)\n"), 1U);
  EXPECT_EQ(errors(listing + "    return (b, r)\n"), 2U);
  const std::string table =
      "opcode  name  target  args  kwargs\nplaceholder  x  x  ()  {}\n"
      "call_function  a  torch.add  (x, q)  {}\ncall_function  b  torch.add  (a, q)  {}\n";
  EXPECT_EQ(errors(table + "output  output  output  ((b,),)  {}\n"), 1U);
  EXPECT_EQ(errors(table + "output  output  output  ((b, r),)  {}\n"), 2U);
}

TEST(FxTextError, LongLinesAreShownInPart) {
  const std::string messages =
      errors_of(graph_of("a = torch.f(" + std::string(5000, '1') + ", " + std::string(50, ' ') + "q, " + std::string(5000, '2') + ")"));
  EXPECT_LT(messages.size(), 600U);
  EXPECT_NE(messages.find("g.py:3:5073: error: 'q' is used"), std::string::npos) << messages;
  const size_t shown = messages.find("q, 2");
  const size_t caret = messages.find('^');
  ASSERT_NE(shown, std::string::npos);
  EXPECT_EQ(caret - messages.rfind('\n', caret), shown - messages.rfind('\n', shown));
}

TEST(FxTextError, NothingToRead) {
  EXPECT_NE(errors_of("").find("the text is empty"), std::string::npos);
  EXPECT_NE(errors_of(" \n\n").find("the text is empty"), std::string::npos);
  EXPECT_NE(errors_of(std::string_view("class \0", 7)).find("not a text: byte 6 is zero"), std::string::npos);
  EXPECT_NE(errors_of("import torch\nprint(1)\n").find("no FX graph was found"), std::string::npos);
  EXPECT_NE(errors_of("import torch\nprint(1)\n").find("def forward(self, ...)"), std::string::npos);
  EXPECT_NE(errors_of("def call(args):\n    buf0 = empty_strided_cpu((2, 3), (3, 1), torch.float32)\n").find("output code of Inductor"),
            std::string::npos);
  EXPECT_NE(errors_of("import thunder\ndef computation(x):\n  t0 = ltorch.add(x, 1, alpha=None)  # t0: \"cpu f32[2, 2]\"\n")
                .find("Thunder trace"),
            std::string::npos);
}

TEST(FxTextError, DeepNestingIsRefused) {
  const int depth = 100000;
  for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}, std::pair{'{', '}'}}) {
    const std::string nested = std::string(static_cast<size_t>(depth), open) + std::string(static_cast<size_t>(depth), close);
    EXPECT_NE(errors_of(graph_of("a = x.f(" + nested + ")")).find("nested more than 64 deep"), std::string::npos) << open;
    EXPECT_NE(errors_of(graph_of("a = x.f(torch.g(" + nested + "))")).find("nested more than 64 deep"), std::string::npos) << open;
    if (open == '{') continue;
    EXPECT_NE(errors_of("graph():\n    %x : [num_users=0] = call_function[target=f](args = " + nested + ", kwargs = {})\n    return ()\n")
                  .find("nested more than 64"),
              std::string::npos);
  }
  std::string path;
  for (int i = 0; i < depth; ++i) path += "getattr(";
  path += "self";
  EXPECT_NE(errors_of(graph_of("a = " + path)).find("nested more than 64 deep"), std::string::npos);
}

TEST(FxTextError, DeepClassesAreRefused) {
  const auto nested = [](size_t depth) {
    std::string text;
    for (size_t i = 0; i < depth; ++i) {
      const std::string indent(4 * i, ' ');
      text += indent + "class c(torch.nn.Module):\n" + indent + "    def forward(self):\n" + indent + "        return ()\n";
    }
    return text;
  };
  EXPECT_NE(errors_of(nested(1000)).find("classes are nested more than 64 deep"), std::string::npos);
  EXPECT_EQ(errors_of(nested(60)), "");
}

TEST(FxTextError, Listing) {
  const std::string good =
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %a : [num_users=1] = call_method[target=relu](args = (%x,), kwargs = "
      "{})\n    return (a,)\n";
  EXPECT_EQ(errors_of(good), "");
  const std::pair<const char*, const char*> edits[] = {
      {"(%x,)", "(%q,)"}, {"[num_users=1] = call", "= call"}, {"call_method", "call_mthod"}, {", kwargs", " kwargs"},
      {"%a", "%x"},       {"return (a,)", "return (b,)"},     {"[target=relu]", "[relu]"}};
  for (const auto& [from, to] : edits) {
    std::string bad = good;
    bad.replace(bad.find(from), std::string_view(from).size(), to);
    EXPECT_NE(errors_of(bad), "") << bad;
  }
}

}  // namespace
}  // namespace outplace
