// repr() of a Python string whose contents are UTF-8 (lone surrogates encoded like other code points).
#include <cstdint>
#include <string>
#include <string_view>

#include "ir/describe.h"
#include "ir/node_text.h"

namespace outplace {
namespace {

constexpr char kHex[] = "0123456789abcdef";

struct CodePoint {
  uint32_t value = 0;
  size_t length = 0;  // 0: no valid sequence
};

CodePoint decode(std::string_view s) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(s[i]); };
  const uint32_t lead = byte(0);
  const size_t length = lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  if (length == 0 || s.size() < length) return {};
  uint32_t value = lead & (0xffU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    value = (value << 6) | (byte(i) & 0x3fU);
  }
  return {value, length};
}

// The ranges that Python escapes because they show nothing: controls, separators, surrogates, private use.
bool is_printable(uint32_t c) {
  struct Range {
    uint32_t first, last;
  };
  static constexpr Range kHidden[] = {{0x80, 0xa0},     {0xad, 0xad},     {0x1680, 0x1680},   {0x180e, 0x180e}, {0x2000, 0x200f},
                                      {0x2028, 0x202f}, {0x205f, 0x206f}, {0x3000, 0x3000},   {0xd800, 0xf8ff}, {0xfeff, 0xfeff},
                                      {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0x10ffff}};
  for (const Range& r : kHidden) {
    if (c >= r.first && c <= r.last) return false;
  }
  return true;
}

void append_escape(std::string& out, uint32_t c) {
  const int digits = c <= 0xff ? 2 : c <= 0xffff ? 4 : 8;
  out += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += kHex[(c >> shift) & 0xfU];
}

}  // namespace

void append_python_string(std::string& out, std::string_view contents) {
  const bool has_single = contents.find('\'') != std::string_view::npos;
  const char quote = has_single && contents.find('"') == std::string_view::npos ? '"' : '\'';
  out += quote;
  for (size_t i = 0; i < contents.size();) {
    const char c = contents[i];
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      const CodePoint point = decode(contents.substr(i));
      if (point.length > 0 && !is_printable(point.value)) {
        append_escape(out, point.value);
      } else {
        out += contents.substr(i, point.length > 0 ? point.length : 1);
      }
      i += point.length > 0 ? point.length : 1;
      continue;
    }
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      append_escape(out, byte);
    } else {
      out += c;
    }
    ++i;
  }
  out += quote;
}

std::string python_string(std::string_view contents) {
  std::string out;
  append_python_string(out, contents);
  return out;
}

}  // namespace outplace
