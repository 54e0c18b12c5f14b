// Whatever the bytes are: a document or a diagnostic, never a crash; and what was read can be printed and read again.
#include <random>

#include "io/fx_text_fixture.h"

namespace outplace {
namespace {

const char* const kPython = R"py(class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", L_x_: "f32[s0, 4][4, 1]cpu", L_l_ : list, y = None):
        l_x_ = L_x_

        # File: a.py:1 in f, code: "x"
        getitem: "f32[4][1]cpu" = l_x_[(slice(None, s0, None), None, Ellipsis)]
        l_x_[0] = getitem;  setitem = l_x_;  getitem = setitem = None
        l_x_ += -1e-05;  h_1: "f32[3]" = l_x_;  l_x_ = None
        w = getattr(self.layers, "0").w
        b = torch.f(h_1, [(1, 'a\n'), {'k': w}], device = device(type='cuda', index=0), d = torch.float32, e = (1+2j), s = 2*s0);  w = b = None
        body = self.body
        wrap = torch.ops.higher_order.wrap(body, h_1);  body = h_1 = None
        return (wrap, -inf)

    class body(torch.nn.Module):
        def forward(self, x: "f32[3]"):
            n = ~x;  x = None
            return [n]
tail
)py";
const char* const kListing = R"py(graph():
    %x : torch.Tensor [num_users=2] = placeholder[target=x](default=None)
    %w : [num_users=1] = get_attr[target=a.w]
    %a : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, x, None), Ellipsis)), kwargs = {k: cuda:0, l: [%w]})
    return (a, [x, 'b'])
)py";
const char* const kTable = R"py(opcode         name    target                   args        kwargs
-------------  ------  -----------------------  ----------  --------
placeholder    x       x                        ()          {}
call_function  add     <built-in function add>  (x, 1)      {'a': x}
output         output  output                   ((add,),)   {}
)py";
const char* const kPytree = R"py(def forward(self, x, y):
    x: "f32[3, 3]"; y: "f32[3]"; 
    x, y, = fx_pytree.tree_flatten_spec(([x, y], {}), self._in_spec)
    add = x + y;  x = y = None
    return pytree.tree_unflatten((add,), self._out_spec)
)py";
const char* const kBoxed =
    "def forward(self, args_list):\n    args_iter = iter(args_list)\n    x: \"f32[3]\" = next(args_iter)\n    args_list.clear()\n    "
    "return (x,)\n";

const char* const kMeta =
    "def forward(self, x):\n    # File: m.py:1 in f\n    \"\"\"\n    val: 'a'\n      b\n    \"\"\"\n    a = x + 1;  x = None\n\n    b = a "
    "+ 1;  a = None\n    return b\n";

// A text that can be read is printed in a form that prints the same again.
void survive(std::string_view text) {
  Diagnostics diagnostics;
  const Result<Document> document = read_fx_text(text, {}, diagnostics);
  EXPECT_EQ(document.has_value(), diagnostics.error_count() == 0);
  EXPECT_LT(diagnostics.text().size(), 40000U);
  if (!document) return;
  const std::string printed = print_fx_text(*document);
  Diagnostics more;
  const Result<Document> second = read_fx_text(printed, {}, more);
  ASSERT_TRUE(second.has_value()) << "--- read:\n" << text << "\n--- printed:\n" << printed << more.text();
  EXPECT_EQ(print_fx_text(*second), printed) << "--- read:\n" << text;
}

class FxTextRobustness : public testing::TestWithParam<const char*> {};

TEST_P(FxTextRobustness, CutAtEveryByte) {
  const std::string_view text = GetParam();
  for (size_t n = 0; n <= text.size(); ++n) {
    // Memory of exactly this size, so that reading past the end is seen by a sanitizer.
    const std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(n));
    survive({cut.data(), cut.size()});
    const std::vector<char> tail(text.begin() + static_cast<std::ptrdiff_t>(n), text.end());
    survive({tail.data(), tail.size()});
  }
}

TEST_P(FxTextRobustness, EveryByteReplaced) {
  const std::string original = GetParam();
  for (size_t i = 0; i < original.size(); ++i) {
    for (const char c :
         {'(', ')', '[', '\'', '"', '\n', ' ', ',', '=', ';', '.', '-', '%', '#', '\\', '<', '{', '\x1b', '\r', '\0', '\xff', '0', 'x'}) {
      std::string text = original;
      text[i] = c;
      survive(text);
    }
  }
}

TEST_P(FxTextRobustness, LinesAndPartsMoved) {
  const std::string original = GetParam();
  std::minstd_rand random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text = original;
    for (int edit = 0; edit < 3 && !text.empty(); ++edit) {
      const size_t from = random() % text.size();
      const size_t size = std::min<size_t>(1 + random() % 40, text.size() - from);
      const std::string part = text.substr(from, size);
      if (random() % 2 == 0) text.erase(from, size);
      text.insert(random() % (text.size() + 1), part);
    }
    survive(text);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, FxTextRobustness, testing::Values(kPython, kListing, kTable, kPytree, kBoxed, kMeta));

}  // namespace
}  // namespace outplace
