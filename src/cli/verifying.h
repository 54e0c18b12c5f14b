// What the command line needs of the verifier: its options from files of the command line, and its verdict as messages and an exit code.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "interp/verify.h"

namespace outplace::cli {

// `facts` may be missing; it must live as long as the options.
interp::VerifyOptions verify_options(const InputFacts* facts, const OpTable* ops, Layout layout);

// done, refused (it cannot be told) or verification.
ExitCode exit_code(interp::Outcome outcome);

}  // namespace outplace::cli
