// Kernel calls: configuration written, aliases asked for, and what is refused.
#include "passes/nki_kernel_write_backend_config.h"

#include "ir/kernel_call.h"
#include "passes/pass_fixture.h"

namespace outplace {
namespace {

constexpr std::string_view kCall =
    "k = torch.ops.higher_order.nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, "
    "args = (x, y, 2), arg_names = ('x', 'y', 'n'), constant_args_key = 0)\nreturn (k,)\n";

class NkiKernelTest : public PassFixture {
 protected:
  int64_t run(const KernelProvider* provider) {
    const auto done = nki_kernel_write_backend_config(module(), graph(), provider, diagnostics_);
    EXPECT_EQ(done.has_value(), diagnostics_.error_count() == 0);
    return done ? done->kernel_call_count : -1;
  }
  std::string keyword(std::string_view node, std::string_view name) {
    for (const Keyword& k : std::as_const(module()).kwargs(find(node))) {
      if (module().text(k.name) == name)
        return k.value.kind == ArgKind::string ? std::string(module().text(k.value.as_text())) : print_arg(module(), k.value);
    }
    return "missing";
  }
  static DeclaredKernels declared(int64_t index = 0, KernelAliases aliases = {{0, 0}}) {
    return DeclaredKernels({{index, {"scale", std::move(aliases), "abc123"}}});
  }
};

TEST_F(NkiKernelTest, NoModify) {
  read("x", R"(a = torch.ops.higher_order.other(kernel_idx = 0, grid = (1,), args = (x,))
return (a,)
)");
  const std::string before = lines();
  EXPECT_EQ(run(nullptr), 0);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "");
}

TEST_F(NkiKernelTest, WritesConfigurationAndAliases) {
  read(R"(x: "f32[2, 3]", y: "bf16[s0, 4]")", kCall);
  const DeclaredKernels kernels = declared();
  EXPECT_EQ(run(&kernels), 1);
  EXPECT_EQ(keyword("k", "operand_output_aliases"), "{0: 0}");
  const std::string configuration = keyword("k", "backend_config");
  EXPECT_EQ(configuration.substr(0, configuration.find(", \"content_hash\"")),
            R"~({"kernel": "scale", "source_hash": "abc123", "grid": "(1,)", "arguments": )~"
            R"([{"name": "x", "dtype": "float32", "shape": [2, 3]}, {"name": "y", "dtype": "bfloat16", "shape": ["s0", 4]}, )"
            R"({"name": "n", "constant": 2}], "operand_output_aliases": {"0": 0})");
  EXPECT_EQ(keyword("k", "args"), "(x, y, 2)");
  EXPECT_EQ(messages(), "");
}

TEST_F(NkiKernelTest, TheHashFollowsTheContentOnly) {
  const auto hash = [&](std::string_view parameters, int64_t index) {
    std::string call(kCall);
    call.replace(call.find("kernel_idx = 0"), 14, "kernel_idx = " + std::to_string(index));
    read(parameters, call);
    const DeclaredKernels kernels = declared(index);
    EXPECT_EQ(run(&kernels), 1);
    const std::string configuration = keyword("k", "backend_config");
    return configuration.substr(configuration.find("content_hash"));
  };
  const std::string first = hash(R"(x: "f32[2]", y: "f32[2]")", 0);
  EXPECT_EQ(hash(R"(x: "f32[2]", y: "f32[2]")", 0), first);
  EXPECT_EQ(hash(R"(x: "f32[2]", y: "f32[2]")", 5), first) << "the order of registration must not matter";
  EXPECT_NE(hash(R"(x: "f32[2]", y: "f32[3]")", 0), first);
  EXPECT_NE(hash(R"(x: "f32[2]", y: "f16[2]")", 0), first);
}

TEST_F(NkiKernelTest, ShapesThatAreNotKnownAreNull) {
  read("x, y", kCall);
  const DeclaredKernels kernels = declared();
  EXPECT_EQ(run(&kernels), 1);
  EXPECT_NE(keyword("k", "backend_config").find(R"({"name": "x", "dtype": null, "shape": null})"), std::string::npos);
}

TEST_F(NkiKernelTest, SymbolicNumbersAreConstants) {
  read(R"~(x: "f32[2]", y: "Sym(s0)")~", kCall);
  const DeclaredKernels kernels = declared();
  EXPECT_EQ(run(&kernels), 1);
  EXPECT_NE(keyword("k", "backend_config").find(R"~({"name": "y", "constant": "Sym(s0)"})~"), std::string::npos);
}

TEST_F(NkiKernelTest, RunningTwiceChangesNothing) {
  read(R"(x: "f32[2]", y: "f32[2]")", kCall);
  const DeclaredKernels kernels = declared();
  EXPECT_EQ(run(&kernels), 1);
  const std::string once = lines();
  EXPECT_EQ(run(&kernels), 1);
  EXPECT_EQ(lines(), once);
}

TEST_F(NkiKernelTest, WithoutAProviderTheCallStaysAndIsReported) {
  read("x, y", kCall);
  const std::string before = lines();
  EXPECT_EQ(run(nullptr), 1);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "this kernel call has no configuration, and no kernels are declared\n");
}

TEST_F(NkiKernelTest, AKernelThatIsNotDeclaredIsALocatedError) {
  read("x, y", kCall);
  const DeclaredKernels kernels = declared(3);
  EXPECT_EQ(run(&kernels), -1);
  EXPECT_EQ(messages(), "no configuration for this kernel: kernel 0 is not declared\n");
  EXPECT_EQ(diagnostics_.all()[0].position.line, 3U);
}

TEST_F(NkiKernelTest, AnAliasOfAConstantIsAnError) {
  read("x, y", kCall);
  const DeclaredKernels kernels = declared(0, {{2, 0}});
  EXPECT_EQ(run(&kernels), -1);
  EXPECT_EQ(messages(), "no configuration for this kernel: kernel scale declares that operand 2 is written, but it is a constant\n");
}

TEST_F(NkiKernelTest, AnAliasBeyondTheArgumentsIsAnError) {
  read("x, y", kCall);
  const DeclaredKernels kernels = declared(0, {{3, 0}});
  EXPECT_EQ(run(&kernels), -1);
  EXPECT_EQ(messages(),
            "no configuration for this kernel: kernel scale declares that operand 3 is written, but the call has 3 arguments\n");
}

TEST_F(NkiKernelTest, AliasesOfTheNodeMustAgree) {
  std::string call(kCall);
  call.replace(call.find("= {}"), 4, "= {1: 0}");
  read("x, y", call);
  const DeclaredKernels kernels = declared();
  EXPECT_EQ(run(&kernels), -1);
  EXPECT_EQ(messages(), "the call names other operands as written than the kernel declares\n");
}

TEST_F(NkiKernelTest, MalformedAliasesAreAnError) {
  std::string call(kCall);
  call.replace(call.find("= {}"), 4, "= {'x': 0}");
  read("x, y", call);
  EXPECT_EQ(run(nullptr), -1);
  EXPECT_EQ(messages(), "operand_output_aliases is not a dict of positions\n");
}

TEST_F(NkiKernelTest, AliasesForTheMemoryPasses) {
  read("x, y", kCall);
  const DeclaredKernels kernels = declared(0, {{1, 0}});
  EXPECT_EQ(kernel_aliases(module(), find("k"), nullptr), (KernelAliases{}));
  EXPECT_EQ(kernel_aliases(module(), find("k"), &kernels), (KernelAliases{{1, 0}}));
  EXPECT_EQ(kernel_aliases(module(), find("x"), &kernels), (KernelAliases{}));
  std::string call(kCall);
  call.replace(call.find("= {}"), 4, "= {0: 1}");
  read("x, y", call);
  EXPECT_EQ(kernel_aliases(module(), find("k"), &kernels), (KernelAliases{{0, 1}})) << "what the node says comes first";
}

TEST(DeclaredKernels, ConstantsAndQuotes) {
  const DeclaredKernels kernels({{0, {"a\"b\n", {}, ""}}});
  KernelCall call;
  for (const char* value : {"True", "None", "-3", "007", "1e-05", "'s'"}) {
    call.arguments.push_back({.name = "", .kind = KernelArgument::Kind::constant, .dtype = "", .shape = {}, .value = value});
  }
  const auto configuration = kernels.configure(call);
  ASSERT_TRUE(configuration);
  for (const char* part : {R"("kernel": "a\"b\u000a")", "\"constant\": true", "\"constant\": null", "\"constant\": -3",
                           "\"constant\": \"007\"", "\"constant\": \"1e-05\"", "\"constant\": \"'s'\""}) {
    EXPECT_NE(configuration->backend_config.find(part), std::string::npos) << part << " in " << configuration->backend_config;
  }
}

}  // namespace
}  // namespace outplace
