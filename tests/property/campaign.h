// Many programs: made one after the other, checked, counted; what fails is shrunk.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "enumerated_program.h"
#include "properties.h"

namespace outplace::property {

struct Shard {
  uint64_t index = 0;
  uint64_t count = 1;
};

struct CampaignOptions {
  uint64_t first = 1;  // seed, or number of the enumerated program
  uint64_t programs = 1000;
  uint64_t step = 1;
  Shard shard;
  size_t most_failures = 1;  // kinds of them, after which it stops
  CheckOptions check;
};

// One kind of failure: the first program that showed it.
struct FoundFailure {
  std::string kind;    // the property and the message without names
  uint64_t count = 0;  // programs that failed in this way
  std::string origin;  // "seed 17"
  Failure failure;
  std::string program;  // text, after shrinking
  std::string sidecar;
  std::string rewritten;
};

struct Tally {
  uint64_t programs = 0;
  struct Reason {
    uint64_t count = 0;
    uint64_t example = 0;
  };
  using Reasons = std::map<std::string, Reason>;
  Reasons refused;
  Reasons unverified;
  std::vector<FoundFailure> failures;
};

Tally run_random(const CampaignOptions& options);
// The enumerated programs: from number `first` on, every `step`th, `programs` numbers at the most.
Tally run_enumerated(const Enumeration& all, const CampaignOptions& options);
// The random program of a seed.
Program program_of_seed(uint64_t seed);
// A report for people: counts, refusals if asked for, failures with their programs.
enum class ListReasons : uint8_t { no, yes };
uint64_t refusals(const Tally& tally);
std::string summary(const Tally& tally, ListReasons list);

}  // namespace outplace::property
