// Arguments of a node listing, where strings and devices stand without quotes.
//
// The form does not tell a string from a number or a device of the same spelling: what looks like one is read as one, and prints the same
// again.
#include <charconv>
#include <cstdint>
#include <string>

#include "io/arg_reader.h"

namespace outplace {
namespace {

std::string_view without_end_blanks(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

bool is_device(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    if (colon + 1 == text.size()) return false;
    for (size_t i = colon + 1; i < text.size(); ++i) {
      if (!text_chars::is_digit(text[i])) return false;
    }
  }
  static constexpr std::string_view kTypes[] = {"cpu", "cuda", "meta", "xla",    "xpu",          "mps",
                                                "hpu", "mtia", "npu",  "neuron", "privateuseone"};
  for (const std::string_view type : kTypes) {
    if (text.substr(0, colon) == type) return true;
  }
  return false;
}

bool is_real(std::string_view text) {
  if (text == "inf" || text == "-inf" || text == "nan") return true;
  if (text.empty() || (!text_chars::is_digit(text[0]) && text[0] != '-')) return false;
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec != std::errc::invalid_argument && result.ptr == text.data() + text.size();
}

}  // namespace

bool ArgReader::read_percent(Arg& out) {
  const char* start = s_.position();
  s_.advance();
  const std::string_view name = s_.word();
  if (name.empty()) return s_.expected("a node's name after '%'");
  const NodeId node = find(name);
  if (!node) return undefined(start, name);
  out = Arg::node(node);
  return true;
}

bool ArgReader::read_bare(Arg& out) {
  const char* start = s_.position();
  while (true) {
    const char c = s_.peek();
    if (s_.at_end() || c == '\n' || c == ')' || c == ']' || c == '}') break;
    // Arguments are separated by ", ": a comma alone is part of a string (ij,jk->ik).
    if (c == ',' && (s_.peek(1) == ' ' || s_.peek(1) == ')' || s_.peek(1) == '\n')) break;
    if (c == '(' || c == '[' || c == '{') {
      if (!s_.skip_balanced()) return false;
    } else {
      s_.advance();
    }
  }
  const std::string_view text = without_end_blanks(s_.since(start));
  int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && result.ec == std::errc{} && result.ptr == text.data() + text.size()) {
    out = Arg::integer(value);
  } else if (text == "None") {
    out = Arg::none();
  } else if (text == "True" || text == "False") {
    out = Arg::boolean(text == "True");
  } else if (text == "Ellipsis") {
    out = Arg::ellipsis();
  } else if (is_real(text)) {
    out = module_.make_text(ArgKind::real, text);
  } else if (is_device(text)) {
    out = module_.make_text(ArgKind::device, text);
  } else if (text.starts_with("torch.")) {
    out = module_.make_text(kind_of_path(text), text);
  } else {
    out = module_.make_text(ArgKind::string, text);
  }
  return true;
}

bool ArgReader::read_bare_key(Arg& out) {
  const char* start = s_.position();
  while (!s_.at_end() && s_.peek() != ':' && s_.peek() != '\n' && s_.peek() != '}') s_.advance();
  if (s_.peek() != ':') return s_.expected("':' after the key");
  out = module_.make_text(ArgKind::string, without_end_blanks(s_.since(start)));
  return true;
}

}  // namespace outplace
