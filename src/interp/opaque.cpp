// Operators that are not interpreted: every element of the result is a hash of the operator and of all that it was given.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "interp/operators.h"

namespace outplace::interp {
namespace {

uint64_t hash_tensor(Call& call, const Tensor& t) {
  uint64_t hash = mix(hash_text("tensor"), static_cast<uint64_t>(t.dtype));
  for (const int64_t size : t.sizes()) hash = mix(hash, static_cast<uint64_t>(size));
  const Array values = call.memory().read(t);
  if (values.size() > Memory::kLarge) {
    for (const int64_t i : call.memory().sample(values.size())) hash = mix(hash, hash_of(values[i]));
    return hash;
  }
  for (int64_t i = 0; i < values.size(); ++i) hash = mix(hash, hash_of(values[i]));
  return hash;
}

bool says_nothing(const Call::Argument& argument) {
  if (!argument.given || argument.value.is_none() || argument.param->out) return true;
  if (argument.param->type == ParamType::device || argument.param->type == ParamType::layout) return true;
  if (argument.param->name == "inplace" || argument.param->name == "_stacklevel") return true;
  if (!argument.param->has_default) return false;
  const std::string text(argument.param->default_text);
  if (argument.value.kind == Value::Kind::text) return text.size() >= 2 && text.substr(1, text.size() - 2) == argument.value.text;
  if (!argument.value.is_number() || text == "None") return false;
  const auto number = Elements::as_real(argument.value.number);
  if (!number) return false;
  if (text == "True" || text == "False") return (*number != 0) == (text == "True");
  return *number == std::strtod(text.c_str(), nullptr);
}

// Random numbers do not depend on what was there before.
bool ignores_contents(const Call& call) {
  constexpr std::string_view kFills[] = {"cauchy",        "exponential",    "geometric", "log_normal",   "normal_functional",
                                         "philox_normal", "philox_uniform", "rand_like", "randint_like", "randn_like",
                                         "random",        "uniform"};
  if (call.name() == "bernoulli") return call.op().inplace || call.find("p") != nullptr;
  return std::ranges::find(kFills, call.name()) != std::end(kFills);
}

// Does dtype= name what the operator would compute in without it?
bool computes_in_natural_dtype(const Call& call) {
  const Value* dtype = call.find("dtype");
  if (dtype == nullptr || (call.op().dtype != DTypeRule::accumulate && call.op().dtype != DTypeRule::argument)) return false;
  for (const Call::Argument& argument : call.arguments) {
    if (!argument.value.is_tensor()) continue;
    const DType self = argument.value.tensor->dtype;
    return dtype->number.dtype == (call.op().dtype == DTypeRule::accumulate && is_integral(self) ? DType::int64 : self);
  }
  return false;
}

Sizes reduced_sizes(Call& call, const Tensor& t) {
  const bool keep = call.flag("keepdim", false);
  std::vector<bool> gone(t.sizes().size(), call.find("dim") == nullptr);
  if (call.find("dim") != nullptr) {
    const Sizes dims = call.integers("dim");
    if (dims.empty()) gone.assign(t.sizes().size(), true);
    for (const int64_t d : dims) {
      if (t.rank() > 0) gone[static_cast<size_t>(wrapped_dim(d, t.rank()))] = true;
    }
  }
  Sizes out;
  for (size_t d = 0; d < gone.size(); ++d) {
    if (!gone[d]) out.push_back(t.sizes()[d]);
    if (gone[d] && keep) out.push_back(1);
  }
  return out;
}

Sizes matmul_sizes(Sizes a, Sizes b) {
  if (a.empty() || b.empty()) refuse("matmul of a tensor without dimensions");
  const bool row = a.size() == 1;
  const bool column = b.size() == 1;
  if (row) a.insert(a.begin(), 1);
  if (column) b.push_back(1);
  if (a.back() != b[b.size() - 2]) refuse("matmul of " + to_text(a) + " and " + to_text(b));
  Sizes out = broadcast_sizes(Sizes(a.begin(), a.end() - 2), Sizes(b.begin(), b.end() - 2));
  if (!row) out.push_back(a[a.size() - 2]);
  if (!column) out.push_back(b.back());
  return out;
}

bool is_reduction(std::string_view name) {
  constexpr std::string_view kNames[] = {"all",    "amax", "amin",    "any",    "argmax", "argmin", "logsumexp", "max", "mean",
                                         "median", "min",  "nanmean", "nansum", "norm",   "prod",   "std",       "sum", "var"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// The size of the dimension in which the operator finds positions, 0 if it finds none.
int64_t index_bound(Call& call) {
  constexpr std::string_view kNames[] = {"argmax", "argmin", "argsort", "cummax", "cummin", "kthvalue",
                                         "max",    "median", "min",     "mode",   "sort",   "topk"};
  if (std::ranges::find(kNames, call.name()) == std::end(kNames)) return 0;
  const TensorRef t = call.self();
  if (t->rank() == 0) return 1;
  const bool flat = call.find("dim") == nullptr && call.name().starts_with("arg") && call.name() != "argsort";
  return flat ? t->count() : t->size(call.dim("dim", t->rank(), -1));
}

// The shape of the result where it follows from the operands.
std::optional<Sizes> inferred_sizes(Call& call) {
  const std::string_view name = call.name();
  if (name == "mm" || name == "bmm" || name == "matmul") {
    std::vector<TensorRef> operands;
    for (const Call::Argument& argument : call.arguments) {
      if (argument.value.is_tensor() && operands.size() < 2) operands.push_back(argument.value.tensor);
    }
    if (operands.size() == 2) return matmul_sizes(operands[0]->sizes(), operands[1]->sizes());
  }
  if (name == "linear" && call.find("weight") != nullptr) {
    Sizes weight = call.tensor("weight")->sizes();
    if (weight.size() == 2) std::swap(weight[0], weight[1]);
    return matmul_sizes(call.self()->sizes(), weight);
  }
  if (name == "all_reduce" || name == "broadcast") return call.self()->sizes();
  if (is_reduction(name) && call.op().returns.size() == 1) return reduced_sizes(call, *call.self());
  if (call.op().inplace || call.op().shape == ShapeRule::self) return call.self()->sizes();
  return std::nullopt;
}

// The shapes of the two results of operators that find values and their positions along a dimension.
std::optional<Sizes> paired_sizes(Call& call) {
  constexpr std::string_view kReducing[] = {"kthvalue", "max", "median", "min", "mode", "nanmedian"};
  constexpr std::string_view kKeeping[] = {"cummax", "cummin", "sort"};
  if (call.op().returns.size() != 2) return std::nullopt;
  const TensorRef t = call.self();
  if (std::ranges::find(kKeeping, call.name()) != std::end(kKeeping)) return t->sizes();
  const bool reduces = std::ranges::find(kReducing, call.name()) != std::end(kReducing);
  if (!reduces && call.name() != "topk") return std::nullopt;
  Sizes sizes = t->sizes();
  if (sizes.empty()) return sizes;
  const auto dim = call.dim("dim", t->rank(), -1);
  if (!reduces) {
    sizes[static_cast<size_t>(dim)] = call.integer("k");
  } else if (call.flag("keepdim", false)) {
    sizes[static_cast<size_t>(dim)] = 1;
  } else {
    sizes.erase(sizes.begin() + dim);
  }
  return sizes;
}

DType opaque_dtype(Call& call, const std::optional<Annotation>& said) {
  DType dtype = pointwise_dtype(call);
  if (call.op().dtype == DTypeRule::accumulate) {
    const DType self = call.self()->dtype;
    dtype = call.dtype("dtype", is_integral(self) ? DType::int64 : self);
  }
  if (dtype != DType::unknown && !(said && call.op().dtype != DTypeRule::accumulate && !call.op().inplace)) return dtype;
  if (said && !call.op().inplace) return said->dtype;
  return call.self()->dtype;
}

// F.dropout and its kind return their argument outside of training.
Value dropout(Call& call) {
  const Elem p = call.number("p", call.elements().real(0.5));
  const bool training = call.flag(call.find("train") != nullptr ? "train" : "training",
                                  call.name() != "alpha_dropout" && call.name() != "feature_alpha_dropout");
  if (!training || Elements::as_real(p) == 0.0) return Value::of(call.self());
  return run_opaque(call);
}

}  // namespace

uint64_t hash_value(Call& call, const Value& value) {
  switch (value.kind) {
    case Value::Kind::tensor: return hash_tensor(call, *value.tensor);
    case Value::Kind::number: return hash_of(value.number);
    case Value::Kind::dtype: return mix(0xd7e, static_cast<uint64_t>(value.number.dtype));
    case Value::Kind::text: return hash_text(value.text);
    case Value::Kind::bundle: return value.hash;
    case Value::Kind::none: return 1;
    case Value::Kind::ellipsis: return 2;
    case Value::Kind::graph: give_up("a sub-graph as an argument of an operator that is not interpreted");
    case Value::Kind::sequence:
    case Value::Kind::slice:
    case Value::Kind::dict: {
      uint64_t hash = mix(value.kind == Value::Kind::slice ? 3 : 4, value.items->size());
      for (const Value& item : *value.items) hash = mix(hash, hash_value(call, item));
      return hash;
    }
  }
  return 0;
}

uint64_t hash_call(Call& call) {
  uint64_t hash = hash_text(call.name());
  if (call.name() == "bernoulli" && ignores_contents(call)) {  // p is 0.5 unless it is given
    const Value* p = call.find("p");
    hash = mix(hash, p != nullptr ? hash_value(call, *p) : hash_of(call.elements().real(0.5)));
    for (const int64_t size : call.self()->sizes()) hash = mix(hash, static_cast<uint64_t>(size));
    return mix(hash, static_cast<uint64_t>(call.self()->dtype));
  }
  const bool natural_dtype = computes_in_natural_dtype(call);
  const bool shape_only = ignores_contents(call);
  for (const Call::Argument& argument : call.arguments) {
    if (says_nothing(argument) || (natural_dtype && argument.param->name == "dtype")) continue;
    if (shape_only && argument.value.is_tensor() && argument.value.tensor == call.self()) {
      hash = mix(hash, static_cast<uint64_t>(argument.value.tensor->dtype));
      for (const int64_t size : argument.value.tensor->sizes()) hash = mix(hash, static_cast<uint64_t>(size));
      continue;
    }
    if (argument.param->keyword_only || argument.param->has_default) hash = mix(hash, hash_text(argument.param->name));
    hash = mix(hash, hash_value(call, argument.value));
  }
  return hash;
}

Elem opaque_element(uint64_t hash, DType dtype, int64_t bound) {
  if (!is_integral(dtype) || dtype == DType::boolean) return Elements::opaque(hash, dtype);
  return Elements::integer(static_cast<int64_t>(mix(hash, 0x1d) % static_cast<uint64_t>(bound)), dtype);
}

std::span<const NamedHandler> dropout_handlers() {
  static constexpr auto kHandlers = std::to_array<NamedHandler>({
      {"alpha_dropout", dropout},
      {"dropout", dropout},
      {"dropout1d", dropout},
      {"dropout2d", dropout},
      {"dropout3d", dropout},
      {"feature_alpha_dropout", dropout},
      {"feature_dropout", dropout},
  });
  return kHandlers;
}

Value opaque_tensor(Call& call, uint64_t hash, const Annotation& annotation, int64_t bound) {
  if (bound <= 0) bound = call.machine().world().index_range;
  const auto values = Array::generate(count_of(annotation.sizes), [hash, bound, dtype = annotation.dtype](int64_t i) {
    return opaque_element(mix(hash, static_cast<uint64_t>(i)), dtype, bound);
  });
  const Window window{annotation.sizes, annotation.strides.value_or(dense_strides(annotation.sizes)), 0};
  Value out =
      call.fresh_with(annotation.sizes, annotation.dtype, values, window.dense() ? window.strides : dense_strides(annotation.sizes));
  out.tensor->strides_known = annotation.strides.has_value() && window.dense();
  return out;
}

Value run_opaque(Call& call) {
  uint64_t hash = hash_call(call);
  if (call.op().random) hash = mix(hash, call.machine().next_random());
  const OpDef& op = call.op();
  if (op.returns.empty()) return {};
  const bool single = op.returns.size() == 1 && !op.returns[0].list;
  const auto said = call.annotation();
  if (single && (op.returns[0].type == ParamType::tensor || said)) {
    std::optional<Sizes> sizes = inferred_sizes(call);
    if (!sizes && said) sizes = said->sizes;
    if (!sizes && call.find("size") != nullptr) sizes = call.integers("size");
    if (!sizes) give_up("the shape of what " + std::string(op.qualified) + " returns is not known: the text does not show it");
    Annotation result{opaque_dtype(call, said), *sizes, {}, {}};
    if (said && said->sizes == *sizes) result.strides = said->strides;
    if (result.strides || op.layout != LayoutRule::preserve || call.self()->sizes() != *sizes)
      return opaque_tensor(call, hash, result, index_bound(call));
    result.strides = preserved_strides(call.self()->window);
    Value out = opaque_tensor(call, hash, result, index_bound(call));
    out.tensor->strides_known = call.self()->strides_known;
    return out;
  }
  if (single && op.returns[0].type != ParamType::any) return Value::of(Elements::opaque(hash, DType::float64));
  Value bundle;
  bundle.kind = Value::Kind::bundle;
  bundle.hash = hash;
  bundle.bound = index_bound(call);
  bundle.items = std::make_shared<std::vector<Value>>();
  if (const auto sizes = paired_sizes(call)) {
    const DType dtypes[] = {call.self()->dtype, DType::int64};
    for (size_t at = 0; at < 2; ++at)
      bundle.items->push_back(opaque_tensor(call, mix(hash, at), {dtypes[at], *sizes, {}, {}}, bundle.bound));
  }
  return bundle;
}

Value bundle_item(Call& call, const Value& bundle, int64_t index) {
  if (index < 0) give_up("results counted from the end");
  auto& items = *bundle.items;
  const auto at = static_cast<size_t>(index);
  const auto said = call.annotation();
  if (at < items.size() && !items[at].is_none()) {
    const TensorRef known = items[at].tensor;
    const bool tells_more = known && !known->strides_known && said && said->strides && said->sizes == known->sizes();
    if (!tells_more || known->storage->written) return items[at];
  }
  if (items.size() <= at) items.resize(at + 1);
  const uint64_t hash = mix(bundle.hash, at);
  if (said) return items[at] = opaque_tensor(call, hash, *said, bundle.bound);
  Value inner;
  inner.kind = Value::Kind::bundle;
  inner.hash = hash;
  inner.items = std::make_shared<std::vector<Value>>();
  return items[at] = inner;
}

}  // namespace outplace::interp
