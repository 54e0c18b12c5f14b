// Leaves of arguments: numbers, strings, words, and texts that are kept as they are.
#include <charconv>
#include <cstdint>
#include <string>

#include "io/arg_reader.h"
#include "support/dtype.h"

namespace outplace {
namespace {

bool is_layout(std::string_view name) { return name == "strided" || name == "jagged" || name == "_mkldnn" || name.starts_with("sparse_"); }
bool is_memory_format(std::string_view name) {
  return name == "contiguous_format" || name == "preserve_format" || name.starts_with("channels_last");
}

// Functions that sympy prints in symbolic sizes.
bool is_symbolic_function(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "Max",        "Min",     "Mod",        "PythonMod",  "FloorDiv", "CleanDiv", "CeilToInt", "Identity", "ModularIndexing",
      "IntTrueDiv", "ToFloat", "TruncToInt", "FloorToInt", "Where"};
  for (const std::string_view known : kNames) {
    if (name == known) return true;
  }
  return false;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0U | (c >> 6));
    out += static_cast<char>(0x80U | (c & 0x3fU));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0U | (c >> 12));
    out += static_cast<char>(0x80U | ((c >> 6) & 0x3fU));
    out += static_cast<char>(0x80U | (c & 0x3fU));
  } else {
    out += static_cast<char>(0xf0U | (c >> 18));
    out += static_cast<char>(0x80U | ((c >> 12) & 0x3fU));
    out += static_cast<char>(0x80U | ((c >> 6) & 0x3fU));
    out += static_cast<char>(0x80U | (c & 0x3fU));
  }
}

// Decodes the escape that starts at text[i] == '\\' and returns the index behind it; 0 if it is malformed.
size_t decode_escape(std::string_view text, size_t i, std::string& out) {
  if (i + 1 >= text.size()) return 0;
  const char kind = text[i + 1];
  const size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (digits > 0) {
    if (i + 2 + digits > text.size()) return 0;
    uint32_t value = 0;
    for (size_t k = 0; k < digits; ++k) {
      const int d = hex_value(text[i + 2 + k]);
      if (d < 0) return 0;
      value = value * 16 + static_cast<uint32_t>(d);
    }
    if (value > 0x10ffff) return 0;
    append_utf8(out, value);
    return i + 2 + digits;
  }
  switch (kind) {
    case 'n': out += '\n'; break;
    case 'r': out += '\r'; break;
    case 't': out += '\t'; break;
    case '0': out += '\0'; break;
    case '\\':
    case '\'':
    case '"': out += kind; break;
    default: return 0;
  }
  return i + 2;
}

}  // namespace

bool is_symbol_name(std::string_view word) {
  size_t letters = 0;
  while (letters < word.size() && word[letters] >= 'a' && word[letters] <= 'z') ++letters;
  if (letters == word.size()) return false;
  for (size_t i = letters; i < word.size(); ++i) {
    if (!text_chars::is_digit(word[i])) return false;
  }
  const std::string_view head = word.substr(0, letters);
  return head == "s" || head == "u" || head == "i" || head == "f" || head == "z" || head == "zf" || head == "zuf";
}

ArgKind kind_of_path(std::string_view path) {
  if (!path.starts_with("torch.")) return ArgKind::opaque;
  const std::string_view name = path.substr(6);
  if (dtype_from_torch_name(name)) return ArgKind::dtype;
  if (is_layout(name)) return ArgKind::layout;
  return is_memory_format(name) ? ArgKind::memory_format : ArgKind::opaque;
}

bool ArgReader::undefined(const char* where, std::string_view name) {
  stand_in(module_.intern(name));
  return s_.fail_at(where, quoted(name) + " is used, but no line above defines it",
                    "check that the text is complete and in order; names of functions and constants are qualified (torch.float32)");
}

void ArgReader::stand_in(StringId name) {
  if (!name || names_.find(name, graph_)) return;
  names_.bind(name, graph_, module_.create(graph_, NodeOp::call_function, name, module_.intern("")));
}

bool ArgReader::is_complex() const {
  const std::string_view rest = s_.rest();
  size_t i = 1;
  while (i < rest.size() && (text_chars::is_word(rest[i]) || rest[i] == '.' || rest[i] == '+' || rest[i] == '-')) ++i;
  if (i < 3 || i >= rest.size() || rest[i] != ')' || rest[i - 1] != 'j') return false;
  return text_chars::is_digit(rest[i - 2]) || rest.substr(0, i).ends_with("infj") || rest.substr(0, i).ends_with("nanj") ||
         rest[i - 2] == '.';
}

bool ArgReader::read_number(Arg& out) {
  const char* start = s_.position();
  if (s_.skip('(')) {
    while (!s_.skip(')')) s_.advance();
    out = module_.make_text(ArgKind::imaginary, s_.since(start));
    return true;
  }
  s_.skip('-');
  if (!text_chars::is_digit(s_.peek()) && s_.peek() != '.') {
    const std::string_view word = s_.word();
    if (word == "inf" || word == "nan") {
      out = module_.make_text(ArgKind::real, s_.since(start));
      return true;
    }
    if (word == "infj" || word == "nanj") {
      out = module_.make_text(ArgKind::imaginary, s_.since(start));
      return true;
    }
    if (is_symbol_name(word) && !find(word)) {
      s_.move_to(start + 1);
      return read_expression(out, start);
    }
    s_.move_to(start + 1);
    return s_.expected("a number after '-'");
  }
  bool is_real = false;
  while (true) {
    const char c = s_.peek();
    if (c == '.') {
      is_real = true;
    } else if (c == 'e' || c == 'E') {
      is_real = true;
      if (s_.peek(1) == '-' || s_.peek(1) == '+') s_.advance();
    } else if (!text_chars::is_digit(c)) {
      break;
    }
    s_.advance();
  }
  if (s_.skip('j')) {
    out = module_.make_text(ArgKind::imaginary, s_.since(start));
    return true;
  }
  const std::string_view text = s_.since(start);
  if (text_chars::is_word(s_.peek())) return s_.fail_at(start, "this is not a number that Python prints");
  if (is_real) {
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc::invalid_argument || result.ptr != text.data() + text.size())
      return s_.fail_at(start, "this is not a number that Python prints");
    out = module_.make_text(ArgKind::real, text);
    return true;
  }
  int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool fits = result.ec == std::errc{} && result.ptr == text.data() + text.size();
  out = fits ? Arg::integer(value) : module_.make_text(ArgKind::opaque, text);
  return true;
}

bool ArgReader::read_string(Arg& out) {
  const char* start = s_.position();
  if (!s_.skip_string()) return false;
  const std::string_view raw(start + 1, static_cast<size_t>(s_.position() - start - 2));
  if (raw.find('\\') == std::string_view::npos) {
    out = module_.make_text(ArgKind::string, raw);
    return true;
  }
  decoded_.clear();
  for (size_t i = 0; i < raw.size();) {
    if (raw[i] != '\\') {
      decoded_ += raw[i++];
      continue;
    }
    const size_t next = decode_escape(raw, i, decoded_);
    if (next == 0) return s_.fail_at(start + 1 + i, "this escape is none that Python prints");
    i = next;
  }
  out = module_.make_text(ArgKind::string, decoded_);
  return true;
}

bool ArgReader::read_word(Arg& out, int depth) {
  const char* start = s_.position();
  const std::string_view word = s_.word();
  const char next = s_.peek();
  if (const NodeId node = find(word)) {
    if (next == '.' || next == '(' || next == '[') {
      return s_.fail("expected ',' or the end of the call: in an FX graph each operation has a line of its own");
    }
    out = Arg::node(node);
    return true;
  }
  if (next == '(' && word == "slice") return read_slice(out, depth);
  if (next == '.' || next == '(') return read_path(out, start, word);
  if ((next == '\'' || next == '"') && (word == "b" || word == "rb")) {
    if (!s_.skip_string()) return false;
    out = module_.make_text(ArgKind::opaque, s_.since(start));
    return true;
  }
  if (word == "None") {
    out = Arg::none();
  } else if (word == "True" || word == "False") {
    out = Arg::boolean(word == "True");
  } else if (word == "Ellipsis") {
    out = Arg::ellipsis();
  } else if (word == "inf" || word == "nan") {
    out = module_.make_text(ArgKind::real, word);
  } else if (word == "infj" || word == "nanj") {
    out = module_.make_text(ArgKind::imaginary, word);
  } else if (is_symbol_name(word)) {
    out = module_.make_text(ArgKind::symbolic, word);
    symbols_.emplace_back(out.as_text(), start);
  } else {
    return undefined(start, word);
  }
  return true;
}

// A dotted name or a call that is a constant: torch.float32, device(type='cpu'), torch.ops.mylib.foo.default, range(0, 2), Kind.member.
bool ArgReader::read_path(Arg& out, const char* start, std::string_view first) {
  bool dotted = false;
  while (s_.peek() == '.') {
    dotted = true;
    s_.advance();
    if (s_.word().empty()) return s_.expected("a name after '.'");
  }
  const std::string_view path = s_.since(start);
  if (s_.peek() == '(') {
    if (path == "device" || path == "torch.device") return read_device(out, start);
    return read_opaque_call(out, start, !dotted && is_symbolic_function(first) ? ArgKind::symbolic : ArgKind::opaque);
  }
  out = module_.make_text(kind_of_path(path), path);
  return true;
}

bool ArgReader::read_device(Arg& out, const char* start) {
  std::vector<Arg> args;
  std::vector<Keyword> kwargs;
  s_.advance();
  if (!read_call(args, kwargs)) return false;
  std::string text;
  for (const Keyword& k : kwargs) {
    if (module_.text(k.name) == "type" && k.value.kind == ArgKind::string) args.insert(args.begin(), k.value);
    if (module_.text(k.name) == "index" && k.value.is_integer()) args.push_back(k.value);
  }
  if (args.empty() || args.size() > 2 || args[0].kind != ArgKind::string || (args.size() == 2 && !args[1].is_integer())) {
    return s_.fail_at(start, "expected device(type='...', index=N)");
  }
  text = module_.text(args[0].as_text());
  if (args.size() == 2) {
    text += ':';
    text += std::to_string(args[1].as_integer());
  }
  out = module_.make_text(ArgKind::device, text);
  return true;
}

bool ArgReader::read_opaque_call(Arg& out, const char* start, ArgKind kind) {
  if (!s_.skip_balanced()) return false;
  const std::string_view text = s_.since(start);
  if (!check_no_nodes(text, start)) return false;
  out = module_.make_text(kind, text);
  return true;
}

// Takes everything up to the end of the argument as one symbolic expression.
bool ArgReader::read_expression(Arg& out, const char* start) {
  while (true) {
    const char c = s_.peek();
    if (s_.at_end() || c == ',' || c == ')' || c == ']' || c == '}' || c == '\n' || c == ';') break;
    if (c == '(' || c == '[' || c == '\'' || c == '"') {
      if (!s_.skip_balanced()) return false;
    } else {
      s_.advance();
    }
  }
  std::string_view text = s_.since(start);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  if (!check_no_nodes(text, start)) return false;
  out = module_.make_text(ArgKind::symbolic, text);
  return true;
}

// What is kept as text must not hide a use of a node. Words behind a dot or before '=' are no names.
bool ArgReader::check_no_nodes(std::string_view text, const char* where) {
  Scanner inner(text);
  while (!inner.at_end()) {
    const char c = inner.peek();
    if (c == '\'' || c == '"') {
      if (!inner.skip_string()) return s_.fail_at(where, "this string does not end");
      continue;
    }
    const char* start = inner.position();
    const std::string_view word = inner.word();
    if (word.empty()) {
      inner.advance();
      while (text_chars::is_digit(c) && text_chars::is_word(inner.peek())) inner.advance();
      continue;
    }
    const bool is_attribute = start > inner.begin() && start[-1] == '.';
    inner.skip_space();
    const bool is_keyword = inner.peek() == '=' && inner.peek(1) != '=';
    if (!is_attribute && !is_keyword && find(word)) {
      return s_.fail_at(start, quoted(word) + " is used inside an expression that is not understood",
                        "each operation of an FX graph has a line of its own; give the node a line before this one");
    }
    if (!is_attribute && is_symbol_name(word)) symbols_.emplace_back(module_.intern(word), start);
  }
  return true;
}

}  // namespace outplace
