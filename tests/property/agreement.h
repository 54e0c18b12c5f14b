// Does a rewritten graph compute what the program computes? The only place that knows the interpreter.
#pragma once

#include <cstdint>
#include <string>

#include "properties.h"

namespace outplace::property {

struct AgreementVerdict {
  enum class Kind : uint8_t { equal, different, unknown };
  Kind kind = Kind::unknown;
  std::string details;
};

AgreementVerdict agreement(const Document& before, const Document& after, const RewriteReport& report, const Program& program,
                           const Preset& preset, uint64_t seed);

}  // namespace outplace::property
