// A bounded share of the generated programs, and that the machinery can fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "campaign.h"
#include "enumerated_program.h"
#include "random_program.h"
#include "shrink.h"

namespace outplace::property {
namespace {

#ifdef OUTPLACE_SANITIZED
constexpr uint64_t kPrograms = 1000;
constexpr uint64_t kEvery[] = {11, 2003, 200003};  // of the enumerated programs of 2, 3 and 4 operations
#else
constexpr uint64_t kPrograms = 20000;
constexpr uint64_t kEvery[] = {1, 101, 50021};
#endif

CampaignOptions campaign(uint64_t programs, Agreement agreement) {
  CampaignOptions out;
  out.programs = programs;
  out.check.agreement = agreement;
  return out;
}

TEST(RandomPrograms, KeepTheirProperties) {
  const Tally tally = run_random(campaign(kPrograms, Agreement::check));
  EXPECT_TRUE(tally.failures.empty()) << summary(tally, ListReasons::no);
  EXPECT_EQ(tally.programs, kPrograms);
  uint64_t unverified = 0;
  for (const auto& [reason, programs] : tally.unverified) unverified += programs.count;
  EXPECT_LE(unverified * 1000, tally.programs) << summary(tally, ListReasons::yes);
}

TEST(RandomPrograms, AreSeldomRefused) {
  const Tally tally = run_random(campaign(2000, Agreement::skip));
  EXPECT_LE(refusals(tally) * 100, tally.programs * 2) << summary(tally, ListReasons::yes);
}

TEST(RandomPrograms, EqualSeedsGiveEqualPrograms) {
  for (uint64_t seed = 0; seed < 50; ++seed)
    EXPECT_EQ(print_fx_text(program_of_seed(seed).document), print_fx_text(program_of_seed(seed).document));
}

TEST(RandomPrograms, ARecordGivesTheProgramAgain) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Choices first = Choices::from_seed(seed);
    const std::string text = print_fx_text(random_program(first).document);
    Choices again = Choices::from_record(first.record());
    EXPECT_EQ(print_fx_text(random_program(again).document), text);
    EXPECT_TRUE(again.record() == first.record());
  }
}

TEST(RandomPrograms, ContainWhatTheyAreMadeFor) {
  std::string all;
  for (uint64_t seed = 0; seed < 500; ++seed) all += print_fx_text(program_of_seed(seed).document);
  for (const char* form : {".add_(",       " += ",           "out = ",          "_foreach_", ".copy_(",    "index_put_",
                           "scatter_",     "masked_fill_",   "as_strided(",     ".unbind(",  ".diagonal(", ".unfold(",
                           "torch.uint8)", "inplace = True", "torch.ops.aten.", "] = ",      "Sym(s0)",    ".t_()",
                           ".imag",        ".real",          "slice(",          "Ellipsis"})
    EXPECT_NE(all.find(form), std::string::npos) << form;
}

TEST(EnumeratedPrograms, KeepTheirProperties) {
  for (const auto& [operations, step] : {std::pair<int, uint64_t>{1, 1}, {2, kEvery[0]}, {3, kEvery[1]}, {4, kEvery[2]}}) {
    CampaignOptions options = campaign(UINT64_MAX, Agreement::check);
    options.first = 0;
    options.step = step;
    const Tally tally = run_enumerated({operations, OperationSet::all}, options);
    EXPECT_TRUE(tally.failures.empty()) << summary(tally, ListReasons::no);
    EXPECT_GE(tally.programs, 60U) << operations;
  }
}

TEST(EnumeratedPrograms, UseEveryOperation) {
  std::set<std::string> targets;
  const Enumeration pairs{2, OperationSet::all};
  for (uint64_t number = 0; number < enumerated_count(pairs); ++number) {
    const std::optional<Program> program = enumerated_program(pairs, number);
    if (!program) continue;
    const Module& module = program->document.module;
    for (const NodeId node : module.nodes(program->graph())) targets.emplace(module.target(node));
  }
  for (const char* target : {"select",       "transpose",  "reshape",    "view",       "expand",  "unbind",
                             "split",        "diagonal",   "unfold",     "as_strided", "getattr", "torch.view_as_real",
                             "unsqueeze",    "clone",      "add_",       "copy_",      "fill_",   "operator.setitem",
                             "masked_fill_", "index_put_", "index_add_", "scatter_"})
    EXPECT_TRUE(targets.contains(target)) << target;
}

TEST(Shrinking, LeavesOnlyWhatIsNeeded) {
  // Fails while two writes are left.
  const auto writes = [](const ChoiceRecord& record) {
    Choices choices = Choices::from_record(record);
    const std::string text = print_fx_text(random_program(choices).document);
    size_t count = 0;
    for (size_t at = text.find("_("); at != std::string::npos; at = text.find("_(", at + 1)) ++count;
    return count >= 2;
  };
  uint64_t shrunk = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Choices choices = Choices::from_seed(seed);
    random_program(choices);
    if (!writes(choices.record())) continue;
    const ChoiceRecord small = shrink(choices.record(), writes);
    Choices again = Choices::from_record(small);
    const std::string text = print_fx_text(random_program(again).document);
    EXPECT_TRUE(writes(small));
    EXPECT_LE(std::ranges::count(text, '\n'), 7) << text;
    ++shrunk;
  }
  EXPECT_GT(shrunk, 20U);
}

}  // namespace
}  // namespace outplace::property
