// The schema parser: one pass over one line, without recursion.
#include "ops/schema.h"

#include <array>
#include <utility>

namespace outplace {
namespace {

struct NamedType {
  std::string_view name;
  ParamType type;
};
constexpr std::array kTypes = std::to_array<NamedType>({
    {"Tensor", ParamType::tensor},
    {"Scalar", ParamType::scalar},
    {"number", ParamType::scalar},
    {"complex", ParamType::scalar},
    {"int", ParamType::integer},
    {"SymInt", ParamType::integer},
    {"float", ParamType::real},
    {"bool", ParamType::boolean},
    {"SymBool", ParamType::boolean},
    {"str", ParamType::string},
    {"ScalarType", ParamType::dtype},
    {"Device", ParamType::device},
    {"Layout", ParamType::layout},
    {"MemoryFormat", ParamType::memory_format},
    {"Generator", ParamType::generator},
    {"index", ParamType::index},
});
// Types with arguments in parentheses, which are no alias annotation.
constexpr std::array<std::string_view, 5> kContainers = {"Dict", "Future", "RRef", "Await", "Tuple"};

ParamType type_named(std::string_view name) {
  for (const NamedType& entry : kTypes) {
    if (entry.name == name) return entry.type;
  }
  return ParamType::any;
}

bool is_container(std::string_view name) {
  for (std::string_view container : kContainers) {
    if (container == name) return true;
  }
  return false;
}

bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

struct Type {
  ParamType type = ParamType::any;
  bool list = false;
  bool optional = false;
  bool element_optional = false;
  bool written = false;
  char alias = 0;
  uint8_t list_size = 0;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::string run(OpDef& op) {
    const SchemaName name = schema_name(text_);
    op.qualified = name.qualified;
    op.packet = name.packet;
    op.overload = name.overload;
    position_ = name.qualified.size();
    if (name.packet.find("::") == std::string_view::npos) return fail("a name with a namespace (ns::name)");
    if (parse_params(op) && parse_returns(op)) {
      skip_space();
      if (position_ != text_.size()) return fail("the end of the schema");
    }
    return error_;
  }

 private:
  std::string fail(std::string_view expected) {
    if (error_.empty()) error_ = "expected " + std::string(expected) + " at column " + std::to_string(position_ + 1);
    return error_;
  }
  bool reject(std::string_view expected) {
    fail(expected);
    return false;
  }
  char peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  bool accept(std::string_view token) {
    if (!text_.substr(position_).starts_with(token)) return false;
    position_ += token.size();
    return true;
  }
  void skip_space() {
    while (peek() == ' ') ++position_;
  }
  std::string_view word() {
    const size_t start = position_;
    while (is_name_char(peek()) || (peek() == '.' && position_ > start)) ++position_;
    return text_.substr(start, position_ - start);
  }

  // Skips a bracketed text whose opening bracket is at the position.
  bool skip_brackets() {
    int depth = 0;
    do {
      const char c = peek();
      if (c == '\0') return reject("a closing bracket");
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
      ++position_;
    } while (depth > 0);
    return true;
  }

  // "(a!)", "(a -> *)", "(b|a)", "(*)".
  bool parse_alias(Type& type) {
    ++position_;
    while (peek() != ')') {
      const char c = peek();
      if (c == '\0') return reject("')'");
      if (c == '!') type.written = true;
      if (type.alias == 0 && ((c >= 'a' && c <= 'z') || c == '*')) type.alias = c;
      ++position_;
    }
    ++position_;
    return true;
  }

  bool parse_suffix(Type& type) {
    if (accept("?")) {
      type.optional = true;
      return true;
    }
    if (peek() == '(') return parse_alias(type);
    ++position_;  // '['
    type.list_size = 0;
    while (peek() >= '0' && peek() <= '9') {
      type.list_size = static_cast<uint8_t>(type.list_size * 10 + (peek() - '0'));
      ++position_;
    }
    if (!accept("]")) return reject("']'");
    if (type.list) type.type = ParamType::any;  // a list of lists
    type.list = true;
    type.element_optional = type.optional;
    type.optional = false;
    return true;
  }

  bool parse_type(Type& type) {
    if (peek() == '(') {
      if (!skip_brackets()) return false;
    } else {
      const std::string_view name = word();
      if (name.empty()) return reject("a type");
      type.type = type_named(name);
      if (is_container(name) && peek() == '(' && !skip_brackets()) return false;
    }
    while (peek() == '[' || peek() == '?' || peek() == '(') {
      if (!parse_suffix(type)) return false;
    }
    return true;
  }

  // The text of a default value ends at a comma or parenthesis of the parameter list.
  std::string_view default_text() {
    const size_t start = position_;
    int depth = 0;
    char quote = '\0';
    for (; position_ < text_.size(); ++position_) {
      const char c = text_[position_];
      if (quote != '\0') {
        if (c == '\\')
          ++position_;
        else if (c == quote)
          quote = '\0';
        continue;
      }
      if (c == '"' || c == '\'')
        quote = c;
      else if (c == '[' || c == '(')
        ++depth;
      else if (depth == 0 && (c == ',' || c == ')'))
        break;
      else if (c == ']' || c == ')')
        --depth;
    }
    return text_.substr(start, position_ - start);
  }

  bool parse_param(OpDef& op, bool keyword_only) {
    Type type;
    if (!parse_type(type)) return false;
    skip_space();
    Param param;
    param.name = word();
    if (param.name.empty()) return reject("a parameter's name");
    param.type = type.type;
    param.list = type.list;
    param.optional = type.optional;
    param.element_optional = type.element_optional;
    param.list_size = type.list_size;
    param.alias = type.alias == '*' ? '\0' : type.alias;
    param.written = type.written;
    param.keyword_only = keyword_only;
    param.out = type.written && keyword_only;
    if (accept("=")) {
      param.has_default = true;
      param.default_text = default_text();
    }
    op.params.push_back(std::move(param));
    return true;
  }

  bool parse_params(OpDef& op) {
    if (!accept("(")) return reject("'('");
    bool keyword_only = false;
    skip_space();
    while (!accept(")")) {
      if (accept("...")) {
        Param rest;
        rest.name = "arguments";
        rest.variadic = true;
        op.params.push_back(std::move(rest));
      } else if (accept("*")) {
        keyword_only = true;
      } else if (!parse_param(op, keyword_only)) {
        return false;
      }
      skip_space();
      if (accept(","))
        skip_space();
      else if (peek() != ')')
        return reject("',' or ')'");
    }
    return true;
  }

  bool parse_return(OpDef& op) {
    Type type;
    if (accept("...")) {
      type.list = true;
    } else if (!parse_type(type)) {
      return false;
    }
    skip_space();
    word();  // a result's name
    op.returns.push_back({.type = type.type, .list = type.list, .written = type.written, .alias = type.alias == '*' ? '\0' : type.alias});
    return true;
  }

  bool parse_returns(OpDef& op) {
    skip_space();
    if (!accept("->")) return reject("'->'");
    skip_space();
    if (!accept("(")) return parse_return(op);
    skip_space();
    while (!accept(")")) {
      if (!parse_return(op)) return false;
      skip_space();
      if (accept(","))
        skip_space();
      else if (peek() != ')')
        return reject("',' or ')'");
    }
    return true;
  }

  std::string_view text_;
  size_t position_ = 0;
  std::string error_;
};

// Parameters that Python spells in more than one way, as PyTorch's argument parser accepts them.
void add_python_names(OpDef& op) {
  for (Param& param : op.params) {
    if (param.name == "self")
      param.other_names = {"input", "x", "a", "x1"};
    else if (param.name == "input")
      param.other_names = {"self", "x", "a", "x1"};
    else if (param.name == "other")
      param.other_names = {"x2"};
    else if (param.name == "dim")
      param.other_names = {"axis", "dims"};
    else if (param.name == "dims")
      param.other_names = {"dim", "axis"};
    else if (param.name == "keepdim")
      param.other_names = {"keepdims"};
    else if (param.name == "size")
      param.other_names = {"shape"};
  }
}

bool is_number_list(const Param& param) { return param.list && param.type == ParamType::integer; }

// PyTorch's rule: an integer list that is the only positional parameter beside self may be given one by one.
void mark_variadic(OpDef& op) {
  const size_t first = !op.params.empty() && op.params[0].type == ParamType::tensor && !op.params[0].list ? 1 : 0;
  if (first >= op.params.size() || op.params[first].keyword_only || !is_number_list(op.params[first])) return;
  if (first + 1 < op.params.size() && !op.params[first + 1].keyword_only) return;
  op.params[first].variadic = true;
}

}  // namespace

SchemaName schema_name(std::string_view schema) {
  SchemaName name;
  name.qualified = schema.substr(0, schema.find('('));
  const size_t space_end = name.qualified.find("::");
  const size_t from = space_end == std::string_view::npos ? 0 : space_end + 2;
  const std::string_view space = name.qualified.substr(0, from);
  const char mark = space == "py::" || space == "method::" || space == "attribute::" ? '@' : '.';
  const size_t split = name.qualified.find(mark, from);
  name.packet = name.qualified.substr(0, split);
  if (split != std::string_view::npos) name.overload = name.qualified.substr(split + 1);
  return name;
}

std::string parse_schema(std::string_view schema, OpDef& op) {
  std::string error = Parser(schema).run(op);
  if (!error.empty()) return error;
  add_python_names(op);
  mark_variadic(op);
  return {};
}

}  // namespace outplace
