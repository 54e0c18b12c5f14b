// All small programs: every sequence of a few operations out of a small and wicked set, on every tensor in scope, on tiny inputs that may
// share memory. Everything that is in scope at the end is returned, so that no stale alias goes unnoticed.
//
// A program is a number below `enumerated_count`: so any share of them can be run. Numbers that stand for nothing, because an
// operation does not apply or nothing is written, give no program.
#pragma once

#include <cstdint>
#include <optional>

#include "enumerated_operations.h"
#include "program.h"

namespace outplace::property {

struct Enumeration {
  int operations = 0;
  OperationSet set = OperationSet::all;
};

uint64_t enumerated_count(const Enumeration& all);
std::optional<Program> enumerated_program(const Enumeration& all, uint64_t number);

}  // namespace outplace::property
