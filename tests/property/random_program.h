// Random programs of views, reads and writes that eager mode accepts, whatever the choices are.
#pragma once

#include "choices.h"
#include "program.h"

namespace outplace::property {

struct ProgramLimits {
  uint32_t steps = 60;
};

Program random_program(Choices& choices, const ProgramLimits& limits = {});

}  // namespace outplace::property
