// Nothing here may fail a rewrite: every error of the file system becomes one warning.
#include "pipeline/dump.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "ir/graph_tree.h"

namespace outplace {

std::string dump_text(const Module& module, GraphId graph, const TextStyle& style) {
  std::string groups;
  std::string out;
  for (const GraphId id : graph_tree(module, graph)) {
    if (id != graph) {
      out += "sub-graph ";
      out += module.text(module.graph(id).name);
      out += ":\n";
    }
    out += print_listing(module, id);
    if (!out.ends_with('\n')) out += '\n';
    for (const NodeId node : module.nodes(id)) {
      if (!module.node(node).replica_groups) continue;
      groups += module.name(node);
      groups += ": ";
      groups += module.text(module.node(node).replica_groups);
      groups += '\n';
    }
  }
  out += "\ncode:\n" + print_python(module, graph, style);
  if (!out.ends_with('\n')) out += '\n';
  if (!groups.empty()) out += "\nreplica groups:\n" + groups;
  return out;
}

void Dumper::original(const Module& module, GraphId graph, const TextStyle& style) {
  if (directory_.empty()) return;
  write("00_original.txt", dump_text(module, graph, style));
}

void Dumper::after(std::string_view pass, const Module& module, GraphId graph, const TextStyle& style) {
  ++count_;
  if (directory_.empty()) return;
  std::string number = std::to_string(count_);
  if (number.size() < 2) number.insert(0, 1, '0');
  write(number + "_after_" + std::string(pass) + ".txt", dump_text(module, graph, style));
}

void Dumper::write(const std::string& name, const std::string& text) {
  const std::filesystem::path folder = std::filesystem::path(directory_) / "passes";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::ofstream file;
  if (!error) file.open(folder / name, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!error && file) return;
  Diagnostic warning;
  warning.message = "cannot write " + (folder / name).string() + (error ? ": " + error.message() : std::string());
  warning.advice = "the rewrite went on without dumps; check the folder";
  diagnostics_.warning(std::move(warning));
  directory_.clear();
}

}  // namespace outplace
