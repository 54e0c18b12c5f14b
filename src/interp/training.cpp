// Operators that keep a state: running statistics, renormalised embeddings, optimizers that update lists of tensors.
#include <algorithm>
#include <array>
#include <functional>

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

bool trains(Call& call) { return call.flag("training", false); }

// Results: the output, two saved statistics, and the new running mean and variance.
uint64_t norm_hash(Call& call, bool training, const std::function<uint64_t(std::string_view)>& operand) {
  uint64_t hash = hash_text(training ? "batch_norm in training" : "batch_norm");
  for (const std::string_view name : {"input", "weight", "bias", "running_mean", "running_var"}) hash = mix(hash, operand(name));
  hash = mix(hash, hash_of(call.elements().real(*Elements::as_real(call.number("momentum", call.elements().real(0.1))))));
  return mix(hash, hash_of(call.elements().real(*Elements::as_real(call.number("eps", call.elements().real(1e-5))))));
}

uint64_t norm_hash(Call& call) {
  return norm_hash(call, trains(call), [&](std::string_view name) { return hash_argument(call, name); });
}

Value like(Call& call, const Tensor& t, uint64_t hash) { return opaque_tensor(call, hash, {t.dtype, t.sizes(), {}, {}}); }

void update_statistic(Call& call, std::string_view name, uint64_t hash) {
  const TensorRef t = call.tensor_or_none(name);
  if (t) call.memory().write(*t, call.memory().read(*like(call, *t, hash).tensor));
}

Value batch_norm(Call& call) {
  if (!trains(call) && call.op().returns.size() == 1) return run_opaque(call);
  const uint64_t hash = norm_hash(call);
  Value out = like(call, *call.tensor("input"), mix(hash, 0));
  if (trains(call)) {
    update_statistic(call, "running_mean", mix(hash, 3));
    update_statistic(call, "running_var", mix(hash, 4));
  }
  if (call.op().returns.size() == 1) return out;
  Value all = bundle(hash);
  all.items->push_back(std::move(out));
  return all;
}

// The form that returns the statistics instead of writing them.
Value batch_norm_functional(Call& call) {
  const uint64_t hash = norm_hash(call);
  Value all = bundle(hash);
  all.items->resize(5);
  (*all.items)[0] = like(call, *call.tensor("input"), mix(hash, 0));
  const auto statistic = [&](std::string_view name, size_t at) {
    const TensorRef t = call.tensor_or_none(name);
    if (!t) return;
    (*all.items)[at] = trains(call) ? like(call, *t, mix(hash, at))
                                    : call.fresh_with(t->sizes(), t->dtype, call.memory().read(*t), dense_strides(t->sizes()));
  };
  statistic("running_mean", 3);
  statistic("running_var", 4);
  return all;
}

// The same elements `times` times, in another shape.
Value repeated(Call& call, const Tensor& t, int64_t times, const Sizes& sizes) {
  const Array values = call.memory().read(t);
  const int64_t count = values.size();
  const auto all = Array::generate(count * times, [values, count](int64_t i) { return values[i % count]; });
  return call.fresh_with(sizes, t.dtype, all, dense_strides(sizes));
}

Value mean_of_rows(Call& call, const Value& table) {
  const OperatorName name{"mean", "mean"};
  const OpDef* op = call.machine().table().overload("aten::mean.dim");
  if (op == nullptr) give_up("there is no mean");
  Call mean(call.machine(), call.node(), *op, name);
  for (const Param& param : op->params) {
    const bool is_dim = param.name == "dim";
    const bool given = is_dim || param.name == "self";
    mean.arguments.push_back({&param, given, is_dim ? Value::of(int64_t{0}) : given ? table : Value()});
  }
  return call.machine().dispatch(mean);
}

// In training with statistics: batch_norm of the instances as channels, the new statistics averaged over the batch.
Value instance_norm(Call& call) {
  const TensorRef x = call.tensor("input");
  if (!call.flag("use_input_stats", true) || call.tensor_or_none("running_mean") == nullptr || x->rank() < 2) return run_opaque(call);
  const int64_t batch = x->size(0);
  const int64_t channels = x->size(1);
  Sizes flat = x->sizes();
  flat[0] = 1;
  flat[1] = batch * channels;
  const uint64_t hash = norm_hash(call, true, [&](std::string_view name) {
    const TensorRef t = call.tensor_or_none(name);
    if (name == "input") return hash_value(call, repeated(call, *t, 1, flat));
    return t ? hash_value(call, repeated(call, *t, batch, {batch * t->count()})) : hash_argument(call, name);
  });
  Value out = like(call, *x, mix(hash, 0));
  for (size_t i = 0; i < 2; ++i) {
    const TensorRef t = call.tensor_or_none(i == 0 ? "running_mean" : "running_var");
    if (!t) continue;
    const Value table = opaque_tensor(call, mix(hash, 3 + i), {t->dtype, {batch, channels}, {}, {}});
    call.memory().write(*t, call.memory().read(*mean_of_rows(call, table).tensor));
  }
  return out;
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

constexpr auto kTrainingHandlers = std::to_array<NamedHandler>({
    {"_native_batch_norm_legit", batch_norm},
    {"_native_batch_norm_legit_functional", batch_norm_functional},
    {"batch_norm", batch_norm},
    {"embedding", embedding},
    {"embedding_bag", embedding},
    {"embedding_renorm", embedding_renorm},
    {"instance_norm", instance_norm},
    {"native_batch_norm", batch_norm},
});

}  // namespace

bool keeps_state(const Call& call) {
  const bool writes = call.op().writes_conditionally() || call.name() == "_native_batch_norm_legit";
  return writes && std::ranges::find(kTrainingHandlers, call.name(), &NamedHandler::name) != kTrainingHandlers.end();
}

bool writes_several(const Call& call) {
  const OpDef& op = call.op();
  if (op.foreach || op.recipe != "functional") return false;
  if (op.inplace) return std::ranges::count_if(op.params, &Param::written) > 1;
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

std::span<const NamedHandler> training_handlers() { return kTrainingHandlers; }

}  // namespace outplace::interp
