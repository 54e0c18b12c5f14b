// Reading tensors and symbols.
#include "tensor_texts.h"

#include <charconv>

#include "support/dtype.h"

namespace outplace::python {
namespace {

bool is_symbol(nb::handle value) {
  const Known& k = known();
  return is_exactly(value, k.sym_int) || is_exactly(value, k.sym_float) || is_exactly(value, k.sym_bool);
}

bool is_tensor(nb::handle value) { return is_exactly(value, known().fake_tensor) || is_a(value, known().tensor); }

// Parameters are plain tensors here: how they are printed does not matter, how they are laid out does.
bool is_plain(nb::handle tensor) {
  const Known& k = known();
  return is_exactly(tensor, k.fake_tensor) || is_exactly(tensor, k.tensor) || is_exactly(tensor, k.parameter) ||
         is_a(tensor, k.fake_tensor);
}

// For what some kinds of tensors refuse to tell; null then.
nb::object attempt(PyObject* result) {
  if (result == nullptr) PyErr_Clear();
  return nb::steal(result);
}

void append_integer(std::string& out, nb::handle number) {
  const long long value = PyLong_AsLongLong(number.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end.ptr);
}

}  // namespace

MetaValue meta_value(nb::handle meta) {
  const Known& k = known();
  if (PyDict_Check(meta.ptr()) == 0) return {};
  if (const nb::handle value = entry(meta, k.val)) return {MetaKey::val, value};
  if (const nb::handle value = entry(meta, k.tensor_meta)) return {MetaKey::tensor_meta, value};
  if (const nb::handle value = entry(meta, k.example_value)) return {MetaKey::example_value, value};
  return {};
}

StringId TensorTexts::annotation(nb::handle value) {
  if (!value.is_valid() || value.is_none()) return {};
  if (const StringId* const found = annotations_.find(value)) return *found;
  const StringId made = make_annotation(value);
  annotations_.insert(value, made);
  return made;
}

StringId TensorTexts::make_annotation(nb::handle value) {
  if (is_tensor(value)) return tensor_annotation(value);
  if (is_symbol(value)) {
    const nb::object text = checked(PyObject_Repr(value.ptr()));
    if (is_exactly(value, known().sym_int)) objects_.symbolic(value);
    return module_.intern("Sym(" + std::string(characters(text)) + ")");
  }
  if (is_exactly(value, known().tensor_metadata)) return stored_annotation(value);
  return {};
}

const TensorTexts::Look& TensorTexts::look(nb::handle tensor) {
  if (look_.tensor.is(tensor)) return look_;
  const Known& k = known();
  look_ = {};
  if (is_exactly(tensor, k.fake_tensor)) {
    look_.stride = attempt(PyObject_CallOneArg(k.fake_stride.ptr(), tensor.ptr()));
    look_.shape = attempt(described(tensor, k.fake_shape));
    look_.dtype = &dtype(checked(described(tensor, k.fake_dtype)));
  } else {
    look_.stride = attempt(PyObject_CallMethodNoArgs(tensor.ptr(), k.stride_name.ptr()));
    look_.shape = attempt(PyObject_GetAttr(tensor.ptr(), k.shape_name.ptr()));
    look_.dtype = &dtype(attribute(tensor, k.dtype_name));
  }
  look_.device = device(tensor);
  look_.tensor = nb::borrow(tensor);
  return look_;
}

StringId TensorTexts::tensor_annotation(nb::handle tensor) {
  const Known& k = known();
  const Look& seen = look(tensor);
  if (!seen.stride.is_valid() || !seen.shape.is_valid()) return {};
  const bool plain = is_plain(tensor);
  text_.clear();
  if (!plain) text_ = std::string(Py_TYPE(tensor.ptr())->tp_name) + "(";
  text_ += seen.dtype->abbreviation;
  append_extents(text_, seen.shape);
  append_extents(text_, seen.stride);
  text_ += devices_[seen.device].second;
  if (!plain) text_ += ")";
  const StringId id = module_.intern(text_);
  if (is_exactly(tensor, k.fake_tensor)) {
    tensors_.try_emplace(id, nb::borrow(tensor));
    if (!fake_mode_.is_valid()) fake_mode_ = nb::borrow(tensor).attr("fake_mode");
  }
  return id;
}

size_t TensorTexts::device(nb::handle tensor) {
  const Known& k = known();
  // Which device a fake tensor shows depends on what is being run; which one it stands for does not.
  nb::object device = attribute(tensor, is_exactly(tensor, k.fake_tensor) ? k.fake_device_name : k.device_name);
  for (size_t i = 0; i < devices_.size(); ++i) {
    const int equal = PyObject_RichCompareBool(devices_[i].first.ptr(), device.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return i;
  }
  const nb::object shown = checked(PyObject_Str(device.ptr()));
  devices_.emplace_back(std::move(device), characters(shown));
  return devices_.size() - 1;
}

// What ShapeProp leaves behind: no device.
StringId TensorTexts::stored_annotation(nb::handle metadata) {
  const Known& k = known();
  text_ = dtype(attribute(metadata, k.dtype_name)).abbreviation;
  append_extents(text_, attribute(metadata, k.shape_name));
  append_extents(text_, attribute(metadata, k.stride_name));
  return module_.intern(text_);
}

void TensorTexts::append_extents(std::string& out, nb::handle extents) {
  out += '[';
  const Py_ssize_t count = PyTuple_Check(extents.ptr()) != 0 ? PyTuple_GET_SIZE(extents.ptr()) : 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    PyObject* const item = PyTuple_GET_ITEM(extents.ptr(), i);
    if (PyLong_CheckExact(item) != 0) {
      append_integer(out, item);
    } else {
      out += extent(item);
    }
  }
  out += ']';
}

std::string TensorTexts::extent(nb::handle value) {
  if (PyLong_CheckExact(value.ptr()) != 0) {
    std::string digits;
    append_integer(digits, value);
    return digits;
  }
  if (is_exactly(value, known().sym_int)) return std::string(module_.text(objects_.symbolic(value)));
  const nb::object text = checked(PyObject_Str(value.ptr()));
  return std::string(characters(text));
}

// Types are never freed, so that an address says which it is.
const TensorTexts::DTypeTexts& TensorTexts::dtype(nb::handle dtype) {
  DTypeTexts& texts = dtypes_[dtype.ptr()];
  if (texts.name.empty()) {
    const nb::object shown = checked(PyObject_Str(dtype.ptr()));
    constexpr std::string_view kTorch = "torch.";
    const std::string_view name = characters(shown);
    texts.name = name.starts_with(kTorch) ? name.substr(kTorch.size()) : name;
    const auto found = dtype_from_torch_name(texts.name);
    texts.abbreviation = found ? abbreviation(*found) : std::string_view(texts.name);
  }
  return texts;
}

nb::handle TensorTexts::tensor_of(StringId annotation) const {
  const auto found = tensors_.find(annotation);
  return found == tensors_.end() ? nb::handle() : nb::handle(found->second);
}

std::vector<std::string> TensorTexts::extents(nb::handle values, nb::handle symbols) {
  std::vector<std::string> out;
  const Py_ssize_t count = PyTuple_Check(values.ptr()) != 0 ? PyTuple_GET_SIZE(values.ptr()) : 0;
  const bool comparable = symbols.is_valid() && PyTuple_Check(symbols.ptr()) != 0 && PyTuple_GET_SIZE(symbols.ptr()) == count;
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::handle value = PyTuple_GET_ITEM(values.ptr(), i);
    const nb::handle symbol = comparable ? nb::handle(PyTuple_GET_ITEM(symbols.ptr(), i)) : nb::handle();
    if (symbol.is_valid() && is_exactly(symbol, known().sym_int) && PyLong_CheckExact(value.ptr()) != 0) {
      // Asking the hint leaves no guard behind.
      const nb::object hint = attempt(PyObject_GetAttrString(attribute(symbol, known().sym_node_name).ptr(), "hint"));
      if (hint.is_valid() && PyLong_CheckExact(hint.ptr()) != 0 && PyObject_RichCompareBool(hint.ptr(), value.ptr(), Py_EQ) == 1) {
        out.push_back(extent(symbol));
        continue;
      }
    }
    out.push_back(extent(value));
  }
  return out;
}

InputFact TensorTexts::fact(std::string name, nb::handle value, nb::handle symbols) {
  InputFact fact;
  fact.name = std::move(name);
  if (is_symbol(value) || is_symbol(symbols)) {
    fact.kind = is_exactly(is_symbol(symbols) ? symbols : value, known().sym_int) ? InputKind::symint : InputKind::number;
  } else if (is_tensor(value)) {
    tensor_fact(fact, value, symbols);
  } else if (PyList_Check(value.ptr()) != 0 || PyTuple_Check(value.ptr()) != 0) {
    fact.kind = InputKind::list;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value.ptr()); ++i) {
      const nb::handle item = PySequence_Fast_GET_ITEM(value.ptr(), i);
      fact.items.push_back(this->fact(fact.name + "_" + std::to_string(i), item, item));
    }
  } else {
    const bool number = PyLong_Check(value.ptr()) != 0 || PyFloat_Check(value.ptr()) != 0;
    fact.kind = number ? InputKind::number : InputKind::other;
  }
  return fact;
}

void TensorTexts::tensor_fact(InputFact& fact, nb::handle tensor, nb::handle symbols) {
  const Known& k = known();
  const Look seen = look(tensor);
  fact.dtype = seen.dtype->name;
  fact.device = devices_[seen.device].second;
  const bool traced = symbols.is_valid() && !symbols.is(tensor) && is_tensor(symbols);
  const nb::object traced_shape = traced ? look(symbols).shape : nb::object();
  const nb::object traced_stride = traced ? look_.stride : nb::object();
  if (seen.shape.is_valid()) fact.shape = extents(seen.shape, traced_shape);
  if (seen.stride.is_valid()) fact.stride = extents(seen.stride, traced_stride);
  if (const nb::object offset = attempt(PyObject_CallMethodNoArgs(tensor.ptr(), k.storage_offset_name.ptr())))
    fact.storage_offset = extent(offset);
  fact.requires_grad = attribute(tensor, k.requires_grad_name).is(Py_True);
  const nb::object storage = attempt(PyObject_CallMethodNoArgs(tensor.ptr(), k.untyped_storage_name.ptr()));
  if (!storage.is_valid()) return;
  fact.storage = PyLong_AsLongLong(attribute(storage, k.cdata_name).ptr());
  const nb::object bytes = attempt(PyObject_CallMethodNoArgs(storage.ptr(), k.nbytes_name.ptr()));
  if (bytes.is_valid() && PyLong_CheckExact(bytes.ptr()) != 0) fact.storage_bytes = nb::cast<int64_t>(bytes);
}

}  // namespace outplace::python
