// The command line: what may be asked for, and the exit codes that answer.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "pipeline/pipeline.h"

namespace outplace::cli {

enum class ExitCode : uint8_t {
  done = 0,
  refused = 1,       // the graph or a file that describes it is wrong or cannot be rewritten
  usage = 2,         // wrong options, or a file that cannot be opened
  verification = 3,  // the rewritten graph computes something else
  defect = 4,        // a broken invariant in outplace itself
};

enum class Summary : uint8_t { off, on };
enum class Verify : uint8_t { off, on };

// outplace rewrite GRAPH ...; a path is empty when its option was not given, "-" for standard input or output.
struct RewriteCommand {
  std::string graph;
  std::string output;
  std::string inputs;
  std::string groups;
  std::string kernels;
  std::string ops;
  std::string io_map;
  std::string report;
  std::string timings;
  std::string dump_dir;
  std::string device = "xla";
  std::string stop_after;
  Forms forms = Forms::seed;
  Layout layout = Layout::exact;
  std::vector<std::string> passes;  // names of the pipeline; empty: all; {"none"}: no pass
  int64_t graph_number = 0;         // which graph of the text, from 1; 0: all
  Summary summary = Summary::off;
  Verify verify = Verify::off;
};

// outplace verify BEFORE AFTER ...
struct VerifyCommand {
  std::string before;
  std::string after;
  std::string io_map;
  std::string inputs;
  std::string ops;
  Layout layout = Layout::exact;
  int fillings = 3;
  uint64_t seed = 1;
};

// outplace explain GRAPH [NODE] ...
struct ExplainCommand {
  std::string graph;
  std::string node;  // empty: the whole graph
  std::string inputs;
  std::string kernels;
  std::string ops;
  int64_t graph_number = 0;  // from 1; 0: the only one
};

struct PassesCommand {};

// Nothing more to do: help or version was printed, or the options were wrong.
struct Finished {
  ExitCode code;
};

using Command = std::variant<RewriteCommand, VerifyCommand, ExplainCommand, PassesCommand, Finished>;

// Reads the arguments. Help and version are printed here, and errors of usage too.
Command parse_command_line(int argc, char** argv);

// Parses, runs, reports. Never throws.
int run(int argc, char** argv);

ExitCode run_rewrite(const RewriteCommand& command);
ExitCode run_verify(const VerifyCommand& command);
ExitCode run_explain(const ExplainCommand& command);
ExitCode run_passes();

}  // namespace outplace::cli
