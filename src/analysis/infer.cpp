// Shape, dtype and layout rules of the operator table, applied to a call.
#include "analysis/infer.h"

#include <algorithm>
#include <list>

#include "ops/memory_format.h"
#include "support/dtype.h"

namespace outplace {
namespace {

// torch.result_type's priority: tensors with dims, then 0-d tensors, then numbers; a lower class counts only if its category is higher.
struct Promotion {
  std::optional<DType> dimensioned;
  std::optional<DType> scalar_tensor;
  std::optional<DType> number;
  bool certain = true;

  static void join(std::optional<DType>& slot, DType dtype) { slot = slot ? promote(*slot, dtype) : dtype; }

  DType result() const {
    if (!certain) return DType::unknown;
    std::optional<DType> out = dimensioned;
    for (const auto& lower : {scalar_tensor, number}) {
      if (!lower) continue;
      if (!out) {
        out = lower;
      } else if (category(*lower) > category(*out)) {
        out = promote(*out, *lower);
      }
    }
    return out ? *out : DType::unknown;
  }
};

DType number_dtype(const Arg& arg) {
  switch (arg.kind) {
    case ArgKind::boolean: return DType::boolean;
    case ArgKind::integer:
    case ArgKind::symbolic: return DType::int64;
    case ArgKind::real: return DType::float32;
    case ArgKind::imaginary: return DType::complex64;
    default: return DType::unknown;
  }
}

void add_operand(Memory& memory, const Arg& arg, Promotion& p) {
  if (arg.is_none()) return;
  if (arg.is_sequence()) {
    for (const Arg& part : memory.module().parts(arg)) add_operand(memory, part, p);
    return;
  }
  if (!arg.is_node()) {
    const DType dtype = number_dtype(arg);
    if (dtype == DType::unknown) {
      p.certain = false;
    } else {
      Promotion::join(p.number, dtype);
    }
    return;
  }
  switch (memory.types().kind(arg.as_node())) {
    case NodeValueKind::integer: Promotion::join(p.number, DType::int64); return;
    case NodeValueKind::real: Promotion::join(p.number, DType::float32); return;
    case NodeValueKind::boolean: Promotion::join(p.number, DType::boolean); return;
    case NodeValueKind::tensor:
    case NodeValueKind::unknown:
    case NodeValueKind::tuple:
    case NodeValueKind::other: break;
  }
  const TensorMeta* m = operand_meta(memory, arg);
  if (m == nullptr || m->dtype == DType::unknown) {
    p.certain = false;
    return;
  }
  // Without a shape, 0-d cannot be told from others: take it as dimensioned only if all agree in the end.
  Promotion::join(m->has_sizes && m->rank() == 0 ? p.scalar_tensor : p.dimensioned, m->dtype);
}

DType default_float(DType dtype) {
  return category(dtype) == DTypeCategory::boolean || category(dtype) == DTypeCategory::integral ? DType::float32 : dtype;
}

std::optional<DType> dtype_argument(const BoundCall& call, Module& module) {
  const Arg* a = call.find("dtype");
  if (a == nullptr || a->kind != ArgKind::dtype) return std::nullopt;
  return dtype_from_torch_name(module.text(a->as_text()));
}

}  // namespace

const Arg* first_tensor(const BoundCall& call) {
  for (size_t i = 0; i < call.values.size(); ++i) {
    if (call.op->params[i].type == ParamType::tensor && call.values[i].given) return &call.values[i].arg;
  }
  return nullptr;
}

bool is_operand(const Param& param) {
  if (param.out || param.list) return false;
  return param.type == ParamType::tensor ||
         (param.type == ParamType::scalar && param.name != "alpha" && param.name != "beta" && param.name != "value") ||
         param.type == ParamType::any;
}

const TensorMeta* operand_meta(Memory& memory, const Arg& arg) {
  if (!arg.is_node()) return nullptr;
  const ObjectId object = memory.known_object(arg.as_node());
  return object ? memory.place(memory.place_of(object)).meta : memory.types().meta(arg.as_node());
}

DType infer_dtype(Memory& memory, const BoundCall& call) {
  const OpDef& op = *call.op;
  const Arg* self = first_tensor(call);
  const TensorMeta* self_meta = self != nullptr ? operand_meta(memory, *self) : nullptr;
  const auto self_dtype = [&] { return self_meta != nullptr ? self_meta->dtype : DType::unknown; };
  const auto promoted = [&] {
    Promotion p;
    for (size_t i = 0; i < call.values.size(); ++i) {
      const bool listed = op.params[i].list && op.params[i].type == ParamType::tensor && !op.params[i].out && !op.foreach;
      if (call.values[i].given && (listed || is_operand(op.params[i]))) add_operand(memory, call.values[i].arg, p);
    }
    return p.result();
  };
  switch (op.dtype) {
    case DTypeRule::unknown: return DType::unknown;
    case DTypeRule::self: return self_dtype();
    case DTypeRule::promote: return promoted();
    case DTypeRule::promote_float: return default_float(promoted());
    case DTypeRule::division: {
      const Arg* mode = call.find("rounding_mode");
      return mode != nullptr && mode->kind == ArgKind::string ? promoted() : default_float(promoted());
    }
    case DTypeRule::boolean: return DType::boolean;
    case DTypeRule::int64: return DType::int64;
    case DTypeRule::accumulate: {
      if (const auto given = dtype_argument(call, memory.module())) return *given;
      const DType d = self_dtype();
      if (d == DType::unknown) return d;
      return category(d) == DTypeCategory::boolean || category(d) == DTypeCategory::integral ? DType::int64 : d;
    }
    case DTypeRule::argument: {
      const auto given = dtype_argument(call, memory.module());
      return given ? *given : self_dtype();
    }
    case DTypeRule::factory: {
      const auto given = dtype_argument(call, memory.module());
      return given ? *given : DType::float32;
    }
    case DTypeRule::numbers: {
      if (const auto given = dtype_argument(call, memory.module())) return *given;
      Promotion p;
      for (size_t i = 0; i < call.values.size(); ++i) {
        const ParamType type = op.params[i].type;
        if (call.values[i].given && (type == ParamType::scalar || type == ParamType::any)) add_operand(memory, call.values[i].arg, p);
      }
      return p.dimensioned || p.scalar_tensor ? DType::unknown : p.result();
    }
  }
  return DType::unknown;
}

namespace {

// The memory format that a call asks for; none if it asks for nothing but what its operand has.
std::string_view asked_format(Memory& memory, const BoundCall& call) {
  const Arg* format = call.find("memory_format");
  if (format == nullptr || format->kind != ArgKind::memory_format) return {};
  const std::string_view text = memory.module().text(format->as_text());
  return text == kPreserveFormat ? std::string_view() : text;
}

// A number in the place of an operand becomes a 0-dim tensor. Other numbers are constants of the operator.
bool is_number_operand(const Memory& memory, const Param& param, const Arg& arg) {
  const bool operand = param.name == "other" || param.name == "self" || param.name == "input";
  if (!operand || (param.type != ParamType::scalar && param.type != ParamType::tensor)) return false;
  if (!arg.is_node()) return number_dtype(arg) != DType::unknown;
  const NodeValueKind kind = memory.types().kind(arg.as_node());
  return kind == NodeValueKind::integer || kind == NodeValueKind::real || kind == NodeValueKind::boolean;
}

std::optional<Sizes> elementwise_strides_of(Memory& memory, const BoundCall& call, const Sizes& sizes) {
  static const Geometry kNumber;
  std::list<Geometry> seen;
  Operands operands;
  for (size_t i = 0; i < call.values.size(); ++i) {
    const Param& param = call.op->params[i];
    if (!call.values[i].given || param.list || param.out || call.values[i].arg.is_none()) continue;
    if (is_number_operand(memory, param, call.values[i].arg)) operands.push_back(&kNumber);
    if (param.type != ParamType::tensor) continue;
    const TensorMeta* meta = operand_meta(memory, call.values[i].arg);
    if (meta == nullptr) continue;
    if (!meta->has_sizes || meta->geometry.sizes.size() > sizes.size()) return std::nullopt;
    if (!meta->has_strides) {  // results whose strides nobody tells are row-major, as everywhere
      if (call.values[i].arg.is_node() && memory.layout_is_open(call.values[i].arg.as_node())) return std::nullopt;
      seen.push_back(meta->geometry);
      seen.back().strides = contiguous_strides(meta->geometry.sizes, memory.syms());
      operands.push_back(&seen.back());
      continue;
    }
    operands.push_back(meta->lazy == 0 ? &meta->geometry : &seen.emplace_back(resolved_geometry(*meta, memory.syms())));
  }
  if (std::ranges::all_of(operands, [](const Geometry* g) { return g->sizes.empty(); })) return contiguous_strides(sizes, memory.syms());
  return elementwise_strides(sizes, operands, memory.syms());
}

}  // namespace

std::optional<Sizes> infer_strides(Memory& memory, const BoundCall& call, const Sizes& sizes) {
  SymPool& syms = memory.syms();
  const Arg* self = first_tensor(call);
  const TensorMeta* m = self != nullptr ? operand_meta(memory, *self) : nullptr;
  if (const std::string_view format = asked_format(memory, call); !format.empty()) {
    TensorMeta result;
    result.geometry.sizes = sizes;
    return format_strides(format, result, syms);
  }
  const bool fits =
      m != nullptr && m->has_strides && m->rank() == static_cast<int64_t>(sizes.size());  // annotations may contradict each other
  switch (call.op->layout) {
    case LayoutRule::contiguous: return contiguous_strides(sizes, syms);
    case LayoutRule::self:
      if (!fits) return std::nullopt;
      return scattered_strides(*m, syms);
    case LayoutRule::preserve:
      if (!fits) return std::nullopt;
      return m->geometry.sizes == sizes ? preserved_strides(m->geometry, syms) : elementwise_strides(sizes, {&m->geometry}, syms);
    case LayoutRule::elementwise: return elementwise_strides_of(memory, call, sizes);
    case LayoutRule::argument: {
      auto strides = listed_sizes(memory, call.find("stride"));
      return strides && strides->size() == sizes.size() ? strides : std::nullopt;
    }
    case LayoutRule::open: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<TensorMeta> infer_result(Memory& memory, const BoundCall& call) {
  TensorMeta out;
  out.dtype = infer_dtype(memory, call);
  const Arg* self = first_tensor(call);
  const TensorMeta* m = self != nullptr ? operand_meta(memory, *self) : nullptr;
  if (m != nullptr) out.device = m->device;
  auto sizes = infer_sizes(memory, call);
  if (!sizes) return out.dtype == DType::unknown ? std::nullopt : std::optional(std::move(out));
  out.geometry.sizes = std::move(*sizes);
  out.has_sizes = true;
  if (auto strides = infer_strides(memory, call, out.geometry.sizes)) {
    out.geometry.strides = std::move(*strides);
    out.has_strides = out.has_offset = true;
  }
  return out;
}

}  // namespace outplace
