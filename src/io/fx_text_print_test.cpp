// Printing of graphs that passes have changed: everything is regenerated from the module.
#include <array>

#include "io/fx_text_fixture.h"

namespace outplace {
namespace {

NodeId make(Module& module, NodeOp op, std::string_view name, std::string_view target, std::span<const Arg> args) {
  const GraphId graph{size_t{0}};
  const NodeId node = module.create(graph, op, module.intern(name), module.intern(target));
  module.set_args(node, args);
  return node;
}

TEST(FxTextPrint, TrailersFollowTheNewLastUses) {
  Document d = read_fine(graph_of("add_: \"f32[2, 3]\" = x.add_(y);  y = add_ = None\nb: \"f32[2, 3]\" = x * 2;  x = None", "(b,)"));
  Module& m = d.module;
  const NodeId x = node_named(m, "x");
  const NodeId add = node_named(m, "add_");
  const std::array args = {Arg::node(x), Arg::node(node_named(m, "y"))};
  const NodeId fresh = make(m, NodeOp::call_method, "x_modified", "add", args);
  m.node(fresh).annotation = m.intern("f32[2, 3]");
  m.insert_before(fresh, add);
  m.unlink(add);
  m.map_inputs(node_named(m, "b"), [&](NodeId n) { return n == x ? fresh : n; });
  const std::array outputs = {m.make_parts(ArgKind::tuple, std::array{Arg::node(node_named(m, "b")), Arg::node(fresh)})};
  m.set_args(node_named(m, "output"), outputs);
  EXPECT_EQ(print_fx_text(d), R"py(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]", y: "f32[2, 3]", z: "f32[3]"):
        x_modified: "f32[2, 3]" = x.add(y);  x = y = None
        b: "f32[2, 3]" = x_modified * 2
        return (b, x_modified)
)py");
}

TEST(FxTextPrint, FreesInOrderOfUseThenItself) {
  EXPECT_EQ(again(graph_of("a = torch.f(y, [x, y], k = z, l = x);  y = x = z = a = None", "()")),
            graph_of("a = torch.f(y, [x, y], k = z, l = x);  y = x = z = a = None", "()"));
}

TEST(FxTextPrint, WhatIsReturnedOrNeverUsedAsInputIsNotFreed) {
  const std::string text = graph_of("a = x + y;  y = a = None", "(x, None)");
  EXPECT_EQ(again(text), text);
}

TEST(FxTextPrint, NewNodesHaveTheCommentOfTheWrite) {
  Document d =
      read_fine(graph_of("a: \"f32[2, 3]\" = x + 1;  x = None\n\n# File: m.py:2 in f\nb: \"f32[2, 3]\" = a * 2;  a = None", "(b,)"));
  Module& m = d.module;
  const std::array args = {Arg::node(node_named(m, "a"))};
  const NodeId before = make(m, NodeOp::call_function, "c", "torch.neg", args);
  m.node(before).comment = m.node(node_named(m, "b")).comment;
  m.insert_before(before, node_named(m, "b"));
  const NodeId silent = make(m, NodeOp::call_function, "e", "torch.abs", args);
  m.insert_before(silent, node_named(m, "b"));
  EXPECT_EQ(print_fx_text(d), R"py(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]", y: "f32[2, 3]", z: "f32[3]"):
        a: "f32[2, 3]" = x + 1;  x = None

        # File: m.py:2 in f
        c = torch.neg(a);  c = None
        e = torch.abs(a);  e = None
        b: "f32[2, 3]" = a * 2;  a = None
        return (b,)
)py");
}

TEST(FxTextPrint, CallsThatPassesMake) {
  Document d = read_fine(graph_of("a = x + 1", "(a,)"));
  Module& m = d.module;
  const NodeId output = node_named(m, "output");
  const Arg x = Arg::node(node_named(m, "x"));
  const auto add = [&](NodeOp op, std::string_view name, std::string_view target, std::vector<Arg> args, std::vector<Keyword> kwargs = {}) {
    const NodeId node = make(m, op, name, target, args);
    m.set_kwargs(node, kwargs);
    m.insert_before(node, output);
  };
  add(NodeOp::call_function, "n1", "torch.slice_scatter", {x, x},
      {{m.intern("dim"), Arg::integer(0)}, {m.intern("end"), Arg::integer(32)}});
  add(NodeOp::call_function, "n2", "torch.ops.aten.slice.Tensor", {x, Arg::integer(0), Arg::integer(1), Arg::integer(INT64_MAX)});
  add(NodeOp::call_function, "n3", "operator.getitem", {x, Arg::integer(-1)});
  add(NodeOp::call_function, "n4", "operator.abs", {x});
  add(NodeOp::call_function, "n5", "getattr", {x, m.make_text(ArgKind::string, "mT")});
  add(NodeOp::call_method, "n6", "to", {x, m.make_text(ArgKind::device, "xla:1")});
  add(NodeOp::get_attr, "n7", "a.0.b", {});
  EXPECT_EQ(print_fx_text(d),
            graph_of("a = x + 1\nn1 = torch.slice_scatter(x, x, dim = 0, end = 32)\nn2 = torch.ops.aten.slice.Tensor(x, 0, 1, "
                     "9223372036854775807)\nn3 = "
                     "x[-1]\nn4 = _operator_abs(x)\nn5 = x.mT\nn6 = x.to(device(type='xla', index=1))\nn7 = getattr(self.a, \"0\").b",
                     "(a,)"));
}

TEST(FxTextPrint, RenamedInputKeepsItsParameter) {
  Document d = read_fine("def forward(self, x):\n    return (x,)\n");
  d.module.node(node_named(d.module, "x")).name = d.module.intern("x_1");
  EXPECT_EQ(print_fx_text(d), "def forward(self, x):\n    x_1 = x\n    return (x_1,)\n");
}

TEST(FxTextPrint, AnnotationsFollowTheStyle) {
  Document d = read_fine("def forward(self, x : torch.Tensor):\n    a = x + 1;  x = None\n    return (a,)\n");
  d.module.node(node_named(d.module, "a")).annotation = d.module.intern("f32[2]");
  EXPECT_EQ(print_fx_text(d), "def forward(self, x : torch.Tensor):\n    a = x + 1;  x = None\n    return (a,)\n");
  d.styles[0].annotations = true;
  EXPECT_EQ(print_fx_text(d), "def forward(self, x : torch.Tensor):\n    a: \"f32[2]\" = x + 1;  x = None\n    return (a,)\n");
}

TEST(FxTextPrint, OneGraphWithItsSubGraphsAndNoText) {
  const std::string text = R"py(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3]"):
        body = self.body
        wrap = torch.ops.higher_order.wrap(body, x);  body = x = None
        return (wrap,)

    class body(torch.nn.Module):
        def forward(self, x: "f32[3]"):
            add: "f32[3]" = x + 1;  x = None
            return (add,)
)py";
  const Document d = read_fine("junk\n" + text + "more junk\n");
  EXPECT_EQ(print_python(d.module, d.roots[0], d.styles[0]), text);
}

TEST(FxTextPrint, DocumentsThatWereMade) {
  const std::string text = graph_of("a: \"f32[2]\" = x + 1;  x = None", "(a,)");
  Document d = read_fine(text);
  d.texts.clear();
  d.styles.clear();
  EXPECT_EQ(print_fx_text(d), text);
  for (const TextForm form : {TextForm::listing, TextForm::tabular}) {
    d.styles.assign(1, TextStyle{.form = form});
    const std::string printed = print_fx_text(d);
    EXPECT_EQ(again(printed), printed);
  }
}

TEST(FxTextPrint, MatmulInPlaceIsNoWrite) {
  // The value of w @= y is a new tensor: the text only looks like a write.
  const std::string text = graph_of("x @= y;  w: \"f32[2]\" = x;  x = y = None\nw[0] = 1;  setitem = w;  setitem = None", "(w,)");
  const Document d = read_fine(text);
  EXPECT_EQ(print_fx_text(d), text);
  EXPECT_EQ(d.module.target(node_named(d.module, "w")), "operator.imatmul");
}

}  // namespace
}  // namespace outplace
