// The line "def forward(...)": parameters with annotations and defaults, and the headers of pytree and boxed signatures.
#include "io/graph_reader.h"
#include "ir/node_text.h"
#include "support/dtype.h"

namespace outplace {
namespace {

bool is_builtin_generic(std::string_view head) {
  return head == "list" || head == "tuple" || head == "dict" || head == "set" || head == "type" || head == "frozenset";
}

}  // namespace

bool GraphReader::read_signature() {
  const char* def = s_.position();
  GraphText& text = document_.texts[graph_.value];
  text.indent = indent_;
  name_being_defined_ = {};
  if (!s_.skip("def ") || s_.word().empty() || s_.peek() != '(') return s_.expected("'def forward('");
  s_.advance();
  text.one_parameter_a_line = s_.peek() == '\n';
  s_.open_bracket();
  s_.skip_space();
  text.head = "def " + std::string(def + 4, s_.since(def).find('(') + def + 1);
  const char* first = s_.position();
  if (s_.word() == "self" && (s_.peek() == ',' || s_.peek() == ')')) {
    text.head += "self";
    s_.skip(',');
  } else {
    s_.move_to(first);
  }
  if (!read_parameters()) return false;
  s_.close_bracket();
  s_.skip_space();
  if (s_.starts_with("->")) {
    const char* start = s_.position();
    while (!s_.at_end() && s_.peek() != '\n' && s_.peek() != ':') s_.advance();
    text.return_annotation = s_.since(start);
  }
  if (!s_.skip(':')) return s_.expected("':' at the end of the signature");
  s_.skip_space();
  if (s_.peek() == '#') s_.move_to(s_.line_end());
  if (!s_.at_end() && s_.peek() != '\n') return s_.expected("the end of the line");
  s_.next_line();
  if (!read_special_header(def)) return false;
  for (const Parameter& parameter : parameters_) {
    if (!make_placeholder(parameter)) return false;
  }
  return true;
}

bool GraphReader::read_parameters() {
  const char* opener = s_.position();
  s_.skip_space();
  while (!s_.skip(')')) {
    if (s_.at_end()) return s_.fail_at(opener, "the list of parameters does not end", "the text may have been cut off");
    Parameter parameter;
    if (!read_parameter(parameter)) return false;
    s_.skip_space();
    if (s_.skip(',')) {
      while (s_.peek() == ' ') s_.advance();
      if (s_.peek() == '#') {
        const char* start = s_.position();
        s_.move_to(s_.line_end());
        parameter.comment = s_.since(start);
      }
      s_.skip_space();
    } else if (s_.peek() != ')') {
      return s_.expected("',' or ')'");
    }
    parameters_.push_back(parameter);
  }
  return true;
}

bool GraphReader::read_parameter(Parameter& parameter) {
  parameter.where = s_.position();
  s_.skip('*');
  s_.skip('*');
  if (s_.word().empty()) return s_.expected("a parameter");
  parameter.name = s_.since(parameter.where);
  const char* behind = s_.position();
  s_.skip_space();
  if (s_.peek() == ':' && !read_annotation(parameter.annotation, s_.position() > behind ? Spacing::spaced : Spacing::tight)) return false;
  s_.skip_space();
  if (s_.skip('=')) {
    parameter.has_value = true;
    return args_.read(parameter.value);
  }
  return true;
}

bool GraphReader::make_placeholder(const Parameter& parameter) {
  op_ = NodeOp::placeholder;
  target_ = module_.intern(parameter.name);
  call_args_.clear();
  call_kwargs_.clear();
  if (parameter.has_value) call_args_.push_back(parameter.value);
  std::string_view name = parameter.name;
  while (name.starts_with('*')) name.remove_prefix(1);
  if (!define(name, parameter.where, parameter.annotation)) return false;
  if (!parameter.comment.empty()) module_.node(module_.graph(graph_).last).comment = module_.intern(parameter.comment);
  return true;
}

// ---- annotations

bool GraphReader::read_annotation(StringId& out, Spacing spacing) {
  s_.advance();
  const char* start = s_.position();
  while (s_.peek() == ' ') s_.advance();
  if (s_.peek() == '"') {
    const char* quote = s_.position();
    if (!s_.skip_string()) return false;
    const std::string_view text(quote + 1, static_cast<size_t>(s_.position() - quote - 2));
    out = module_.intern(text);
    if (out.value < annotation_known_.size() && annotation_known_[out.value]) {
      note_annotation(text);  // of this graph's style, which another graph's annotation may have made known
      return true;
    }
    if (!check_annotation(text, quote + 1)) return false;
    if (!is_value_annotation(text)) {
      out = module_.intern(std::string_view(quote, text.size() + 2));
      return true;
    }
    if (out.value >= annotation_known_.size()) annotation_known_.resize(out.value * 2 + 64);
    annotation_known_[out.value] = true;
    note_annotation(text);
    return true;
  }
  start = s_.position();
  while (!s_.at_end()) {
    const char c = s_.peek();
    if (c == '=' || c == ',' || c == ')' || c == ';' || c == '\n') break;
    if (c == '[' || c == '(' || c == '\'') {
      if (!(c == '\'' ? s_.skip_string() : s_.skip_balanced())) return false;
    } else {
      s_.advance();
    }
  }
  std::string_view text = s_.since(start);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty()) return s_.expected("an annotation");
  const std::string_view head = text.substr(0, text.find('['));
  const bool is_type = spacing == Spacing::spaced || head.size() == text.size() || head.find('.') != std::string_view::npos ||
                       (head[0] >= 'A' && head[0] <= 'Z') || is_builtin_generic(head);
  if (!is_type && !check_annotation(text, start)) return false;
  if (is_value_annotation(text)) {
    style_->bare_annotations = true;
    note_annotation(text);
  }
  out = module_.intern(text);
  return true;
}

bool GraphReader::check_annotation(std::string_view text, const char* where) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if ((text[i] == ']' || text[i] == ')') && --depth < 0)
      return s_.fail_at(where + i, "expected an opening bracket before this in the annotation");
  }
  if (depth > 0) return s_.fail_at(where + text.size(), "expected a closing bracket in the annotation");
  if (text.starts_with("Sym(")) return true;
  const size_t bracket = text.find_first_of("[(");
  if (bracket == std::string_view::npos || text[bracket] == '(') return true;
  const std::string_view head = text.substr(0, bracket);
  if (dtype_from_abbreviation(head)) return true;
  return s_.fail_at(where, "unknown dtype '" + std::string(head.substr(0, 60)) + "' in an annotation",
                    "dtypes are abbreviated as in f32, bf16, i64, b8, c64, f8e4m3fn");
}

void GraphReader::note_annotation(std::string_view text) {
  saw_value_annotation_ = true;
  if (text.starts_with("Sym(")) return;
  if (text.find("][") != std::string_view::npos) style_->strides = true;
  if (!text.ends_with(']') && !text.ends_with(')')) style_->device = true;
}

// ---- pytree and boxed signatures

bool GraphReader::read_special_header(const char* def) {
  const char* start = s_.position();
  const char* second = s_.line_end(start);
  const char* third = second < s_.end() ? s_.line_end(second + 1) : s_.end();
  const std::string_view lines(start, static_cast<size_t>(third - start));
  if (lines.find("= fx_pytree.tree_flatten_spec(") != std::string_view::npos) return read_pytree_header(def);
  if (lines.substr(0, static_cast<size_t>(second - start)).find("= iter(") != std::string_view::npos) return read_boxed_header(def);
  return true;
}

bool GraphReader::read_pytree_header(const char* def) {
  parameters_.clear();
  std::vector<Parameter> inputs;
  s_.skip_space();
  const std::string_view first_line(s_.position(), static_cast<size_t>(s_.line_end() - s_.position()));
  if (first_line.find("= fx_pytree.") == std::string_view::npos) {
    while (!s_.at_end() && s_.peek() != '\n') {
      Parameter parameter;
      if (!read_parameter(parameter)) return false;
      if (!s_.skip(';')) return s_.expected("';' behind the annotation of an input");
      inputs.push_back(parameter);
      s_.skip_space();
    }
    s_.next_line();
    s_.skip_space();
  }
  size_t next = 0;
  while (!s_.starts_with("= fx_pytree")) {
    Parameter parameter;
    parameter.where = s_.position();
    parameter.name = s_.word();
    if (parameter.name.empty()) return s_.expected("the name of an input");
    if (next < inputs.size() && inputs[next].name == parameter.name) parameter.annotation = inputs[next++].annotation;
    parameters_.push_back(parameter);
    s_.skip(',');
    s_.skip_space();
  }
  s_.move_to(s_.line_end());
  document_.texts[graph_.value].header = s_.since(def);
  s_.next_line();
  return true;
}

bool GraphReader::read_boxed_header(const char* def) {
  parameters_.clear();
  s_.next_line();
  while (!s_.at_end()) {
    const char* line = s_.position();
    s_.skip_space();
    const std::string_view text(s_.position(), static_cast<size_t>(s_.line_end() - s_.position()));
    const bool last = text.find(".clear()") != std::string_view::npos;
    if (!last && text.find("= next(") == std::string_view::npos) {
      s_.move_to(line);
      break;
    }
    if (!last) {
      Parameter parameter;
      parameter.where = s_.position();
      parameter.name = s_.word();
      if (parameter.name.empty()) return s_.expected("the name of an input");
      if (s_.peek() == ':' && !read_annotation(parameter.annotation, Spacing::tight)) return false;
      parameters_.push_back(parameter);
    }
    s_.next_line();
    if (last) break;
  }
  std::string_view header(def, static_cast<size_t>(s_.position() - def));
  if (header.ends_with('\n')) header.remove_suffix(1);
  document_.texts[graph_.value].header = header;
  return true;
}

}  // namespace outplace
