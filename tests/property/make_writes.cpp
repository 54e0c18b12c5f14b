// Makers of writes to a whole tensor, and of changes of a tensor's metadata.
#include <algorithm>

#include "makers.h"
#include "pointwise_table.h"

namespace outplace::property {
namespace {

// The value of a method that writes is the object itself.
bool wrote(ProgramBuilder& b, NodeId node, TensorRef t) {
  b.same(node, t.object);
  return true;
}

bool make_arithmetic(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.dtype == DType::boolean) return false;
  Choices& c = b.choose();
  const bool floats = category(to.dtype) != DTypeCategory::integral;
  const std::string_view name = floats ? c.pick({"add", "mul", "sub", "div"}) : c.pick({"add", "mul", "sub"});
  const TensorRef other = c.chance(65) ? operand(b, to, DTypes::stored_in) : TensorRef();
  if (!may_write(b, t, {})) return false;
  if (other.valid() && !may_write(b, t, {other})) return false;
  if (other.valid() && name == "sub" && b.tensor(other).dtype == DType::boolean) return false;
  const Arg arg = other.valid() ? ref(other) : scalar(b, to.dtype);
  const std::string method = std::string(name) + "_";
  switch (c.below(5)) {
    case 3: {
      const std::string op = name == "div" ? "operator.itruediv" : "operator.i" + std::string(name);
      return wrote(b, b.function(op, {ref(t), arg}), t);
    }
    case 4: return wrote(b, b.function("torch.ops.aten." + method + (other.valid() ? ".Tensor" : ".Scalar"), {ref(t), arg}), t);
    default:
      if ((name == "add" || name == "sub") && c.chance(10))
        return wrote(b, b.method(method, {ref(t), arg}, {{"alpha", Arg::integer(2)}}), t);
      return wrote(b, b.method(method, {ref(t), arg}), t);
  }
}

bool make_copy(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  const bool complex = category(to.dtype) == DTypeCategory::complex;
  const TensorRef source = operand(b, to, complex ? DTypes::any : DTypes::any_real);
  if (!source.valid() || !may_write(b, t, {source})) return false;
  const bool aten = b.choose().chance(20);
  return wrote(b, aten ? b.function("torch.ops.aten.copy_.default", {ref(t), ref(source)}) : b.method("copy_", {ref(t), ref(source)}), t);
}

bool make_fill(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (!may_write(b, t, {})) return false;
  Choices& c = b.choose();
  if (c.chance(35)) return wrote(b, c.chance(30) ? b.function("torch.zero_", {ref(t)}) : b.method("zero_", {ref(t)}), t);
  if (c.chance(25)) {
    const TensorRef value = b.find([&](const EagerTensor& o) { return o.rank() == 0 && o.dtype == to.dtype; });
    if (value.valid() && may_write(b, t, {value})) return wrote(b, b.method("fill_", {ref(t), ref(value)}), t);
  }
  const Arg value = scalar(b, to.dtype);
  return wrote(b, c.chance(20) ? b.function("torch.fill_", {ref(t), value}) : b.method("fill_", {ref(t), value}), t);
}

bool make_pointwise(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  const std::vector<Pointwise>& choice = pointwise_for(to.dtype);
  if (choice.empty() || !may_write(b, t, {})) return false;
  const Pointwise& p = choice[b.choose().below(choice.size())];
  if (category(to.dtype) == DTypeCategory::complex && p.method == "abs_") return false;
  std::vector<Arg> args = {ref(t)};
  for (const Param& param : std::span(p.op->params).subspan(1)) {
    if (param.has_default || param.keyword_only) break;
    if (param.type != ParamType::tensor) {
      args.push_back(scalar(b, to.dtype));
      continue;
    }
    const TensorRef other =
        operand(b, to, p.same_dtypes || category(to.dtype) != DTypeCategory::floating ? DTypes::same : DTypes::stored_in);
    if (!other.valid() || !may_write(b, t, {other})) return false;
    if (!p.boolean_result && category(b.tensor(other).dtype) != category(to.dtype)) return false;
    args.push_back(ref(other));
  }
  if (!p.has_method || b.choose().chance(20)) {
    const std::string target = "torch.ops.aten." + p.method + "." + (p.overload.empty() ? "default" : p.overload);
    return wrote(b, b.function(target, args), t);
  }
  return wrote(b, b.method(p.method, args), t);
}

bool make_along_dim(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() == 0 || to.dtype == DType::boolean || category(to.dtype) == DTypeCategory::complex || !may_write(b, t, {})) return false;
  const int64_t dim = a_dim(b, to);
  return wrote(b, b.method("cumsum_", {ref(t), spelled_dim(b, dim, to.rank())}), t);
}

bool make_triangle(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() < 2 || !may_write(b, t, {})) return false;
  const bool bits = to.conjugated || to.negated;
  if (bits) return false;
  return wrote(b, b.method(b.choose().pick({"tril_", "triu_"}), {ref(t), Arg::integer(b.choose().pick({0, 1, -1}))}), t);
}

bool make_fill_diagonal(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  const bool equal = std::ranges::all_of(to.sizes, [&](int64_t s) { return s == to.sizes.front(); });
  if (to.rank() < 2 || to.symbolic() || (to.rank() > 2 && !equal) || !may_write(b, t, {})) return false;
  if (to.conjugated || to.negated) return false;
  if (b.choose().chance(25)) return wrote(b, b.method("fill_diagonal_", {ref(t), scalar(b, to.dtype), Arg::boolean(true)}), t);
  return wrote(b, b.method("fill_diagonal_", {ref(t), scalar(b, to.dtype)}), t);
}

bool make_flagged(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if ((to.dtype != DType::float32 && to.dtype != DType::float64) || !may_write(b, t, {})) return false;
  const std::string_view name =
      b.choose().pick({"relu", "silu", "elu", "leaky_relu", "hardtanh", "relu6", "selu", "celu", "mish", "hardswish", "hardsigmoid"});
  return wrote(b, b.function("torch.nn.functional." + std::string(name), {ref(t)}, {{"inplace", Arg::boolean(true)}}), t);
}

bool make_random(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if ((to.dtype != DType::float32 && to.dtype != DType::float64) || !may_write(b, t, {})) return false;
  const std::string_view name = b.choose().pick({"uniform_", "exponential_", "random_", "normal_", "bernoulli_", "geometric_"});
  if (name == "random_") return wrote(b, b.method(name, {ref(t), Arg::integer(0), Arg::integer(4)}), t);
  if (name == "geometric_") return wrote(b, b.method(name, {ref(t), b.text(ArgKind::real, "0.5")}), t);
  return wrote(b, b.method(name, {ref(t)}), t);
}

bool make_matrix(ProgramBuilder& b, TensorRef t) {
  const EagerTensor to = b.tensor(t);
  if (to.rank() != 2 || to.dtype != DType::float32 || to.symbolic() || !may_write(b, t, {})) return false;
  const int64_t inner = b.choose().between(1, 3);
  const TensorRef left = constant(b, {to.size(0), inner}, to.dtype);
  const TensorRef right = constant(b, {inner, to.size(1)}, to.dtype);
  return wrote(b, b.write("addmm_", {ref(t), ref(left), ref(right)}), t);
}

// Not a write: the object moves to another place. Inputs stay as they are.
bool make_metadata(ProgramBuilder& b, TensorRef t) {
  if (b.is_given(t.object)) return false;
  const EagerTensor from = b.tensor(t);
  Choices& c = b.choose();
  EagerTensor place = from;
  NodeId node;
  switch (c.below(3)) {
    case 0: {
      if (from.rank() < 2) return false;
      const Ints dims = some_dims(b, from.rank(), 2);
      std::swap(place.sizes[static_cast<size_t>(dims[0])], place.sizes[static_cast<size_t>(dims[1])]);
      std::swap(place.strides[static_cast<size_t>(dims[0])], place.strides[static_cast<size_t>(dims[1])]);
      if (!place.symbols.empty()) std::swap(place.symbols[static_cast<size_t>(dims[0])], place.symbols[static_cast<size_t>(dims[1])]);
      const bool short_form = from.rank() == 2 && c.chance(50);
      node = short_form ? b.method("t_", {ref(t)}) : b.method("transpose_", {ref(t), Arg::integer(dims[0]), Arg::integer(dims[1])});
      break;
    }
    case 1: {
      if (from.rank() > 4) return false;
      const int64_t dim = c.below(from.sizes.size() + 1);
      place = unsqueeze(from, dim);
      node = b.method("unsqueeze_", {ref(t), spelled_dim(b, dim, from.rank() + 1)});
      break;
    }
    default: {
      const auto one = std::ranges::find(from.sizes, 1);
      if (one == from.sizes.end() || from.symbolic()) return false;
      const int64_t dim = one - from.sizes.begin();
      place = squeeze(from, {dim});
      node = b.method("squeeze_", {ref(t), Arg::integer(dim)});
      break;
    }
  }
  b.same(node, t.object);
  b.rebind(t.object, std::move(place));
  return true;
}

constexpr Maker kWriteMakers[] = {{14, make_arithmetic}, {8, make_copy},     {6, make_fill},          {10, make_pointwise},
                                  {2, make_along_dim},   {2, make_triangle}, {2, make_fill_diagonal}, {4, make_flagged},
                                  {3, make_random},      {1, make_matrix},   {3, make_metadata}};

}  // namespace

std::span<const Maker> write_makers() { return kWriteMakers; }

}  // namespace outplace::property
