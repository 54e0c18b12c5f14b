// Structure of arguments: brackets, slices, dictionaries, calls. Nesting is bounded, so recursion is safe.
#include "io/arg_reader.h"

#include <string>

namespace outplace {

bool ArgReader::read(Arg& out, Place place, int depth) {
  s_.skip_space();
  if (depth > kMaxNesting) return s_.fail("arguments are nested more than " + std::to_string(kMaxNesting) + " deep");
  const char* start = s_.position();
  const char c = s_.peek();
  bool fine = false;
  if (c == '(') {
    fine = is_complex() ? read_number(out) : read_parenthesis(out, depth);
  } else if (c == '[') {
    s_.advance();
    fine = read_parts(']', ArgKind::list, out, depth);
  } else if (c == '{') {
    fine = read_dict(out, depth);
  } else if (spelling_ == ArgSpelling::listing && !names_are_bare_) {
    if (s_.skip("slice")) {
      if (s_.peek() == '(') return read_slice(out, depth);
      s_.move_to(start);
    }
    return c == '%' ? read_percent(out) : read_bare(out);
  } else if (text_chars::is_word_start(c)) {
    fine = read_word(out, depth);
  } else if (text_chars::is_digit(c) || c == '-' || (c == '.' && s_.peek(1) != '.')) {
    fine = read_number(out);
  } else if (c == '\'' || c == '"') {
    fine = read_string(out);
  } else if (c == '<') {
    fine = s_.skip_balanced();
    if (fine) out = module_.make_text(ArgKind::opaque, s_.since(start));
  } else if (s_.skip("...")) {
    out = Arg::ellipsis();
    fine = true;
  } else {
    return s_.expected("an argument");
  }
  if (!fine) return false;
  if (place == Place::operand || spelling_ == ArgSpelling::listing) return true;
  s_.skip_space();
  const char next = s_.peek();
  if (next == ',' || next == ')' || next == ']' || next == '}') return true;
  const bool is_sum =
      next == '+' || next == '-' || next == '*' || next == '/' || next == '%' || next == '<' || next == '>' || next == '=' || next == '!';
  return is_sum ? read_expression(out, start) : true;
}

bool ArgReader::read_parts(char closer, ArgKind kind, Arg& out, int depth) {
  const char* opener = s_.position() - 1;
  s_.open_bracket();
  const size_t base = stack_.size();
  s_.skip_space();
  while (!s_.skip(closer)) {
    if (s_.at_end()) return s_.fail_at(opener, "nothing closes this bracket");
    Arg part;
    if (!read(part, Place::argument, depth + 1)) return false;
    stack_.push_back(part);
    s_.skip_space();
    if (s_.skip(',')) {
      s_.skip_space();
    } else if (s_.peek() != closer) {
      return s_.expected(closer == ')' ? "',' or ')'" : "',' or ']'");
    }
  }
  s_.close_bracket();
  out = module_.make_parts(kind, std::span(stack_).subspan(base));
  stack_.resize(base);
  return true;
}

// A tuple; or a symbolic expression in brackets, which is known by the comma that it lacks.
bool ArgReader::read_parenthesis(Arg& out, int depth) {
  const char* start = s_.position();
  s_.advance();
  if (!read_parts(')', ArgKind::tuple, out, depth)) return false;
  if (out.b != 1) return true;
  const char* q = s_.position() - 2;
  while (q > start && (*q == ' ' || *q == '\n' || *q == '\r' || *q == '\t')) --q;
  if (*q == ',') return true;
  const Arg only = module_.parts(out)[0];
  if (only.kind != ArgKind::symbolic && only.kind != ArgKind::integer) {
    return s_.fail_at(s_.position() - 1, "expected ',' here: a tuple of one element is written (x,)");
  }
  out = module_.make_text(ArgKind::symbolic, s_.since(start));
  return true;
}

bool ArgReader::read_dict(Arg& out, int depth) {
  const char* start = s_.position();
  s_.advance();
  s_.open_bracket();
  const size_t base = stack_.size();
  s_.skip_space();
  while (!s_.skip('}')) {
    if (s_.at_end()) return s_.fail_at(start, "nothing closes this bracket");
    Arg key;
    Arg value;
    if (!(spelling_ == ArgSpelling::listing ? read_bare_key(key) : read(key, Place::argument, depth + 1))) return false;
    s_.skip_space();
    if (!s_.skip(':')) {
      // A set: kept as it is.
      s_.close_bracket();
      stack_.resize(base);
      s_.move_to(start);
      return read_opaque_call(out, start, ArgKind::opaque);
    }
    if (!read(value, Place::argument, depth + 1)) return false;
    stack_.push_back(key);
    stack_.push_back(value);
    s_.skip_space();
    if (s_.skip(',')) {
      s_.skip_space();
    } else if (s_.peek() != '}') {
      return s_.expected("',' or '}'");
    }
  }
  s_.close_bracket();
  out = module_.make_parts(ArgKind::dict, std::span(stack_).subspan(base));
  stack_.resize(base);
  return true;
}

// slice(stop), slice(start, stop) and slice(start, stop, step) all become three parts.
bool ArgReader::read_slice(Arg& out, int depth) {
  const char* start = s_.position();
  s_.advance();
  const bool outer = names_are_bare_;
  names_are_bare_ = true;
  const bool fine = read_parts(')', ArgKind::slice, out, depth);
  names_are_bare_ = outer;
  if (!fine) return false;
  if (out.b == 3) return true;
  if (out.b == 0 || out.b > 3) return s_.fail_at(start, "expected slice(start, stop, step)");
  const auto parts = module_.parts(out);
  const Arg three[3] = {out.b == 1 ? Arg::none() : parts[0], out.b == 1 ? parts[0] : parts[1], Arg::none()};
  out = module_.make_parts(ArgKind::slice, three);
  return true;
}

bool ArgReader::read_call(std::vector<Arg>& args, std::vector<Keyword>& kwargs) {
  const char* opener = s_.position() - 1;
  s_.open_bracket();
  s_.skip_space();
  while (!s_.skip(')')) {
    if (s_.at_end()) return s_.fail_at(opener, "nothing closes this bracket");
    const char* start = s_.position();
    const std::string_view word = s_.word();
    Keyword keyword;
    if (!word.empty()) {
      s_.skip_space();
      if (s_.peek() == '=' && s_.peek(1) != '=') {
        s_.advance();
        keyword.name = module_.intern(word);
      } else {
        s_.move_to(start);
      }
    }
    Arg value;
    if (!read(value)) return false;
    if (keyword.name) {
      for (const Keyword& other : kwargs) {
        if (other.name == keyword.name) return s_.fail_at(start, "the keyword '" + std::string(word) + "' is given twice");
      }
      keyword.value = value;
      kwargs.push_back(keyword);
    } else if (!kwargs.empty()) {
      return s_.fail_at(start, "expected 'name = value': a positional argument cannot follow a keyword");
    } else {
      args.push_back(value);
    }
    s_.skip_space();
    if (s_.skip(',')) {
      s_.skip_space();
    } else if (s_.peek() != ')') {
      return s_.expected("',' or ')'");
    }
  }
  s_.close_bracket();
  return true;
}

bool ArgReader::read_keywords(std::vector<Keyword>& kwargs) {
  Arg dict;
  const char* start = s_.position();
  if (!read(dict)) return false;
  if (dict.kind != ArgKind::dict) return s_.fail_at(start, "expected a dictionary of keyword arguments");
  const auto parts = module_.parts(dict);
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    if (parts[i].kind != ArgKind::string) return s_.fail_at(start, "expected names as keys of the keyword arguments");
    kwargs.push_back({parts[i].as_text(), parts[i + 1]});
  }
  return true;
}

}  // namespace outplace
