// Which modes hold at a node, and where a gradient history would be lost.
#include "passes/modes.h"

#include <algorithm>

#include "ir/input_facts.h"
#include "passes/pass_fixture.h"

namespace outplace {
namespace {

class ModesTest : public PassFixture {
 protected:
  // The number of the modes at each call, "*" under autocast; or the message of the error.
  std::string walked(std::string_view parameters, std::string_view body, const InputFacts* facts = nullptr) {
    diagnostics_ = Diagnostics();
    read(parameters, body);
    Types types(module(), graph(), facts);
    Memory memory(module(), graph(), types, diagnostics_, facts);
    Effects effects(memory, OpTable::builtin());
    Modes modes(memory, facts);
    std::string out;
    assumptions_.clear();
    for (const NodeId node : module().nodes(graph())) {
      const auto step = effects.step(node);
      if (!step || !modes.visit(node, **step))
        return "error at " + std::string(module().name(node)) + ": " + diagnostics_.all().back().message;
      const NodeOp op = module().node(node).op;
      if (op == NodeOp::placeholder || op == NodeOp::output) continue;
      out += (out.empty() ? "" : " ") + std::to_string(modes.current()) + (modes.autocast() ? "*" : "");
    }
    modes.end();
    assumptions_ = memory.assumptions();
    return out;
  }
  // Facts of inputs x, y, ...; those in `with_history` require gradients.
  static InputFacts inputs(std::initializer_list<bool> with_history, bool grad_enabled = true) {
    InputFacts facts;
    facts.grad_enabled = grad_enabled;
    for (const bool requires_grad : with_history) {
      InputFact fact;
      fact.dtype = "float32";
      fact.shape = {"4"};
      fact.stride = {"1"};
      fact.storage_offset = "0";
      fact.requires_grad = requires_grad;
      facts.placeholders.push_back(fact);
    }
    return facts;
  }
  std::vector<std::string> assumptions_;
  static constexpr std::string_view kInputs = R"(x: "f32[4]", y: "f32[4]")";
  static constexpr std::string_view kLost =
      "this reads, under grad mode, a tensor whose values were changed behind its gradient history by ";
};

TEST_F(ModesTest, OneModeWithoutBrackets) { EXPECT_EQ(walked("x", "a = x + 1\nb = a.neg()\nreturn (b,)\n"), "0 0"); }

TEST_F(ModesTest, EqualModesHaveEqualNumbers) {
  EXPECT_EQ(walked("x", R"(a = x + 1
off = torch._C._set_grad_enabled(False)
b = x + 1
on = torch._C._set_grad_enabled(True)
c = x + 1
off_1 = torch._C._set_grad_enabled(False)
d = x + 1
return ()
)"),
            "0 1 1 0 0 1 1");
}

TEST_F(ModesTest, TurningGradOnWhereItIsOnChangesNothing) {
  EXPECT_EQ(walked("x", "a = x + 1\non = torch._C._set_grad_enabled(True)\nb = x + 1\nreturn ()\n"), "0 0 0");
}

TEST_F(ModesTest, AGraphThatStartsWithoutGrad) {
  const InputFacts facts = inputs({false}, false);
  EXPECT_EQ(walked(R"(x: "f32[4]")", R"(a = x + 1
off = torch._C._set_grad_enabled(False)
b = x + 1
on = torch._C._set_grad_enabled(True)
c = x + 1
return ()
)",
                   &facts),
            "0 0 0 1 1");
}

TEST_F(ModesTest, InferenceModeAndWhatItsExitRestores) {
  EXPECT_EQ(walked("x", R"(off = torch._C._set_grad_enabled(False)
a = torch.autograd.grad_mode._enter_inference_mode(False)
b = x + 1
c = torch.autograd.grad_mode._exit_inference_mode(a)
d = x + 1
return ()
)"),
            "1 2 2 1 1");
  const InputFacts facts = inputs({true, false});
  const auto after = [&](std::string_view brackets) {
    return walked(kInputs, std::string(brackets) + "w = x.mul_(0.5)\non = torch._C._set_grad_enabled(True)\nr = x * y\nreturn (r,)\n",
                  &facts);
  };
  constexpr std::string_view kOff = "off = torch._C._set_grad_enabled(False)\n";
  constexpr std::string_view kEnterFalse = "a = torch.autograd.grad_mode._enter_inference_mode(False)\n";
  constexpr std::string_view kExit = "c = torch.autograd.grad_mode._exit_inference_mode(a)\n";
  EXPECT_EQ(after(std::string(kOff) + std::string(kEnterFalse)).find("error"), std::string::npos) << "False turns gradients on";
  EXPECT_TRUE(after(std::string(kOff) + std::string(kEnterFalse) + std::string(kExit)).starts_with("error at r")) << "they were off before";
}

TEST_F(ModesTest, AutocastRegionsAreAllDifferentAndNest) {
  EXPECT_EQ(walked("x", R"(a = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, None)
b = torch.amp.autocast_mode._enter_autocast('cpu', torch.float16, True, None)
c = x + 1
d = torch.amp.autocast_mode._exit_autocast(b)
e = x + 1
f = torch.amp.autocast_mode._exit_autocast(a)
g = x + 1
h = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, None)
return ()
)"),
            "1* 2* 2* 1* 1* 0 0 3*");
}

// ---- histories

TEST_F(ModesTest, AWriteUnderNoGradToATensorWithAHistoryMustNotBeReadUnderGrad) {
  constexpr std::string_view body = R"(off = torch._C._set_grad_enabled(False)
w = x.mul_(0.5)
on = torch._C._set_grad_enabled(True)
a = x * y
return (a,)
)";
  const InputFacts with = inputs({true, false});
  EXPECT_EQ(walked(kInputs, body, &with), "error at a: " + std::string(kLost) + "'w = x.mul_(0.5)'");
  const InputFacts without = inputs({false, true});
  EXPECT_EQ(walked(kInputs, body, &without), "1 1 0 0") << "x has no history to lose";
  EXPECT_EQ(walked(kInputs, body), "1 1 0 0") << "nothing is known";
}

TEST_F(ModesTest, SuchATensorMayBeReadUnderNoGrad) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, R"(off = torch._C._set_grad_enabled(False)
w = x.mul_(0.5)
a = x * y
on = torch._C._set_grad_enabled(True)
b = y * y
return (a, b)
)",
                   &facts),
            "1 1 1 0 0");
}

TEST_F(ModesTest, AWriteThroughDetachIsBehindTheHistoryToo) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, "d = x.detach()\nw = d.mul_(0.5)\na = x * y\nreturn (a,)\n", &facts),
            "error at a: " + std::string(kLost) + "'w = d.mul_(0.5)'");
  EXPECT_EQ(walked(kInputs, "d = y.detach()\nw = d.mul_(0.5)\na = x * y\nreturn (a,)\n", &facts), "0 0 0");
}

TEST_F(ModesTest, AHistoryGoesOnThroughOperatorsAndViews) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, R"(a = x * y
v = a[slice(0, 2, None)]
off = torch._C._set_grad_enabled(False)
w = v.mul_(0.5)
on = torch._C._set_grad_enabled(True)
b = a.neg()
return (b,)
)",
                   &facts),
            "error at b: " + std::string(kLost) + "'w = v.mul_(0.5)'");
  EXPECT_EQ(walked(kInputs, R"(off = torch._C._set_grad_enabled(False)
a = x * y
w = a.mul_(0.5)
on = torch._C._set_grad_enabled(True)
b = a.neg()
return (b,)
)",
                   &facts),
            "1 1 1 0 0")
      << "what is made under no_grad has none";
}

TEST_F(ModesTest, AWriteUnderGradGivesAHistory) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, R"(w = y.add_(x)
off = torch._C._set_grad_enabled(False)
u = y.mul_(0.5)
on = torch._C._set_grad_enabled(True)
b = y.neg()
return (b,)
)",
                   &facts),
            "error at b: " + std::string(kLost) + "'u = y.mul_(0.5)'");
  EXPECT_EQ(walked(kInputs, "w = y.add_(x)\nb = y.neg()\nreturn (b,)\n", &facts), "0 0") << "and a write under grad loses none";
}

TEST_F(ModesTest, ItemAssignmentUnderNoGrad) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, R"(off = torch._C._set_grad_enabled(False)
s = operator.setitem(x, 0, 1.0)
on = torch._C._set_grad_enabled(True)
b = x.neg()
return (b,)
)",
                   &facts),
            "error at b: " + std::string(kLost) + "'x[0] = 1.0;  s = x'");
}

TEST_F(ModesTest, AnAttributeThatRequiresGradientsHasAHistory) {
  constexpr std::string_view body = R"(w = self.weight
d = w.detach()
m = d.mul_(2.0)
a = w * x
return (a,)
)";
  InputFacts facts = inputs({false});
  facts.attributes = facts.placeholders;
  facts.attributes[0].name = "weight";
  EXPECT_EQ(walked(R"(x: "f32[4]")", body, &facts), "0 0 0 0");
  facts.attributes[0].requires_grad = true;
  EXPECT_EQ(walked(R"(x: "f32[4]")", body, &facts), "error at a: " + std::string(kLost) + "'m = d.mul_(2.0)'");
}

TEST_F(ModesTest, AHistoryIsLostAlsoToOperatorsThatWriteAndToTheCaller) {
  const InputFacts facts = inputs({true, true});
  const auto after = [&](std::string_view reads) {
    return walked(kInputs, "t = x.mul(2)\nd = t.detach()\nm = d.mul_(3.0)\n" + std::string(reads), &facts);
  };
  const std::string lost = "a tensor whose values were changed behind its gradient history by 'm = d.mul_(3.0)'";
  EXPECT_EQ(after("return (t,)\n"), "error at output: this returns " + lost);
  EXPECT_EQ(after("v = t[0]\nreturn (v,)\n"), "error at output: this returns " + lost);
  EXPECT_EQ(after("u = y.mul(1)\na = u.add_(t)\nreturn ()\n"), "error at a: this reads, under grad mode, " + lost);
  EXPECT_EQ(after("a = t.add_(1)\nreturn ()\n"), "error at a: this reads, under grad mode, " + lost);
  EXPECT_EQ(after("s = operator.setitem(t, 0, 1.0)\nreturn ()\n"), "error at s: this reads, under grad mode, " + lost);
  EXPECT_EQ(after("u = y.mul(1)\nf = torch._foreach_add_([u], [t])\nreturn ()\n"), "error at f: this reads, under grad mode, " + lost);
  EXPECT_EQ(after("n = t.size(0)\nreturn (n,)\n"), "0 0 0 0") << "no values are read";
}

TEST_F(ModesTest, OutOfAnOperatorWithoutGradientWritesBehindTheHistory) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, "m = torch.ge(x, y, out = x)\na = x.neg()\nreturn (a,)\n", &facts),
            "error at a: " + std::string(kLost) + "'m = torch.ge(x, y, out = x)'");
  EXPECT_EQ(walked(kInputs, "m = x.ge_(y)\na = x.neg()\nreturn (a,)\n", &facts), "0 0") << "in place it is recorded";
}

TEST_F(ModesTest, AnOperatorWithoutFormulaWritesBehindTheHistory) {
  const InputFacts facts = inputs({true, true});
  EXPECT_EQ(walked(kInputs, "m = x.logical_not_()\na = x.neg()\nreturn (a,)\n", &facts),
            "error at a: " + std::string(kLost) + "'m = x.logical_not_()'");
  EXPECT_EQ(walked(kInputs, "m = x.logical_not_()\nreturn (x,)\n", &facts), "0") << "the caller's tensor has the history that it had";
}

TEST_F(ModesTest, AViewAsAnotherDTypeWritesBehindTheHistory) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(
      walked(kInputs, "i: \"i32[4]\" = x.view(torch.int32)\nm: \"i32[4]\" = i.add_(1)\na: \"f32[4]\" = x.neg()\nreturn (a,)\n", &facts),
      "error at a: " + std::string(kLost) + "'m: i32[4] = i.add_(1)'");
}

TEST_F(ModesTest, ADetachedTensorIsWrittenBesideResultsThatHaveAHistory) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, "d = y.detach()\na = torch.ops.aten.rrelu_with_noise(x, d, 0.1, 0.3, True)\nreturn (a,)\n", &facts),
            "error at a: this writes, under grad mode, to a detached tensor, and has results of its own that have a history");
  EXPECT_EQ(walked(kInputs, "d = y.detach()\na = d.add_(x)\nb = torch.add(x, 1, out = d)\nreturn (y,)\n", &facts), "0 0 0")
      << "the result is the written tensor";
}

TEST_F(ModesTest, AViewAsAnotherDTypeThatIsGivenAHistory) {
  const InputFacts facts = inputs({false, true});
  const auto after = [&](std::string_view type, std::string_view reads) {
    const std::string view = "v: \"" + std::string(type) + "[4]\" = x.view(torch." + (type == "i32" ? "int32" : "float32") + ")\n";
    return walked(kInputs, view + "m: \"" + std::string(type) + "[4]\" = v.copy_(y)\nw = x.add_(0.5)\n" + std::string(reads), &facts);
  };
  constexpr std::string_view kReadsBase = "a = x.neg()\nreturn (a,)\n";
  constexpr std::string_view kReadsView = "a = v.neg()\nreturn (a,)\n";
  EXPECT_EQ(after("f32", kReadsView),
            "error at a: this reads, or returns, a detached tensor that 'm: f32[4] = v.copy_(y)' gave a gradient history of its own");
  EXPECT_EQ(after("f32", kReadsBase), "0 0 0 0");
  EXPECT_EQ(after("i32", kReadsView), "0 0 0 0") << "integers have no history";
}

TEST_F(ModesTest, AWriteToAnInputThatHasAHistoryIsAWarning) {
  const InputFacts facts = inputs({true, false});
  const auto warned = [&](std::string_view body, const InputFacts& told) {
    walked(kInputs, body, &told);
    return std::ranges::any_of(diagnostics_.all(),
                               [](const Diagnostic& d) { return d.message.find("adds up gradients in another") != d.message.npos; });
  };
  EXPECT_TRUE(warned("m = x.mul_(y)\nn = x.mul_(2)\na = x.neg()\nreturn (a,)\n", facts));
  EXPECT_FALSE(warned("m = y.mul_(x)\na = y.neg()\nreturn (a,)\n", facts)) << "it came without one";
  EXPECT_FALSE(warned("t = x.neg()\nm = t.mul_(y)\nreturn (t,)\n", facts)) << "it is not the caller's";
  EXPECT_FALSE(warned("m = x.mul_(y)\nreturn (x,)\n", inputs({true, false}, false))) << "no gradients are asked for";
}

TEST_F(ModesTest, AHistoryThatAWriteMadeIsLostToTheCaller) {
  const InputFacts facts = inputs({true, true});
  constexpr std::string_view kBehind = R"(off = torch._C._set_grad_enabled(False)
m = x.add_(1)
on = torch._C._set_grad_enabled(True)
return (x,)
)";
  EXPECT_EQ(walked(kInputs, kBehind, &facts), "1 1 0") << "the caller's tensor has the history that it had";
  EXPECT_EQ(walked(kInputs, "w = x.mul_(y)\n" + std::string(kBehind), &facts),
            "error at output: this returns a tensor whose values were changed behind its gradient history by 'm = x.add_(1)'");
}

TEST_F(ModesTest, ADetachedTensorThatIsGivenAHistory) {
  const InputFacts facts = inputs({true, false});
  const auto after = [&](std::string_view reads) {
    return walked(kInputs, "d = y.detach()\nm = d.copy_(x)\n" + std::string(reads), &facts);
  };
  const std::string said = "this reads, or returns, a detached tensor that 'm = d.copy_(x)' gave a gradient history of its own";
  EXPECT_EQ(after("a = d.neg()\nreturn (a,)\n"), "error at a: " + said);
  EXPECT_EQ(after("return (m,)\n"), "error at output: " + said);
  EXPECT_EQ(after("a = y.neg()\nreturn (a,)\n"), "0 0 0") << "the tensor itself has none";
  const InputFacts both = inputs({true, true});
  EXPECT_EQ(walked(kInputs, "d = y.detach()\nm = d.copy_(x)\nreturn (d,)\n", &both), "error at output: " + said);
}

TEST_F(ModesTest, AListThatHoldsATensorTwice) {
  const InputFacts facts = inputs({true, false});
  constexpr std::string_view kBody = "f = torch._foreach_sigmoid_([x, x])\nreturn ()\n";
  EXPECT_EQ(walked(kInputs, kBody, &facts),
            "error at f: this writes one tensor twice, under grad mode: eager's own gradients of it are not those of what it computes");
  const InputFacts without = inputs({false, false});
  EXPECT_EQ(walked(kInputs, kBody, &without), "0");
}

TEST_F(ModesTest, WhatIsCutFromGradientsHasNoHistoryToLose) {
  const InputFacts facts = inputs({true, true});
  EXPECT_EQ(walked(kInputs, "t = x.mul(2)\nd = t.detach()\nm = d.mul_(3.0)\na = d + y\nreturn (a, m, d)\n", &facts), "0 0 0 0");
  EXPECT_EQ(walked(R"(x: "f32[4]")", R"(c: "b8[4]" = x > 0
off = torch._C._set_grad_enabled(False)
m: "b8[4]" = c.logical_not_()
on = torch._C._set_grad_enabled(True)
a: "b8[4]" = c.logical_not()
return (a, c)
)",
                   &facts),
            "0 1 1 0 0")
      << "booleans have none";
}

TEST_F(ModesTest, AnInputThatWasWrittenUnderNoGradMayBeReturned) {
  const InputFacts facts = inputs({true, false});
  EXPECT_EQ(walked(kInputs, R"(off = torch._C._set_grad_enabled(False)
w = x.mul_(0.5)
on = torch._C._set_grad_enabled(True)
return (x, w)
)",
                   &facts),
            "1 1 0");
}

TEST_F(ModesTest, WhatOperatorsWriteUnderNoGrad) {
  const InputFacts facts = inputs({false, true});
  constexpr std::string_view words = "e = torch.nn.functional.embedding(x, y, max_norm = 1.0)\nreturn (e,)\n";
  constexpr std::string_view parameters = R"(x: "i64[4]", y: "f32[4, 4]")";
  EXPECT_EQ(walked(parameters, words, &facts),
            "error at e: " + std::string(kLost) + "'" + "e = torch.nn.functional.embedding(x, y, max_norm = 1.0)'");
  const InputFacts off = inputs({false, true}, false);
  EXPECT_EQ(walked(parameters, words, &off), "0");
  const InputFacts statistics = inputs({true, false});
  EXPECT_EQ(walked(R"(x: "f32[4, 4]", y: "f32[4]", z: "f32[4]")", R"(a = torch.nn.functional.batch_norm(x, y, z, training = True)
off = torch._C._set_grad_enabled(False)
b = torch.nn.functional.batch_norm(x, y, z, training = True)
on = torch._C._set_grad_enabled(True)
c = torch.nn.functional.batch_norm(x, y, z, training = True)
return (a, b, c)
)",
                   &statistics),
            "0 1 1 0 0")
      << "running statistics have no history";
}

// ---- gradients of results

TEST_F(ModesTest, AGradientThatEagerComputesFromTheResultIsAWarning) {
  const InputFacts facts = inputs({true, false});
  constexpr std::string_view kSaid = "the last bits of gradients may differ from eager's: in place, ";
  EXPECT_EQ(walked(kInputs, "a = x.mul(y)\nb = torch.ops.aten.elu_.default(a)\nreturn (b,)\n", &facts), "0 0");
  EXPECT_EQ(messages(), std::string(kSaid) + "elu_ computes them from its result\n");
  EXPECT_EQ(walked(kInputs, "a = x.mul(y)\nb = torch.nn.functional.celu(a, 1.0, True)\nc = torch.selu_(b)\nreturn (c,)\n", &facts),
            "0 0 0");
  EXPECT_EQ(messages(), std::string(kSaid) + "celu computes them from its result (and 1 more writes here)\n");
  EXPECT_EQ(diagnostics_.all()[0].severity, Severity::warning);
  EXPECT_TRUE(assumptions_.empty());
}

TEST_F(ModesTest, NoWarningWhereNoGradientIsAskedForOrTheFormIsNotInPlace) {
  constexpr std::string_view in_place = "a = x.mul(x)\nb = torch.celu_(a)\nreturn (b,)\n";
  const InputFacts facts = inputs({true, false});
  const InputFacts without = inputs({false, false});
  const InputFacts off = inputs({true, false}, false);
  walked(kInputs, "a = x.mul(x)\nb = torch.celu(a)\nc = torch.nn.functional.elu(b, 1.0, False)\nreturn (b, c)\n", &facts);
  EXPECT_EQ(messages(), "");
  walked(kInputs, "a = x.mul(x)\nb = torch.nn.functional.silu(a, inplace = True)\nreturn (b,)\n", &facts);
  EXPECT_EQ(messages(), "");
  walked(kInputs, in_place, &without);
  EXPECT_EQ(messages(), "");
  walked(kInputs, in_place, &off);
  EXPECT_EQ(messages(), "");
  walked(kInputs, in_place);
  EXPECT_EQ(messages(), "");
  EXPECT_EQ(std::ranges::count_if(assumptions_, [](const std::string& text) { return text.starts_with("no gradients are asked for"); }), 1);
}

}  // namespace
}  // namespace outplace
