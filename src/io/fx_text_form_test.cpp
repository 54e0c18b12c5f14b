// Every form of text that PyTorch prints is read, and printed as it came.
#include "io/fx_text_fixture.h"

namespace outplace {
namespace {

TEST(FxTextForm, PrintReadable) {
  const std::string text = R"py(class GraphModule(torch.nn.Module):
    def forward(self, s77: "Sym(s77)", L_x_: "f32[s77, 4][4, 1]cpu", L_y_: "f32[Max(s17, s77), Min(5, s27)]"):
        l_x_ = L_x_
        l_y_ = L_y_

        # File: /a/b.py:7 in forward, code: h[0] = y[0]; "class # = None
        getitem: "f32[4][1]cpu" = l_y_[0]
        l_x_[0] = getitem;  setitem = l_x_;  getitem = setitem = None
        l_x_ += 1;  h_1: "f32[3, 3]" = l_x_;  l_x_ = None
        h_1[([0, 1], slice(1, None, None))] = 3.0;  setitem_1 = h_1;  setitem_1 = None

        # File: /a/b.py:8 in forward, code: z = torch.add(h, y, out=h)
        z: "f32[3, 3]" = torch.add(h_1, l_y_, out = h_1);  h_1 = l_y_ = None
        return (z,)
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "setitem"), "call_function operator.setitem (l_x_, 0, getitem)");
  EXPECT_EQ(shape_of(d.module, "h_1"), "call_function operator.iadd (l_x_, 1)");
  EXPECT_EQ(shape_of(d.module, "z"), "call_function torch.add (h_1, l_y_) out=h_1");
  EXPECT_EQ(d.module.target(node_named(d.module, "l_x_")), "L_x_");
  EXPECT_EQ(d.module.text(d.module.node(node_named(d.module, "h_1")).annotation), "f32[3, 3]");
  EXPECT_EQ(d.module.node(node_named(d.module, "z")).line, 13U);
  EXPECT_TRUE(d.styles[0].strides);
  EXPECT_TRUE(d.styles[0].device);
}

TEST(FxTextForm, AnnotationsWithoutStridesAndDevice) {
  const Document d = read_fine(graph_of("add: \"f32[2, 3]\" = x + y;  x = y = None", "(add,)"));
  EXPECT_FALSE(d.styles[0].strides);
  EXPECT_FALSE(d.styles[0].device);
  EXPECT_TRUE(d.styles[0].annotations);
  EXPECT_FALSE(d.styles[0].comments);
}

TEST(FxTextForm, Code) {
  const std::string text =
      "\n\n\ndef forward(self, L_x_ : torch.Tensor, s0 : torch.SymInt, w = None):\n    l_x_ = L_x_\n    relu_ = torch.relu_(l_x_);  l_x_ = "
      "relu_ = None\n    return (w,)\n    ";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_FALSE(d.styles[0].annotations);
  EXPECT_EQ(d.module.text(d.module.node(node_named(d.module, "l_x_")).annotation), "torch.Tensor");
  EXPECT_EQ(shape_of(d.module, "w"), "placeholder w (None)");
}

TEST(FxTextForm, NestedClassesBindByPosition) {
  const std::string text = R"py(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3]"):
        body = self.body
        wrap = torch.ops.higher_order.wrap(body, x);  body = x = None
        return (wrap,)

    class body(torch.nn.Module):
        def forward(self, x: "f32[3]"):
            # No stacktrace found for following nodes
            body = self.body
            return (body,)

        class body(torch.nn.Module):
            def forward(self, x: "f32[3]"):
                add: "f32[3]" = x + 1;  x = None
                return (add,)

    class other(torch.nn.Module):
        def forward(self):
            return ()
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  ASSERT_EQ(d.module.graph_count(), 4U);
  EXPECT_EQ(d.roots.size(), 1U);
  EXPECT_EQ(d.module.graph(GraphId(size_t{1})).parent, GraphId(size_t{0}));
  EXPECT_EQ(d.module.graph(GraphId(size_t{2})).parent, GraphId(size_t{1}));
  EXPECT_EQ(d.module.graph(GraphId(size_t{3})).parent, GraphId(size_t{0}));
}

TEST(FxTextForm, BlankLinesThatHoldTheIndentation) {
  const std::string text =
      "class <lambda>(torch.nn.Module):\n    def forward(self, x: \"f32[3]\"):\n        a = self.a\n        \n        # File: m.py:1 in f, "
      "code: x\n        "
      "add: \"f32[3]\" = a + x;  a = x = None\n        return (add,)\n        \n    class a(torch.nn.Module):\n        def "
      "forward(self):\n            return "
      "()\n            ";
  EXPECT_EQ(again(text), text);
}

TEST(FxTextForm, SeveralGraphsAndWhatStandsBetween) {
  const std::string text =
      "===== Forward graph 0 =====\n /p/_lazy_graph_module.py class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[3]\"):\n "
      "       "
      "return (x,)\n        \n\n# ---- graph 1 ----\nprint(1)\nclass GraphModule(torch.nn.Module):\n    def forward(self, x: "
      "\"f32[4]\"):\n        "
      "return [x]\nthe end";
  const Document d = read_fine(text);
  EXPECT_EQ(d.roots.size(), 2U);
  EXPECT_EQ(print_fx_text(d), text);
}

TEST(FxTextForm, LogPrefixesAndColoursAreTakenOff) {
  const std::string plain =
      graph_of("a: \"f32[3]\" = x.add(1);  x = None\n\n# File: m.py:1 in f\nb: \"f32[3]\" = a * 2;  a = None", "(b,)");
  std::string logged;
  for (size_t i = 0; i < plain.size();) {
    const size_t end = plain.find('\n', i);
    logged += "[rank0]:V0523 10:57:11.979000 139703672039232 torch/_dynamo/output_graph.py:1277] [1/0] [__graph_code] ";
    std::string line = plain.substr(i, end - i);
    if (const size_t at = line.find("f32"); at != std::string::npos) line.insert(at + 3, "\x1b[0m").insert(at, "\x1b[31m");
    logged += line + "\r\n";
    i = end + 1;
  }
  EXPECT_EQ(again(logged), plain);
}

TEST(FxTextForm, TabsIndent) {
  const std::string plain = graph_of("a: \"f32[3]\" = x.add(1)\nb = a * 2", "(b,)");
  std::string tabs;   // a tab for each level
  std::string mixed;  // a tab for eight blanks
  for (size_t i = 0; i < plain.size();) {
    const size_t end = plain.find('\n', i);
    const std::string line = plain.substr(i, end + 1 - i);
    const size_t indentation = line.find_first_not_of(' ');
    tabs += std::string(indentation / 4, '\t') + line.substr(indentation);
    mixed += std::string(indentation / 8, '\t') + std::string(indentation % 8, ' ') + line.substr(indentation);
    i = end + 1;
  }
  EXPECT_EQ(again(mixed), plain);
  const Document document = read_fine(tabs);
  EXPECT_EQ(shape_of(document.module, "b"), shape_of(read_fine(plain).module, "b"));
  EXPECT_NE(errors_of("class A(torch.nn.Module):\n\tdef forward(self, x):\n\t\ty = x.f(q)\n\t\treturn y\n").find("g.py:3:"),
            std::string::npos);
}

TEST(FxTextForm, OtherLogPrefixes) {
  const std::string plain = "def forward(self, x):\n    return (x,)\n";
  EXPECT_EQ(again("[rank12]: def forward(self, x):\n[rank12]:     return (x,)\n"), plain);
  const std::string old = "[2023-10-05 14:03:22,123] [0/0] torch._dynamo.output_graph.__graph_code: [DEBUG] ";
  EXPECT_EQ(again(old + "def forward(self, x):\n" + old + "    return (x,)\n"), plain);
  // What only looks like one is text.
  EXPECT_EQ(again("V0523 is a value\n[2023] [rank]: [a]\n" + plain), "V0523 is a value\n[2023] [rank]: [a]\n" + plain);
}

TEST(FxTextForm, ReturnOverSeveralLines) {
  EXPECT_EQ(again("def forward(self, x, y):\n    return (\n        x,  # PlainAOTOutput(idx=0)\n        y,\n    )\n"),
            "def forward(self, x, y):\n    return (x, y)\n");
}

TEST(FxTextForm, ExportedProgram) {
  const std::string text = R"py(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, b_buf: "f32[3]", x: "f32[3]"):
             # File: /m.py:10 in forward, code: self.buf.add_(x)
            add: "f32[3]" = torch.ops.aten.add.Tensor(b_buf, x);  b_buf = x = None
            return (add, add)
            
Graph signature: 
    # inputs
    b_buf: BUFFER target='buf' persistent=True
    x: USER_INPUT

    # outputs
    add: BUFFER_MUTATION target='buf'
    add: USER_OUTPUT

Range constraints: {}
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(shape_of(d.module, "add"), "call_function torch.ops.aten.add.Tensor (b_buf, x)");
  EXPECT_NE(d.tail.find("Range constraints"), std::string::npos);
  EXPECT_EQ(print_fx_text(d), text);
}

TEST(FxTextForm, MinifierRepro) {
  const std::string text = R"py(import torch
from torch import tensor, device

class Repro(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 1, 1)

    
    
    def forward(self, arg0_1, arg1_1):
        conv = self.conv(arg0_1);  arg0_1 = None
        copy_ = torch.ops.aten.copy_.default(arg1_1, conv);  arg1_1 = conv = copy_ = None
        return ()
        
def load_args(reader):
    buf0 = reader.storage(None, 48)
    reader.tensor(buf0, (2, 3), (3, 1), dtype=torch.int64, is_leaf=True)  # arg0_1
load_args._version = 0
mod = Repro()
if __name__ == '__main__':
    run_repro(mod, load_args)
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "conv"), "call_module conv (arg0_1)");
}

TEST(FxTextForm, UnquotedAnnotationsOf2022AndNoSelfFree) {
  const std::string text = R"py(class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: f32[3], arg1_1: f32[s0, 3]):
        # File: m.py:4, code: x.add_(y)
        add_: f32[3] = torch.ops.aten.add_.Tensor(arg0_1, arg1_1);  arg1_1 = None
        return [arg0_1]
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_TRUE(d.styles[0].bare_annotations);
  EXPECT_FALSE(d.styles[0].frees_unused_self);
}

TEST(FxTextForm, NoTrailersStayAway) {
  const std::string text = graph_of("a = x + y\nb = a * 2", "(b,)");
  EXPECT_EQ(again(text), text);
  EXPECT_FALSE(read_fine(text).styles[0].frees);
}

TEST(FxTextForm, BackslashJoinsLines) {
  EXPECT_EQ(again("def forward(self, x, y):\n    add = x.add_(y);  y = \\\n        add = None\n    return (x,)\n"),
            "def forward(self, x, y):\n    add = x.add_(y);  y = add = None\n    return (x,)\n");
}

TEST(FxTextForm, OneParameterALine) {
  const std::string text = R"py(class GraphModule(torch.nn.Module):
    def forward(
        self,
        x: "f32[3]",  # PlainAOTInput(idx=0)
        y: "f32[3]",
    ):
        add: "f32[3]" = x + y;  x = y = None
        return (add,)
)py";
  EXPECT_EQ(again(text), text);
}

TEST(FxTextForm, PytreeSignature) {
  const std::string text = R"py(class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        x: "f32[3, 3]"; y: "f32[3]"; 
        x, y, = fx_pytree.tree_flatten_spec(([x, y], {}), self._in_spec)
        _guards_fn = self._guards_fn(x, y);  _guards_fn = None
        add: "f32[3, 3]" = torch.ops.aten.add.Tensor(x, y);  x = y = None
        return pytree.tree_unflatten((add,), self._out_spec)
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "_guards_fn"), "call_module _guards_fn (x, y)");
  EXPECT_EQ(shape_of(d.module, "output"), "output output ((add,))");
  EXPECT_EQ(d.module.text(d.module.node(node_named(d.module, "y")).annotation), "f32[3]");
}

TEST(FxTextForm, PytreeInputsHaveTheNamesThatAreUnpacked) {
  const std::string text =
      "def forward(self, a, b):\n    arg0_1, arg1_1, = fx_pytree.tree_flatten_spec(([a, b], {}), self._in_spec)\n    add = arg0_1 + "
      "arg1_1;  arg0_1 = "
      "arg1_1 = None\n    return pytree.tree_unflatten([add], self._out_spec)\n    ";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "arg0_1"), "placeholder arg0_1 ()");
}

TEST(FxTextForm, BoxedSignature) {
  const std::string text = R"py(class GraphModule(torch.nn.Module):
    def forward(self, args_list):
        args_iter = iter(args_list)
        L_x_: "f32[3]" = next(args_iter)
        y: "f32[3]" = next(args_iter)
        args_list.clear()
        l_x_ = L_x_
        add: "f32[3]" = l_x_ + y;  l_x_ = y = None
        return (add,)
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "l_x_"), "placeholder L_x_ ()");
}

TEST(FxTextForm, MetaBlocks) {
  const std::string text = graph_of(
      "# File: m.py:1 in f\n\"\"\"\nstack_trace: \"x = y\"\n  val: 'a'\n\"\"\"\na: \"f32[2]\" = x + 1;  x = None\n\"\"\"\nval: "
      "'b'\n\"\"\"\nb: \"f32[2]\" = a + 1;  a = None",
      "(b,)");
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(shape_of(d.module, "a"), "call_function operator.add (x, 1)");
}

TEST(FxTextForm, EqualCommentsThatStandTwice) {
  const std::string text = graph_of(
      "# File: m.py:1 in f\na: \"f32[2]\" = x + 1;  x = None\n\n# File: m.py:1 in f\nb: \"f32[2]\" = a + 1;  a = None\nc: \"f32[2]\" = b + "
      "1;  b = None",
      "(c,)");
  EXPECT_EQ(again(text), text);
}

TEST(FxTextForm, BlankLinesWithoutComments) {
  const std::string text =
      graph_of("a: \"f32[2]\" = x + 1;  x = None\n\nb: \"f32[2]\" = a + 1;  a = None\n\nc: \"f32[2]\" = b + 1;  b = None", "(c,)");
  EXPECT_EQ(again(text), text);
}

TEST(FxTextForm, TextWithoutLastLineBreak) {
  const std::string text = "def forward(self, x):\n    return (x,)";
  EXPECT_EQ(again(text), text);
}

TEST(FxTextForm, StarredParametersAndReturnAnnotation) {
  const std::string text = "def forward(self, x, *args, **kwargs) -> torch.Tensor:\n    add = x + args;  x = args = None\n    return add\n";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(d.module.target(node_named(d.module, "kwargs")), "**kwargs");
}

// ---- str(graph)

TEST(FxTextListing, ReadsAndPrints) {
  const std::string text = R"py(graph():
    %x : torch.Tensor [num_users=2] = placeholder[target=L_x_]
    %y : [num_users=1] = placeholder[target=y](default=None)
    %w : [num_users=1] = get_attr[target=a.0.w]
    %add_ : [num_users=0] = call_method[target=add_](args = (%x, %y), kwargs = {alpha: 1e-05})
    %empty : [num_users=1] = call_function[target=torch.empty](args = ((2, 3),), kwargs = {dtype: torch.float32, device: cuda:0})
    %einsum : [num_users=1] = call_function[target=torch.functional.einsum](args = (ij,jk->ik, %empty, %w), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%x, (slice(None, x, None), Ellipsis)), kwargs = {})
    %getattr_1 : [num_users=2] = call_function[target=builtins.getattr](args = (%getitem, T), kwargs = {})
    %copy_ : [num_users=0] = call_method[target=copy_](args = (%getattr_1, %getattr_1), kwargs = {non_blocking: True})
    return (getattr_1, einsum, [None, 'a'])
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(d.styles[0].form, TextForm::listing);
  EXPECT_EQ(shape_of(d.module, "empty"), "call_function torch.empty ((2, 3)) dtype=torch.float32 device=device(type='cuda', index=0)");
  EXPECT_EQ(shape_of(d.module, "einsum"), "call_function torch.functional.einsum ('ij,jk->ik', empty, w)");
  EXPECT_EQ(shape_of(d.module, "getattr_1"), "call_function getattr (getitem, 'T')");
  EXPECT_EQ(shape_of(d.module, "getitem"), "call_function operator.getitem (x, (slice(None, x, None), Ellipsis))");
}

TEST(FxTextListing, BeforePyTorch2) {
  const std::string text =
      "graph():\n    %x : [#users=1] = placeholder[target=x]\n    %relu_ : [#users=0] = call_function[target=torch.relu_](args = (%x,), "
      "kwargs = "
      "{})\n    return None\n";
  EXPECT_EQ(again(text), text);
}

TEST(FxTextListing, PrintListingCountsUsers) {
  const Document d = read_fine(graph_of("a = x.add(x)\nb = torch.cat([a, x], dim = 0)", "(b, a)"));
  EXPECT_EQ(print_listing(d.module, d.roots[0]), R"py(graph():
    %x : [num_users=2] = placeholder[target=x]
    %y : [num_users=0] = placeholder[target=y]
    %z : [num_users=0] = placeholder[target=z]
    %a : [num_users=2] = call_method[target=add](args = (%x, %x), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.cat](args = ([%a, %x],), kwargs = {dim: 0})
    return (b, a)
)py");
}

// ---- print_tabular

TEST(FxTextTable, ReadsAndPrints) {
  // The columns of a table are as wide as their longest cell.
  const Document d = read_fine(R"py(placeholder    x        x                            ()                    {}
call_function  slice_1  aten.slice.Tensor            (x, 0, 0)             {}
call_function  setitem  <built-in function setitem>  (x, slice(0, 2, None), slice_1)  {}
call_method    add_     add_                         (slice_1, 1)          {'alpha': 2}
output         output   output                       ((slice_1,),)         {}
)py");
  EXPECT_EQ(shape_of(d.module, "slice_1"), "call_function torch.ops.aten.slice.Tensor (x, 0, 0)");
  EXPECT_EQ(shape_of(d.module, "setitem"), "call_function operator.setitem (x, slice(0, 2, None), slice_1)");
  const std::string printed = print_fx_text(d);
  EXPECT_EQ(again(printed), printed);
}

TEST(FxTextTable, WithTitles) {
  const std::string text = R"py(opcode         name    target                   args        kwargs
-------------  ------  -----------------------  ----------  --------
placeholder    x       x                        ()          {}
get_attr       param   param                    ()          {}
call_function  add     <built-in function add>  (x, param)  {}
call_method    relu    relu                     (add,)      {}
output         output  output                   (relu,)     {}
)py";
  const Document d = read_fine(text);
  EXPECT_EQ(shape_of(d.module, "add"), "call_function operator.add (x, param)");
  EXPECT_EQ(print_fx_text(d), text);
}

}  // namespace
}  // namespace outplace
