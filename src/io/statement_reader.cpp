// Statements of a graph: assignments, effects on a first argument, renamed inputs, the return.
#include "io/graph_reader.h"
#include "ir/node_text.h"
#include "ir/operator_symbols.h"

namespace outplace {
namespace {

// The operator at the cursor, not counting a '=' that makes it an assignment; empty if there is none.
std::string_view operator_at(const Scanner& s) {
  const std::string_view rest = s.rest().substr(0, 2);
  if (rest.empty()) return {};
  static constexpr std::string_view kTwo[] = {"//", "**", "<<", ">>", "==", "!=", "<=", ">="};
  for (const std::string_view two : kTwo) {
    if (rest == two) return two;
  }
  return std::string_view("+-*/%&|^@<>").find(rest[0]) == std::string_view::npos ? std::string_view{} : rest.substr(0, 1);
}

// Names that a dotted function name can begin with; others are nodes.
bool is_function_root(std::string_view word) {
  static constexpr std::string_view kRoots[] = {"torch", "operator", "_operator", "builtins", "math", "fx_pytree", "pytree", "numpy", "np"};
  for (const std::string_view root : kRoots) {
    if (word == root) return true;
  }
  return false;
}

// "-1", "-.5", "-inf": a literal, where "-x" is a negation.
bool is_negative_literal(std::string_view text) {
  if (text.size() < 2) return false;
  if (text_chars::is_digit(text[1]) || text[1] == '.') return true;
  const bool special = text.starts_with("-inf") || text.starts_with("-nan");
  return special && (text.size() == 4 || !text_chars::is_word(text[4]));
}

bool is_end(char c) { return c == '\n' || c == '\0' || c == ';'; }

}  // namespace

bool GraphReader::read_statement() {
  call_args_.clear();
  call_kwargs_.clear();
  name_being_defined_ = {};
  const std::string_view name = s_.word();
  if (name.empty()) return s_.expected("a statement");
  if (name == "return") return read_return();
  if (name == "pass" && is_end(s_.peek())) {
    s_.next_line();
    return true;
  }
  const char* behind = s_.position();
  s_.skip_space();
  StringId annotation;
  if (s_.peek() == ':') {
    if (!read_annotation(annotation, s_.position() > behind ? Spacing::spaced : Spacing::tight)) return false;
    s_.skip_space();
    if (s_.peek() != '=') return s_.expected("'='");
  }
  if (s_.peek() != '=' || s_.peek(1) == '=') return read_effect(statement_, name);
  s_.advance();
  name_being_defined_ = module_.intern(name);
  if (!read_value(name)) return false;
  if (renamed_) {
    renamed_ = false;
    return read_end(name);
  }
  return define(name, statement_, annotation) && read_end(name);
}

bool GraphReader::read_value(std::string_view name) {
  s_.skip_space();
  const char* start = s_.position();
  const char c = s_.peek();
  if (c == '+' || c == '~' || (c == '-' && !is_negative_literal(s_.rest()))) {
    reset_call(NodeOp::call_function, unary_target(s_.rest().substr(0, 1)));
    s_.advance();
    Arg operand;
    if (!args_.read(operand, ArgReader::Place::operand)) return false;
    call_args_.push_back(operand);
    return true;
  }
  const std::string_view word = s_.word();
  if (!word.empty()) {
    const char next = s_.peek();
    if (const NodeId node = args_.find(word)) {
      if (is_end(next)) return read_rename(name, node, start);
      return read_after_operand(Arg::node(node));
    }
    if (word == "self" && next == '.') {
      s_.move_to(start);
      return read_self_value();
    }
    if (next == '(' && word == "getattr" && (s_.starts_with("(self") || s_.starts_with("(getattr("))) {
      s_.move_to(start);
      return read_self_value();
    }
    if (next == '.' && !is_function_root(word)) return args_.undefined(start, word);
    while (s_.skip('.')) {
      if (s_.word().empty()) return s_.expected("a name after '.'");
    }
    if (s_.peek() == '(') return read_call_of(s_.since(start));
    s_.move_to(start);
  }
  Arg operand;
  return args_.read(operand, ArgReader::Place::operand) && read_after_operand(operand);
}

// "l_x_ = L_x_": the node of an input gets its name.
bool GraphReader::read_rename(std::string_view name, NodeId node, const char* where) {
  Node& n = module_.node(node);
  if (n.op != NodeOp::placeholder ||
      n.name != module_.intern(std::string_view(module_.text(n.target)).substr(module_.text(n.target).find_first_not_of('*')))) {
    return s_.fail_at(where, "expected an operation: only inputs get a second name in an FX graph");
  }
  if (module_.node(module_.graph(graph_).last).op != NodeOp::placeholder) {
    return s_.fail_at(where, "expected an operation: inputs get their second names before the first operation");
  }
  const StringId id = module_.intern(name);
  if (names_.find(id, graph_)) return s_.fail_at(statement_, quoted(name) + " is defined twice");
  names_.unbind(n.name);
  n.name = id;
  n.line = errors_.line_of(statement_);
  names_.bind(id, graph_, node);
  renamed_ = true;
  return true;
}

// What follows the first operand: a method, an attribute, an index, or an operator.
bool GraphReader::read_after_operand(Arg operand) {
  call_args_.push_back(operand);
  if (s_.skip('.')) {
    const std::string_view member = s_.word();
    if (member.empty()) return s_.expected("a method or an attribute after '.'");
    if (s_.skip('(')) {
      reset_call(NodeOp::call_method, member);
      return args_.read_call(call_args_, call_kwargs_);
    }
    reset_call(NodeOp::call_function, "getattr");
    call_args_.push_back(module_.make_text(ArgKind::string, member));
    return true;
  }
  if (s_.peek() == '[') {
    reset_call(NodeOp::call_function, "operator.getitem");
    Arg index;
    if (!read_index(index)) return false;
    call_args_.push_back(index);
    return true;
  }
  s_.skip_space();
  const std::string_view symbol = operator_at(s_);
  if (symbol.empty()) return s_.expected("a method, an index or an operator");
  s_.advance(symbol.size());
  reset_call(NodeOp::call_function, binary_target(symbol));
  Arg right;
  if (!args_.read(right, ArgReader::Place::operand)) return false;
  call_args_.push_back(right);
  return true;
}

bool GraphReader::read_index(Arg& index) {
  s_.advance();
  s_.open_bracket();
  if (!args_.read(index)) return false;
  s_.skip_space();
  if (s_.peek() == ',' || s_.peek() == ':') {
    return s_.fail(
        "expected ']': FX prints an index with several parts as a tuple in parentheses, and a range as slice(start, stop, step)");
  }
  if (!s_.skip(']')) return s_.expected("']'");
  s_.close_bracket();
  return true;
}

bool GraphReader::read_call_of(std::string_view target) {
  s_.advance();
  reset_call(NodeOp::call_function, target);
  return args_.read_call(call_args_, call_kwargs_);
}

// self.a.b, self.conv(x), getattr(self.layers, "0").w
bool GraphReader::read_self_value() {
  std::string path;
  if (!read_self_path(path, 0)) return false;
  if (!s_.skip('(')) {
    reset_call(NodeOp::get_attr, path);
    return true;
  }
  reset_call(NodeOp::call_module, path);
  return args_.read_call(call_args_, call_kwargs_);
}

bool GraphReader::read_self_path(std::string& path, int depth) {
  if (depth > kMaxNesting) return s_.fail("getattr is nested more than " + std::to_string(kMaxNesting) + " deep");
  if (s_.skip("getattr(")) {
    if (!read_self_path(path, depth + 1)) return false;
    if (!s_.skip(", ")) return s_.expected("', ' and the name of the attribute");
    const char* quote = s_.position();
    if (s_.peek() != '"' && s_.peek() != '\'') return s_.expected("the name of the attribute in quotes");
    if (!s_.skip_string()) return false;
    if (!path.empty()) path += '.';
    path.append(quote + 1, s_.position() - 1);
    if (!s_.skip(')')) return s_.expected("')'");
  } else if (!s_.skip("self")) {
    return s_.expected("'self'");
  }
  while (s_.skip('.')) {
    const std::string_view part = s_.word();
    if (part.empty()) return s_.expected("a name after '.'");
    if (!path.empty()) path += '.';
    path += part;
  }
  return true;
}

// "x[i] = v;  setitem = x" and "x += y;  iadd = x", the cursor being behind x.
bool GraphReader::read_effect(const char* start, std::string_view base_text) {
  const NodeId base = args_.find(base_text);
  if (s_.peek() == '.') return s_.fail_at(start, "expected 'name = ...', an effect such as 'x[i] = v', or 'return'");
  if (!base) {
    return is_end(s_.peek()) ? s_.fail_at(start, "expected 'name = ...', an effect such as 'x[i] = v', or 'return'")
                             : args_.undefined(start, base_text);
  }
  call_args_.push_back(Arg::node(base));
  Arg operand;
  if (s_.peek() == '[') {
    reset_call(NodeOp::call_function, "operator.setitem");
    if (!read_index(operand)) return false;
    call_args_.push_back(operand);
    s_.skip_space();
    if (!s_.skip('=')) return s_.expected("'='");
  } else {
    const std::string_view symbol = operator_at(s_);
    const std::string with_equals = std::string(symbol) + "=";
    const std::string_view target = inplace_target(with_equals);
    if (target.empty() || !s_.skip(with_equals)) return s_.expected("'=', an index or an operator such as '+='");
    reset_call(NodeOp::call_function, target);
  }
  if (!args_.read(operand, ArgReader::Place::operand)) return false;
  call_args_.push_back(operand);
  return read_binding(base_text);
}

bool GraphReader::read_binding(std::string_view base_text) {
  s_.skip_space();
  if (!s_.skip(';')) {
    return s_.fail(
        "expected ';  NAME = " + std::string(base_text.substr(0, 100)) + "' behind the effect",
        "PyTorch gives the node of an effect its name there; the source of a model is no FX graph: print one with gm.print_readable()");
  }
  s_.skip_space();
  const char* start = s_.position();
  const std::string_view name = s_.word();
  if (name.empty()) return s_.expected("the name of the effect's node");
  name_being_defined_ = module_.intern(name);
  const char* behind = s_.position();
  s_.skip_space();
  StringId annotation;
  if (s_.peek() == ':') {
    if (!read_annotation(annotation, s_.position() > behind ? Spacing::spaced : Spacing::tight)) return false;
    s_.skip_space();
  }
  if (!s_.skip('=')) return s_.expected("'='");
  s_.skip_space();
  const char* value = s_.position();
  if (s_.word() != base_text) return s_.fail_at(value, "expected '" + std::string(base_text.substr(0, 100)) + "', which the effect is on");
  return define(name, start, annotation) && read_end(name);
}

bool GraphReader::read_return() {
  returned_ = true;
  s_.skip_space();
  GraphText& text = document_.texts[graph_.value];
  const bool wrapped = s_.skip("pytree.tree_unflatten(");
  if (wrapped) {
    text.return_before = "pytree.tree_unflatten(";
    s_.open_bracket();
  }
  Arg value;
  if (!args_.read(value)) return false;
  const char* behind = s_.position();
  if (wrapped) {
    s_.forget_brackets();
    s_.move_to(s_.line_end());
    text.return_after = s_.since(behind);
    if (!text.return_after.ends_with(")")) return s_.fail_at(behind, "expected the end of tree_unflatten(...)");
  }
  s_.skip_space();
  if (s_.peek() == '#') {
    s_.move_to(s_.line_end());
    text.after = s_.since(behind);
  } else if (!s_.at_end() && s_.peek() != '\n') {
    return s_.expected("the end of the line");
  }
  std::string name = "output";
  for (int n = 1; names_.find(module_.find_string(name), graph_); ++n) name = "output_" + std::to_string(n);
  reset_call(NodeOp::output, "output");
  call_args_.push_back(value);
  if (!define(name, statement_, {})) return false;
  module_.node(module_.graph(graph_).last).comment = {};
  document_.ends_with_newline = !s_.at_end();
  s_.next_line();
  return true;
}

bool GraphReader::read_end(std::string_view name) {
  s_.skip_space();
  if (s_.peek() == ';') return skip_trailer(name);
  if (s_.peek() == '#') s_.move_to(s_.line_end());
  if (!s_.at_end() && s_.peek() != '\n') return s_.expected("the end of the line");
  s_.next_line();
  return true;
}

// ";  a = b = None" says which values are dead: it defines nothing.
bool GraphReader::skip_trailer(std::string_view name) {
  s_.advance();
  s_.skip_space();
  std::string_view last;
  while (!s_.at_end() && s_.peek() != '\n') {
    const std::string_view word = s_.word();
    if (word.empty()) return s_.expected("'NAME = None' behind ';'");
    s_.skip_space();
    if (word == "None") break;
    last = word;
    if (!s_.skip('=')) return s_.expected("'='");
    s_.skip_space();
    if (s_.at_end() || s_.peek() == '\n') return s_.expected("'None'");
  }
  saw_trailer_ = saw_trailer_ || !last.empty();
  saw_self_free_ = saw_self_free_ || last == name;
  if (!s_.at_end() && s_.peek() != '\n') return s_.expected("the end of the line");
  s_.next_line();
  return true;
}

}  // namespace outplace
