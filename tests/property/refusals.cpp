// Reasons are counted, so what differs from program to program is cut out of the message.
#include "refusals.h"

namespace outplace::property {

std::string wrong_with_refusal(const Diagnostics& said) {
  size_t errors = 0;
  for (const Diagnostic& d : said.all()) {
    if (d.severity != Severity::error) continue;
    ++errors;
    if (d.message.find("(condition") != std::string::npos || d.advice.find("defect of outplace") != std::string::npos)
      return "a broken invariant";
    if (d.position.line == 0 && d.node.empty()) return "an error without a place";
    if (d.advice.empty()) return "an error without advice";
  }
  return errors == 0 ? "a failure without an error" : "";
}

std::string without_names(std::string_view text) {
  std::string out;
  int brackets = 0;
  bool quoted = false;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == ']' && brackets > 0) --brackets;
    if (c == '\'' && brackets == 0) quoted = !quoted;
    const bool digit = c >= '0' && c <= '9';
    if (brackets == 0 && (!quoted || c == '\'') && !digit) out += c;
    if (c == '[') ++brackets;
  }
  return out;
}

std::string refusal_reason(const Diagnostics& said) {
  for (const Diagnostic& d : said.all()) {
    if (d.severity != Severity::error) continue;
    const std::string_view message = d.message;
    return without_names(message.starts_with("FX Pass '") ? message.substr(message.find(": ") + 2) : message);
  }
  return "";
}

}  // namespace outplace::property
