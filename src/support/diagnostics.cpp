// How a message to the user is collected and rendered.
#include "support/diagnostics.h"

#include <utility>

namespace outplace {
namespace {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

void field(std::string& out, const char* label, const std::string& text) {
  if (text.empty()) return;
  out += "  ";
  out += label;
  out += text;
  out += '\n';
}

}  // namespace

std::string render(const Diagnostic& d) {
  std::string out;
  if (!d.position.file.empty()) {
    out += d.position.file + ":";
    if (d.position.line > 0) out += std::to_string(d.position.line) + ":";
    if (d.position.column > 0) out += std::to_string(d.position.column) + ":";
    out += ' ';
  }
  out += word(d.severity);
  out += ": " + d.message + "\n";
  if (!d.line_text.empty()) {
    field(out, "", d.line_text);
    if (d.position.column > d.line_text_start) field(out, "", std::string(d.position.column - 1 - d.line_text_start, ' ') + "^");
  }
  field(out, "node:  ", d.node);
  field(out, "model: ", d.model_line);
  field(out, "views: ", d.view_chain);
  field(out, "help:  ", d.advice);
  return out;
}

Failed Diagnostics::error(Diagnostic diagnostic) {
  diagnostic.severity = Severity::error;
  ++error_count_;
  all_.push_back(std::move(diagnostic));
  return {};
}

Failed Diagnostics::error(std::string message, std::string advice) {
  Diagnostic d;
  d.message = std::move(message);
  d.advice = std::move(advice);
  return error(std::move(d));
}

void Diagnostics::warning(Diagnostic diagnostic) {
  diagnostic.severity = Severity::warning;
  all_.push_back(std::move(diagnostic));
}

std::string Diagnostics::text() const {
  std::string out;
  for (const Diagnostic& d : all_) out += render(d);
  return out;
}

}  // namespace outplace
