// The manager: what runs, in which order, what is written, and that failure leaves no trace.
#include "pipeline/pipeline.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "passes/pass_fixture.h"
#include "support/check.h"

namespace outplace {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

class PipelineTest : public PassFixture {
 protected:
  void SetUp() override {
    const testing::TestInfo& info = *testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(testing::TempDir()) / ("outplace_pipeline_" + std::string(info.name()));
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  Result<RewriteReport> run() { return run_pipeline(document_, graph(), options_, diagnostics_); }
  std::vector<std::string> ran() {
    const Result<RewriteReport> report = run();
    EXPECT_TRUE(report) << diagnostics_.text();
    std::vector<std::string> out;
    if (report) {
      for (const RewriteReport::PassRecord& pass : report->passes) out.push_back(pass.name);
    }
    return out;
  }
  void read_simple() { read("x", "to = x.to(device(type='cuda'))\nreturn (to,)\n"); }
  using Names = std::vector<std::string>;

  fs::path directory_;
  PipelineOptions options_;
};

TEST_F(PipelineTest, AModuleOfItsOwnForTheResult) {
  read("x, y", R"(add_ = x.add_(y)
return (add_,)
)");
  const std::string before = print_fx_text(document_);
  Module rewritten;
  const Document& original = document_;
  const Result<RewriteReport> apart = run_pipeline(original, rewritten, graph(), options_, diagnostics_);
  ASSERT_TRUE(apart) << diagnostics_.text();
  EXPECT_EQ(print_fx_text(document_), before);
  const Result<RewriteReport> in_place = run();
  ASSERT_TRUE(in_place) << diagnostics_.text();
  const std::string after = print_fx_text(document_);
  EXPECT_NE(after, before);
  document_.module = std::move(rewritten);
  EXPECT_EQ(print_fx_text(document_), after);
  EXPECT_EQ(apart->io_map, in_place->io_map);
}

TEST_F(PipelineTest, AFailureLeavesTheModuleForTheResultAlone) {
  read("x", "add = x + 1\nreturn (add,)\n");
  options_.passes = {"no_such_pass"};
  Module rewritten;
  EXPECT_FALSE(run_pipeline(document_, rewritten, graph(), options_, diagnostics_));
  EXPECT_EQ(rewritten.node_count(), 0U);
}

TEST_F(PipelineTest, NoModify) {
  read("x, y", R"(add = torch.add(x, y)
return (add,)
)");
  const std::string before = print_fx_text(document_);
  const Result<RewriteReport> report = run();
  ASSERT_TRUE(report) << diagnostics_.text();
  EXPECT_EQ(print_fx_text(document_), before);
  EXPECT_TRUE(report->io_map.empty());
  EXPECT_TRUE(report->mutations.empty());
  EXPECT_EQ(report->original_output_count, 1);
  EXPECT_EQ(diagnostics_.error_count(), 0U);
}

TEST_F(PipelineTest, ListsItsPassesInOrder) {
  Names names;
  Names classes;
  for (const PassInfo& pass : pipeline_passes()) {
    names.emplace_back(pass.name);
    classes.emplace_back(pass.python_class);
  }
  EXPECT_EQ(names, (Names{"device_rewriter", "aliasing_output_rewrite", "inplace_to_outofplace", "nki_kernel_backend_config_pass",
                          "collective_replica_groups"}));
  EXPECT_EQ(classes, (Names{"DeviceRewriterPass", "AliasingOutputRewritePass", "InPlaceToOutOfPlacePass", "NkiKernelWriteBackendConfigPass",
                            "CollectiveReplicaGroupsPass"}));
}

TEST_F(PipelineTest, RunsAllPassesByDefault) {
  read_simple();
  EXPECT_EQ(ran().size(), 5U);
  EXPECT_EQ(lines(), "to = x.to(device(type='xla'))\nreturn (to,)\n");
}

TEST_F(PipelineTest, RunsNoneWhenAskedFor) {
  read_simple();
  const std::string before = print_fx_text(document_);
  options_.passes = {"none"};
  EXPECT_EQ(ran(), Names{});
  EXPECT_EQ(print_fx_text(document_), before);
}

TEST_F(PipelineTest, RunsChosenPassesInThePipelinesOrder) {
  read_simple();
  options_.passes = {"collective_replica_groups", "device_rewriter"};
  EXPECT_EQ(ran(), (Names{"device_rewriter", "collective_replica_groups"}));
}

TEST_F(PipelineTest, StopsAfterAPass) {
  read_simple();
  options_.stop_after = "aliasing_output_rewrite";
  EXPECT_EQ(ran(), (Names{"device_rewriter", "aliasing_output_rewrite"}));
}

TEST_F(PipelineTest, StopsAfterAPassThatWasNotChosen) {
  read_simple();
  options_.passes = {"device_rewriter", "collective_replica_groups"};
  options_.stop_after = "aliasing_output_rewrite";
  EXPECT_EQ(ran(), (Names{"device_rewriter"}));
}

TEST_F(PipelineTest, AnUnknownPassIsAnErrorThatListsThem) {
  read_simple();
  std::vector<PipelineOptions> wrong(3);
  wrong[0].passes = {"device-rewriter"};
  wrong[1].passes = {"device_rewriter", "none"};
  wrong[2].stop_after = "x";
  for (const PipelineOptions& options : wrong) {
    Diagnostics diagnostics;
    EXPECT_FALSE(run_pipeline(document_, graph(), options, diagnostics));
    ASSERT_EQ(diagnostics.error_count(), 1U);
    EXPECT_NE(diagnostics.all()[0].advice.find("inplace_to_outofplace, nki_kernel_backend_config_pass"), std::string::npos);
  }
}

TEST_F(PipelineTest, ReportsCountsAndTimes) {
  read_simple();
  std::vector<std::string> log;
  options_.log = [&](std::string_view line) { log.emplace_back(line); };
  const Result<RewriteReport> report = run();
  ASSERT_TRUE(report) << diagnostics_.text();
  EXPECT_EQ(report->passes[0].counts, (std::map<std::string, int64_t>{{"rewrite_count", 1}}));
  EXPECT_GT(report->passes[0].seconds, 0.0);
  ASSERT_EQ(log.size(), 5U);
  EXPECT_TRUE(log[0].starts_with("FX Pass 'device_rewriter': ")) << log[0];
  EXPECT_TRUE(log[0].ends_with(" ms, rewrite_count 1")) << log[0];
}

TEST_F(PipelineTest, AFailingPassNamesItselfAndLeavesTheDocument) {
  read("x", R"(to = x.to(device(type='cuda'))
all_reduce = torch.ops._c10d_functional.all_reduce(to, 'sum', '7')
return (all_reduce,)
)");
  document_.file = "graph.py";
  const std::string before = print_fx_text(document_);
  EXPECT_FALSE(run());
  EXPECT_EQ(messages(), "FX Pass 'collective_replica_groups' failed: the process group '7' cannot be resolved to ranks\n");
  EXPECT_EQ(diagnostics_.all()[0].position.file, "graph.py");
  EXPECT_EQ(diagnostics_.all()[0].position.line, 4U);
  EXPECT_EQ(print_fx_text(document_), before);
}

class BrokenProvider : public KernelProvider {
 public:
  std::optional<KernelAliases> aliases(int64_t) const override { return KernelAliases(); }
  std::expected<KernelConfiguration, std::string> configure(const KernelCall&) const override { throw InternalError("it broke"); }
};

TEST_F(PipelineTest, ABrokenInvariantIsReportedAsADefect) {
  read("x", R"(k = torch.ops.higher_order.kernel(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x,))
return (x,)
)");
  const BrokenProvider provider;
  options_.passes = {"nki_kernel_backend_config_pass"};
  options_.kernel_provider = &provider;
  const std::string before = print_fx_text(document_);
  EXPECT_FALSE(run());
  EXPECT_EQ(messages(), "FX Pass 'nki_kernel_backend_config_pass' failed: it broke\n");
  EXPECT_EQ(print_fx_text(document_), before);
}

TEST_F(PipelineTest, DumpsBeforeAndAfterEachPass) {
  read("x", R"(to = x.to(device(type='cuda'))
all_reduce = torch.ops._c10d_functional.all_reduce(to, 'sum', 'tp')
return (all_reduce,)
)");
  options_.dump_dir = directory_;
  options_.groups = {{"tp", {{0, 1}, {2, 3}}}};
  ASSERT_TRUE(run()) << diagnostics_.text();
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(directory_ / "passes")) files.push_back(entry.path().filename());
  std::ranges::sort(files);
  EXPECT_EQ(files, (Names{"00_original.txt", "01_after_device_rewriter.txt", "02_after_aliasing_output_rewrite.txt",
                          "03_after_inplace_to_outofplace.txt", "04_after_nki_kernel_backend_config_pass.txt",
                          "05_after_collective_replica_groups.txt"}));
  const std::string original = contents(directory_ / "passes" / "00_original.txt");
  EXPECT_NE(original.find("%to : [num_users=1] = call_method[target=to]"), std::string::npos) << original;
  EXPECT_NE(original.find("to = x.to(device(type='cuda'))"), std::string::npos) << original;
  EXPECT_EQ(original.find("replica groups"), std::string::npos) << original;
  const std::string last = contents(directory_ / "passes" / "05_after_collective_replica_groups.txt");
  EXPECT_NE(last.find("to = x.to(device(type='xla'))"), std::string::npos) << last;
  EXPECT_TRUE(last.ends_with("\nreplica groups:\nall_reduce: [[0, 1], [2, 3]]\n")) << last;
}

TEST_F(PipelineTest, ADumpThatCannotBeWrittenIsOneWarning) {
  read_simple();
  fs::create_directories(directory_);
  std::ofstream(directory_ / "passes") << "a file where a folder should be";
  options_.dump_dir = directory_;
  EXPECT_EQ(ran().size(), 5U);
  ASSERT_EQ(diagnostics_.all().size(), 1U) << diagnostics_.text();
  EXPECT_EQ(diagnostics_.all()[0].severity, Severity::warning);
  EXPECT_TRUE(diagnostics_.all()[0].message.starts_with("cannot write ")) << diagnostics_.text();
}

TEST_F(PipelineTest, CountsOutputsThatAreNested) {
  read("x", R"(add = torch.add(x, 1)
return ((x, add), [None, x], {'a': add})
)");
  options_.passes = {"device_rewriter"};
  const Result<RewriteReport> report = run();
  ASSERT_TRUE(report) << diagnostics_.text();
  EXPECT_EQ(report->original_output_count, 5);
}

TEST_F(PipelineTest, DeclaredKernelsConfigureCalls) {
  read("x", R"(k = torch.ops.higher_order.kernel(kernel_idx = 4, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x,))
return (k,)
)");
  options_.passes = {"nki_kernel_backend_config_pass"};
  options_.kernels = {{4, {"scale", {{0, 0}}, "hash"}}};
  ASSERT_TRUE(run()) << diagnostics_.text();
  EXPECT_NE(print_fx_text(document_).find("operand_output_aliases = {0: 0}"), std::string::npos);
}

TEST_F(PipelineTest, TheWorkedExample) {
  read(R"(kv_cache: "f32[64, 8]", new_keys: "f32[32, 8]")", R"(kv_cache[slice(0, 32)] = new_keys;  setitem = kv_cache
return (kv_cache,)
)");
  const Result<RewriteReport> report = run();
  ASSERT_TRUE(report) << diagnostics_.text();
  EXPECT_EQ(report->io_map, (std::map<int64_t, int64_t>{{0, 0}}));
  EXPECT_EQ(report->mutated_inputs, Names{"kv_cache"});
  EXPECT_NE(lines().find(" = torch.slice_scatter(kv_cache, new_keys, dim = 0, end = 32)\nreturn (kv_cache_modified,)\n"), std::string::npos)
      << lines();
}

}  // namespace
}  // namespace outplace
