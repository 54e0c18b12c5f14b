// Comparing what two runs left behind.
#pragma once

#include <optional>
#include <string>

#include "interp/machine.h"
#include "interp/verify.h"

namespace outplace::interp {

// Where two values differ.
struct Difference {
  std::string what;  // "element [0, 3]", "shape [2] instead of [3]"
  std::optional<Elem> before;
  std::optional<Elem> after;
};

// How much was compared.
struct Tally {
  int64_t elements = 0;
  int64_t sampled = 0;
};

std::optional<Difference> compare(Memory& memory, const Value& before, const Value& after, StrideCheck strides, Tally& tally);

// Everything that one filling compares. `subject` says what it is about: "output 1 (kv)".
struct Finding {
  std::string subject;
  Difference difference;
};
std::optional<Finding> compare_runs(Machine& before, Machine& after, const Claims& claims, StrideCheck strides, Verdict& counts);

// Rules that the maps keep whatever the graphs compute; "" if they do.
std::string broken_rule(const Claims& claims, const Machine& before, const Machine& after);

}  // namespace outplace::interp
