// Overload choice and argument binding.
#include "ir/bind.h"

#include <algorithm>
#include <string>

#include "ir/arg_fit.h"
#include "ir/describe.h"
#include "support/check.h"

namespace outplace {
namespace {

// A call as it stands in the graph. `skip` positional arguments at the end are not the callable's own (the name in getattr(x, "T")).
struct Call {
  NodeId node;
  CallableKind kind;
  size_t positional;
};

bool named(const Param& param, std::string_view name) {
  return param.name == name || std::find(param.other_names.begin(), param.other_names.end(), name) != param.other_names.end();
}

int index_of(const OpDef& op, std::string_view name) {
  int other = -1;
  for (size_t i = 0; i < op.params.size(); ++i) {
    if (op.params[i].name == name) return static_cast<int>(i);
    if (other < 0 && named(op.params[i], name)) other = static_cast<int>(i);
  }
  return other;
}

// Tries to bind one call to one overload.
class Attempt {
 public:
  Attempt(Module& module, const ArgFit& fit, const Call& call, const OpDef& op, BoundCall& bound)
      : module_(module), fit_(fit), call_(call), op_(op), bound_(bound) {}

  // A list that may be given one by one was given by one argument.
  bool unpacked_one() const { return rest_ < op_.params.size() && rest_first_ + 1 == call_.positional; }

  bool run() {
    if (call_.positional > op_.params.size() && (op_.params.empty() || !has_variadic())) return false;
    bound_.op = &op_;
    bound_.values.clear();
    bound_.values.resize(op_.params.size());
    return bind_positional() && bind_keywords() && is_complete();
  }

 private:
  bool has_variadic() const {
    return std::any_of(op_.params.begin(), op_.params.end(), [](const Param& p) { return p.variadic; });
  }
  Arg positional(size_t i) const { return module_.args(call_.node)[i]; }

  bool set(size_t param, const Arg& arg) {
    BoundCall::Value& value = bound_.values[param];
    if (value.given || !fit_.fits(op_.params[param], arg)) return false;
    value = {true, arg};
    return true;
  }

  // A method's receiver is the parameter `self`, wherever it stands.
  size_t receiver() const {
    for (size_t i = 0; i < op_.params.size(); ++i) {
      if (op_.params[i].name == "self") return i;
    }
    return 0;
  }

  bool bind_positional() {
    size_t next = 0;
    size_t given = 0;
    size_t self = op_.params.size();
    if (call_.kind != CallableKind::function && call_.positional > 0) {
      self = receiver();
      if (self >= op_.params.size() || !set(self, positional(0))) return false;
      given = 1;
    }
    for (; given < call_.positional; ++given, ++next) {
      if (next == self) ++next;
      if (next >= op_.params.size() || op_.params[next].keyword_only) return false;
      const Param& param = op_.params[next];
      if (param.variadic && takes_rest(param, given)) return set_rest(next, given);
      if (!set(next, positional(given))) return false;
    }
    return true;
  }

  // Arguments are given one by one unless there is one, and it is a sequence or may be.
  bool takes_rest(const Param& param, size_t first) const {
    if (call_.positional - first > 1) return true;
    const Arg only = positional(first);
    if (only.is_node()) return param.list && fit_.is_single(only.as_node());
    return param.list && !only.is_sequence() && only.kind != ArgKind::opaque;
  }

  bool set_rest(size_t param_index, size_t first) {
    Param element = op_.params[param_index];
    element.list = false;
    element.optional = element.element_optional;
    const auto args = module_.args(call_.node).subspan(first, call_.positional - first);
    for (const Arg& arg : args) {
      if (!fit_.fits(element, arg)) return false;
    }
    rest_ = param_index;
    rest_first_ = first;
    bound_.values[param_index].given = true;
    return true;
  }

  bool bind_keywords() {
    for (const Keyword& keyword : module_.kwargs(call_.node)) {
      const std::string_view name = module_.text(keyword.name);
      const int at = index_of(op_, name);
      if (at >= 0) {
        if (!set(static_cast<size_t>(at), keyword.value)) return false;
      } else if (name == "out" ? !keyword.value.is_none() && !spread_out(keyword.value) : !said_by_out(name, keyword.value)) {
        return false;
      }
    }
    return true;
  }

  // Python's functions take what a tensor that is given as out= says already, as long as it agrees.
  bool said_by_out(std::string_view name, const Arg& value) const {
    if (std::ranges::none_of(op_.params, &Param::out)) return false;
    if (name == "requires_grad" || name == "pin_memory") return value.is_none() || (value.kind == ArgKind::boolean && !value.as_boolean());
    return name == "dtype" || name == "device" || name == "layout";
  }

  // out=(values, indices)
  bool spread_out(const Arg& arg) {
    if (!arg.is_sequence()) return false;
    size_t next = 0;
    for (size_t i = 0; i < op_.params.size(); ++i) {
      if (!op_.params[i].out) continue;
      if (next == arg.b || !set(i, module_.parts(arg)[next++])) return false;
    }
    return next == arg.b && next > 0;
  }

  bool is_complete() {
    for (size_t i = 0; i < op_.params.size(); ++i) {
      const Param& param = op_.params[i];
      if (!bound_.values[i].given && !param.has_default && !param.variadic) return false;
    }
    if (rest_ < op_.params.size()) collect_rest();
    return true;
  }

  void collect_rest() {
    const auto args = module_.args(call_.node).subspan(rest_first_, call_.positional - rest_first_);
    const std::vector<Arg> copy(args.begin(), args.end());
    bound_.values[rest_].arg = module_.make_parts(ArgKind::tuple, copy);
  }

  Module& module_;
  const ArgFit& fit_;
  const Call& call_;
  const OpDef& op_;
  BoundCall& bound_;
  size_t rest_ = static_cast<size_t>(-1);
  size_t rest_first_ = 0;
};

CallableKind callable_kind(const Node& node) { return node.op == NodeOp::call_method ? CallableKind::method : CallableKind::function; }

std::string signature(const OpDef& op) {
  std::string text(op.qualified);
  text.append("(");
  bool first = true;
  for (const Param& param : op.params) {
    if (!first) text.append(", ");
    first = false;
    text.append(param.name);
    if (param.has_default) text.append("=").append(param.default_text);
  }
  return text.append(")");
}

}  // namespace

int BoundCall::param(std::string_view name) const {
  for (size_t i = 0; i < op->params.size(); ++i) {
    if (op->params[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

const Arg* BoundCall::find(std::string_view name) const {
  const int at = param(name);
  return at >= 0 && values[static_cast<size_t>(at)].given ? &values[static_cast<size_t>(at)].arg : nullptr;
}

Condition condition_of(const BoundCall& call) {
  if (call.op->condition.empty()) return Condition::yes;
  const int at = call.param(call.op->condition);
  OUTPLACE_CHECK(at >= 0, "the condition of " + std::string(call.op->qualified) + " is no parameter");
  const Param& param = call.op->params[static_cast<size_t>(at)];
  const Arg* arg = call.find(call.op->condition);
  const bool flag = param.type == ParamType::boolean;
  if (arg == nullptr) return flag && param.default_text == "True" ? Condition::yes : Condition::no;
  if (arg->is_none()) return Condition::no;
  if (!flag) return Condition::yes;
  if (arg->kind == ArgKind::boolean) return arg->as_boolean() ? Condition::yes : Condition::no;
  if (arg->is_integer()) return arg->as_integer() != 0 ? Condition::yes : Condition::no;
  return Condition::unknown;
}

Binder::Overloads Binder::overloads_of(CallableKind kind, StringId name) {
  std::vector<Cached>& cache = cache_[static_cast<size_t>(kind)];
  if (name.value >= cache.size()) cache.resize(name.value + 64);
  Cached& entry = cache[name.value];
  if (!entry.known) entry = {true, table_.find(kind, module_.text(name))};
  return entry.overloads;
}

Result<BoundCall> Binder::bind(NodeId node, const std::vector<NodeValueKind>& kinds) {
  BoundCall call;
  if (Result<void> done = bind_into(node, kinds, call); !done) return std::unexpected(done.error());
  return call;
}

Result<void> Binder::bind_into(NodeId id, const std::vector<NodeValueKind>& kinds, BoundCall& bound) {
  const Node& node = module_.node(id);
  OUTPLACE_CHECK(node.op == NodeOp::call_function || node.op == NodeOp::call_method, "only calls of functions and methods are bound");
  if (!getattr_) getattr_ = module_.intern("getattr");
  Call call{id, callable_kind(node), node.args_count};
  StringId name = node.target;
  const auto args = module_.args(id);
  if (node.op == NodeOp::call_function && name == getattr_ && args.size() == 2 && args[1].kind == ArgKind::string) {
    call = {id, CallableKind::attribute, 1};
    name = args[1].as_text();
  }
  const Overloads overloads = overloads_of(call.kind, name);
  if (overloads.empty()) return std::unexpected(no_callable(id, call.kind, name));
  for (const Fitting fitting : {Fitting::exact, Fitting::converting}) {
    const ArgFit fit(module_, kinds, fitting);
    const OpDef* unpacking = nullptr;
    for (const OpDef* op : overloads) {
      if (op->last || op == unpacking) continue;
      Attempt attempt(module_, fit, call, *op, bound);
      if (!attempt.run()) continue;
      if (!attempt.unpacked_one() || overloads.size() == 1) return {};
      if (unpacking == nullptr) unpacking = op;  // x.hsplit(2): an overload that takes the argument as it is goes before
    }
    if (unpacking != nullptr && Attempt(module_, fit, call, *unpacking, bound).run()) return {};
  }
  const ArgFit fit(module_, kinds, Fitting::converting);
  for (const OpDef* op : overloads) {
    if (op->last && Attempt(module_, fit, call, *op, bound).run()) return {};
  }
  return std::unexpected(no_overload(id, overloads));
}

Failed Binder::no_callable(NodeId node, CallableKind kind, StringId name) {
  const std::string text(module_.text(name));
  std::string what = "unknown function";
  if (kind == CallableKind::method) what = "unknown tensor method";
  if (kind == CallableKind::attribute) what = "unknown tensor attribute";
  std::string advice;
  for (const std::string& similar : table_.similar(kind, text)) advice += (advice.empty() ? "did you mean " : " or ") + similar;
  if (!advice.empty()) advice += "? ";
  advice += "declare it (--ops FILE; in Python: ops=TEXT), for example: ";
  switch (kind) {
    case CallableKind::function:
      advice += text.starts_with("torch.ops.") ? "mylib::op(Tensor(a!) x, Tensor y) -> ()" : "py::" + text + "(Tensor x) -> Tensor";
      break;
    case CallableKind::method: advice += "method::" + text + "(Tensor self) -> Tensor"; break;
    case CallableKind::attribute: advice += "attribute::" + text + "(Tensor self) -> any"; break;
  }
  return diagnostics_.error(located(module_, node, what + " '" + text + "'", std::move(advice)));
}

Failed Binder::no_overload(NodeId node, Overloads overloads) {
  std::string advice = "it takes ";
  constexpr size_t kShown = 4;
  for (size_t i = 0; i < overloads.size() && i < kShown; ++i) advice += (i == 0 ? "" : " or ") + signature(*overloads[i]);
  if (overloads.size() > kShown) advice += " or " + std::to_string(overloads.size() - kShown) + " more";
  return diagnostics_.error(
      located(module_, node, "no form of '" + std::string(module_.target(node)) + "' takes these arguments", std::move(advice)));
}

}  // namespace outplace
