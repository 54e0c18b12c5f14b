// Whether a call gives its operand itself, a view of it, or a copy: for contiguous, transposed, sliced, expanded and symbolic operands.
#include "analysis/analysis_fixture.h"
#include "analysis/effects.h"

namespace outplace {
namespace {

class ResolveViewTest : public AnalysisFixture {
 protected:
  // What the call gives of `x`: "same", "view", "copy", or "undecided" where writing x is refused from then on.
  std::string outcome(std::string_view parameters, std::string_view call) {
    const std::string body = "y = " + std::string(call) + "\nw = x.add_(1)\n";
    read(parameters, body);
    std::string out;
    for (const NodeId node : module().nodes(graph())) {
      const auto effects = effects_->step(node);
      if (module().name(node) == "w") return effects ? out : "undecided";
      if (!effects) return "error";
      if (module().name(node) != "y") continue;
      if ((*effects)->kind == EffectKind::pure) out = "copy";
      if ((*effects)->kind == EffectKind::view) out = memory().known_object(node) == memory().known_object(find("x")) ? "same" : "view";
    }
    return out;
  }
  // One line for each call: the outcomes for x contiguous, transposed, sliced, expanded.
  std::string table(const std::vector<std::string>& calls) {
    std::string out;
    for (const std::string& call : calls) {
      out += call + ":";
      for (const char* x :
           {R"(x: "f32[4, 6][6, 1]cpu")", R"(x: "f32[4, 6][1, 4]cpu")", R"(x: "f32[4, 6][12, 2]cpu")", R"(x: "f32[4, 6][0, 1]cpu")"}) {
        out += " " + outcome(x, call);
      }
      out += "\n";
    }
    return out;
  }
};

TEST_F(ResolveViewTest, CallsThatGiveTheTensorItself) {
  EXPECT_EQ(table({"x.contiguous()", "x.to(torch.float32)", "x.float()", "x.type_as(x)", "x.cpu()", "x.real", "x.conj()",
                   "x.resolve_conj()", "x.positive()", "torch.nn.functional.dropout(x, 0.5, False)",
                   "torch.nn.functional.dropout(x, 0.0, True)", "torch.atleast_2d(x)"}),
            R"(x.contiguous(): same copy copy copy
x.to(torch.float32): same same same same
x.float(): same same same same
x.type_as(x): same same same same
x.cpu(): same same same same
x.real: same same same same
x.conj(): same same same same
x.resolve_conj(): same same same same
x.positive(): same same same same
torch.nn.functional.dropout(x, 0.5, False): same same same same
torch.nn.functional.dropout(x, 0.0, True): same same same same
torch.atleast_2d(x): same same same same
)");
}

TEST_F(ResolveViewTest, CallsThatGiveAnotherTensor) {
  EXPECT_EQ(table({"x.to(torch.float16)", "x.to(torch.float32, copy = True)", "x.double()", "x.to('cuda')",
                   "torch.nn.functional.dropout(x, 0.5, True)", "x.clone()", "x.repeat(1, 1)", "torch.nn.functional.pad(x, (0, 0))",
                   "torch.cat([x])", "x.diag()", "x.pow(1)", "torch.diagonal_copy(x)"}),
            R"(x.to(torch.float16): copy copy copy copy
x.to(torch.float32, copy = True): copy copy copy copy
x.double(): copy copy copy copy
x.to('cuda'): copy copy copy copy
torch.nn.functional.dropout(x, 0.5, True): copy copy copy copy
x.clone(): copy copy copy copy
x.repeat(1, 1): copy copy copy copy
torch.nn.functional.pad(x, (0, 0)): copy copy copy copy
torch.cat([x]): copy copy copy copy
x.diag(): copy copy copy copy
x.pow(1): copy copy copy copy
torch.diagonal_copy(x): copy copy copy copy
)");
}

TEST_F(ResolveViewTest, CallsThatHangOnTheLayout) {
  EXPECT_EQ(table({"x.ravel()", "x.reshape(24)", "x.reshape(-1)", "x.reshape(2, 2, 6)", "x.reshape(4, 6)", "x.flatten()", "x.flatten(0, 0)",
                   "x.reshape_as(x)"}),
            R"(x.ravel(): view copy copy copy
x.reshape(24): view copy view copy
x.reshape(-1): view copy view copy
x.reshape(2, 2, 6): view view view view
x.reshape(4, 6): view view view view
x.flatten(): view copy view copy
x.flatten(0, 0): same same same same
x.reshape_as(x): view view view view
)");
}

TEST_F(ResolveViewTest, TrueViews) {
  EXPECT_EQ(table({"x.t()", "x.T", "x.mT", "x.permute(1, 0)", "x.unsqueeze(0)", "x.squeeze()", "x[0]", "x[None]", "x.detach()",
                   "x.unflatten(1, (2, 3))", "x.diagonal()", "x.unfold(0, 2, 2)", "x.expand(2, 4, 6)", "x.expand_as(x)", "x.swapaxes(0, 1)",
                   "x.movedim(0, 1)", "torch.atleast_3d(x)"}),
            R"(x.t(): view view view view
x.T: view view view view
x.mT: view view view view
x.permute(1, 0): view view view view
x.unsqueeze(0): view view view view
x.squeeze(): view view view view
x[0]: view view view view
x[None]: view view view view
x.detach(): view view view view
x.unflatten(1, (2, 3)): view view view view
x.diagonal(): view view view view
x.unfold(0, 2, 2): view view view view
x.expand(2, 4, 6): view view view view
x.expand_as(x): view view view view
x.swapaxes(0, 1): view view view view
x.movedim(0, 1): view view view view
torch.atleast_3d(x): view view view view
)");
}

TEST_F(ResolveViewTest, ComplexTensors) {
  constexpr std::string_view x = R"(x: "c64[2, 3][3, 1]cpu")";
  EXPECT_EQ(outcome(x, "x.conj()"), "view");
  EXPECT_EQ(outcome(x, "x.real"), "view");
  EXPECT_EQ(outcome(x, "x.imag"), "view");
  EXPECT_EQ(outcome(x, "torch.view_as_real(x)"), "view");
  EXPECT_EQ(outcome(x, "x.conj_physical()"), "copy");
  EXPECT_EQ(outcome(x, "x.mH"), "view");
  EXPECT_EQ(outcome(R"(x: "f32[2, 3][3, 1]cpu")", "x.imag"), "error");
}

TEST_F(ResolveViewTest, SymbolicOperands) {
  constexpr std::string_view contiguous = R"~(s0: "Sym(s0)", x: "f32[s0, 6][6, 1]cpu")~";
  constexpr std::string_view transposed = R"~(s0: "Sym(s0)", x: "f32[6, s0][1, 6]cpu")~";
  EXPECT_EQ(outcome(contiguous, "x.contiguous()"), "same");
  EXPECT_EQ(outcome(contiguous, "x.reshape(-1)"), "view");
  EXPECT_EQ(outcome(contiguous, "x.reshape(-1, 2, 3)"), "view");
  EXPECT_EQ(outcome(transposed, "x.contiguous()"), "undecided") << "a copy unless s0 is 1";
  EXPECT_EQ(outcome(transposed, "x.reshape(-1)"), "undecided");
  EXPECT_EQ(outcome(transposed, "x.t()"), "view");
}

TEST_F(ResolveViewTest, OfWhatNothingIsKnown) {
  EXPECT_EQ(outcome("x", "x.contiguous()"), "undecided");
  EXPECT_EQ(outcome("x", "x.reshape(4)"), "undecided");
  EXPECT_EQ(outcome("x", "x.to(torch.float32)"), "undecided");
  EXPECT_EQ(outcome("x", "x.detach()"), "view");
  EXPECT_EQ(outcome("x", "torch.nn.functional.dropout(x, 0.5, False)"), "same");
  EXPECT_EQ(outcome("x", "x.clone()"), "copy");
}

TEST_F(ResolveViewTest, SizeOneDimsMakeStridesFree) {
  EXPECT_EQ(outcome(R"(x: "f32[1, 6][100, 1]cpu")", "x.contiguous()"), "same");
  EXPECT_EQ(outcome(R"(x: "f32[6, 1][1, 100]cpu")", "x.contiguous()"), "same");
  EXPECT_EQ(outcome(R"(x: "f32[6, 1][2, 1]cpu")", "x.contiguous()"), "copy");
  EXPECT_EQ(outcome(R"(x: "f32[0, 6][1, 9]cpu")", "x.contiguous()"), "same") << "no elements, no order";
}

TEST_F(ResolveViewTest, MemoryFormats) {
  constexpr std::string_view plain = R"(x: "f32[2, 3, 4, 5][60, 20, 5, 1]cpu")";
  constexpr std::string_view last = R"(x: "f32[2, 3, 4, 5][60, 1, 15, 3]cpu")";
  constexpr std::string_view permuted = R"(x: "f32[2, 3, 4, 5][4, 8, 1, 24]cpu")";
  const auto table_of = [&](const std::string& call) {
    return outcome(plain, call) + " " + outcome(last, call) + " " + outcome(permuted, call);
  };
  EXPECT_EQ(table_of("x.contiguous(memory_format = torch.contiguous_format)"), "same copy copy");
  EXPECT_EQ(table_of("x.contiguous(memory_format = torch.channels_last)"), "copy same copy");
  EXPECT_EQ(table_of("x.to(memory_format = torch.channels_last)"), "copy same copy");
  EXPECT_EQ(table_of("x.to(memory_format = torch.preserve_format)"), "same same same");
  // to() asks what the tensor seems to be in: whatever is not channels_last is contiguous to it.
  EXPECT_EQ(table_of("x.to(memory_format = torch.contiguous_format)"), "same copy same");
  EXPECT_EQ(outcome(R"(x: "f32[4, 6][1, 4]cpu")", "x.to(memory_format = torch.contiguous_format)"), "same");
}

TEST_F(ResolveViewTest, TheSameShapeAgainGivesSingleDimsTheirUsualStrides) {
  const auto strides = [&](std::string_view parameters) {
    read(parameters, "y = x.view(2, 1, 4)\n");
    walk();
    return print_annotation(*memory().place(place("y")).meta, {true, true}, syms());
  };
  EXPECT_EQ(strides(R"(x: "f32[2, 1, 4][4, 77, 1]cpu")"), "f32[2, 1, 4][4, 4, 1]cpu");
  EXPECT_EQ(strides(R"(x: "f32[2, 1, 4][1, 77, 2]cpu")"), "f32[2, 1, 4][1, 8, 2]cpu");
  EXPECT_EQ(chain("y"), "x.view(2, 1, 4)");
  EXPECT_EQ(strides(R"(x: "f32[2, 1, 4][4, 4, 1]cpu")"), "f32[2, 1, 4][4, 4, 1]cpu");
  EXPECT_EQ(chain("y"), "x");
}

TEST_F(ResolveViewTest, DevicesDecideToo) {
  constexpr std::string_view x = R"(x: "f32[4][1]cuda:0")";
  EXPECT_EQ(outcome(x, "x.to(device(type='cuda', index=0))"), "same");
  EXPECT_EQ(outcome(x, "x.to(device(type='cuda', index=1))"), "copy");
  EXPECT_EQ(outcome(x, "x.cpu()"), "copy");
  EXPECT_EQ(outcome(R"(x: "f32[4][1]")", "x.to(device(type='cuda', index=0))"), "undecided");
}

TEST_F(ResolveViewTest, ScalarTensors) {
  constexpr std::string_view x = R"(x: "f32[][]cpu")";
  EXPECT_EQ(outcome(x, "x.mT"), "same");
  EXPECT_EQ(outcome(x, "x.flatten()"), "view");
  EXPECT_EQ(outcome(x, "x.contiguous()"), "same");
  EXPECT_EQ(outcome(x, "x.view(1)"), "view");
  EXPECT_EQ(outcome(x, "torch.atleast_1d(x)"), "view");
}

}  // namespace
}  // namespace outplace
