// Operators with sub-graphs. Where it is certain how often a body runs, it is run; so its writes reach the tensors that it is given.
#include <array>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

const Value& body_argument(Call& call, std::string_view name) {
  const Value* value = call.find(name);
  if (value == nullptr || value->kind != Value::Kind::graph) give_up("a sub-graph that is not written in the text");
  return *value;
}

std::vector<Value> operands(Call& call, std::string_view name) {
  const Value* value = call.find(name);
  if (value == nullptr) return {};
  return value->is_sequence() ? *value->items : std::vector<Value>{*value};
}

Value run_once(Call& call) {
  const std::string_view name = call.find("subgraph") != nullptr ? "subgraph" : "fn";
  const std::string_view list = call.name() == "invoke_subgraph" || call.name() == "strict_mode" ? "operands" : "arguments";
  return call.machine().run_body(body_argument(call, name).graph, operands(call, list));
}

Value cond(Call& call) {
  const Value* pred = call.find("pred");
  if (pred == nullptr) give_up("a condition that is not known");
  const Elem e = pred->is_tensor() ? call.memory().read_one(*pred->tensor, 0) : pred->number;
  const std::string_view branch = Elements::truth(e) ? "true_fn" : "false_fn";
  return call.machine().run_body(body_argument(call, branch).graph, operands(call, "operands"));
}

Value autograd_function(Call& call) {
  const Value out = call.machine().run_body(body_argument(call, "fwd").graph, operands(call, "operands"));
  // The body returns the results and what it saves for the backward pass.
  if (!out.is_sequence() || out.items->empty()) return out;
  return (*out.items)[0];
}

// What a body computes, as a hash: it is run on unknowns of the shapes that it declares.
uint64_t meaning(Call& call, GraphId body) {
  Machine& machine = call.machine();
  std::vector<Value> arguments;
  std::vector<Array> before;
  for (const NodeId node : machine.module().nodes(body)) {
    if (machine.module().node(node).op != NodeOp::placeholder) continue;
    const auto said = machine.annotation(node);
    const uint64_t hash = mix(hash_text("argument of a body"), arguments.size());
    if (said) {
      arguments.push_back(opaque_tensor(call, hash, *said));
      before.push_back(call.memory().read(*arguments.back().tensor));
    } else {
      arguments.push_back(Value::of(Elements::opaque(hash, DType::int64)));
      before.emplace_back();
    }
  }
  const uint64_t hash = hash_value(call, machine.run_body(body, arguments));
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_tensor() && arguments[i].tensor->storage->written)
      give_up("a body of " + std::string(call.name()) + " that writes to its arguments");
  }
  return hash;
}

Value run_by_meaning(Call& call) {
  uint64_t hash = hash_text(call.name());
  const auto hash_all = [&](const auto& self, const Value& value) -> void {
    if (value.kind == Value::Kind::graph) {
      hash = mix(hash, meaning(call, value.graph));
    } else if (value.is_sequence()) {
      for (const Value& item : *value.items) self(self, item);
    } else {
      hash = mix(hash, hash_value(call, value));
    }
  };
  for (const Call::Argument& argument : call.arguments) hash_all(hash_all, argument.value);
  Value bundle;
  bundle.kind = Value::Kind::bundle;
  bundle.hash = hash;
  bundle.items = std::make_shared<std::vector<Value>>();
  return bundle;
}

constexpr auto kBodyHandlers = std::to_array<NamedHandler>({
    {"associative_scan", run_by_meaning},
    {"autograd_function_apply", autograd_function},
    {"cond", cond},
    {"flex_attention", run_by_meaning},
    {"hints_wrapper", run_once},
    {"invoke_subgraph", run_once},
    {"map_impl", run_by_meaning},
    {"scan", run_by_meaning},
    {"strict_mode", run_once},
    {"tag_activation_checkpoint", run_once},
    {"while_loop", run_by_meaning},
    {"wrap", run_once},
    {"wrap_activation_checkpoint", run_once},
    {"wrap_with_autocast", run_once},
    {"wrap_with_set_grad_enabled", run_once},
});

}  // namespace

std::span<const NamedHandler> body_handlers() { return kBodyHandlers; }

}  // namespace outplace::interp
