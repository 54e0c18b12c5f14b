// Groups the mutations of a report by kind and form, and lays the summary out for a terminal.
#include "cli/summary.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace outplace::cli {
namespace {

constexpr size_t kNamesShown = 12;
constexpr size_t kFormsShown = 16;
constexpr size_t kHeadShown = 3;
constexpr size_t kLinesShown = 10;
constexpr size_t kWidth = 130;
constexpr size_t kGraphWidth = 180;

std::string shorten(std::string_view line, size_t width = kWidth) {
  if (line.size() <= width) return std::string(line);
  return std::string(line.substr(0, width - 3)) + "...";
}

// What is called at the node: "torch.slice_scatter", ".add" for a method.
std::string callee(const Module& module, NodeId node) {
  const std::string target(module.target(node));
  return module.node(node).op == NodeOp::call_method ? "." + target : target;
}

using NodesByName = std::unordered_map<StringId, NodeId>;

NodesByName nodes_by_name(const Module& module, GraphId graph) {
  NodesByName result;
  for (const NodeId node : module.nodes(graph)) result.emplace(module.node(node).name, node);
  return result;
}

std::string form_of(const Module& module, const NodesByName& nodes, std::string_view name) {
  if (name.empty()) return "nothing";
  const auto found = nodes.find(module.find_string(name));
  return found == nodes.end() ? std::string(name) : callee(module, found->second);
}

struct Form {
  int64_t count = 0;
  Rewritten first;
};

std::string mutation_lines(const RewriteReport& report, const Module& module, GraphId graph) {
  const NodesByName nodes = nodes_by_name(module, graph);
  std::map<std::pair<std::string, std::string>, Form> forms;
  for (size_t i = 0; i < report.mutations.size(); ++i) {
    const Rewritten rewritten = report.mutations[i];
    Form& form = forms[{std::string(rewritten.kind), form_of(module, nodes, rewritten.became)}];
    if (form.count++ == 0) form.first = rewritten;
  }
  std::vector<std::pair<std::pair<std::string, std::string>, Form>> sorted(forms.begin(), forms.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second.count != b.second.count ? a.second.count > b.second.count : a.first < b.first;
  });
  std::string text;
  for (size_t i = 0; i < sorted.size() && i < kFormsShown; ++i) {
    const auto& [names, form] = sorted[i];
    text += "  " + std::to_string(form.count) + " x " + names.first + " -> " + names.second + ", the first:\n";
    text += "      " + shorten(form.first.node) + "\n";
    text += "      became " + shorten(form.first.became);
    if (!form.first.model_line.empty()) text += "   (" + std::string(form.first.model_line) + ")";
    text += "\n";
  }
  if (sorted.size() > kFormsShown) text += "  and " + std::to_string(sorted.size() - kFormsShown) + " further kinds\n";
  return text;
}

std::string map_lines(const RewriteReport& report, const Module& module, GraphId graph) {
  const std::vector<NodeId> inputs = placeholders(module, graph);
  std::string text;
  size_t shown = 0;
  for (const auto& [output, input] : report.io_map) {
    if (shown++ == kNamesShown) break;
    text += "  output " + std::to_string(output) + " -> input " + std::to_string(input);
    if (const auto index = static_cast<size_t>(input); index < inputs.size()) text += " (" + std::string(module.name(inputs[index])) + ")";
    text += "\n";
  }
  if (report.io_map.size() > kNamesShown) text += "  and " + std::to_string(report.io_map.size() - kNamesShown) + " more\n";
  for (const auto& [output, path] : report.state_map) {
    if (shown++ >= 2 * kNamesShown) break;
    text += "  output " + std::to_string(output) + " -> attribute " + path + "\n";
  }
  return text;
}

std::string counted(size_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

// A line of a graph, without the list of values that end here if it does not fit.
std::string graph_line(std::string_view line) {
  if (line.size() > kGraphWidth) line = line.substr(0, std::min(line.find(";  "), line.size()));
  return shorten(line, kGraphWidth);
}

// Takes the first `count` lines off the text.
std::string take_lines(std::string_view& text, size_t count) {
  std::string lines;
  for (; count > 0 && !text.empty(); --count) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines += "  " + graph_line(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The text from the comment above the line that defines `name`, else nothing.
std::string_view from_definition(std::string_view text, std::string_view name) {
  for (const char* after : {":", " ="}) {
    const size_t found = text.find(" " + std::string(name) + after);
    if (found == std::string_view::npos) continue;
    size_t start = text.rfind('\n', found) + 1;
    const size_t above = start < 2 ? start : text.rfind('\n', start - 2) + 1;
    if (text.substr(above, start - above).find('#') != std::string_view::npos) start = above;
    return text.substr(start);
  }
  return {};
}

// The head of the result, then the part where the first mutation was: the lines between are mostly parameters.
std::string result_lines(std::string_view result, const RewriteReport& report) {
  std::string_view rest = result;
  std::string text = take_lines(rest, kHeadShown);
  const std::string_view written = report.mutations.empty() ? std::string_view() : from_definition(rest, report.mutations.front().became);
  if (!written.empty() && written.size() < rest.size()) text += "  ...\n";
  if (!written.empty()) rest = written;
  text += take_lines(rest, kLinesShown);
  if (!rest.empty()) text += "  ...\n";
  return text;
}

}  // namespace

std::string summarize(const RewriteReport& report, const Module& module, GraphId graph, std::string_view result) {
  std::string text = "inputs mutated: " + std::to_string(report.mutated_inputs.size()) + "\n";
  for (size_t i = 0; i < report.mutated_inputs.size() && i < kNamesShown; ++i) text += "  " + report.mutated_inputs[i] + "\n";
  if (report.mutated_inputs.size() > kNamesShown) text += "  and " + std::to_string(report.mutated_inputs.size() - kNamesShown) + " more\n";
  text += "io_map: " + counted(static_cast<size_t>(report.original_output_count), "output") + " of the graph, " +
          counted(report.io_map.size() + report.state_map.size(), "output") + " that replace" +
          (report.io_map.size() + report.state_map.size() == 1 ? "s" : "") + " an input or attribute\n";
  text += map_lines(report, module, graph);
  text += "mutations rewritten: " + std::to_string(report.mutations.size()) + "\n";
  text += mutation_lines(report, module, graph);
  for (const std::string& assumption : report.assumptions) text += "assumed: " + assumption + "\n";
  text += "result:\n" + result_lines(result, report);
  return text;
}

}  // namespace outplace::cli
