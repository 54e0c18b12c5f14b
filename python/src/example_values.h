// Example values for nodes that passes made: a fake tensor of the graph with equal metadata where there is one, else a new one in the
// graph's own fake mode.
#pragma once

#include <optional>
#include <unordered_map>

#include "graph_reading.h"
#include "ops/tensor_meta.h"

namespace outplace::python {

class ExampleValues {
 public:
  ExampleValues(ReadGraph& read, const Module& after) : read_(read), after_(after) {}

  // Null if the annotation does not say enough, or the graph has no fake tensors.
  nb::object of(StringId annotation);

 private:
  nb::object make(StringId annotation);
  nb::object tensor(const TensorMeta& meta);
  nb::object extents(const Sizes& sizes);
  nb::object evaluate(Sym value);
  nb::object symbol(Sym value);

  ReadGraph& read_;
  const Module& after_;
  SymPool syms_;
  std::unordered_map<StringId, nb::object> made_;
};

}  // namespace outplace::python
