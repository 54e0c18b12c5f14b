// Messages to the user: where, what, why, and what to do. The library collects them and never prints.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/result.h"

namespace outplace {

enum class Severity : uint8_t { error, warning, note };

// A place in a text file. Lines and columns count from 1; 0 means unknown.
struct TextPosition {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

// One message. Fields that do not apply stay empty. rendered as:
//   FILE:LINE:COLUMN: error: MESSAGE
//     LINE TEXT
//     ^
//     node: NAME = TARGET(...)
//     model: SOURCE LINE
//     views: x -> x[0:4] -> ...
//     help: ADVICE
struct Diagnostic {
  Severity severity = Severity::error;
  std::string message;
  TextPosition position;
  std::string line_text;         // the line of the graph's text
  uint32_t line_text_start = 0;  // columns cut off before line_text, where the line is long
  std::string node;              // the graph's node, as printed
  std::string model_line;        // the source line of the model
  std::string view_chain;        // how the memory was reached
  std::string advice;            // what to do
};

std::string render(const Diagnostic& diagnostic);

// Collects messages in order.
class Diagnostics {
 public:
  Failed error(Diagnostic diagnostic);
  Failed error(std::string message, std::string advice = {});
  void warning(Diagnostic diagnostic);

  const std::vector<Diagnostic>& all() const { return all_; }
  size_t error_count() const { return error_count_; }
  std::string text() const;  // all messages rendered, each ending in a line break

 private:
  std::vector<Diagnostic> all_;
  size_t error_count_ = 0;
};

}  // namespace outplace
