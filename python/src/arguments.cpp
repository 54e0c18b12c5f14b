// Conversion of arguments by type.
#include "arguments.h"

#include <span>
#include <stdexcept>
#include <string>

#include "support/check.h"

namespace outplace::python {
namespace {

[[noreturn]] void too_deep() { throw nb::value_error("arguments are nested too deeply"); }

}  // namespace

Arg ArgumentReader::read(nb::handle value, int depth) {
  if (depth > kMaxNesting) too_deep();
  PyObject* const p = value.ptr();
  PyTypeObject* const type = Py_TYPE(p);
  if (p == Py_None) return Arg::none();
  if (type == &PyLong_Type || type == &PyFloat_Type || type == &PyBool_Type) return number(value);
  if (const NodeId* const found = nodes_.find(p)) return Arg::node(*found);
  if (type == &PyUnicode_Type) return text(ArgKind::string, characters(value));
  if (PyTuple_Check(p)) return sequence(ArgKind::tuple, value, depth);
  if (PyList_Check(p)) return sequence(ArgKind::list, value, depth);
  if (PyDict_Check(p)) return dictionary(value, depth);
  if (PySlice_Check(p)) {
    auto* const s = reinterpret_cast<PySliceObject*>(p);
    const Arg parts[3] = {read(s->start, depth + 1), read(s->stop, depth + 1), read(s->step, depth + 1)};
    return module_.make_parts(ArgKind::slice, parts);
  }
  if (p == Py_Ellipsis) return Arg::ellipsis();
  return other(value, depth);
}

Arg ArgumentReader::number(nb::handle value) {
  PyObject* const p = value.ptr();
  if (PyBool_Check(p)) return Arg::boolean(p == Py_True);
  if (PyLong_Check(p)) {
    int overflow = 0;
    const int64_t number = PyLong_AsLongLongAndOverflow(p, &overflow);
    return overflow != 0 ? Arg::text(ArgKind::opaque, objects_.opaque(value)) : Arg::integer(number);
  }
  // The text that repr gives is read back to the same number.
  char* const digits = PyOS_double_to_string(PyFloat_AS_DOUBLE(p), 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
  const Arg result = text(ArgKind::real, digits);
  PyMem_Free(digits);
  return result;
}

Arg ArgumentReader::sequence(ArgKind kind, nb::handle value, int depth) {
  PyObject* const p = value.ptr();
  const size_t base = stack_.size();
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(p);
  for (Py_ssize_t i = 0; i < size; ++i) {
    const Arg part = read(PySequence_Fast_GET_ITEM(p, i), depth + 1);
    stack_.push_back(part);
  }
  const Arg made = module_.make_parts(kind, std::span(stack_).subspan(base));
  stack_.resize(base);
  return made;
}

Arg ArgumentReader::dictionary(nb::handle value, int depth) {
  const size_t base = stack_.size();
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  Py_ssize_t position = 0;
  while (PyDict_Next(value.ptr(), &position, &key, &item) != 0) {
    const Arg k = read(key, depth + 1);
    stack_.push_back(k);
    const Arg v = read(item, depth + 1);
    stack_.push_back(v);
  }
  const Arg made = module_.make_parts(ArgKind::dict, std::span(stack_).subspan(base));
  stack_.resize(base);
  return made;
}

Arg ArgumentReader::other(nb::handle value, int depth) {
  const Known& k = known();
  PyObject* const p = value.ptr();
  if (is_exactly(value, k.dtype)) return Arg::text(ArgKind::dtype, objects_.constant(value));
  if (is_exactly(value, k.device)) return Arg::text(ArgKind::device, objects_.constant(value));
  if (is_exactly(value, k.layout)) return Arg::text(ArgKind::layout, objects_.constant(value));
  if (is_exactly(value, k.memory_format)) return Arg::text(ArgKind::memory_format, objects_.constant(value));
  if (is_exactly(value, k.sym_int)) return Arg::text(ArgKind::symbolic, objects_.symbolic(value));
  if (PyComplex_CheckExact(p)) {
    const nb::object shown = checked(PyObject_Repr(p));
    return text(ArgKind::imaginary, characters(shown));
  }
  if (is_a(value, k.node)) throw nb::value_error("an argument is a node that is not in the graph before its user");
  // Subclasses of numbers and strings: an IntEnum, numpy.int64 or numpy.float64 counts as the number that it is.
  if (PyFloat_Check(p)) return number(value);
  if (PyIndex_Check(p) != 0 && !is_a(value, k.tensor)) {
    PyObject* const integer = PyNumber_Index(p);
    if (integer != nullptr) return read(nb::steal(integer), depth + 1);
    PyErr_Clear();
  }
  if (PyUnicode_Check(p)) return text(ArgKind::string, characters(value));
  return Arg::text(ArgKind::opaque, objects_.opaque(value));
}

bool ArgumentMaker::same(const Arg& arg, const Arg& was) const {
  if (arg.kind != was.kind || arg.b != was.b) return false;
  if (!arg.has_parts()) return arg.a == was.a;
  const auto now_parts = after_.parts(arg);
  const auto old_parts = before_.parts(was);
  for (size_t i = 0; i < now_parts.size(); ++i) {
    if (!same(now_parts[i], old_parts[i])) return false;
  }
  return true;
}

nb::object ArgumentMaker::make(const Arg& arg) { return part(arg, nullptr, nb::handle()); }

nb::object ArgumentMaker::make(const Arg& arg, const Arg& was, nb::handle original) { return part(arg, &was, original); }

nb::object ArgumentMaker::part(const Arg& arg, const Arg* was, nb::handle original) {
  if (was != nullptr && same(arg, *was)) return nb::borrow(original);
  if (was != nullptr && was->kind != arg.kind) was = nullptr;
  switch (arg.kind) {
    case ArgKind::node: return node(arg.as_node());
    case ArgKind::list:
    case ArgKind::tuple: return sequence(arg, was, original);
    case ArgKind::dict: return dictionary(arg, was, original);
    case ArgKind::slice: return slice(arg, was, original);
    case ArgKind::none:
    case ArgKind::boolean:
    case ArgKind::integer:
    case ArgKind::real:
    case ArgKind::imaginary:
    case ArgKind::string:
    case ArgKind::ellipsis:
    case ArgKind::dtype:
    case ArgKind::device:
    case ArgKind::layout:
    case ArgKind::memory_format:
    case ArgKind::symbolic:
    case ArgKind::opaque: return constant(arg);
  }
  return nb::none();
}

nb::object ArgumentMaker::node(NodeId id) const {
  const bool there = id.value < nodes_.size() && nodes_[id.value].is_valid();
  OUTPLACE_CHECK(there || !complete_, "an argument is a node that was not made yet");
  return there ? nodes_[id.value] : nb::none();
}

nb::object ArgumentMaker::sequence(const Arg& arg, const Arg* was, nb::handle original) {
  const auto parts = after_.parts(arg);
  const auto old_parts = was != nullptr ? before_.parts(*was) : std::span<const Arg>();
  nb::object list = checked(PyList_New(static_cast<Py_ssize_t>(parts.size())));
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto at = static_cast<Py_ssize_t>(i);
    const bool known_before = i < old_parts.size();
    nb::object item = part(parts[i], known_before ? &old_parts[i] : nullptr,
                           known_before ? nb::handle(PySequence_Fast_GET_ITEM(original.ptr(), at)) : nb::handle());
    PyList_SET_ITEM(list.ptr(), at, item.release().ptr());
  }
  if (arg.kind == ArgKind::list) return list;
  nb::object tuple = checked(PyList_AsTuple(list.ptr()));
  // A named tuple of as many fields stays one.
  if (was == nullptr || parts.size() != old_parts.size() || PyTuple_CheckExact(original.ptr())) return tuple;
  const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(original.ptr())));
  if (PyObject_HasAttrString(type.ptr(), "_make") != 0) return type.attr("_make")(tuple);
  return tuple;
}

nb::object ArgumentMaker::dictionary(const Arg& arg, const Arg* was, nb::handle original) {
  const auto parts = after_.parts(arg);
  const auto old_parts = was != nullptr ? before_.parts(*was) : std::span<const Arg>();
  nb::dict made;
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    const bool known_before = i + 1 < old_parts.size() && same(parts[i], old_parts[i]);
    const nb::object key = make(parts[i]);
    nb::handle item = known_before ? nb::handle(PyDict_GetItemWithError(original.ptr(), key.ptr())) : nb::handle();
    made[key] = part(parts[i + 1], item.is_valid() ? &old_parts[i + 1] : nullptr, item);
  }
  return made;
}

nb::object ArgumentMaker::slice(const Arg& arg, const Arg* was, nb::handle original) {
  const auto parts = after_.parts(arg);
  const auto old_parts = was != nullptr ? before_.parts(*was) : std::span<const Arg>();
  nb::object made[3];
  for (size_t i = 0; i < 3; ++i) {
    nb::handle item;
    if (was != nullptr) {
      auto* const s = reinterpret_cast<PySliceObject*>(original.ptr());
      item = i == 0 ? s->start : i == 1 ? s->stop : s->step;
    }
    made[i] = part(parts[i], was != nullptr ? &old_parts[i] : nullptr, item);
  }
  return checked(PySlice_New(made[0].ptr(), made[1].ptr(), made[2].ptr()));
}

nb::object ArgumentMaker::constant(const Arg& arg) {
  // Of numbers the same bits are the value itself.
  const bool is_number =
      arg.kind == ArgKind::none || arg.kind == ArgKind::boolean || arg.kind == ArgKind::integer || arg.kind == ArgKind::ellipsis;
  const std::string_view text = is_number ? std::string_view() : after_.text(arg.as_text());
  switch (arg.kind) {
    case ArgKind::none: return nb::none();
    case ArgKind::boolean: return nb::bool_(arg.as_boolean());
    case ArgKind::integer: return nb::int_(arg.as_integer());
    case ArgKind::ellipsis: return nb::borrow(Py_Ellipsis);
    case ArgKind::string: return to_python(text);
    case ArgKind::real: return checked(PyFloat_FromString(to_python(text).ptr()));
    case ArgKind::imaginary: return nb::borrow(reinterpret_cast<PyObject*>(&PyComplex_Type))(to_python(text));
    case ArgKind::dtype:
    case ArgKind::layout:
    case ArgKind::memory_format: return objects_.find_callable(text);
    case ArgKind::device: {
      const nb::handle found = objects_.find(text);
      return found.is_valid() && is_exactly(found, known().device) ? nb::borrow(found) : known().device(to_python(text));
    }
    case ArgKind::node:
    case ArgKind::slice:
    case ArgKind::list:
    case ArgKind::tuple:
    case ArgKind::dict:
    case ArgKind::symbolic:
    case ArgKind::opaque: break;
  }
  const nb::handle found = objects_.find(text);
  OUTPLACE_CHECK(found.is_valid(), "a text stands for no object: " + std::string(text));
  return nb::borrow(found);
}

}  // namespace outplace::python
