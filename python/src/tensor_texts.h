// What is known of values: annotations as torch.fx prints them (with strides and device), and facts about inputs that a text does not say.
//
// Metadata is read from the objects in node.meta, whose annotation is made once per object; in-place nodes share theirs.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/input_facts.h"
#include "objects.h"

namespace outplace::python {

// The key of meta that holds a graph's example values.
enum class MetaKey : uint8_t { none, val, tensor_meta, example_value };

struct MetaValue {
  MetaKey key = MetaKey::none;
  nb::handle value;
};
// The value that torch.fx would print: val, else tensor_meta, else example_value.
MetaValue meta_value(nb::handle meta);

class TensorTexts {
 public:
  TensorTexts(Module& module, Objects& objects) : module_(module), objects_(objects) {}

  void reserve(size_t values) { annotations_.reserve(values); }
  // "f32[2, 3][3, 1]cpu", "Sym(s0)"; none for values that are neither one tensor nor a symbol.
  StringId annotation(nb::handle value);
  // An input as its example shows it; sizes that `symbols` (the same input as traced) has as symbols of that value stay symbols.
  InputFact fact(std::string name, nb::handle value, nb::handle symbols);

  // A tensor that the graph has and that has this annotation; null if there is none that others may use.
  nb::handle tensor_of(StringId annotation) const;
  // The mode of the graph's fake tensors; null if it has none.
  nb::handle fake_mode() const { return fake_mode_; }

 private:
  struct DTypeTexts {
    std::string abbreviation;
    std::string name;
  };

  // What one tensor says of itself: asked for once, also if both an annotation and a fact are wanted.
  struct Look {
    nb::object tensor;
    nb::object shape;   // null if the tensor has none, such as nested ones
    nb::object stride;  // null for sparse tensors
    const DTypeTexts* dtype = nullptr;
    size_t device = 0;  // of devices_
  };

  StringId make_annotation(nb::handle value);
  StringId tensor_annotation(nb::handle tensor);
  StringId stored_annotation(nb::handle metadata);
  void append_extents(std::string& out, nb::handle extents);
  std::string extent(nb::handle value);
  std::vector<std::string> extents(nb::handle values, nb::handle symbols);
  const DTypeTexts& dtype(nb::handle dtype);
  size_t device(nb::handle tensor);
  const Look& look(nb::handle tensor);
  void tensor_fact(InputFact& fact, nb::handle tensor, nb::handle symbols);

  Module& module_;
  Objects& objects_;
  PointerMap<StringId> annotations_;  // by value
  std::unordered_map<PyObject*, DTypeTexts> dtypes_;
  std::vector<std::pair<nb::object, std::string>> devices_;  // the few that there are
  Look look_;
  std::unordered_map<StringId, nb::object> tensors_;
  nb::object fake_mode_;
  std::string text_;
};

}  // namespace outplace::python
