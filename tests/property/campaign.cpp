// One program after the other.
#include "campaign.h"

#include <algorithm>

#include "print_program.h"
#include "random_program.h"
#include "refusals.h"
#include "shrink.h"

namespace outplace::property {
namespace {

void count(Tally::Reasons& reasons, const std::string& why, uint64_t number) {
  if (why.empty()) return;
  Tally::Reason& reason = reasons[why];
  if (reason.count++ == 0) reason.example = number;
}

void count(Tally& tally, const Checked& checked, uint64_t number) {
  ++tally.programs;
  count(tally.refused, checked.refusal, number);
  count(tally.unverified, checked.unverified, number);
}

uint64_t total(const Tally::Reasons& reasons) {
  uint64_t out = 0;
  for (const auto& [reason, found] : reasons) out += found.count;
  return out;
}

std::string kind_of(const Failure& failure) {
  const std::string_view what = failure.what;
  const size_t line = what.find('\n');
  std::string out(name_of(failure.property));
  out += ": " + without_names(what);
  if (line != std::string_view::npos) out += " " + without_names(what.substr(line + 1));
  return out;
}

// Counts a failure of a kind that was seen before.
bool seen_before(Tally& tally, const std::string& kind) {
  const auto found = std::ranges::find(tally.failures, kind, &FoundFailure::kind);
  if (found == tally.failures.end()) return false;
  ++found->count;
  return true;
}

FoundFailure describe(std::string origin, const Program& program, const Failure& failure) {
  const auto& presets = all_presets();
  const auto preset = std::ranges::find(presets, failure.preset, &Preset::name);
  return {.kind = kind_of(failure),
          .count = 1,
          .origin = std::move(origin),
          .failure = failure,
          .program = print_fx_text(program.document),
          .sidecar = sidecar_text(program),
          .rewritten = rewritten_text(program, preset != presets.end() ? *preset : presets.front())};
}

FoundFailure shrunk(uint64_t seed, const ChoiceRecord& record, const Failure& failure, const CheckOptions& options) {
  const auto outcome = [&](const ChoiceRecord& r) {
    Choices choices = Choices::from_record(r);
    return check(random_program(choices), options).failure;
  };
  const std::string kind = kind_of(failure);
  const ChoiceRecord small = shrink(record, [&](const ChoiceRecord& r) {
    const std::optional<Failure> now = outcome(r);
    return now && now->preset == failure.preset && kind_of(*now) == kind;
  });
  Choices choices = Choices::from_record(small);
  const Program program = random_program(choices);
  return describe("seed " + std::to_string(seed), program, outcome(small).value_or(failure));
}

}  // namespace

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
    count(tally, checked, seed);
    if (!checked.failure || seen_before(tally, kind_of(*checked.failure))) continue;
    tally.failures.push_back(shrunk(seed, choices.record(), *checked.failure, options.check));
    if (tally.failures.size() >= options.most_failures) break;
  }
  return tally;
}

Tally run_enumerated(const Enumeration& all, const CampaignOptions& options) {
  Tally tally;
  const uint64_t end = enumerated_count(all);
  for (uint64_t i = options.shard.index; i < options.programs; i += options.shard.count) {
    const uint64_t number = options.first + i * options.step;
    if (number >= end) break;
    const std::optional<Program> program = enumerated_program(all, number);
    if (!program) continue;
    const Checked checked = check(*program, options.check);
    count(tally, checked, number);
    if (!checked.failure || seen_before(tally, kind_of(*checked.failure))) continue;
    tally.failures.push_back(
        describe("number " + std::to_string(number) + " of " + std::to_string(all.operations) + " operations", *program, *checked.failure));
    if (tally.failures.size() >= options.most_failures) break;
  }
  return tally;
}

std::string summary(const Tally& tally, ListReasons list) {
  const auto percent = [&](uint64_t n) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f%%",
                  tally.programs == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(tally.programs));
    return std::string(text);
  };
  const auto share = [&](uint64_t n) { return std::to_string(n) + " (" + percent(n) + ")"; };
  uint64_t failed = 0;
  for (const FoundFailure& f : tally.failures) failed += f.count;
  std::string out = std::to_string(tally.programs) + " programs, " + share(total(tally.refused)) + " refused, " +
                    share(total(tally.unverified)) + " not verified, " + std::to_string(failed) + " failures of " +
                    std::to_string(tally.failures.size()) + " kinds\n";
  const auto reasons = [&](std::string_view title, const Tally::Reasons& found) {
    std::vector<std::pair<std::string, Tally::Reason>> sorted(found.begin(), found.end());
    std::ranges::stable_sort(sorted, std::greater(), [](const auto& r) { return r.second.count; });
    for (const auto& [why, r] : sorted) {
      out += "  " + std::string(title) + " " + share(r.count) + ", as in " + std::to_string(r.example) + ": " + why + "\n";
    }
  };
  if (list == ListReasons::yes) {
    reasons("refused", tally.refused);
    reasons("not verified", tally.unverified);
  }
  for (const FoundFailure& f : tally.failures) {
    out += "\n==== " + std::to_string(f.count) + " as " + f.origin + ": " + std::string(name_of(f.failure.property)) + " " +
           f.failure.preset + "\n" + f.failure.what + "\n---- program\n" + f.program + "---- inputs\n" + f.sidecar + "---- rewritten\n" +
           f.rewritten;
  }
  return out;
}

uint64_t refusals(const Tally& tally) { return total(tally.refused); }

}  // namespace outplace::property
