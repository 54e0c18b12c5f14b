// Log prefixes ("V0523 10:57:11.979000 1397 torch/_dynamo/output_graph.py:1277] [1/0] [__graph_code] ", "[rank0]:"), ANSI colour codes, and
// tabs that indent.
#include "io/text_cleaning.h"

#include <algorithm>

#include "io/scanner.h"

namespace outplace {
namespace {

bool digits(std::string_view& line, size_t least) {
  size_t n = 0;
  while (n < line.size() && text_chars::is_digit(line[n])) ++n;
  if (n < least) return false;
  line.remove_prefix(n);
  return true;
}
bool literal(std::string_view& line, std::string_view expected) {
  if (!line.starts_with(expected)) return false;
  line.remove_prefix(expected.size());
  return true;
}

bool strip_rank(std::string_view& line) {
  std::string_view rest = line;
  if (!literal(rest, "[rank") || !digits(rest, 1) || !literal(rest, "]:")) return false;
  line = rest;
  return true;
}

// LETTER MMDD TIME PROCESS FILE:LINE] and then any number of [marks].
bool strip_stamp(std::string_view& line) {
  std::string_view rest = line;
  if (rest.empty() || std::string_view("VDIWEC").find(rest[0]) == std::string_view::npos) return false;
  rest.remove_prefix(1);
  if (!digits(rest, 4) || !literal(rest, " ") || !digits(rest, 2) || !literal(rest, ":") || !digits(rest, 2) || !literal(rest, ":"))
    return false;
  const size_t close = rest.find(']');
  if (close == std::string_view::npos) return false;
  rest.remove_prefix(close + 1);
  while (rest.size() > 2 && rest[0] == ' ' && rest[1] == '[' && (text_chars::is_digit(rest[2]) || rest[2] == '_' || rest[2] == '!')) {
    const size_t end = rest.find(']');
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  line = rest;
  return true;
}

// "[2023-10-05 14:03:22,123] [0/0] torch._dynamo.output_graph.__graph_code: [DEBUG] ", up to PyTorch 2.2.
bool strip_dated(std::string_view& line) {
  std::string_view rest = line;
  if (!literal(rest, "[") || !digits(rest, 4) || !literal(rest, "-") || !digits(rest, 2) || !literal(rest, "-")) return false;
  const size_t close = rest.find(']');
  const size_t level = rest.find(": [");
  if (close == std::string_view::npos || level == std::string_view::npos || level < close) return false;
  rest.remove_prefix(level + 3);
  if (!literal(rest, "DEBUG]") && !literal(rest, "INFO]") && !literal(rest, "WARNING]")) return false;
  line = rest;
  return true;
}

std::string_view without_prefix(std::string_view line) {
  const bool rank = !line.empty() && line[0] == '[' && strip_rank(line);
  const bool stamp = strip_stamp(line) || strip_dated(line);
  if ((rank || stamp) && line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

bool has_prefix(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t end = text.find('\n', i);
    if (text[i] > ' ' && text[i] <= '[') {
      const std::string_view line = text.substr(i, std::min<size_t>(end - i, 400));
      if (without_prefix(line).data() != line.data()) return true;
    }
    if (end == std::string_view::npos) break;
    i = end + 1;
  }
  return false;
}

// Moves the indentation of a line to `out` as spaces, with the tab stops that Python counts by.
void append_indentation(std::string& out, std::string_view& line) {
  constexpr size_t kTabStop = 8;
  size_t column = 0;
  while (!line.empty() && (line[0] == ' ' || line[0] == '\t')) {
    column = line[0] == ' ' ? column + 1 : (column / kTabStop + 1) * kTabStop;
    line.remove_prefix(1);
  }
  out.append(column, ' ');
}

// No escape character is left, so that what stood around a code makes no new one.
void append_without_codes(std::string& out, std::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\x1b') {
      out += line[i];
      continue;
    }
    if (i + 1 >= line.size() || line[i + 1] != '[') continue;
    i += 2;
    while (i < line.size() && (text_chars::is_digit(line[i]) || line[i] == ';')) ++i;
  }
}

}  // namespace

std::optional<std::string> clean_text(std::string_view text) {
  const bool codes = text.find('\x1b') != std::string_view::npos;
  const bool returns = text.find("\r\n") != std::string_view::npos;
  const bool prefixes = has_prefix(text);
  const bool tabs = text.find('\t') != std::string_view::npos;
  if (!codes && !returns && !prefixes && !tabs) return std::nullopt;
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const size_t end = text.find('\n', i);
    std::string_view line = text.substr(i, end == std::string_view::npos ? end : end - i);
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (prefixes) line = without_prefix(line);
    if (tabs) append_indentation(out, line);
    if (codes) {
      append_without_codes(out, line);
    } else {
      out += line;
    }
    if (end == std::string_view::npos) break;
    out += '\n';
    i = end + 1;
  }
  return out;
}

}  // namespace outplace
