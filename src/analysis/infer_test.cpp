// Shapes, dtypes and strides of results that the text says nothing of. Expectations are what PyTorch 2.13 gives.
#include "analysis/infer.h"

#include "analysis/analysis_fixture.h"

namespace outplace {
namespace {

class InferTest : public AnalysisFixture {
 protected:
  // The annotation that the result of one call would have; parts that cannot be told are "?".
  std::string result(std::string_view parameters, std::string_view call) {
    read(parameters, "r = " + std::string(call) + "\n");
    walk();
    const NodeId node = find("r");
    Binder binder(module(), OpTable::builtin(), diagnostics_);
    BoundCall bound;
    if (!binder.bind_into(node, types_->kinds(), bound)) return "no overload";
    const auto meta = infer_result(memory(), bound);
    if (!meta) return std::string(torch_name(infer_dtype(memory(), bound)));
    return print_annotation(*meta, {true, true}, syms());
  }
};

constexpr std::string_view kTensors =
    R"(f: "f32[4, 3][3, 1]cpu", h: "f16[3][1]cpu", d: "f64[][]cpu", i: "i64[4, 1][1, 1]cpu", k: "i32[3][1]cpu", b: "b8[4, 3][3, 1]cpu", t: "f32[4, 3][1, 4]cpu", c: "c64[3][1]cpu")";

TEST_F(InferTest, Promotion) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"f + h", "f32[4, 3][3, 1]cpu"}, {"h + 1", "f16[3][1]cpu"},         {"h + 1.5", "f16[3][1]cpu"},
      {"h + d", "f16[3][1]cpu"},  // a 0-d tensor of the same category does not widen
      {"i + d", "f64[4, 1][1, 1]cpu"}, {"i + 1.5", "f32[4, 1][1, 1]cpu"}, {"k + i", "i64[4, 3][3, 1]cpu"},
      {"b + 1", "i64[4, 3][3, 1]cpu"}, {"b + b", "b8[4, 3][3, 1]cpu"},    {"h + c", "c64[3][1]cpu"},
      {"i / 2", "f32[4, 1][1, 1]cpu"}, {"i // 2", "i64[4, 1][1, 1]cpu"},  {"f > 0", "b8[4, 3][3, 1]cpu"},
      {"f == i", "b8[4, 3][3, 1]cpu"}, {"k.sqrt()", "f32[3][1]cpu"},      {"h.sqrt()", "f16[3][1]cpu"},
  };
  for (const auto& [call, expected] : table) EXPECT_EQ(result(kTensors, call), expected) << call;
}

TEST_F(InferTest, LayoutsOfElementwiseResults) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"t + 1", "f32[4, 3][1, 4]cpu"},
      {"t + f", "f32[4, 3][1, 4]cpu"},
      {"f + t", "f32[4, 3][3, 1]cpu"},
      {"t.neg()", "f32[4, 3][1, 4]cpu"},
      {"t.clone()", "f32[4, 3][1, 4]cpu"},
      {"torch.zeros_like(t)", "f32[4, 3][1, 4]cpu"},
      {"t.masked_fill(b, 0)", "f32[4, 3][3, 1]cpu"},
      {"t.cumsum(0)", "f32[4, 3][3, 1]cpu"},
  };
  for (const auto& [call, expected] : table) EXPECT_EQ(result(kTensors, call), expected) << call;
}

TEST_F(InferTest, AStridedOperandGivesADenseResultInItsOrder) {
  EXPECT_EQ(result(R"(x: "f32[4, 3][2, 16]cpu")", "x + 1"), "f32[4, 3][1, 4]cpu");
  EXPECT_EQ(result(R"(x: "f32[4, 3][0, 1]cpu")", "x + 1"), "f32[4, 3][3, 1]cpu");
}

TEST_F(InferTest, AMemoryFormatDecidesTheLayout) {
  constexpr std::string_view kPermuted = R"(x: "f32[2, 3, 4, 5][4, 8, 1, 24]cpu")";
  for (const std::string call :
       {"x.clone(memory_format = FORMAT)", "torch.empty_like(x, memory_format = FORMAT)", "torch.zeros_like(x, memory_format = FORMAT)",
        "torch.ones_like(x, memory_format = FORMAT)", "torch.full_like(x, 2, memory_format = FORMAT)",
        "torch.rand_like(x, memory_format = FORMAT)", "torch.randn_like(x, memory_format = FORMAT)",
        "torch.randint_like(x, 2, memory_format = FORMAT)", "x.float(memory_format = FORMAT)", "x.contiguous(memory_format = FORMAT)"}) {
    const auto under = [&](const std::string& format) {
      std::string text = call;
      text.replace(text.find("FORMAT"), 6, "torch." + format);
      return result(kPermuted, text);
    };
    EXPECT_EQ(under("contiguous_format"), "f32[2, 3, 4, 5][60, 20, 5, 1]cpu") << call;
    EXPECT_EQ(under("channels_last"), "f32[2, 3, 4, 5][60, 1, 15, 3]cpu") << call;
    if (call.starts_with("x.contiguous")) continue;
    EXPECT_EQ(under("preserve_format"), "f32[2, 3, 4, 5][4, 8, 1, 24]cpu") << call;
  }
  EXPECT_EQ(result(kPermuted, "x.to(torch.float64, memory_format = torch.contiguous_format)"), "f64[2, 3, 4, 5][60, 20, 5, 1]cpu");
}

TEST_F(InferTest, StridesOfDimsOfSizeOneAreThoseOfEachKindOfKernel) {
  constexpr std::string_view kOne = R"(x: "f32[2, 1, 4][4, 77, 1]cpu", s: "f32[2, 1, 4][8, 77, 2]cpu")";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"x.clone()", "f32[2, 1, 4][4, 77, 1]cpu"},
      {"x.neg()", "f32[2, 1, 4][4, 4, 1]cpu"},
      {"x + x", "f32[2, 1, 4][4, 4, 1]cpu"},
      {"x + 1", "f32[2, 1, 4][4, 8, 1]cpu"},
      {"x.add(x, alpha = 2)", "f32[2, 1, 4][4, 4, 1]cpu"},
      {"s.clone()", "f32[2, 1, 4][4, 8, 1]cpu"},
      {"torch.nan_to_num(x)", "f32[2, 1, 4][4, 77, 1]cpu"},
  };
  for (const auto& [call, expected] : table) EXPECT_EQ(result(kOne, call), expected) << call;
}

TEST_F(InferTest, AKernelSeesAConjugateResolved) {
  constexpr std::string_view kComplex = R"(x: "c64[2, 1, 4][8, 77, 2]cpu")";
  const auto of_conjugate = [&](const std::string& call) {
    read(kComplex, "y: \"c64[2, 1, 4][8, 77, 2]cpu\" = x.conj()\nr = " + call + "\n");
    walk();
    const TensorMeta* meta = types_->meta(find("r"));
    return meta == nullptr ? "" : print_annotation(*meta, {true, true}, syms());
  };
  EXPECT_EQ(of_conjugate("y + y"), "c64[2, 1, 4][4, 4, 1]cpu");
  EXPECT_EQ(of_conjugate("x + x"), "c64[2, 1, 4][4, 8, 1]cpu");
  EXPECT_EQ(of_conjugate("torch.select_scatter(y, x, 0, 1)"), "c64[2, 1, 4][4, 8, 1]cpu");
  EXPECT_EQ(of_conjugate("torch.select_scatter(x, x, 0, 1)"), "c64[2, 1, 4][8, 77, 2]cpu");
}

TEST_F(InferTest, Accumulations) {
  EXPECT_EQ(result(kTensors, "k.cumsum(0)"), "i64[3][1]cpu");
  EXPECT_EQ(result(kTensors, "h.cumsum(0)"), "f16[3][1]cpu");
  EXPECT_EQ(result(kTensors, "h.cumsum(0, dtype = torch.float32)"), "f32[3][1]cpu");
}

TEST_F(InferTest, ShapesOfFactoriesFollowTheirArguments) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"torch.arange(5)", "i64[5][1]"},
      {"torch.arange(1, 8, 3)", "i64[3][1]"},
      {"torch.arange(8, 1, -2)", "i64[4][1]"},
      {"torch.arange(4, dtype = torch.float64)", "f64[4][1]"},
      {"torch.tensor([[1, 2, 3], [4, 5, 6]])", "i64[2, 3][3, 1]"},
      {"torch.tensor([True, False])", "b8[2][1]"},
      {"torch.tensor(1.5)", "f32[][]"},
      {"torch.full((2, 3), 1)", "i64[2, 3][3, 1]"},
      {"torch.full((2, 3), 1.5)", "f32[2, 3][3, 1]"},
      {"torch.zeros(2, 3)", "f32[2, 3][3, 1]"},
  };
  for (const auto& [call, expected] : table) EXPECT_EQ(result(kTensors, call), expected) << call;
  EXPECT_EQ(result(kTensors, "torch.arange(0.5, 3)"), "f32") << "the number of real steps hangs on rounding";
}

TEST_F(InferTest, ShapesOfReductions) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"t.sum()", "f32[][]cpu"},       {"t.sum(1)", "f32[4][1]cpu"},
      {"t.sum((0, 1))", "f32[][]cpu"}, {"t.amax(-1, keepdim = True)", "f32[4, 1][1, 1]cpu"},
      {"t.argmax(0)", "i64[3][1]cpu"}, {"k.prod(0)", "i64[][]cpu"},
      {"d.sum(0)", "f64[][]cpu"},
  };
  for (const auto& [call, expected] : table) EXPECT_EQ(result(kTensors, call), expected) << call;
}

TEST_F(InferTest, ShapesOfSelectionsAndProducts) {
  const std::string tensors =
      std::string(kTensors) +
      R"(, s: "f32[3, 5][1, 3]cpu", v: "f32[3][1]cpu", n: "i64[2, 3][3, 1]cpu", q: "f32[2, 4, 3][12, 3, 1]cpu", w: "f32[5, 3][3, 1]cpu")";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"f.index_select(1, k)", "f32[4, 3][3, 1]cpu"},
      {"t.index_select(0, k)", "f32[3, 3][3, 1]cpu"},
      {"torch.cat([f, t])", "f32[8, 3][3, 1]"},
      {"torch.cat([f, f], dim = -1)", "f32[4, 6][6, 1]"},
      {"torch.mm(f, s)", "f32[4, 5][5, 1]cpu"},
      {"torch.mv(f, v)", "f32[4][1]cpu"},
      {"t.flip(0)", "f32[4, 3][1, 4]cpu"},
      {"t.gather(0, n)", "f32[2, 3][3, 1]cpu"},
      {"t.take(n)", "f32[2, 3][3, 1]cpu"},
      {"t.repeat(2, 1, 2)", "f32[2, 4, 6][24, 6, 1]cpu"},
      {"torch.stack([f, t], dim = -1)", "f32[4, 3, 2][6, 2, 1]"},
      {"torch.addmm(f, f, s)", "f32[4, 5][5, 1]cpu"},
      {"torch.addmv(v, f, v)", "f32[4][1]cpu"},
      {"torch.matmul(q, s)", "f32[2, 4, 5][20, 5, 1]cpu"},
      {"torch.nn.functional.linear(q, w)", "f32[2, 4, 5][20, 5, 1]cpu"},
      {"torch.dot(v, v)", "f32[][]cpu"},
      {"torch.matmul(s, q)", "f32cpu"},  // the first is folded, and the result lies transposed
  };
  for (const auto& [call, expected] : table) EXPECT_EQ(result(tensors, call), expected) << call;
}

TEST_F(InferTest, AnAnnotationOfAnotherRankSaysNothingOfStrides) {
  read(R"(x: "f32[2, 3, 4][12, 4, 1]cpu", y: "f32[1, 1][1, 1]cpu")", "r: \"f32[1, 1]\" = torch.mul(x, y)\nw = r.add_(1)\n");
  walk();
  EXPECT_FALSE(types_->meta(find("r"))->has_strides);
}

TEST_F(InferTest, NothingIsGuessed) {
  EXPECT_EQ(result("x, y", "x + y"), "");
  EXPECT_EQ(result(R"(x: "f32[4]", y)", "x + y"), "");
  EXPECT_EQ(result(R"(x: "f32[4]")", "torch.nonzero(x)").find("f32"), std::string::npos);
}

TEST_F(InferTest, ASumOfWhatIsNotKnownIsNoScalar) {
  EXPECT_EQ(effects_of("x, y", "add = x + y\nrow = add[0]\nneg = row.neg()\n"), "add: pure\nrow: view = add[0]\nneg: pure\n");
}

TEST_F(InferTest, AViewWithoutAnnotationHasTheLayoutOfItsMemory) {
  effects_of(R"(x: "f32[4, 6][6, 1]cpu")", R"(t = x.t()
row: "f32[4]" = t[2]
same = t.detach()
add = row + 1
)");
  const auto annotation = [&](std::string_view name) {
    const TensorMeta* meta = types_->meta(find(name));
    return meta == nullptr ? "" : print_annotation(*meta, {true, true}, syms());
  };
  EXPECT_EQ(annotation("t"), "f32[6, 4][1, 6]cpu");
  EXPECT_EQ(annotation("row"), "f32[4][6]cpu");
  EXPECT_EQ(annotation("same"), "f32[6, 4][1, 6]cpu");
  EXPECT_EQ(annotation("add"), "f32[4][1]cpu");
}

}  // namespace
}  // namespace outplace
