// One program after the other.
#include "campaign.h"

#include <algorithm>

#include "enumerated_program.h"
#include "print_program.h"
#include "random_program.h"
#include "shrink.h"

namespace outplace::property {
namespace {

void count_refusal(Tally& tally, const Checked& checked, uint64_t number) {
  if (checked.refusal.empty()) return;
  Tally::Reason& reason = tally.refused[checked.refusal];
  if (reason.count++ == 0) reason.example = number;
}

FoundFailure describe(std::string origin, const Program& program, const Failure& failure) {
  const auto& presets = all_presets();
  const auto preset = std::ranges::find(presets, failure.preset, &Preset::name);
  return {std::move(origin), failure, print_fx_text(program.document), sidecar_text(program),
          rewritten_text(program, preset != presets.end() ? *preset : presets.front())};
}

FoundFailure shrunk(uint64_t seed, const ChoiceRecord& record, const Failure& failure, const CheckOptions& options) {
  const auto outcome = [&](const ChoiceRecord& r) {
    Choices choices = Choices::from_record(r);
    return check(random_program(choices), options).failure;
  };
  const ChoiceRecord small = shrink(record, [&](const ChoiceRecord& r) {
    const std::optional<Failure> now = outcome(r);
    return now && now->property == failure.property && now->preset == failure.preset;
  });
  Choices choices = Choices::from_record(small);
  const Program program = random_program(choices);
  return describe("seed " + std::to_string(seed), program, outcome(small).value_or(failure));
}

}  // namespace

uint64_t Tally::refusals() const {
  uint64_t out = 0;
  for (const auto& [reason, found] : refused) out += found.count;
  return out;
}

Program program_of_seed(uint64_t seed) {
  Choices choices = Choices::from_seed(seed);
  return random_program(choices);
}

Tally run_random(const CampaignOptions& options) {
  Tally tally;
  for (uint64_t i = options.shard.index; i < options.programs; i += options.shard.count) {
    const uint64_t seed = options.first + i * options.step;
    Choices choices = Choices::from_seed(seed);
    const Program program = random_program(choices);
    const Checked checked = check(program, options.check);
    ++tally.programs;
    tally.unverified += checked.unverified > 0 ? 1 : 0;
    count_refusal(tally, checked, seed);
    if (!checked.failure) continue;
    tally.failures.push_back(shrunk(seed, choices.record(), *checked.failure, options.check));
    if (tally.failures.size() >= options.most_failures) break;
  }
  return tally;
}

Tally run_enumerated(int operations, const CampaignOptions& options) {
  Tally tally;
  const uint64_t count = enumerated_count(operations);
  for (uint64_t i = options.shard.index; i < options.programs; i += options.shard.count) {
    const uint64_t number = options.first + i * options.step;
    if (number >= count) break;
    const std::optional<Program> program = enumerated_program(operations, number);
    if (!program) continue;
    const Checked checked = check(*program, options.check);
    ++tally.programs;
    tally.unverified += checked.unverified > 0 ? 1 : 0;
    count_refusal(tally, checked, number);
    if (!checked.failure) continue;
    tally.failures.push_back(
        describe("number " + std::to_string(number) + " of " + std::to_string(operations) + " operations", *program, *checked.failure));
    if (tally.failures.size() >= options.most_failures) break;
  }
  return tally;
}

std::string summary(const Tally& tally, ListRefusals list) {
  const auto percent = [&](uint64_t n) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f%%",
                  tally.programs == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(tally.programs));
    return std::string(text);
  };
  std::string out = std::to_string(tally.programs) + " programs, " + std::to_string(tally.refusals()) + " refused (" +
                    percent(tally.refusals()) + "), " + std::to_string(tally.unverified) + " not verified, " +
                    std::to_string(tally.failures.size()) + " failures\n";
  if (list == ListRefusals::yes) {
    std::vector<std::pair<std::string, Tally::Reason>> reasons(tally.refused.begin(), tally.refused.end());
    std::ranges::stable_sort(reasons, std::greater(), [](const auto& r) { return r.second.count; });
    for (const auto& [reason, found] : reasons)
      out += "  " + std::to_string(found.count) + " (" + percent(found.count) + "), as in " + std::to_string(found.example) + ": " +
             reason + "\n";
  }
  for (const FoundFailure& f : tally.failures) {
    out += "\n==== " + f.origin + ": " + std::string(name_of(f.failure.property)) + " " + f.failure.preset + "\n" + f.failure.what +
           "\n---- program\n" + f.program + "---- inputs\n" + f.sidecar + "---- rewritten\n" + f.rewritten;
  }
  return out;
}

}  // namespace outplace::property
