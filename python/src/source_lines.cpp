// Parsing of Python's stack traces: lines `File "a.py", line 7, in forward`, each with the code in the line below.
#include "source_lines.h"

namespace outplace::python {
namespace {

// Calls of kernels go through it: the model's line is the one before.
constexpr std::string_view kOwnFile = "outplace/nki.py:";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// "a.py:7 in forward" of a line that names a frame, "" of others.
std::string frame(std::string_view line) {
  constexpr std::string_view kFile = "File \"";
  constexpr std::string_view kLine = "\", line ";
  constexpr std::string_view kIn = ", in ";
  if (!line.starts_with(kFile)) return {};
  const size_t in = line.rfind(kIn);
  const size_t number = line.rfind(kLine, in);
  if (in == std::string_view::npos || number == std::string_view::npos) return {};
  const std::string_view file = line.substr(kFile.size(), number - kFile.size());
  const std::string_view digits = line.substr(number + kLine.size(), in - number - kLine.size());
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
  return std::string(file) + ":" + std::string(digits) + " in " + std::string(line.substr(in + kIn.size()));
}

}  // namespace

std::string source_comment(std::string_view stack_trace) {
  std::string_view rest = trimmed(stack_trace);
  std::string_view below;
  bool has_below = false;
  while (!rest.empty()) {
    const size_t start = rest.rfind('\n') == std::string_view::npos ? 0 : rest.rfind('\n') + 1;
    const std::string_view line = trimmed(rest.substr(start));
    const std::string found = has_below ? frame(line) : std::string();
    if (!found.empty() && found.find(kOwnFile) == std::string::npos) return "# File: " + found + ", code: " + std::string(below);
    below = line;
    has_below = true;
    rest = start == 0 ? std::string_view() : rest.substr(0, start - 1);
  }
  return {};
}

}  // namespace outplace::python
