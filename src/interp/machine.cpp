// The walk over a graph's nodes.
#include "interp/machine.h"

#include <algorithm>

#include "interp/operators.h"
#include "interp/writing.h"
#include "ir/describe.h"
#include "ir/kernel_call.h"

namespace outplace::interp {
namespace {

constexpr int kMaxBodies = 32;  // of sub-graphs running in one another

NodeValueKind kind_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::tensor: return NodeValueKind::tensor;
    case Value::Kind::sequence: return NodeValueKind::tuple;
    case Value::Kind::number:
      if (value.number.dtype == DType::boolean) return NodeValueKind::boolean;
      return is_integral(value.number.dtype) ? NodeValueKind::integer : NodeValueKind::real;
    case Value::Kind::bundle: return NodeValueKind::unknown;
    case Value::Kind::none:
    case Value::Kind::slice:
    case Value::Kind::dict:
    case Value::Kind::ellipsis:
    case Value::Kind::text:
    case Value::Kind::dtype:
    case Value::Kind::graph: return NodeValueKind::other;
  }
  return NodeValueKind::unknown;
}

void flatten(const Value& value, std::vector<Value>& out) {
  if (!value.is_sequence() && value.kind != Value::Kind::dict) return out.push_back(value);
  const size_t step = value.kind == Value::Kind::dict ? 2 : 1;
  for (size_t i = step - 1; i < value.items->size(); i += step) flatten((*value.items)[i], out);
}

}  // namespace

Machine::Machine(World& world, const Module& module, GraphId graph, const VerifyOptions& options, Role role)
    : world_(world),
      module_(module),
      graph_(graph),
      options_(options),
      table_(options.ops != nullptr ? *options.ops : OpTable::builtin()),
      binder_(module_, table_, diagnostics_),
      children_(module_),
      maker_(world, options, role == Role::before ? Writing::allowed : Writing::refused),
      names_(table_) {
  if (options.inputs != nullptr) {
    for (const InputFact& fact : options.inputs->attributes) attribute_facts_.emplace(fact.name, &fact);
  }
  values_.resize(module_.node_count());
  kinds_.resize(module_.node_count(), NodeValueKind::unknown);
  uses_.resize(module_.node_count(), 0);
  for (const GraphId g : graph_tree(module_, graph_)) {
    for (const NodeId node : module_.nodes(g)) {
      module_.for_each_input(node, [&](NodeId input) { ++uses_[input.value]; });
      rebinds_ = rebinds_ || rebinds(node);
    }
  }
}

bool Machine::rebinds(NodeId node) const {
  const NodeOp op = module_.node(node).op;
  if (op != NodeOp::call_function && op != NodeOp::call_method) return false;
  const CallableKind kind = op == NodeOp::call_method ? CallableKind::method : CallableKind::function;
  return std::ranges::any_of(table_.find(kind, module_.target(node)), [](const OpDef* o) { return o->inplace_view; });
}

bool Machine::run() {
  NodeId at;
  try {
    make_placeholders();
    for (const NodeId node : module_.nodes(graph_)) {
      at = node;
      if (module_.node(node).op == NodeOp::placeholder) continue;
      Value value = step(node);
      if (module_.node(node).op == NodeOp::output) {
        flatten(value, outputs_);
      } else {
        note(node, std::move(value));
      }
    }
  } catch (const Stop& stop) {
    failure_ = {stop.kind(), stop.what(), at};
    return false;
  }
  return true;
}

void Machine::note(NodeId node, Value value) {
  kinds_[node.value] = kind_of(value);
  if (observer) observer(node, value);
  values_[node.value] = std::move(value);
}

void Machine::make_placeholders() {
  size_t position = 0;
  for (const NodeId node : module_.nodes(graph_)) {
    if (module_.node(node).op != NodeOp::placeholder) continue;
    const bool told = options_.inputs != nullptr && position < options_.inputs->placeholders.size();
    const InputFact* fact = told ? &options_.inputs->placeholders[position] : nullptr;
    ++position;
    std::string_view text = module_.text(module_.node(node).annotation);
    Value value = maker_.make(fact, annotation(node), text, position);
    flatten(value, inputs_);
    input_names_.resize(inputs_.size(), std::string(module_.name(node)));
    note(node, std::move(value));
  }
}

std::optional<Annotation> Machine::annotation(NodeId node) {
  const StringId text = module_.node(node).annotation;
  auto said = text ? read_annotation(module_.text(text), world_.symbols) : std::nullopt;
  if (said && rebinds_ && module_.node(node).op != NodeOp::placeholder) said->strides.reset();
  return said;
}

Value Machine::make_attribute(NodeId node) {
  if (const GraphId body = children_.child(node)) {
    Value value;
    value.kind = Value::Kind::graph;
    value.graph = body;
    return value;
  }
  std::string path(module_.target(node));
  if (const auto known = attributes_.find(path); known != attributes_.end()) return known->second;
  const auto fact = attribute_facts_.find(path);
  Value value = maker_.make(fact == attribute_facts_.end() ? nullptr : fact->second, annotation(node),
                            module_.text(module_.node(node).annotation), hash_text(path));
  return attributes_[path] = value;
}

Value Machine::step(NodeId node) {
  switch (module_.node(node).op) {
    case NodeOp::placeholder: break;
    case NodeOp::get_attr: return make_attribute(node);
    case NodeOp::call_function:
    case NodeOp::call_method: return is_kernel_call(module_, node) ? call_kernel(node) : call_operator(node);
    case NodeOp::call_module: give_up("what a module does is not written in the graph");
    case NodeOp::output: return module_.args(node).empty() ? Value() : value_of(module_.args(node)[0]);
  }
  return {};
}

Value Machine::value_of(const Arg& arg) {
  const auto parts = [&](Value::Kind kind) {
    std::vector<Value> items;
    for (const Arg& part : std::vector<Arg>(module_.parts(arg).begin(), module_.parts(arg).end())) items.push_back(value_of(part));
    return Value::of(std::move(items), kind);
  };
  switch (arg.kind) {
    case ArgKind::none: return {};
    case ArgKind::node: {
      const NodeId node = arg.as_node();
      Value value = values_[node.value];
      if (--uses_[node.value] == 0 && nesting_ == 0) values_[node.value] = {};
      return value;
    }
    case ArgKind::boolean: return Value::truth(arg.as_boolean());
    case ArgKind::integer: return Value::of(arg.as_integer());
    case ArgKind::real: return Value::of(world_.elements.real(module_.real_value(arg)));
    case ArgKind::imaginary: return Value::of(Elements::opaque(hash_text(module_.text(arg.as_text())), DType::complex128));
    case ArgKind::ellipsis: {
      Value value;
      value.kind = Value::Kind::ellipsis;
      return value;
    }
    case ArgKind::slice: return parts(Value::Kind::slice);
    case ArgKind::tuple: return parts(Value::Kind::sequence);
    case ArgKind::list: {
      Value value = parts(Value::Kind::sequence);
      value.list = true;
      return value;
    }
    case ArgKind::dict: return parts(Value::Kind::dict);
    case ArgKind::dtype: return Value::of(dtype_from_torch_name(module_.text(arg.as_text())).value_or(DType::unknown));
    case ArgKind::symbolic:
      if (const auto number = world_.symbols.evaluate(module_.text(arg.as_text()))) return Value::of(*number);
      return Value::of_text(std::string(module_.text(arg.as_text())));
    case ArgKind::string:
    case ArgKind::device:
    case ArgKind::layout:
    case ArgKind::memory_format:
    case ArgKind::opaque: return Value::of_text(std::string(module_.text(arg.as_text())));
  }
  return {};
}

Value Machine::call_operator(NodeId node) {
  BoundCall bound;
  const size_t errors = diagnostics_.all().size();
  if (!binder_.bind_into(node, kinds_, bound)) {
    const auto& all = diagnostics_.all();
    give_up(all.size() > errors ? all.back().message : "the call fits no operator");
  }
  const OperatorName& name = names_.of(*bound.op, module_.target(node));
  Call call(*this, node, *bound.op, name);
  for (size_t i = 0; i < bound.values.size(); ++i) {
    const BoundCall::Value& value = bound.values[i];
    call.arguments.push_back({&bound.op->params[i], value.given, value.given ? value_of(value.arg) : Value()});
  }
  return dispatch(call);
}

Value Machine::dispatch(Call& call) {
  if (call.own_name() != call.name()) {
    if (const Handler own = find_handler(call.own_name())) return own(call);
  }
  if (is_foreach(call)) return run_foreach(call);
  if (keeps_state(call)) return compute(call);
  if (writes_several(call)) return write_several(call);
  return writes(call) ? write_back(call) : compute(call);
}

Value Machine::compute(Call& call) {
  if (call.op().bracket != BracketKind::none) return Value::of_text("");
  if (const Handler handler = find_handler(call.name())) return handler(call);
  if (call.name().starts_with("python.")) return run_plain(call);
  if (call.op().higher_order) give_up("the higher-order operator " + std::string(call.name()) + " is not interpreted");
  if (is_pointwise(call)) return run_pointwise(call);
  if (call.op().effect && !call.op().random) {
    effects_ = mix(effects_, hash_call(call));
    if (call.op().returns.empty()) return {};
  }
  if (call.op().view != ViewRule::none) note_unknown_alias(call);
  return run_opaque(call);
}

// The result may share memory with an argument: writes to that are not followed from here on.
void Machine::note_unknown_alias(Call& call) {
  for (const Call::Argument& argument : call.arguments) {
    std::vector<Value> values;
    flatten(argument.value, values);
    for (const Value& value : values) {
      if (value.is_tensor()) value.tensor->storage->alias = call.name();
    }
  }
}

Value Machine::call_kernel(NodeId node) {
  const KernelAliases aliases = kernel_aliases(module_, node, options_.kernels);
  static const OpDef kKernel;
  Call call(*this, node, kKernel, {"kernel", "kernel"});
  uint64_t hash = hash_text("kernel");
  for (const std::string_view name : {"kernel_idx", "grid", "args"})
    hash = mix(hash, hash_value(call, value_of(*module_.find_keyword(node, name))));
  Value bundle;
  bundle.kind = Value::Kind::bundle;
  bundle.hash = hash;
  bundle.items = std::make_shared<std::vector<Value>>();
  std::vector<Value> operands;
  flatten(value_of(*module_.find_keyword(node, "args")), operands);
  for (const auto& [operand, result] : aliases) {
    if (static_cast<size_t>(operand) >= operands.size() || !operands[static_cast<size_t>(operand)].is_tensor()) continue;
    const Tensor& t = *operands[static_cast<size_t>(operand)].tensor;
    const Value content = opaque_tensor(call, mix(hash, static_cast<uint64_t>(result)), {t.dtype, t.sizes(), {}, {}});
    if (t.storage->writable) world_.memory.write(t, world_.memory.read(*content.tensor));
    // The result is the operand itself where it is written.
    auto& items = *bundle.items;
    if (items.size() <= static_cast<size_t>(result)) items.resize(static_cast<size_t>(result) + 1);
    items[static_cast<size_t>(result)] = t.storage->writable ? operands[static_cast<size_t>(operand)] : content;
  }
  return bundle;
}

Value Machine::run_body(GraphId body, std::span<const Value> arguments) {
  if (nesting_ >= kMaxBodies) give_up("sub-graphs are nested too deeply");
  ++nesting_;
  size_t next = 0;
  Value result;
  for (const NodeId node : module_.nodes(body)) {
    const NodeOp op = module_.node(node).op;
    if (op == NodeOp::placeholder) {
      if (next >= arguments.size()) give_up("a sub-graph gets fewer arguments than it takes");
      note(node, arguments[next++]);
      continue;
    }
    Value value = step(node);
    if (op == NodeOp::output) result = std::move(value);
    if (op != NodeOp::output) note(node, std::move(value));
  }
  --nesting_;
  return result;
}

}  // namespace outplace::interp
