// All small programs: every sequence of a few operations out of a small and wicked set, on every tensor in scope, on tiny inputs that may
// share memory. Everything that is in scope at the end is returned, so that no stale alias goes unnoticed.
//
// A program is a number below `enumerated_count(operations)`: so any share of them can be run. Numbers that stand for nothing, because an
// operation does not apply or nothing is written, give no program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "program.h"

namespace outplace::property {

uint64_t enumerated_count(int operations);
std::optional<Program> enumerated_program(int operations, uint64_t number);
// The names of the operations, for tests and reports.
std::vector<std::string_view> enumerated_operations();

}  // namespace outplace::property
