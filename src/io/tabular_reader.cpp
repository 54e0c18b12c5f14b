// Rows of a table; cells are found by the rule under the titles, or by two spaces where there is none.
#include "io/tabular_reader.h"

#include "ir/operator_symbols.h"

namespace outplace {
namespace {

std::string_view trim(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  return text;
}

bool is_operator(std::string_view name) {
  const std::string target = "operator." + std::string(name);
  return name == "getitem" || name == "setitem" || name == "not_" || name == "abs" || !binary_symbol(target).empty() ||
         !unary_symbol(target).empty() || !inplace_symbol(target).empty();
}

}  // namespace

bool is_table_title(std::string_view line) { return line.starts_with("opcode  ") && line.find("  kwargs") != std::string_view::npos; }

bool is_table_row(std::string_view line) {
  return line.ends_with('}') &&
         (line.starts_with("placeholder  ") || line.starts_with("get_attr  ") || line.starts_with("call_function  "));
}

std::string table_to_target(std::string_view cell) {
  constexpr std::string_view kFunction = "<built-in function ";
  constexpr std::string_view kMethod = "<built-in method ";
  if (cell.starts_with(kFunction) && cell.ends_with('>')) {
    const std::string_view name = cell.substr(kFunction.size(), cell.size() - kFunction.size() - 1);
    if (name == "getattr") return "getattr";
    return (is_operator(name) ? "operator." : "torch._C._nn.") + std::string(name);
  }
  if (cell.starts_with(kMethod)) {
    const std::string_view name = cell.substr(kMethod.size());
    return "torch." + std::string(name.substr(0, name.find(' ')));
  }
  if (cell.starts_with('<') || cell.starts_with("torch.")) return std::string(cell);
  return cell.find('.') == std::string_view::npos ? std::string(cell) : "torch.ops." + std::string(cell);
}

void TabularReader::read(GraphId graph, TextStyle& style) {
  graph_ = graph;
  args_.begin_graph(graph);
  style.table_header = s_.starts_with("opcode");
  if (style.table_header) {
    s_.next_line();
    const char* start = s_.position();
    const std::string_view rule(start, static_cast<size_t>(s_.line_end() - start));
    if (rule.starts_with("--")) {
      size_t column = 0;
      for (size_t i = 0; i < rule.size() && column < kColumns; ++i) {
        if (rule[i] == '-' && (i == 0 || rule[i - 1] == ' ')) starts_[column++] = i;
      }
      if (column < kColumns) starts_ = {};
      s_.next_line();
    }
  }
  while (!s_.at_end() && !returned_ && !errors_.too_many()) {
    if (s_.peek() == '\n') break;
    if (read_row()) continue;
    errors_.report(s_.take_failure());
    s_.forget_brackets();
    s_.next_line();
    args_.stand_in(name_being_defined_);
  }
  if (!returned_ && !errors_.too_many()) {
    s_.fail("the table ends without a row 'output'", "the text may have been cut off");
    errors_.report(s_.take_failure());
  }
}

bool TabularReader::split_row(std::array<const char*, kColumns>& cells) {
  const char* line = s_.position();
  const std::string_view text(line, static_cast<size_t>(s_.line_end() - line));
  if (starts_[1] > 0) {
    for (size_t i = 0; i < kColumns; ++i) {
      if (starts_[i] >= text.size() || (i > 0 && text[starts_[i] - 1] != ' '))
        return s_.fail("expected five cells under the columns of the table");
      cells[i] = line + starts_[i];
    }
    return true;
  }
  size_t at = 0;
  for (size_t i = 0; i < kColumns; ++i) {
    if (i > 0) {
      at = text.find("  ", at);
      if (at == std::string_view::npos) return s_.fail("expected five cells with two spaces between them");
    }
    while (at < text.size() && text[at] == ' ') ++at;
    cells[i] = line + at;
  }
  return true;
}

std::string_view TabularReader::cell(const std::array<const char*, kColumns>& cells, size_t index) const {
  const char* end = index + 1 < kColumns ? cells[index + 1] : s_.line_end(cells[index]);
  return trim(std::string_view(cells[index], static_cast<size_t>(end - cells[index])));
}

bool TabularReader::read_row() {
  name_being_defined_ = {};
  const char* line = s_.position();
  std::array<const char*, kColumns> cells{};
  if (!split_row(cells)) return false;
  const std::optional<NodeOp> named = op_named(cell(cells, 0));
  if (!named) return s_.fail("expected an opcode: placeholder, get_attr, call_function, call_method, call_module or output");
  const NodeOp op = *named;
  const std::string_view name = cell(cells, 1);
  const StringId id = module_.intern(name);
  name_being_defined_ = id;
  returned_ = op == NodeOp::output;
  std::vector<Arg> args;
  std::vector<Keyword> kwargs;
  if (!read_cells(op, cells, args, kwargs)) return false;
  if (const NodeId other = names_.find(id, graph_); other && !args_.is_stand_in(other))
    return s_.fail_at(line, quoted(name) + " is defined twice");
  const std::string_view target = cell(cells, 2);
  const NodeId node =
      module_.create(graph_, op, id, op == NodeOp::call_function ? module_.intern(table_to_target(target)) : module_.intern(target));
  module_.set_args(node, args);
  module_.set_kwargs(node, kwargs);
  module_.append(node);
  module_.node(node).line = errors_.line_of(line);
  names_.bind(id, graph_, node);
  if (returned_) document_.ends_with_newline = s_.line_end() < s_.end();
  s_.next_line();
  return true;
}

bool TabularReader::read_cells(NodeOp, const std::array<const char*, kColumns>& cells, std::vector<Arg>& args,
                               std::vector<Keyword>& kwargs) {
  s_.move_to(cells[3]);
  Arg tuple;
  if (!args_.read(tuple)) return false;
  if (tuple.kind != ArgKind::tuple) return s_.fail_at(cells[3], "expected a tuple of arguments");
  const auto parts = module_.parts(tuple);
  args.assign(parts.begin(), parts.end());
  s_.move_to(cells[4]);
  if (!args_.read_keywords(kwargs)) return false;
  s_.skip_space();
  if (!s_.at_end() && s_.peek() != '\n') return s_.expected("the end of the row");
  return true;
}

}  // namespace outplace
