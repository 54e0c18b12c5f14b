// Completes operators from rules.
#include "ops/op_rules.h"

#include <algorithm>

#include "ops/schema.h"

namespace outplace {
namespace {

constexpr std::string_view kForeachPrefix = "_foreach_";

std::string_view base_name(std::string_view packet) {
  const size_t at = packet.find("::");
  return at == std::string_view::npos ? packet : packet.substr(at + 2);
}
std::string_view space_of(std::string_view packet) { return packet.substr(0, packet.find("::")); }

std::string target_of(const OpDef& op) {
  std::string target = "torch.ops.";
  target.append(space_of(op.packet)).append(".").append(base_name(op.packet));
  if (!op.overload.empty()) target.append(".").append(op.overload);
  return target;
}

bool same_kind(const Param& a, const Param& b) { return a.type == b.type && a.list == b.list; }

// Can the functional form `f` be called with the arguments of `op` (its out parameters left off)? Positional parameters go by order,
// keywords by name.
bool takes_arguments_of(const OpDef& f, const OpDef& op, bool names_matter) {
  std::vector<bool> taken(f.params.size(), false);
  for (size_t i = 0; i < op.params.size(); ++i) {
    const Param& param = op.params[i];
    if (param.out) continue;
    size_t at = i;
    if (param.keyword_only) {
      const auto it = std::find_if(f.params.begin(), f.params.end(), [&](const Param& other) { return other.name == param.name; });
      at = static_cast<size_t>(it - f.params.begin());
    }
    if (at >= f.params.size() || taken[at] || !same_kind(param, f.params[at]) || (names_matter && param.name != f.params[at].name))
      return false;
    taken[at] = true;
  }
  for (size_t i = 0; i < f.params.size(); ++i) {
    if (!taken[i] && !f.params[i].has_default && !f.params[i].optional) return false;
  }
  return true;
}

bool has_writes(const OpDef& op) {
  return std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.written; });
}

// The packets that may hold the functional form of a writing operator.
std::vector<std::string> functional_packets(const OpDef& op) {
  const std::string space(space_of(op.packet));
  const std::string name(base_name(op.packet));
  std::vector<std::string> packets;
  if (name.starts_with("__i") && name.ends_with("__")) packets.push_back(std::string(space).append("::__").append(name.substr(3)));
  if (name.ends_with('_')) packets.push_back(space + "::" + name.substr(0, name.size() - 1));
  const std::string plain = name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
  packets.push_back(space + "::" + plain + "_functional");
  if (std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.out; })) packets.push_back(std::string(op.packet));
  return packets;
}

// The line that declares the functional form of `op`, "" if there is none.
std::string_view find_functional_line(const OpDef& op, const OpLines& lines) {
  std::string_view by_types;
  std::string_view by_names;
  for (const std::string& packet : functional_packets(op)) {
    lines.for_each_overload(packet, [&](std::string_view line) {
      OpDef candidate;
      if (!by_names.empty() || !parse_schema(split_line(line).head, candidate).empty() || has_writes(candidate)) return;
      if (takes_arguments_of(candidate, op, true))
        by_names = line;
      else if (by_types.empty() && takes_arguments_of(candidate, op, false))
        by_types = line;
    });
    if (!by_names.empty()) return by_names;
  }
  return by_types;
}

void copy_rules(OpDraft& draft, const OpDef& from) {
  OpDef& op = draft.op;
  if (!draft.dtype_set) op.dtype = from.dtype;
  if (!draft.shape_set) op.shape = from.shape;
  if (!draft.layout_set) {
    op.layout = from.layout;
    op.layout_known = from.layout_known;
  }
  draft.dtype_set = draft.shape_set = draft.layout_set = true;
}

void complete_writes(OpDraft& draft) {
  OpDef& op = draft.op;
  if (draft.pure || op.inplace_view) {
    for (Param& param : op.params) param.written = param.out = false;
    for (Return& result : op.returns) result.written = false;
  }
  if (!op.condition.empty()) {
    op.conditional_writes = draft.writes;
  } else {
    for (Param& param : op.params) {
      if (std::find(draft.writes.begin(), draft.writes.end(), param.name) != draft.writes.end()) param.written = true;
    }
  }
  op.updates = has_writes(op);
  if (!op.updates || op.params.empty() || op.returns.empty()) return;
  const Param& self = op.params[0];
  const Return& result = op.returns[0];
  op.inplace = self.type == ParamType::tensor && !self.list && self.written && !self.out && result.written && result.alias == self.alias;
}

void complete_pointwise(OpDraft& draft) {
  OpDef& op = draft.op;
  if (!draft.pointwise || op.updates) return;
  if (!draft.layout_set) {
    op.layout = LayoutRule::elementwise;
    op.layout_known = true;
  }
  if (!draft.dtype_set) op.dtype = DTypeRule::promote;
  if (!draft.shape_set) op.shape = ShapeRule::broadcast;
}

std::string complete_twin(OpDraft& draft, const RuleContext& context) {
  OpDef& op = draft.op;
  if (!op.updates || op.script || draft.no_twin || op.inplace_view || space_of(op.packet) == "py") return {};
  const std::string_view line = find_functional_line(op, context.lines);
  if (line.empty()) return {};
  const OpDef* functional = context.build(line);
  if (functional == nullptr) return "the functional form is not sound";
  copy_rules(draft, *functional);
  if (op.twin_function.empty()) op.twin_function = context.texts.emplace_back(target_of(*functional));
  const bool has_out = std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.out; });
  const auto written = static_cast<size_t>(std::count_if(op.params.begin(), op.params.end(), [](const Param& p) { return p.written; }));
  const auto fresh = static_cast<size_t>(std::count_if(op.returns.begin(), op.returns.end(), [](const Return& r) { return !r.written; }));
  if (op.recipe.empty() && has_out) op.recipe = "out";
  if (op.recipe.empty() && !op.inplace && functional->returns.size() == fresh + written) op.recipe = "functional";
  if (op.recipe.empty() && op.inplace && written > 1) op.recipe = "functional";
  return {};
}

void complete_twin_method(OpDraft& draft) {
  OpDef& op = draft.op;
  const std::string_view name = base_name(op.packet);
  if (space_of(op.packet) != "aten" || !op.twin_method.empty() || draft.no_method || draft.no_twin || !name.ends_with('_')) return;
  if (op.foreach && name.starts_with(kForeachPrefix)) {
    op.twin_method = name.substr(kForeachPrefix.size(), name.size() - kForeachPrefix.size() - 1);
  } else if (op.inplace && !op.twin_function.empty() && !name.starts_with("__") && op.recipe.empty()) {
    op.twin_method = name.substr(0, name.size() - 1);
  }
}

bool returns_alias(const OpDef& op) {
  return std::any_of(op.returns.begin(), op.returns.end(),
                     [](const Return& r) { return r.alias != 0 && !r.written && r.type == ParamType::tensor; });
}

// Python's factories also take requires_grad.
void add_requires_grad(OpDef& op) {
  const auto named = [&](std::string_view name) {
    return std::any_of(op.params.begin(), op.params.end(), [&](const Param& p) { return p.name == name; });
  };
  if (space_of(op.packet) != "aten" || !named("pin_memory") || !named("dtype") || named("requires_grad") || op.updates ||
      op.view != ViewRule::none)
    return;
  Param param;
  param.name = "requires_grad";
  param.type = ParamType::boolean;
  param.keyword_only = param.has_default = true;
  param.default_text = "False";
  op.params.push_back(std::move(param));
}

}  // namespace

std::string complete(OpDraft& draft, const RuleContext& context) {
  OpDef& op = draft.op;
  complete_writes(draft);
  // A twin that is named for an operator which does not return what it writes can only return it beside the regular results.
  const bool writes_apart = op.updates && !op.inplace && !op.inplace_view && !op.foreach && !op.setitem && op.condition.empty();
  const bool has_out = std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.out; });
  if (writes_apart && !has_out && op.recipe.empty() && !op.twin_function.empty()) op.recipe = "functional";
  complete_pointwise(draft);
  if (!draft.like.empty()) {
    const OpDef* model = nullptr;
    context.lines.for_each_overload(schema_name(draft.like).packet, [&](std::string_view line) {
      if (model == nullptr && schema_name(line).qualified == draft.like) model = context.build(line);
    });
    if (model == nullptr) return "no operator '" + std::string(draft.like) + "' to be like";
    copy_rules(draft, *model);
  }
  if (std::string error = complete_twin(draft, context); !error.empty()) return error;
  complete_twin_method(draft);
  op.effect = op.effect || op.random || op.collective;
  if (op.view == ViewRule::none && !op.inplace_view && returns_alias(op)) op.view = ViewRule::unknown;
  if (!op.updates && !op.writes_conditionally() && op.recipe == "none") op.recipe = {};
  if (op.script && op.updates && op.recipe.empty()) {
    op.recipe = "none";
    op.note = "a TorchScript operator";
  }
  if (op.updates && !op.inplace_view && !op.setitem && op.recipe.empty() && op.twin_function.empty() && op.twin_method.empty())
    op.recipe = "none";
  add_requires_grad(op);
  return {};
}

}  // namespace outplace
