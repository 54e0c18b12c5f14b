// Runs the command that was asked for; what goes wrong unexpectedly becomes a message and an exit code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/command_line.h"
#include "cli/steps.h"

namespace outplace::cli {

ExitCode run_passes() {
  std::string text;
  for (const PassInfo& pass : pipeline_passes()) {
    std::string name(pass.name);
    name.resize(std::max<size_t>(name.size() + 1, 34), ' ');
    text += name + std::string(pass.summary) + "\n";
  }
  if (const auto written = write_stdout(text); !written) return stop(ExitCode::usage, written.error()).error();
  return ExitCode::done;
}

int run(int argc, char** argv) {
  try {
    const Command command = parse_command_line(argc, argv);
    ExitCode code = ExitCode::done;
    if (const auto* finished = std::get_if<Finished>(&command)) code = finished->code;
    if (const auto* rewrite = std::get_if<RewriteCommand>(&command)) code = run_rewrite(*rewrite);
    if (const auto* verify = std::get_if<VerifyCommand>(&command)) code = run_verify(*verify);
    if (const auto* explain = std::get_if<ExplainCommand>(&command)) code = run_explain(*explain);
    if (std::holds_alternative<PassesCommand>(command)) code = run_passes();
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "outplace: out of memory\n");
    return static_cast<int>(ExitCode::refused);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "outplace: this is a defect in outplace, please report it with the graph: %s\n", error.what());
    return static_cast<int>(ExitCode::defect);
  }
}

}  // namespace outplace::cli
