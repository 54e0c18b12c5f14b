// What must hold of every program and its rewritten form, and how a check reports.
//
//   rewritten     the pipeline succeeds, or refuses with one located error that says what to do
//   pure          no call of the result writes (judged by the operator table, not by the passes), the verifier passes
//   io_map        indices are valid, no input or output twice, original outputs come first, shapes and dtypes agree where they are known
//   agreement     the interpreter finds equal outputs and equal final inputs
//   idempotence   rewriting the result changes nothing
//   determinism   a second run prints the same bytes
//   round_trip    the printed program reads back to the same bytes, and its rewritten form is that of the program that was built
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/pipeline.h"
#include "program.h"

namespace outplace::property {

enum class Property : uint8_t { rewritten, pure, io_map, agreement, idempotence, determinism, round_trip };
std::string_view name_of(Property property);

struct Failure {
  Property property = Property::rewritten;
  std::string preset;
  std::string what;
};

struct Preset {
  std::string name;
  Forms forms = Forms::seed;
  Layout layout = Layout::exact;
};
const std::vector<Preset>& all_presets();

struct Checked {
  std::optional<Failure> failure;
  std::string refusal;     // the message without names and numbers; "" if every preset rewrote it
  std::string unverified;  // why the interpreter could not tell, of the first preset where that was so; "" if it always could
};

enum class Agreement : uint8_t { skip, check };

struct CheckOptions {
  Agreement agreement = Agreement::check;
  uint64_t seed = 1;  // of the interpreter's fillings
};

// Checks all properties for all presets; stops at the first failure.
Checked check(const Program& program, const CheckOptions& options);
// The rewritten program under one preset as text, or the messages. For reports.
std::string rewritten_text(const Program& program, const Preset& preset);

}  // namespace outplace::property
