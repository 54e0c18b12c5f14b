// Graphs, operators and facts about inputs from the files that the command line names.
#include "cli/steps.h"

#include <cstdio>

#include "support/dtype.h"

namespace outplace::cli {
namespace {

// What the file says of a placeholder that cannot be true of it; "" if nothing. Shapes may differ: a text shows an input's shape after
// the last t_() or unsqueeze_() of it.
std::string contradiction(const Module& module, NodeId node, const InputFact& fact) {
  if (!fact.name.empty() && fact.name != module.name(node) && fact.name != module.target(node)) {
    return " is " + fact.name + ", but the graph's placeholder there is " + std::string(module.name(node));
  }
  const StringId annotation = module.node(node).annotation;
  if (!annotation || fact.kind != InputKind::tensor) return {};
  const std::string_view text = module.text(annotation);
  const auto dtype = dtype_from_abbreviation(text.substr(0, text.find('[')));
  if (!dtype || torch_name(*dtype) == fact.dtype) return {};
  return " is " + fact.dtype + ", but the graph says that " + std::string(module.name(node)) + " is " + std::string(torch_name(*dtype));
}

}  // namespace

std::unexpected<ExitCode> stop(ExitCode code, const std::string& message) {
  std::fprintf(stderr, "outplace: %s\n", message.c_str());
  return std::unexpected(code);
}

std::string shown_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

std::string counted(size_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

Result<Document> read_graphs(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  return read_fx_text(text, {.file = file}, diagnostics);
}

Result<OpTable> read_ops(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  return OpTable::with_extra(text, file, diagnostics);
}

Step check_facts(const Module& module, GraphId graph, InputFacts& facts, const std::string& path, Diagnostics& diagnostics) {
  const auto complain = [&](const std::string& message) {
    Diagnostic diagnostic;
    diagnostic.message = message;
    diagnostic.position.file = shown_name(path);
    diagnostic.advice = "the file must describe the graph's placeholders, in their order";
    diagnostics.error(diagnostic);
    return std::unexpected(ExitCode::refused);
  };
  size_t index = 0;
  for (const NodeId node : module.nodes(graph)) {
    if (module.node(node).op != NodeOp::placeholder) continue;
    if (index < facts.placeholders.size()) {
      InputFact& fact = facts.placeholders[index];
      if (const std::string wrong = contradiction(module, node, fact); !wrong.empty()) {
        return complain("inputs[" + std::to_string(index) + "]" + wrong);
      }
      fact.name = module.name(node);
    }
    ++index;
  }
  if (index == facts.placeholders.size()) return {};
  return complain("the file describes " + counted(facts.placeholders.size(), "input") + ", the graph has " + counted(index, "placeholder"));
}

}  // namespace outplace::cli
