// A cursor over the text of a graph: characters, words, white space, and the first thing that went wrong.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace outplace {

namespace text_chars {

inline constexpr uint8_t kWord = 1;  // may stand in an identifier
inline constexpr uint8_t kDigit = 2;

consteval std::array<uint8_t, 256> make_table() {
  std::array<uint8_t, 256> table{};
  for (size_t c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    const bool digit = c >= '0' && c <= '9';
    table[c] = static_cast<uint8_t>((letter || digit ? kWord : 0) | (digit ? kDigit : 0));
  }
  return table;
}
inline constexpr std::array<uint8_t, 256> kTable = make_table();

inline bool is_word(char c) { return (kTable[static_cast<unsigned char>(c)] & kWord) != 0; }
inline bool is_digit(char c) { return (kTable[static_cast<unsigned char>(c)] & kDigit) != 0; }
inline bool is_word_start(char c) { return kTable[static_cast<unsigned char>(c)] == kWord; }

}  // namespace text_chars

// 'name', cut if it is very long: for messages.
std::string quoted(std::string_view name);

// Reading past the end gives '\0'. Inside brackets line breaks and comments are white space; a backslash joins lines anywhere.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : begin_(text.data()), p_(text.data()), end_(text.data() + text.size()) {}

  bool at_end() const { return p_ >= end_; }
  const char* position() const { return p_; }
  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  void move_to(const char* p) { p_ = p; }
  void advance(size_t n = 1) { p_ += n; }
  char peek(size_t k = 0) const { return static_cast<size_t>(end_ - p_) > k ? p_[k] : '\0'; }
  std::string_view rest() const { return {p_, static_cast<size_t>(end_ - p_)}; }
  std::string_view since(const char* start) const { return {start, static_cast<size_t>(p_ - start)}; }
  bool starts_with(std::string_view s) const {
    return static_cast<size_t>(end_ - p_) >= s.size() && std::memcmp(p_, s.data(), s.size()) == 0;
  }

  bool skip(char c) {
    if (peek() != c) return false;
    ++p_;
    return true;
  }
  bool skip(std::string_view s) {
    if (!starts_with(s)) return false;
    p_ += s.size();
    return true;
  }
  void skip_space() {
    const char c = peek();
    if (c > ' ' && c != '\\' && c != '#') return;
    if (c == ' ' && p_ + 1 < end_ && p_[1] > ' ' && p_[1] != '\\' && p_[1] != '#') {
      ++p_;
      return;
    }
    skip_space_slowly();
  }

  // The identifier at the cursor, which moves behind it; empty if there is none.
  std::string_view word() {
    const char* start = p_;
    if (p_ >= end_ || !text_chars::is_word_start(*p_)) return {};
    while (p_ < end_ && text_chars::is_word(*p_)) ++p_;
    return since(start);
  }

  const char* line_end() const { return line_end(p_); }
  const char* line_end(const char* from) const {
    const void* found = from < end_ ? std::memchr(from, '\n', static_cast<size_t>(end_ - from)) : nullptr;
    return found != nullptr ? static_cast<const char*>(found) : end_;
  }
  // To the start of the next line.
  void next_line() {
    p_ = line_end();
    if (p_ < end_) ++p_;
  }

  void open_bracket() { ++brackets_; }
  void close_bracket() { --brackets_; }
  void forget_brackets() { brackets_ = 0; }

  // Skips from an opening bracket or quote to behind what closes it. False (and an error) if nothing does.
  bool skip_balanced();
  // Skips a quoted string, the cursor being on its quote.
  bool skip_string();

  // Notes an error; the first one of a statement counts. Always false.
  bool fail_at(const char* where, std::string message, std::string advice = {}) {
    if (!failed_) {
      failed_ = true;
      failure_ = {where, std::move(message), std::move(advice)};
    }
    return false;
  }
  bool fail(std::string message, std::string advice = {}) { return fail_at(p_, std::move(message), std::move(advice)); }
  // "expected X", with what is there instead.
  bool expected(std::string_view what);

  struct Failure {
    const char* where = nullptr;
    std::string message;
    std::string advice;
  };
  bool failed() const { return failed_; }
  Failure take_failure() {
    failed_ = false;
    return std::move(failure_);
  }

 private:
  void skip_space_slowly();

  const char* begin_;
  const char* p_;
  const char* end_;
  int brackets_ = 0;
  bool failed_ = false;
  Failure failure_;
};

}  // namespace outplace
