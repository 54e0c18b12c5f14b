// The types and functions of torch that the bridge needs, looked up once: torch is imported when a graph is first read, and never linked.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

namespace outplace::python {

namespace nb = nanobind;

// An attribute of a class's instances. Where the class has a descriptor that instances cannot hide, it is asked without being looked up.
struct Attribute {
  nb::object name;
  nb::object descriptor;  // null if there is none
};

struct Known {
  nb::object torch;
  // types
  nb::object node, graph_module, tensor, fake_tensor, parameter, tensor_metadata;
  nb::object sym_int, sym_float, sym_bool;
  nb::object dtype, device, layout, memory_format, size;
  // values and functions
  nb::object qualified_name;
  nb::object plain_attributes;  // context manager class: tensors of subclasses tell of themselves without __torch_function__
  nb::object fake_stride;       // of the class FakeTensor: a method
  Attribute fake_shape, fake_dtype;
  Attribute op, name, target, args, kwargs, meta;  // of Node
  nb::object op_names[6];                          // by NodeOp
  // names of attributes and keys
  nb::object sym_node_name;
  nb::object val, example_value, tensor_meta, stack_trace;
  nb::object shape_name, stride_name, dtype_name, device_name, fake_device_name, requires_grad_name;
  nb::object storage_offset_name, untyped_storage_name, cdata_name, nbytes_name;
};

// To be called with the interpreter held.
const Known& known();

inline nb::object checked(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}
inline nb::object attribute(nb::handle object, const nb::object& name) { return checked(PyObject_GetAttr(object.ptr(), name.ptr())); }
// As PyObject_GetAttr gives it; the object's class is the attribute's.
inline PyObject* described(nb::handle object, const Attribute& attribute) {
  if (!attribute.descriptor.is_valid()) return PyObject_GetAttr(object.ptr(), attribute.name.ptr());
  PyObject* const descriptor = attribute.descriptor.ptr();
  return Py_TYPE(descriptor)->tp_descr_get(descriptor, object.ptr(), reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())));
}
// The value of a key that is a string, a null handle if the dictionary does not have it.
inline nb::handle entry(nb::handle dictionary, const nb::object& key) { return PyDict_GetItemWithError(dictionary.ptr(), key.ptr()); }

inline bool is_exactly(nb::handle object, const nb::object& type) {
  return reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())) == type.ptr();
}
inline bool is_a(nb::handle object, const nb::object& type) {
  if (is_exactly(object, type)) return true;
  const int answer = PyObject_IsInstance(object.ptr(), type.ptr());
  if (answer < 0) throw nb::python_error();
  return answer == 1;
}

// An attribute of a node, which may be of a subclass of Node.
inline nb::object of_node(nb::handle node, const Attribute& attribute) {
  if (!is_exactly(node, known().node)) return outplace::python::attribute(node, attribute.name);
  return checked(described(node, attribute));
}

// The characters of a str; valid as long as it lives.
inline std::string_view characters(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) throw nb::python_error();
  return {data, static_cast<size_t>(size)};
}
inline nb::object to_python(std::string_view text) {
  return checked(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

}  // namespace outplace::python
