// The steps that the commands share: each reads something, or ends the run with its messages printed.
#pragma once

#include <expected>
#include <string>
#include <utility>

#include "cli/command_line.h"
#include "cli/files.h"
#include "io/fx_text.h"
#include "ir/input_facts.h"
#include "ops/op_table.h"
#include "support/diagnostics.h"

namespace outplace::cli {

// Why a run ends before its results: messages are printed already, or are in its diagnostics.
using Step = std::expected<void, ExitCode>;

std::unexpected<ExitCode> stop(ExitCode code, const std::string& message);
std::string shown_name(const std::string& path);
std::string counted(size_t count, const std::string& noun);  // "1 graph", "2 graphs"

// Reads the file that an option names, if it was given, with `read`(text, file, diagnostics).
template <class Read, class T>
Step read_option(const std::string& path, Diagnostics& diagnostics, Read read, T& out) {
  if (path.empty()) return {};
  const auto text = read_file(path);
  if (!text) return stop(ExitCode::usage, text.error());
  auto value = read(*text, shown_name(path), diagnostics);
  if (!value) return std::unexpected(ExitCode::refused);
  out = std::move(*value);
  return {};
}

// Readers for it, beside those of json_files.h.
Result<Document> read_graphs(const std::string& text, const std::string& file, Diagnostics& diagnostics);
Result<OpTable> read_ops(const std::string& text, const std::string& file, Diagnostics& diagnostics);

// A sidecar that belongs to another graph would mislead every later decision, so names, dtypes and number must agree. Facts get the names
// of the placeholders.
Step check_facts(const Module& module, GraphId graph, InputFacts& facts, const std::string& path, Diagnostics& diagnostics);

}  // namespace outplace::cli
