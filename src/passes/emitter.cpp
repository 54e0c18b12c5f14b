// Node construction for the rewriting passes.
#include "passes/emitter.h"

namespace outplace {
// The last meaningful part of a target: torch.ops.aten.slice.Tensor -> slice, torch.slice_scatter -> slice_scatter.
std::string_view base_name(std::string_view target) {
  if (target.starts_with("torch.ops.")) {
    std::string_view rest = target.substr(std::string_view("torch.ops.").size());
    rest.remove_prefix(std::min(rest.find('.') + 1, rest.size()));
    return rest.substr(0, rest.find('.'));
  }
  const size_t dot = target.rfind('.');
  return dot == std::string_view::npos ? target : target.substr(dot + 1);
}

Emitter::Emitter(Memory& memory, GraphId graph)
    : memory_(memory), module_(memory.module()), graph_(graph), namer_(memory.module(), graph) {}

NodeId Emitter::emit(const Call& call) {
  const StringId target = module_.intern(call.target);
  StringId& base = base_names_[target];
  if (!base) base = module_.intern(base_name(call.target));
  return emit(call, target, namer_.fresh(base));
}

NodeId Emitter::emit(const Call& call, StringId name) { return emit(call, module_.intern(call.target), name); }

NodeId Emitter::emit(const Call& call, StringId target, StringId name) {
  const NodeId node = module_.create(graph_, call.op, name, target);
  module_.node(node).comment = module_.node(anchor_).comment;
  module_.insert_before(node, anchor_);
  become(node, call, target, name);
  return node;
}

void Emitter::become(NodeId node, const Call& call, StringId name) { become(node, call, module_.intern(call.target), name); }

void Emitter::become(NodeId node, const Call& call, StringId target, StringId name) {
  SmallVector<Keyword, 4> kwargs;
  for (const auto& [key, value] : call.kwargs) kwargs.push_back({module_.intern(key), value});
  Node& n = module_.node(node);
  n.op = call.op;
  n.name = name;
  n.target = target;
  module_.set_args(node, call.args);
  module_.set_kwargs(node, kwargs);
  annotate(node, call);
}

void Emitter::annotate(NodeId node, const Call& call) {
  Types& types = memory_.types();
  if (!call.meta) {
    types.distrust(node);
    module_.node(node).annotation = StringId();
    return;
  }
  if (const TensorMeta* kept = call.meta.kept()) {
    types.set_kept(node, kept);
  } else {
    types.set(node, *call.meta);
  }
  const StringId annotation = printed(node);
  module_.node(node).annotation = annotation;
}

void Emitter::annotate_again(NodeId node) {
  const StringId annotation = memory_.types().meta(node) != nullptr ? printed(node) : StringId();
  module_.node(node).annotation = annotation;
}

StringId Emitter::printed(NodeId node) {
  Types& types = memory_.types();
  const TensorMeta& meta = *types.meta(node);
  if (!types.annotated() || !meta.has_sizes || meta.dtype == DType::unknown) return {};
  const uint32_t id = types.meta_id(node);
  if (id >= annotations_.size()) annotations_.resize(id + id / 2 + 1);
  if (!annotations_[id]) annotations_[id] = module_.intern(print_annotation(meta, types.style(), types.syms()));
  return annotations_[id];
}

Arg Emitter::device(std::string_view device) {
  if (device_type_.empty()) return module_.make_text(ArgKind::device, device);
  const size_t index = device_type_.find(':') == std::string::npos ? device.find(':') : std::string_view::npos;
  return module_.make_text(ArgKind::device, device_type_ + std::string(index == std::string_view::npos ? "" : device.substr(index)));
}

std::optional<Arg> Emitter::integer(Sym value) {
  if (value.is_constant()) return Arg::integer(value.value);
  Types& types = memory_.types();
  if (const NodeId node = types.node_of(value)) return Arg::node(node);
  if (const auto source = types.size_of(value)) {
    const Call size = Call::method("size", {Arg::node(source->first), Arg::integer(source->second)});
    return symbolic(size, value);
  }
  const SymParts parts = types.syms().parts(value);
  Args operands;
  for (const Sym& operand : parts.operands) {
    const auto arg = integer(operand);
    if (!arg) return std::nullopt;
    operands.push_back(*arg);
  }
  const char* target = nullptr;
  switch (parts.op) {
    case SymOperator::constant:
    case SymOperator::symbol:
    case SymOperator::other: return std::nullopt;
    case SymOperator::sum: target = "operator.add"; break;
    case SymOperator::product: target = "operator.mul"; break;
    case SymOperator::floordiv: target = "operator.floordiv"; break;
    case SymOperator::mod: target = "operator.mod"; break;
    case SymOperator::max: target = "torch.sym_max"; break;
    case SymOperator::min: target = "torch.sym_min"; break;
  }
  Arg result = operands[0];
  for (size_t i = 1; i < operands.size(); ++i) {
    const bool last = i + 1 == operands.size();
    result = symbolic(Call::function(target, {result, operands[i]}), last ? value : Sym());
  }
  return result;
}

// A node that computes an integer; `value` is what it holds, 0 for an intermediate result.
Arg Emitter::symbolic(const Call& call, Sym value) {
  Types& types = memory_.types();
  const NodeId node = emit(call);
  types.set_kind(node, NodeValueKind::integer);
  if (!value.is_constant()) {
    types.remember(value, node);
    if (types.annotated()) module_.node(node).annotation = module_.intern("Sym(" + types.syms().print(value) + ")");
  }
  return Arg::node(node);
}

std::optional<Args> Emitter::integers(const Sizes& values) {
  Args out;
  for (const Sym& value : values) {
    const auto arg = integer(value);
    if (!arg) return std::nullopt;
    out.push_back(*arg);
  }
  return out;
}

}  // namespace outplace
