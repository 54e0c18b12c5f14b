// Making fake tensors; sizes are computed from the graph's own symbols.
#include "example_values.h"

#include <string>
#include <utility>

namespace outplace::python {

nb::object ExampleValues::of(StringId annotation) {
  if (!annotation || !read_.tensors->fake_mode().is_valid()) return nb::object();
  if (const nb::handle found = read_.tensors->tensor_of(annotation)) return nb::borrow(found);
  const auto [place, is_new] = made_.try_emplace(annotation);
  if (is_new) place->second = make(annotation);
  return place->second;
}

nb::object ExampleValues::make(StringId annotation) {
  const std::string_view text = after_.text(annotation);
  if (const auto value = parse_sym_annotation(text, syms_)) return evaluate(*value);
  const auto meta = parse_annotation(text, syms_);
  return meta && meta->has_sizes && meta->dtype != DType::unknown ? tensor(*meta) : nb::object();
}

nb::object ExampleValues::tensor(const TensorMeta& meta) {
  const nb::object sizes = extents(meta.geometry.sizes);
  const nb::object strides = extents(meta.has_strides ? meta.geometry.strides : contiguous_strides(meta.geometry.sizes, syms_));
  if (!sizes.is_valid() || !strides.is_valid()) return nb::object();
  const nb::object mode = nb::borrow(read_.tensors->fake_mode());
  nb::dict options;
  options["dtype"] = read_.objects->find_callable("torch." + std::string(torch_name(meta.dtype)));
  if (!meta.device.empty()) options["device"] = to_python(meta.device);
  mode.attr("__enter__")();
  nb::object made;
  try {
    made = known().torch.attr("empty_strided")(sizes, strides, **options);
  } catch (nb::python_error&) {
    // A device that this build of torch does not have: the node goes without.
  }
  mode.attr("__exit__")(nb::none(), nb::none(), nb::none());
  return made;
}

nb::object ExampleValues::extents(const Sizes& sizes) {
  nb::list out;
  for (const Sym& size : sizes) {
    const nb::object value = evaluate(size);
    if (!value.is_valid()) return nb::object();
    out.append(value);
  }
  return nb::tuple(out);
}

nb::object ExampleValues::symbol(Sym value) {
  const nb::handle found = read_.objects->find(syms_.print(value));
  return found.is_valid() && is_exactly(found, known().sym_int) ? nb::borrow(found) : nb::object();
}

nb::object ExampleValues::evaluate(Sym value) {
  if (value.is_constant()) return nb::int_(value.value);
  if (nb::object found = symbol(value); found.is_valid()) return found;
  const SymParts parts = syms_.parts(value);
  const auto combine = [&](const nb::object& a, const nb::object& b) -> nb::object {
    switch (parts.op) {
      case SymOperator::sum: return checked(PyNumber_Add(a.ptr(), b.ptr()));
      case SymOperator::product: return checked(PyNumber_Multiply(a.ptr(), b.ptr()));
      case SymOperator::floordiv: return checked(PyNumber_FloorDivide(a.ptr(), b.ptr()));
      case SymOperator::mod: return checked(PyNumber_Remainder(a.ptr(), b.ptr()));
      case SymOperator::max: return known().torch.attr("sym_max")(a, b);
      case SymOperator::min: return known().torch.attr("sym_min")(a, b);
      case SymOperator::constant:
      case SymOperator::symbol:
      case SymOperator::other: return nb::object();
    }
    return nb::object();
  };
  nb::object result;
  for (const Sym& operand : parts.operands) {
    nb::object next = evaluate(operand);
    if (!next.is_valid()) return next;
    result = result.is_valid() ? combine(result, next) : std::move(next);
    if (!result.is_valid()) return result;
  }
  return result;
}

}  // namespace outplace::python
