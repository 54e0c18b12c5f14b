// Calls are bound as any graph's are; what an overload writes is what its schema says.
#include "no_writes.h"

#include <set>
#include <vector>

#include "ir/bind.h"
#include "ir/describe.h"

namespace outplace::property {
namespace {

bool writes(const BoundCall& call) {
  const OpDef& op = *call.op;
  for (size_t i = 0; i < op.params.size(); ++i) {
    if (op.params[i].written && call.values[i].given && !call.values[i].arg.is_none() && !op.inplace_view) return true;
  }
  return op.updates || (op.writes_conditionally() && condition_of(call) == Condition::yes);
}

void add_leaves(const Module& module, const Arg& arg, std::vector<NodeId>& out) {
  if (!arg.has_parts()) return out.push_back(arg.as_node());
  const std::span<const Arg> parts = module.parts(arg);
  const size_t step = arg.kind == ArgKind::dict ? 2 : 1;
  for (size_t i = step - 1; i < parts.size(); i += step) add_leaves(module, parts[i], out);
}

std::vector<NodeId> outputs_of(const Module& module, GraphId graph) {
  std::vector<NodeId> out;
  add_leaves(module, module.args(module.graph(graph).last)[0], out);
  return out;
}

}  // namespace

std::string first_write(Module& module, GraphId graph) {
  Diagnostics diagnostics;
  Binder binder(module, OpTable::builtin(), diagnostics);
  const std::vector<NodeValueKind> kinds;
  std::vector<NodeId> calls;
  for (const NodeId node : module.nodes(graph)) {
    const NodeOp op = module.node(node).op;
    if (op == NodeOp::call_function || op == NodeOp::call_method) calls.push_back(node);
  }
  BoundCall call;
  for (const NodeId node : calls) {
    if (!binder.bind_into(node, kinds, call)) return "unknown call: " + describe(module, node);
    if (writes(call)) return describe(module, node);
  }
  return "";
}

std::string wrong_with_io_map(const Program& program, const Document& rewritten, const RewriteReport& report) {
  const Module& before = program.document.module;
  const Module& after = rewritten.module;
  const GraphId graph = rewritten.roots.at(0);
  const std::vector<NodeId> inputs = placeholders(after, graph);
  const std::vector<NodeId> outputs = outputs_of(after, graph);
  const size_t original = outputs_of(before, program.graph()).size();
  if (inputs.size() != placeholders(before, program.graph()).size()) return "the number of inputs changed";
  if (report.original_output_count != std::ssize(outputs_of(before, program.graph()))) return "original_output_count is wrong";
  std::set<int64_t> used;
  for (const auto& [output, input] : report.io_map) {
    if (output < 0 || output >= std::ssize(outputs) || input < 0 || input >= std::ssize(inputs)) return "an index is out of range";
    if (!used.insert(input).second) return "two outputs for input " + std::to_string(input);
    if (!outputs[static_cast<size_t>(output)]) return "an output that is no node";
  }
  for (size_t i = original; i < outputs.size(); ++i) {
    if (!report.io_map.contains(static_cast<int64_t>(i)) && !report.state_map.contains(static_cast<int64_t>(i)))
      return "the added output " + std::to_string(i) + " is in no map";
  }
  return "";
}

}  // namespace outplace::property
