// Prints graphs as print_tabular does: columns as wide as their longest cell.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "io/fx_text.h"
#include "io/printers.h"
#include "io/tabular_reader.h"
#include "ir/node_text.h"

namespace outplace {
namespace {

using Row = std::array<std::string, 5>;

constexpr std::array<const char*, 5> kTitles = {"opcode", "name", "target", "args", "kwargs"};

std::string builtin(std::string_view name) {
  std::string out = "<built-in function ";
  out += name;
  out += '>';
  return out;
}

std::string target_cell(std::string_view target) {
  if (target.starts_with("operator.")) return builtin(target.substr(9));
  if (target == "getattr") return "<built-in function getattr>";
  constexpr std::string_view kNn = "torch._C._nn.";
  if (target.starts_with(kNn)) return builtin(target.substr(kNn.size()));
  constexpr std::string_view kOps = "torch.ops.";
  return std::string(target.starts_with(kOps) ? target.substr(kOps.size()) : target);
}

Row row_of(const Module& module, NodeId node) {
  const Node& n = module.node(node);
  Row row;
  row[0] = name_of(n.op);
  row[1] = module.text(n.name);
  row[2] = n.op == NodeOp::call_function ? target_cell(module.text(n.target)) : std::string(module.text(n.target));
  std::string& args = row[3];
  args += '(';
  for (const Arg& arg : module.args(node)) {
    if (args.size() > 1) args += ", ";
    append_arg(args, module, arg);
  }
  args += n.args_count == 1 ? ",)" : ")";
  std::string& kwargs = row[4];
  kwargs += '{';
  for (const Keyword& k : module.kwargs(node)) {
    if (kwargs.size() > 1) kwargs += ", ";
    append_python_string(kwargs, module.text(k.name));
    kwargs += ": ";
    append_arg(kwargs, module, k.value);
  }
  kwargs += '}';
  return row;
}

void append_row(std::string& out, const std::array<std::string, 5>& cells, const std::array<size_t, 5>& widths) {
  for (size_t i = 0; i < cells.size(); ++i) {
    out += cells[i];
    if (i + 1 < cells.size()) out.append(widths[i] - cells[i].size() + 2, ' ');
  }
  out += '\n';
}

}  // namespace

void append_table(std::string& out, const Module& module, GraphId graph, const TextStyle& style, const GraphText& text) {
  out += text.lead;
  std::vector<Row> rows;
  std::array<size_t, 5> widths{};
  for (size_t i = 0; i < kTitles.size(); ++i) widths[i] = style.table_header ? std::string_view(kTitles[i]).size() + 2 : 0;
  for (const NodeId node : module.nodes(graph)) {
    rows.push_back(row_of(module, node));
    for (size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], rows.back()[i].size());
  }
  if (style.table_header) {
    Row titles;
    Row rule;
    for (size_t i = 0; i < kTitles.size(); ++i) {
      titles[i] = kTitles[i];
      rule[i].assign(widths[i], '-');
    }
    append_row(out, titles, widths);
    append_row(out, rule, widths);
  }
  for (const Row& row : rows) append_row(out, row, widths);
}

}  // namespace outplace
