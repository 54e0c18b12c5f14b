// Spelling Python objects, and finding them again.
#include "objects.h"

#include <utility>

namespace outplace::python {
namespace {

std::string shown(nb::handle object) {
  PyObject* const text = PyObject_Repr(object.ptr());
  if (text != nullptr) return std::string(characters(nb::steal(text)));
  PyErr_Clear();  // an object that cannot show itself is still an object
  return "<" + std::string(Py_TYPE(object.ptr())->tp_name) + ">";
}

std::string qualified(nb::handle function) {
  PyObject* const name = PyObject_CallOneArg(known().qualified_name.ptr(), function.ptr());
  if (name == nullptr) {
    PyErr_Clear();
    return shown(function);
  }
  const nb::object owned = nb::steal(name);
  const std::string_view text = characters(owned);
  constexpr std::string_view kOperator = "_operator.";
  return std::string(text.starts_with(kOperator) ? text.substr(1) : text);
}

// Two functions that one definition made, without variables of its surroundings: a function that is defined in a function is made anew in
// each call.
bool same_definition(nb::handle a, nb::handle b) {
  if (PyFunction_Check(a.ptr()) == 0 || PyFunction_Check(b.ptr()) == 0) return false;
  return PyFunction_GetCode(a.ptr()) == PyFunction_GetCode(b.ptr()) && PyFunction_GetClosure(a.ptr()) == nullptr &&
         PyFunction_GetClosure(b.ptr()) == nullptr && PyFunction_GetDefaults(a.ptr()) == PyFunction_GetDefaults(b.ptr());
}

}  // namespace

// Keeps the object under the text; a text that means another object already gets a number.
StringId Objects::remember(nb::handle object, std::string text) {
  StringId id = module_.intern(text);
  for (int number = 2; objects_.contains(id); ++number) id = module_.intern(text + " (" + std::to_string(number) + ")");
  objects_.emplace(id, nb::borrow(object));
  texts_.insert(object, id);
  kept_.push_back(nb::borrow(object));
  return id;
}

// As above, for objects of which equal texts are interchangeable.
StringId Objects::remember_shared(nb::handle object, std::string_view text) {
  const StringId id = module_.intern(text);
  objects_.try_emplace(id, nb::borrow(object));
  texts_.insert(object, id);
  kept_.push_back(nb::borrow(object));
  return id;
}

StringId Objects::callable(nb::handle object) {
  if (const StringId* const found = texts_.find(object)) return *found;
  std::string name = qualified(object);
  const nb::handle known_one = find(module_.intern(name));
  if (known_one.is_valid() && same_definition(known_one, object)) return remember_shared(object, name);
  return remember(object, std::move(name));
}

StringId Objects::opaque(nb::handle object) {
  if (const StringId* const found = texts_.find(object)) return *found;
  return remember(object, shown(object));
}

StringId Objects::constant(nb::handle object) {
  if (const StringId* const found = texts_.find(object)) return *found;
  const nb::object text = checked(PyObject_Str(object.ptr()));
  return remember_shared(object, characters(text));
}

StringId Objects::symbolic(nb::handle object) {
  // Each access to a size makes another SymInt around the same node.
  const nb::object node = attribute(object, known().sym_node_name);
  if (const StringId* const found = texts_.find(node)) return *found;
  const nb::object text = checked(PyObject_Str(object.ptr()));
  const StringId id = module_.intern(characters(text));
  objects_.try_emplace(id, nb::borrow(object));
  texts_.insert(node, id);
  kept_.push_back(node);
  return id;
}

nb::handle Objects::find(StringId text) const {
  const auto found = text ? objects_.find(text) : objects_.end();
  return found == objects_.end() ? nb::handle() : nb::handle(found->second);
}

nb::object Objects::find_callable(std::string_view name) {
  if (const nb::handle found = find(name)) return nb::borrow(found);
  // Modules are imported as far as the name goes, the rest are attributes.
  size_t end = name.find('.');
  const std::string first(name.substr(0, end));
  nb::object object =
      end == std::string_view::npos ? nb::module_::import_("builtins").attr(first.c_str()) : nb::module_::import_(first.c_str());
  while (end != std::string_view::npos) {
    const size_t start = end + 1;
    end = name.find('.', start);
    const std::string part(name.substr(start, end == std::string_view::npos ? end : end - start));
    PyObject* const next = PyObject_GetAttrString(object.ptr(), part.c_str());
    if (next != nullptr) {
      object = nb::steal(next);
    } else {
      PyErr_Clear();
      object = nb::module_::import_(std::string(name.substr(0, end)).c_str());
    }
  }
  return object;
}

}  // namespace outplace::python
