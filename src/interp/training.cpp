// Operators that keep a state: running statistics, renormalised embeddings, optimizers that update lists of tensors.
#include <algorithm>
#include <array>

#include "interp/operators.h"
#include "interp/writing.h"

namespace outplace::interp {
namespace {

Value bundle(uint64_t hash) {
  Value out;
  out.kind = Value::Kind::bundle;
  out.hash = hash;
  out.items = std::make_shared<std::vector<Value>>();
  return out;
}

uint64_t hash_argument(Call& call, std::string_view name) {
  const Value* value = call.find(name);
  return value == nullptr ? 1 : hash_value(call, *value);
}

// Results: the output, two saved statistics, and the new running mean and variance.
uint64_t norm_hash(Call& call) {
  uint64_t hash = hash_text("batch_norm in training");
  for (const std::string_view name : {"input", "weight", "bias", "running_mean", "running_var"})
    hash = mix(hash, hash_argument(call, name));
  hash = mix(hash, hash_of(call.elements().real(*Elements::as_real(call.number("momentum", call.elements().real(0.1))))));
  return mix(hash, hash_of(call.elements().real(*Elements::as_real(call.number("eps", call.elements().real(1e-5))))));
}

Value like(Call& call, const Tensor& t, uint64_t hash) { return opaque_tensor(call, hash, {t.dtype, t.sizes(), {}, {}}); }

void update_statistic(Call& call, std::string_view name, uint64_t hash) {
  const TensorRef t = call.tensor_or_none(name);
  if (t) call.memory().write(*t, call.memory().read(*like(call, *t, hash).tensor));
}

Value batch_norm(Call& call) {
  const bool training = call.flag("training", false);
  if (!training) return run_opaque(call);
  const uint64_t hash = norm_hash(call);
  Value out = like(call, *call.tensor("input"), mix(hash, 0));
  update_statistic(call, "running_mean", mix(hash, 3));
  update_statistic(call, "running_var", mix(hash, 4));
  if (call.op().returns.size() == 1) return out;
  Value all = bundle(hash);
  all.items->push_back(std::move(out));
  return all;
}

// The form that returns the statistics instead of writing them.
Value batch_norm_functional(Call& call) {
  if (!call.flag("training", false)) return run_opaque(call);
  const uint64_t hash = norm_hash(call);
  Value all = bundle(hash);
  all.items->resize(5);
  (*all.items)[0] = like(call, *call.tensor("input"), mix(hash, 0));
  if (const TensorRef mean = call.tensor_or_none("running_mean")) (*all.items)[3] = like(call, *mean, mix(hash, 3));
  if (const TensorRef var = call.tensor_or_none("running_var")) (*all.items)[4] = like(call, *var, mix(hash, 4));
  return all;
}

void forget(Call& call, std::string_view name) {
  for (Call::Argument& argument : call.arguments) {
    if (argument.param->name == name) argument = {argument.param, false, {}};
  }
}

Value embedding(Call& call) {
  if (call.find("max_norm") == nullptr) {
    forget(call, "norm_type");
    return run_opaque(call);
  }
  const TensorRef weight = call.tensor("weight");
  const Value* indices = call.find("input");
  if (indices == nullptr) indices = call.find("indices");
  uint64_t hash = mix(hash_text("embedding_renorm"), hash_value(call, Value::of(weight)));
  hash = mix(hash, hash_value(call, *indices));
  const Elem norm_type = call.elements().cast(call.number("norm_type", call.elements().real(2.0)), DType::float64);
  hash = mix(hash, hash_of(call.elements().cast(call.number("max_norm", Elem()), DType::float64)));
  hash = mix(hash, hash_of(norm_type));
  call.memory().write(*weight, call.memory().read(*like(call, *weight, hash).tensor));
  forget(call, "max_norm");
  forget(call, "norm_type");
  return run_opaque(call);
}

Value embedding_renorm(Call& call) {
  const TensorRef weight = call.self();
  uint64_t hash = mix(hash_text("embedding_renorm"), hash_value(call, Value::of(weight)));
  hash = mix(hash, hash_argument(call, "indices"));
  for (const std::string_view name : {"max_norm", "norm_type"})
    hash = mix(hash, hash_of(call.elements().cast(call.number(name, Elem()), DType::float64)));
  return like(call, *weight, hash);
}

void write_results(Call& call, const Value& target, uint64_t hash) {
  if (target.is_tensor()) return call.memory().write(*target.tensor, call.memory().read(*like(call, *target.tensor, hash).tensor));
  if (!target.is_sequence()) return;
  for (size_t i = 0; i < target.items->size(); ++i) write_results(call, (*target.items)[i], mix(hash, i));
}

constexpr auto kHandlers = std::to_array<NamedHandler>({
    {"_batch_norm_with_update_functional", batch_norm_functional},
    {"_native_batch_norm_legit_functional", batch_norm_functional},
    {"batch_norm", batch_norm},
    {"embedding", embedding},
    {"embedding_bag", embedding},
    {"embedding_renorm", embedding_renorm},
    {"native_batch_norm", batch_norm},
});

}  // namespace

bool keeps_state(const Call& call) {
  return call.op().writes_conditionally() && std::ranges::find(kHandlers, call.name(), &NamedHandler::name) != kHandlers.end();
}

bool writes_several(const Call& call) {
  if (call.op().inplace || call.op().foreach || call.op().recipe != "functional") return false;
  return std::ranges::any_of(call.arguments, [](const Call::Argument& a) { return a.param->written && a.given; });
}

// The functional form returns the regular results, and then the new value of each written parameter; one result alone as it is.
Value write_several(Call& call) {
  const OpDef& op = call.op();
  const uint64_t hash = hash_call(call);
  auto position = static_cast<uint64_t>(std::ranges::count(op.returns, false, &Return::written));
  const bool alone = position == 0 && std::ranges::count_if(op.params, &Param::written) == 1;
  Value first;
  for (const Call::Argument& argument : call.arguments) {
    if (!argument.param->written) continue;
    if (first.is_none()) first = argument.value;
    write_results(call, argument.value, alone ? hash : mix(hash, position++));
  }
  if (op.returns.empty()) return {};
  if (op.returns.size() > 1) return bundle(hash);
  return op.returns[0].written ? first : bundle_item(call, bundle(hash), 0);
}

std::span<const NamedHandler> training_handlers() { return kHandlers; }

}  // namespace outplace::interp
