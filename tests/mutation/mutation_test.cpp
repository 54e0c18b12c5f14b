// Every wrong rewrite of a captured graph is noticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "io/fx_text.h"
#include "mutants.h"
#include "pipeline/pipeline.h"

namespace outplace {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Random operators of one shape, which no captured graph has enough of.
constexpr const char* kRandomGraph = R"(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu", y: "f32[4, 3][3, 1]cpu", z: "f32[4, 3][3, 1]cpu"):
        uniform_: "f32[4, 3][3, 1]cpu" = x.uniform_(-1, 1);  uniform_ = None
        normal_: "f32[4, 3][3, 1]cpu" = y.normal_(0, 0.5);  normal_ = None
        exponential_: "f32[4, 3][3, 1]cpu" = z.exponential_();  exponential_ = None
        add: "f32[4, 3][3, 1]cpu" = x + y
        r: "f32[4, 3][3, 1]cpu" = torch.rand_like(x)
        s: "f32[4, 3][3, 1]cpu" = torch.randn_like(x)
        cauchy_: "f32[4, 3][3, 1]cpu" = z.cauchy_();  cauchy_ = None
        mul: "f32[4, 3][3, 1]cpu" = r * s
        return (add, mul)
)";

// Changes that change nothing, for a reason that only this graph has.
struct Equivalent {
  std::string_view graph;
  MutantKind kind;
  std::string_view reason;
};
constexpr Equivalent kEquivalent[] = {
    {"ema_foreach", MutantKind::old_output, "the weights are put back from a copy"},
    {"functional_collectives", MutantKind::swapped_outputs, "one part is copied to the other"},
    {"static_cache_reorder", MutantKind::old_output, "the length is counted up and down again"},
    {"spec_decode_verify", MutantKind::old_output, "tokens that are not accepted stay"},
    {"spec_decode_verify_dyn", MutantKind::old_output, "tokens that are not accepted stay"},
    {"pde_stencil", MutantKind::lost_write, "what is read of it next are the columns that were not written"},
    {"rnnt_greedy", MutantKind::lost_write, "when all have ended nothing is emitted"},
    {"vits_flow", MutantKind::lost_write, "the first and last bins are not hit"},
    {"vits_flow", MutantKind::other_constant, "the first and last bins are not hit"},
    {"vits_flow", MutantKind::other_index, "the first and last bins are not hit"},
    {"vits_flow__2", MutantKind::swapped_outputs, "two outputs are zeros"},
};

// A captured graph before and after its rewrite.
struct Rewrite {
  std::string name;
  Document before;
  Document after;
  interp::Claims claims;
  GraphId graph() const { return after.roots.front(); }
};

std::optional<Rewrite> rewrite(const std::string& name, const std::string& text) {
  Diagnostics diagnostics;
  auto before = read_fx_text(text, {}, diagnostics);
  auto after = read_fx_text(text, {}, diagnostics);
  if (!before || !after) return std::nullopt;
  PipelineOptions options;
  options.passes = {"aliasing_output_rewrite", "inplace_to_outofplace"};
  const auto report = run_pipeline(*after, after->roots.front(), options, diagnostics);
  if (!report) return std::nullopt;  // refused
  Rewrite out{name, std::move(*before), std::move(*after), {report->io_map, report->state_map, report->original_output_count}};
  return out;
}

interp::Verdict verdict(const Rewrite& rewrite, const Module& after, const interp::Claims& claims) {
  interp::VerifyOptions options;
  options.fillings = 5;
  return interp::verify_rewrite(rewrite.before.module, rewrite.before.roots.front(), after, rewrite.graph(), claims, options);
}

struct Score {
  int made = 0;
  int caught = 0;
};

class Mutation : public testing::Test {
 protected:
  // A few of each kind, chosen by a fixed seed.
  void try_graph(const Rewrite& original, std::mt19937_64& random) {
    constexpr size_t kOfAKind = 3;
    std::vector<Mutant> all = mutants_of(original.after.module, original.graph(), original.claims);
    std::shuffle(all.begin(), all.end(), random);
    std::array<size_t, kMutantKinds> taken{};
    for (const Mutant& mutant : all) {
      const auto same = [&](const Equivalent& entry) { return entry.graph == original.name && entry.kind == mutant.kind; };
      if (const auto* known = std::ranges::find_if(kEquivalent, same); known != std::end(kEquivalent)) {
        if (taken[static_cast<size_t>(mutant.kind)]++ == 0) {
          std::printf("left out: %s of %s: %s\n", std::string(name_of(mutant.kind)).c_str(), original.name.c_str(), known->reason.data());
        }
        continue;
      }
      if (taken[static_cast<size_t>(mutant.kind)]++ < kOfAKind) try_mutant(original, mutant);
    }
  }

  void try_mutant(const Rewrite& original, const Mutant& mutant) {
    Module module = original.after.module;
    interp::Claims claims = original.claims;
    const std::string what = apply(mutant, module, original.graph(), claims);
    const interp::Verdict found = verdict(original, module, claims);
    Score& score = scores_[static_cast<size_t>(mutant.kind)];
    ++score.made;
    if (found.outcome == interp::Outcome::different) ++score.caught;
    EXPECT_EQ(found.outcome, interp::Outcome::different) << original.name << ": " << what << "\n" << describe(found);
  }

  int report() const {
    int made = 0;
    for (size_t i = 0; i < kMutantKinds; ++i) {
      std::printf("%-18s made %4d, caught %4d\n", std::string(name_of(static_cast<MutantKind>(i))).c_str(), scores_[i].made,
                  scores_[i].caught);
      made += scores_[i].made;
    }
    return made;
  }

  std::array<Score, kMutantKinds> scores_;
};

TEST_F(Mutation, EveryWrongRewriteIsNoticed) {
  const fs::path root = fs::path(OUTPLACE_SOURCE_DIR) / "tests" / "graphs";
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(root)) {
    if (fs::exists(entry.path() / "graph.py") && fs::file_size(entry.path() / "graph.py") < 60000) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  std::mt19937_64 random(20240611);
  std::vector<std::pair<std::string, std::string>> texts = {{"random", kRandomGraph}};
  for (const fs::path& folder : folders) texts.emplace_back(folder.filename().string(), read_file(folder / "graph.py"));
  int graphs = 0;
  for (const auto& [name, text] : texts) {
    const auto original = rewrite(name, text);
    if (!original || verdict(*original, original->after.module, original->claims).outcome != interp::Outcome::equal) continue;
    ++graphs;
    try_graph(*original, random);
  }
  const int made = report();
  std::printf("of %d graphs\n", graphs);
  EXPECT_GE(graphs, 40);
  EXPECT_GE(made, 200);
  for (size_t i = 0; i < kMutantKinds; ++i) EXPECT_GT(scores_[i].made, 0) << name_of(static_cast<MutantKind>(i));
}

}  // namespace
}  // namespace outplace
