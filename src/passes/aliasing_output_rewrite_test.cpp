// Which outputs are the new contents of which inputs.
#include "passes/aliasing_output_rewrite.h"

#include "ir/input_facts.h"
#include "passes/pass_fixture.h"

namespace outplace {
namespace {

class AliasingOutputRewriteTest : public PassFixture {
 protected:
  // The output line after the pass, then the maps: "io 0:1 2:0 | state 3:buf | of 2"; or the message of the error.
  std::string mapped(std::string_view parameters, std::string_view body, const InputFacts* facts = nullptr) {
    diagnostics_ = Diagnostics();
    read(parameters, body);
    MemoryOptions options;
    options.inputs = facts;
    auto done = aliasing_output_rewrite(module(), graph(), options, diagnostics_);
    if (!done) return "error: " + diagnostics_.all().back().message;
    result_ = std::move(*done);
    const std::string all = lines();
    const size_t at = all.rfind("return ");
    std::string out = at == std::string::npos ? "" : all.substr(at, all.size() - at - 1);
    out += " | io";
    for (const auto& [output, input] : result_.io_map) out += " " + std::to_string(output) + ":" + std::to_string(input);
    if (!result_.state_map.empty()) out += " | state";
    for (const auto& [output, path] : result_.state_map) out += " " + std::to_string(output) + ":" + path;
    return out + " | of " + std::to_string(result_.original_output_count);
  }
  std::string root_input(std::string_view name) { return std::string(module().text(module().node(find(name)).root_input)); }
  InputFact fact(std::string name, std::string size, std::string offset, int64_t storage) {
    InputFact f;
    f.name = std::move(name);
    f.dtype = "float32";
    f.shape = {std::move(size)};
    f.stride = {"1"};
    f.storage_offset = std::move(offset);
    f.storage = storage;
    return f;
  }
  using Names = std::vector<std::string>;
  AliasingOutputs result_;
};

TEST_F(AliasingOutputRewriteTest, NoModify) {
  read(R"(x: "f32[4]", y: "f32[4]")", R"(add = x + y
clone = x.clone()
add_ = clone.add_(y)
view = y.view(2, 2)
return (add, add_, view)
)");
  const std::string before = lines();
  const auto done = aliasing_output_rewrite(module(), graph(), {}, diagnostics_);
  ASSERT_TRUE(done);
  EXPECT_EQ(lines(), before);
  EXPECT_TRUE(done->io_map.empty());
  EXPECT_TRUE(done->mutated_inputs.empty());
  EXPECT_EQ(done->original_output_count, 3);
  EXPECT_EQ(root_input("add_"), "");
}

TEST_F(AliasingOutputRewriteTest, OnlyTheOutputChanges) {
  read(R"(x: "f32[4]", y: "f32[4]")", R"(add_ = x.add_(y)
neg = add_.neg()
return (neg,)
)");
  ASSERT_TRUE(aliasing_output_rewrite(module(), graph(), {}, diagnostics_));
  EXPECT_EQ(lines(), R"(add_ = x.add_(y)
neg = add_.neg()
return (neg, x)
)");
  EXPECT_EQ(root_input("add_"), "x");
  EXPECT_EQ(root_input("neg"), "");
}

TEST_F(AliasingOutputRewriteTest, MutatedInputsComeInPlaceholderOrder) {
  EXPECT_EQ(mapped(R"(a: "f32[4]", b: "f32[4]", c: "f32[4]")", R"(c_ = c.add_(1)
a_ = a.add_(1)
sum = b.sum()
return (sum,)
)"),
            "return (sum, a, c) | io 1:0 2:2 | of 1");
  EXPECT_EQ(result_.mutated_inputs, (Names{"a", "c"}));
}

TEST_F(AliasingOutputRewriteTest, EveryFormOfMutationIsFound) {
  EXPECT_EQ(mapped(R"(a: "f32[4]", b: "f32[4]", c: "f32[4]", d: "f32[4]", e: "f32[4]", f: "f32[2, 3, 4]", m: "f32[3]", v: "f32[3]")",
                   R"(s = operator.setitem(a, 0, 1)
o = torch.add(a, a, out = b)
i = operator.iadd(c, a)
l = torch._foreach_add_([d], 1)
r = torch.nn.functional.relu(e, inplace = True)
n = torch.nn.functional.batch_norm(f, m, v, None, None, True, 0.1, 1e-05)
return (n,)
)"),
            "return (n, a, b, c, d, e, m, v) | io 1:0 2:1 3:2 4:3 5:4 6:6 7:7 | of 1");
  for (const auto& [node, root] :
       {std::pair("s", "a"), std::pair("o", "b"), std::pair("i", "c"), std::pair("l", "d"), std::pair("r", "e"), std::pair("n", "m")}) {
    EXPECT_EQ(root_input(node), root) << node;
  }
}

TEST_F(AliasingOutputRewriteTest, AMutatedInputThatIsReturnedIsNotAppended) {
  EXPECT_EQ(mapped(R"(x: "f32[4]", y: "f32[4]")", R"(add_ = x.add_(y)
neg = x.neg()
return (neg, x)
)"),
            "return (neg, x) | io 1:0 | of 2");
  EXPECT_EQ(mapped(R"(x: "f32[4]", y: "f32[4]")", R"(add_ = x.add_(y)
return (add_,)
)"),
            "return (add_,) | io 0:0 | of 1")
      << "the write's result is the input";
}

TEST_F(AliasingOutputRewriteTest, AViewOfTheSameElementsInTheSameLayoutCountsAsTheInput) {
  constexpr std::string_view x = R"(x: "f32[4, 4]")";
  EXPECT_EQ(mapped(x, "add_ = x.add_(1)\nt = x.t()\nu = t.t()\nreturn (u,)\n"), "return (u,) | io 0:0 | of 1");
  EXPECT_EQ(mapped(x, "add_ = x.add_(1)\nt = x.t()\nreturn (t,)\n"), "return (t, x) | io 1:0 | of 1");
  EXPECT_EQ(mapped(x, "add_ = x.add_(1)\nv = x.view(16)\nreturn (v,)\n"), "return (v, x) | io 1:0 | of 1");
  EXPECT_EQ(mapped(x, "add_ = x.add_(1)\nv = x[slice(0, 3, None)]\nreturn (v,)\n"), "return (v, x) | io 1:0 | of 1");
}

TEST_F(AliasingOutputRewriteTest, OneOutputServesOneInputAndOneInputOneOutput) {
  EXPECT_EQ(mapped(R"(x: "f32[4]")", "add_ = x.add_(1)\nreturn (x, add_, x)\n"), "return (x, add_, x) | io 0:0 | of 3");
  EXPECT_EQ(mapped(R"(x: "f32[4]")", "neg = x.neg()\nreturn (neg, x, x)\n"), "return (neg, x, x) | io 1:0 | of 3");
}

TEST_F(AliasingOutputRewriteTest, AnUnmutatedInputHandedBackGetsAnEntry) {
  EXPECT_EQ(mapped(R"(x: "f32[4, 4]", y: "f32[4, 4]")", "add_ = y.add_(1)\nreturn (x,)\n"), "return (x, y) | io 0:0 1:1 | of 1");
  EXPECT_EQ(result_.mutated_inputs, Names{"y"});
  EXPECT_EQ(mapped(R"(x: "f32[4, 4]")", "t = x.t()\nreturn (t,)\n"), "return (t,) | io | of 1") << "a transpose is no input, square or not";
  EXPECT_EQ(mapped(R"(x: "f32[4, 4]")", "c = x.clone()\nreturn (c,)\n"), "return (c,) | io | of 1");
}

TEST_F(AliasingOutputRewriteTest, OutputsOfAllShapes) {
  constexpr std::string_view x = R"(x: "f32[4]", y: "f32[4]")";
  EXPECT_EQ(mapped(x, "a = y.add_(1)\nn = x.neg()\nreturn n\n"), "return (n, y) | io 1:1 | of 1");
  EXPECT_EQ(mapped(x, "n = x.neg()\nreturn n\n"), "return n | io | of 1") << "nothing to append: it stays as it is";
  EXPECT_EQ(mapped(x, "a = y.add_(1)\nn = x.neg()\nreturn [n]\n"), "return [n, y] | io 1:1 | of 1");
  EXPECT_EQ(mapped(x, "a = y.add_(1)\nn = x.neg()\nreturn (n, (n, [x, None]), 3)\n"),
            "return (n, (n, [x, None]), 3, y) | io 2:0 5:1 | of 5");
  EXPECT_EQ(mapped(x, "a = y.add_(1)\nreturn {'p': x, 'q': (y, 1)}\n"), "return {'p': x, 'q': (y, 1)} | io 0:0 1:1 | of 3");
  EXPECT_EQ(mapped(x, "a = y.add_(1)\nreturn ()\n"), "return (y,) | io 0:1 | of 0");
}

TEST_F(AliasingOutputRewriteTest, NothingReturned) {
  EXPECT_EQ(mapped(R"(x: "f32[4]")", "a = x.add_(1)\nreturn None\n"), "return (None, x) | io 1:0 | of 1");
}

TEST_F(AliasingOutputRewriteTest, SymbolicPlaceholdersCount) {
  EXPECT_EQ(mapped(R"~(s0: "Sym(s0)", x: "f32[s0]", s1: "Sym(s1)", y: "f32[s1]")~", "a = y.add_(1)\nreturn (s1,)\n"),
            "return (s1, y) | io 1:3 | of 1");
}

TEST_F(AliasingOutputRewriteTest, StateComesAfterInputs) {
  EXPECT_EQ(mapped(R"(x: "f32[4]")", R"(p = self.layer.weight
q = self.layer.bias
r = self.layer.weight
a = q.add_(x)
b = r.mul_(2)
c = x.add_(1)
return (c,)
)"),
            "return (c, p, q) | io 0:0 | state 1:layer.weight 2:layer.bias | of 1");
  EXPECT_EQ(result_.mutated_inputs, (Names{"x", "layer.weight", "layer.bias"}));
  EXPECT_EQ(root_input("a"), "") << "only placeholders are root inputs";
  EXPECT_EQ(mapped(R"(x: "f32[4]")", "p = self.weight\na = x + p\nreturn (a, p)\n"), "return (a, p) | io | of 2")
      << "state that is only read is none";
}

TEST_F(AliasingOutputRewriteTest, ChangesOfShapeAloneAreNoMutation) {
  EXPECT_EQ(mapped(R"(x: "f32[2, 3]")", "u = x.unsqueeze_(0)\nn = x.neg()\nreturn (n,)\n"), "return (n,) | io | of 1");
  EXPECT_NE(std::find(result_.assumptions.begin(), result_.assumptions.end(),
                      "the shape of the input 'x' is changed in place: its elements stay, the caller must change the shape"),
            result_.assumptions.end());
  EXPECT_EQ(mapped(R"(x: "f32[2, 3]")", "d = x.detach_()\nn = x.neg()\nreturn (n,)\n"), "return (n,) | io | of 1");
}

TEST_F(AliasingOutputRewriteTest, AnInputGivenOtherMemoryIsMutated) {
  EXPECT_EQ(mapped(R"(x: "f32[4]", y: "f32[4]")", "n = y.neg()\ns = x.set_(n)\nreturn (n,)\n"), "return (n,) | io 0:0 | of 1");
  EXPECT_EQ(mapped(R"(x: "f32[4]", y: "f32[5]")", "n = y.neg()\ns = x.set_(n)\nreturn (n,)\n"),
            "error: this input ends with another shape or dtype: its buffer cannot hold the result");
}

TEST_F(AliasingOutputRewriteTest, AWriteToSharedMemoryMutatesTheInputsThatItTouches) {
  InputFacts facts;
  facts.placeholders = {fact("x", "8", "0", 1), fact("y", "4", "0", 1), fact("z", "4", "4", 1), fact("w", "4", "0", 2)};
  constexpr std::string_view inputs = R"(x: "f32[8]", y: "f32[4]", z: "f32[4]", w: "f32[4]")";
  EXPECT_EQ(mapped(inputs, "a = y.add_(1)\nn = x.neg()\nreturn (n,)\n", &facts), "return (n, x, y) | io 1:0 2:1 | of 1");
  EXPECT_EQ(mapped(inputs, "a = x.add_(1)\nn = x.neg()\nreturn (n,)\n", &facts), "return (n, x, y, z) | io 1:0 2:1 3:2 | of 1");
  EXPECT_EQ(mapped(inputs, "a = w.add_(1)\nn = x.neg()\nreturn (n,)\n", &facts), "return (n, w) | io 1:3 | of 1");
}

TEST_F(AliasingOutputRewriteTest, AWriteOfNothingCountsAndAnEmptyIndexDoesNot) {
  EXPECT_EQ(mapped(R"(x: "f32[4]")", "s = operator.setitem(x, False, 1)\nn = x.neg()\nreturn (n,)\n"), "return (n,) | io | of 1");
}

TEST_F(AliasingOutputRewriteTest, KernelsWriteTheirOperands) {
  EXPECT_EQ(mapped(R"(x: "f32[4]", y: "f32[4]")",
                   "k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases "
                   "= {1: 0}, "
                   "args = (x, y), arg_names = ('x', 'y'), constant_args_key = 0)\ng: \"f32[4]\" = k[0]\nreturn (g,)\n"),
            "return (g,) | io 0:1 | of 1");
}

TEST_F(AliasingOutputRewriteTest, ManyWritesToPartsAreStillOneInput) {
  std::string body;
  for (int i = 0; i < 200; ++i) body += "s" + std::to_string(i) + " = operator.setitem(x, " + std::to_string(i) + ", 1)\n";
  InputFacts facts;
  facts.placeholders = {fact("x", "400", "0", 1), fact("y", "100", "300", 1)};
  EXPECT_EQ(mapped(R"(x: "f32[400]", y: "f32[100]")", body + "return ()\n", &facts).substr(0, 15), "return (x, y) |")
      << "beyond a number of parts the whole is taken";
  EXPECT_EQ(mapped(R"(x: "f32[400]", y: "f32[100]")", "s = operator.setitem(x, 299, 1)\nreturn ()\n", &facts),
            "return (x,) | io 0:0 | of 0");
}

class OutputAliasesTest : public AliasingOutputRewriteTest {
 protected:
  // "0=x itself 1=x [3][1]+0" for each output that is memory of an input, then groups and what is undecided.
  std::string aliases(std::string_view parameters, std::string_view body, const InputFacts* facts = nullptr) {
    const std::string error = mapped(parameters, body, facts);
    if (error.starts_with("error")) return error;
    std::string out;
    for (const OutputAlias& alias : result_.output_aliases.inputs) {
      out += std::to_string(alias.output) + "=" + (alias.input < 0 ? alias.attribute : std::to_string(alias.input));
      out += alias.is_input ? " itself" : " [" + joined(alias.size) + "][" + joined(alias.stride) + "]+" + alias.storage_offset;
      out += std::string(alias.conjugated ? " conj" : "") + (alias.layout_known ? "" : " unknown") + "; ";
    }
    for (const auto& group : result_.output_aliases.groups) {
      out += "group";
      for (const int64_t output : group) out += " " + std::to_string(output);
      out += "; ";
    }
    for (const int64_t output : result_.output_aliases.undecided) out += "undecided " + std::to_string(output) + "; ";
    return out;
  }

 private:
  static std::string joined(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
    return out;
  }
};

TEST_F(OutputAliasesTest, FreshResultsAreNone) {
  EXPECT_EQ(aliases(R"(x: "f32[2, 3]", y: "f32[2, 3]")", R"(add = x + y
clone = x.clone()
copied = x[[0, 1]]
return (add, clone, copied)
)"),
            "");
}

TEST_F(OutputAliasesTest, AnInputItselfAndAViewOfIt) {
  EXPECT_EQ(aliases(R"(y: "f32[2]", x: "f32[2, 3]")", R"(add_ = x.add_(1)
row = x[1]
t = add_.t()
return (add_, row, t, y)
)"),
            "0=1 itself; 1=1 [3][1]+3; 2=1 [3, 2][1, 3]+0; 3=0 itself; ");
}

TEST_F(OutputAliasesTest, SymbolicSizes) {
  const std::string parameters = "s0: \"Sym(s0)\", x: \"f32[s0, 3][3, 1]cpu\"";
  EXPECT_EQ(aliases(parameters, "row = x[0]\ntail = x[slice(1, None, None)]\nreturn (row, tail)\n"),
            "0=1 [3][1]+0; 1=1 [s0 - Min(1, s0), 3][3, 1]+3*Min(1, s0); ");
}

TEST_F(OutputAliasesTest, OutputsThatShareFreshMemory) {
  EXPECT_EQ(aliases(R"(x: "f32[2, 3]")", R"(y = x + 1
row = y[0]
z = x + 2
other = y.t()
return (row, z, other)
)"),
            "group 0 2; ");
}

TEST_F(OutputAliasesTest, StateIsNamedByItsPath) {
  EXPECT_EQ(aliases("", R"(buf = self.buf
add_ = buf.add_(1)
row = buf[0]
return (row, buf)
)"),
            "0=buf [][]+ unknown; 1=buf itself unknown; ");
}

TEST_F(OutputAliasesTest, InputsOfOneStorage) {
  InputFacts facts;
  facts.placeholders = {fact("a", "8", "0", 1), fact("b", "4", "4", 1)};
  EXPECT_EQ(aliases(R"(a: "f32[8]", b: "f32[4]")", R"(v = b[slice(1, 3, None)]
return (v, b)
)",
                    &facts),
            "0=0 [2][1]+5; 1=1 itself; ");
}

TEST_F(OutputAliasesTest, TheLastStateOfTheGraphCounts) {
  EXPECT_EQ(aliases(R"(x: "f32[2, 3]")", R"(y = x.view(3, 2)
t_ = y.t_()
return (y,)
)"),
            "0=0 [2, 3][1, 2]+0; ");
}

TEST_F(OutputAliasesTest, AConjugateViewSaysSo) {
  EXPECT_EQ(aliases(R"(x: "c64[2]")", R"(y = x.conj()
return (y,)
)"),
            "0=0 [2][1]+0 conj; ");
}

}  // namespace
}  // namespace outplace
