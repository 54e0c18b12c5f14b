// The parts of the cursor that are not in the way of speed.
#include "io/scanner.h"

#include "ir/arg.h"
#include "ir/module.h"

namespace outplace {

std::string quoted(std::string_view name) {
  std::string out(1, '\'');
  out += name.substr(0, 200);
  out += '\'';
  return out;
}

void Scanner::skip_space_slowly() {
  while (p_ < end_) {
    const char c = *p_;
    if (c == ' ' || c == '\t' || c == '\r') {
      ++p_;
    } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      p_ += peek(1) == '\n' ? 2 : 3;
    } else if (brackets_ > 0 && c == '\n') {
      ++p_;
    } else if (brackets_ > 0 && c == '#') {
      p_ = line_end();
    } else {
      return;
    }
  }
}

bool Scanner::skip_string() {
  const char* start = p_;
  const char quote = peek();
  ++p_;
  while (p_ < end_ && *p_ != quote) {
    if (*p_ == '\n') return fail_at(start, "this string does not end on its line");
    p_ += *p_ == '\\' && p_ + 1 < end_ ? 2 : 1;
  }
  if (p_ >= end_) return fail_at(start, "this string does not end");
  ++p_;
  return true;
}

bool Scanner::skip_balanced() {
  const char* start = p_;
  char closers[kMaxNesting + 1];
  int depth = 0;
  do {
    const char c = peek();
    if (at_end()) return fail_at(start, "nothing closes this bracket");
    if (c == '\'' || c == '"') {
      if (!skip_string()) return false;
      continue;
    }
    if (c == '(' || c == '[' || c == '{' || (c == '<' && (depth == 0 || text_chars::is_word_start(peek(1))))) {
      if (depth >= kMaxNesting) return fail("brackets are nested more than " + std::to_string(kMaxNesting) + " deep");
      closers[depth++] = c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>';
    } else if (c == closers[depth - 1]) {
      --depth;
    } else if (c == ')' || c == ']' || c == '}') {
      return fail(std::string("expected '") + closers[depth - 1] + "' before this '" + c + "'");
    }
    ++p_;
  } while (depth > 0);
  return true;
}

bool Scanner::expected(std::string_view what) {
  std::string message = "expected " + std::string(what);
  const char c = peek();
  if (at_end()) {
    message += ", but the text ends here";
  } else if (c == '\n') {
    message += ", but the line ends here";
  } else if (text_chars::is_word_start(c)) {
    const char* start = p_;
    message += ", found " + quoted(word());
    p_ = start;
  } else if (static_cast<unsigned char>(c) > ' ') {
    message += std::string(", found '") + c + "'";
  }
  return fail(std::move(message));
}

}  // namespace outplace
