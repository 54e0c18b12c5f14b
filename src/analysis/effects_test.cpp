// What nodes do to memory, one kind of effect after the other; each line says the node's kind, what it writes and what its value is.
#include "analysis/effects.h"

#include "analysis/analysis_fixture.h"

namespace outplace {
namespace {

class EffectsTest : public AnalysisFixture {};

TEST_F(EffectsTest, PureCallsGiveFreshTensors) {
  EXPECT_EQ(effects_of(R"(x: "f32[4]", y: "f32[4]")", R"(add = x.add(y)
cat = torch.cat([x, y])
clone = x.clone()
matmul = operator.matmul(x, y)
split = torch.unbind_copy(x)
)"),
            R"(add: pure
cat: pure
clone: pure
matmul: pure
split: pure
)");
}

TEST_F(EffectsTest, MetadataIsReadWithoutContent) {
  EXPECT_EQ(effects_of(R"(x: "f32[4, 4]")", R"(size = x.size(0)
shape = x.shape
numel = torch.numel(x)
dim = x.dim()
sym = torch.ops.aten.sym_size.int(x, 1)
item = x.sum()
)"),
            R"(size: metadata
shape: metadata
numel: metadata
dim: metadata
sym: metadata
item: pure
)");
}

TEST_F(EffectsTest, InPlaceFormsReturnWhatTheyWrote) {
  EXPECT_EQ(effects_of(R"(x: "f32[4]", y: "f32[4]")", R"(a = x.add_(y)
b = torch.relu_(a)
c = operator.iadd(b, y)
d = torch.ops.aten.mul_.Tensor(x, y)
e = torch.nn.functional.relu_(y)
f = x.copy_(y)
g = x.uniform_()
h = d.add(1)
)"),
            R"(a: write x is x
b: write x is x
c: write x is x
d: write x is x
e: write y is y
f: write x is x
g: write x is x
h: pure
)");
}

TEST_F(EffectsTest, MatmulAssignmentRebindsAName) {
  EXPECT_EQ(effects_of(R"(x: "f32[4, 4]", y: "f32[4, 4]")", "a = operator.imatmul(x, y)\n"), "a: pure\n");
}

TEST_F(EffectsTest, ConditionalWrites) {
  EXPECT_EQ(effects_of(R"(x: "f32[4]")", R"(a = torch.nn.functional.relu(x, inplace = True)
b = torch.nn.functional.relu(x, inplace = False)
c = torch.nn.functional.relu(x)
d = torch.nn.functional.relu(x, True)
e = torch.nn.functional.dropout(x, 0.5, True, True)
)"),
            R"(a: write x is x
b: pure
c: pure
d: write x is x
e: write x is x
)");
  EXPECT_EQ(effects_of(R"(x: "f32[4]", flag)", "a = torch.nn.functional.relu(x, inplace = flag)\n"),
            "error: whether this call writes hangs on the value of its argument 'inplace'\n");
}

TEST_F(EffectsTest, BatchNormWritesItsStatisticsInTraining) {
  constexpr std::string_view inputs = R"(x: "f32[2, 3, 4]", mean: "f32[3]", var: "f32[3]")";
  EXPECT_EQ(effects_of(inputs, "a = torch.nn.functional.batch_norm(x, mean, var, None, None, True, 0.1, 1e-05)\n"), "a: write mean var\n");
  EXPECT_EQ(effects_of(inputs, "a = torch.nn.functional.batch_norm(x, mean, var, None, None, False, 0.1, 1e-05)\n"), "a: pure\n");
  EXPECT_EQ(effects_of(inputs, "a = torch.nn.functional.batch_norm(x, None, None, None, None, True, 0.1, 1e-05)\n"), "a: pure\n");
}

TEST_F(EffectsTest, EmbeddingWritesItsWeightUnderAMaximalNorm) {
  constexpr std::string_view inputs = R"(i: "i64[4]", w: "f32[8, 3]")";
  EXPECT_EQ(effects_of(inputs, "a = torch.nn.functional.embedding(i, w, max_norm = 1.0)\n"), "a: write w\n");
  EXPECT_EQ(effects_of(inputs, "a = torch.nn.functional.embedding(i, w)\n"), "a: pure\n");
}

TEST_F(EffectsTest, OutArguments) {
  EXPECT_EQ(effects_of(R"(x: "f32[4]", y: "f32[4]", i: "i64[4]")", R"(a = torch.add(x, x, out = y)
b = torch.sort(x, out = (y, i))
c = b[1]
d = torch.add(x, x, out = None)
)"),
            R"(a: write y is y
b: write y i = (y, i)
c: view is i
d: pure
)");
}

TEST_F(EffectsTest, ForeachWritesItemsInOrder) {
  EXPECT_EQ(effects_of(R"(x: "f32[4]", y: "f32[4]")", R"(a = torch._foreach_add_([x, y, x], 1)
b = a[2]
c = torch._foreach_add([x, y], 1)
v = x[slice(0, 2, None)]
d = torch._foreach_mul_([v], [y])
)"),
            R"(a: write x (0) y (1) x (2) = (x, y, x)
b: view is x
c: pure
v: view = x[:2]
d: write x[:2] (0) = (x[:2])
)");
}

TEST_F(EffectsTest, ViewsAndObjectsHandedBack) {
  EXPECT_EQ(effects_of(R"(x: "f32[4, 4]")", R"(v = x[0]
t = x.t()
c = x.contiguous()
k = t.contiguous()
to = x.to(torch.float32)
other = x.to(torch.float16)
d = torch.nn.functional.dropout(x, 0.5, False)
det = x.detach()
below = det[1]
)"),
            R"(v: view = x[0]
t: view = x.permute(1, 0)
c: view is x
k: pure
to: view is x
other: pure
d: view is x
det: view = x detached
below: view = x[1] detached
)");
}

TEST_F(EffectsTest, TuplesOfViews) {
  EXPECT_EQ(effects_of(R"(x: "f32[5, 2]")", R"(unbind = x.unbind(1)
a = unbind[-1]
chunk = x.chunk(4)
split = x.split(2)
b = split[2]
)"),
            R"(unbind: view = (x[:, 0], x[:, 1])
a: view is x[:, 1]
chunk: view = (x[:2], x[2:4], x[4:5])
split: view = (x[:2], x[2:4], x[4:5])
b: view is x[4:5]
)");
  EXPECT_EQ(effects_of(R"(x: "f32[2]")", "unbind = x.unbind()\na = unbind[2]\n"),
            "unbind: view = (x[0], x[1])\nerror: item 2 of a tuple of 2\n");
}

TEST_F(EffectsTest, ItemsOfAFreshTupleAreOneTensorEach) {
  EXPECT_EQ(effects_of(R"(x: "f32[4]")", R"(sort = x.sort()
a: "f32[4]" = sort[0]
b: "f32[4]" = sort[0]
c: "i64[4]" = sort[1]
w = b.add_(1)
)"),
            R"(sort: pure
a: pure
b: pure is a
c: pure
w: write a is a
)");
}

TEST_F(EffectsTest, RebindsMoveTheObjectNotItsMemory) {
  EXPECT_EQ(effects_of(R"(x: "f32[2, 3]", y: "f32[3]")", R"(before = x[0]
t = x.t_()
u = x.unsqueeze_(0)
d = x.detach_()
s = y.set_(x)
w = y.add_(1)
)"),
            R"(before: view = x[0]
t: rebind is x.permute(1, 0)
u: rebind is x.permute(1, 0).unsqueeze(0)
d: rebind is x.permute(1, 0).unsqueeze(0)
s: rebind is x.permute(1, 0).unsqueeze(0)
w: write x.permute(1, 0).unsqueeze(0) is x.permute(1, 0).unsqueeze(0)
)");
}

TEST_F(EffectsTest, ResizingToMoreElementsIsRefused) {
  EXPECT_TRUE(effects_of(R"(x: "f32[2, 3]")", "r = x.resize_(7)\n").starts_with("error: "));
}

TEST_F(EffectsTest, ResizingToFewerElementsIsAView) {
  EXPECT_EQ(effects_of(R"(x: "f32[2, 3]")", "r = x.resize_(3)\n"), "r: rebind is x.view(6)[:3]\n");
}

TEST_F(EffectsTest, ItemAssignmentWritesTheBasicPart) {
  EXPECT_EQ(effects_of(R"(x: "f32[4, 5, 6]", m: "b8[5, 6]", i: "i64[2]", n: "i64[]", v: "f32[]")", R"(a = operator.setitem(x, 3, v)
b = operator.setitem(x, (slice(None, None, None), slice(1, 3, None)), v)
c = operator.setitem(x, (0, m), v)
d = operator.setitem(x, (Ellipsis, i), v)
e = operator.setitem(x, (i, slice(None, None, None), [0, 1]), v)
f = operator.setitem(x, n, v)
g = operator.setitem(x, False, v)
h = operator.setitem(x, None, v)
k = operator.setitem(x, Ellipsis, v)
)"),
            R"(a: setitem x[3]
b: setitem x[:, 1:3]
c: setitem x[0] mask m at 0 of rank 2
d: setitem x index i at 2
e: setitem x index i at 0 index [0, 1] at 2
f: setitem x scalar n at 0
g: setitem x.unsqueeze(0) nowhere
h: setitem x.unsqueeze(0)
k: setitem x
)");
}

TEST_F(EffectsTest, ReadingWithAnAdvancedIndexIsACopy) {
  EXPECT_EQ(effects_of(R"(x: "f32[4, 5]", m: "b8[4]", i: "i64[2]")", R"(a = x[m]
b = x[(slice(0, 2, None), i)]
c = x[[0, 1]]
d = x[[True, False, True, True]]
w = a.add_(1)
)"),
            R"(a: pure x mask m at 0 of rank 1
b: pure x[:2] index i at 1
c: pure x index [0, 1] at 0
d: pure x mask [True, False, True, True] at 0 of rank 1
w: write a is a
)");
}

TEST_F(EffectsTest, Kernels) {
  constexpr std::string_view inputs = R"(x: "f32[4]", y: "f32[4]")";
  const auto call = [](std::string_view aliases, std::string_view annotation = "") {
    return "k" + std::string(annotation) +
           " = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = " +
           std::string(aliases) + ", args = (x, 2, y), arg_names = ('x', 'n', 'y'), constant_args_key = 0)\n";
  };
  EXPECT_EQ(effects_of(inputs, call("{}") + "a: \"f32[4]\" = k[0]\n"), "k: pure\na: pure\n");
  EXPECT_EQ(effects_of(inputs, call("{2: 1}") + "a: \"f32[4]\" = k[0]\nb: \"f32[4]\" = k[1]\n"),
            "k: kernel y (1)\na: pure\nb: view is y\n");
  EXPECT_EQ(effects_of(inputs, call("{0: 0}", ": \"f32[4]\"")), "k: kernel x (0) is x\n");
  EXPECT_EQ(effects_of(inputs, call("{1: 0}")), "error: operand 1 of this kernel is said to be written, but is no tensor\n");
  EXPECT_EQ(effects_of(inputs, call("{7: 0}")), "error: operand 7 of this kernel is said to be written, but is no tensor\n");
}

TEST_F(EffectsTest, AProvidersAliasesCount) {
  const DeclaredKernels kernels({{0, {"scale", {{0, 0}}, "abc"}}});
  kernels_ = &kernels;
  EXPECT_EQ(
      effects_of(
          R"(x: "f32[4]", y: "f32[4]")",
          "k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, "
          "args = (x, y), arg_names = ('x', 'y'), constant_args_key = 0)\n"),
      "k: kernel x (0)\n");
}

TEST_F(EffectsTest, BracketsDoNothingToMemory) {
  EXPECT_EQ(effects_of("x", R"(_set_grad_enabled = torch._C._set_grad_enabled(False)
enter = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, None)
exit = torch.amp.autocast_mode._exit_autocast(enter)
)"),
            "_set_grad_enabled: nothing\nenter: nothing\nexit: nothing\n");
}

TEST_F(EffectsTest, ModulesCalledAsSuchAreRefused) {
  EXPECT_EQ(effects_of("x", "a = self.linear(x)\n"), "error: the module 'linear' is called as a whole: what it writes cannot be seen\n");
}

TEST_F(EffectsTest, AWriteInsideABodyIsRefused) {
  constexpr std::string_view call = R"(body_0 = self.body_0
cond = torch.ops.higher_order.wrap(body_0, x)
)";
  EXPECT_EQ(
      effects_of(R"(x: "f32[4]")", call, R"(class body_0(torch.nn.Module):
    def forward(self, a: "f32[4]"):
        add_ = a.add_(1)
        return (add_,)
)"),
      "body_0: nothing\nerror: a write inside the body of the higher-order operator torch.ops.higher_order.wrap is not supported yet\n");
  EXPECT_EQ(effects_of(R"(x: "f32[4]")", call, R"(class body_0(torch.nn.Module):
    def forward(self, a: "f32[4]"):
        add = a.add(1)
        return (add,)
)"),
            "body_0: nothing\ncond: pure\n");
}

TEST_F(EffectsTest, AResultOfABodyThatMayBeAnOperandCannotBeWritten) {
  constexpr std::string_view call = R"(body_0 = self.body_0
cond = torch.ops.higher_order.wrap(body_0, x)
a: "f32[4]" = cond[0]
w = a.add_(1)
)";
  EXPECT_EQ(effects_of(R"(x: "f32[4]")", call, R"(class body_0(torch.nn.Module):
    def forward(self, a: "f32[4]"):
        view = a.view(4)
        return (view,)
)"),
            "body_0: nothing\ncond: pure\na: pure\nerror: this writes memory that may be shared: it cannot be told whether 'cond = "
            "torch.ops.higher_order.wrap(body_0, x)' gives a view or a copy\n");
  EXPECT_EQ(effects_of(R"(x: "f32[4]")", call, R"(class body_0(torch.nn.Module):
    def forward(self, a: "f32[4]"):
        add = a.add(1)
        return (add,)
)"),
            "body_0: nothing\ncond: pure\na: pure\nw: write a is a\n");
}

TEST_F(EffectsTest, AnnotationsOfLaterShapesAreReplaced) {
  EXPECT_EQ(effects_of(R"(x: "f32[2, 3]")", R"(y: "f32[3, 2]" = x + 1
row = y[1]
t: "f32[3, 2]" = y.t_()
column = y[2]
)"),
            "y: pure\nrow: view = y[1]\nt: rebind is y.permute(1, 0)\ncolumn: view = y.permute(1, 0)[2]\n");
  EXPECT_TRUE(effects_->shows_final_metadata(find("y")));
  EXPECT_FALSE(effects_->shows_final_metadata(find("row")));
  EXPECT_EQ(memory().place(place("row")).meta->geometry.sizes, Sizes{3});
  EXPECT_EQ(memory().place(place("column")).meta->geometry.sizes, Sizes{2});
}

}  // namespace
}  // namespace outplace
