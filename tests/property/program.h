// A generated program: the graph, and what its text does not say about its inputs.
#pragma once

#include <string>
#include <vector>

#include "eager_tensor.h"
#include "io/fx_text.h"
#include "ir/input_facts.h"

namespace outplace::property {

// How an input is filled where that matters.
struct InputHint {
  Ints shape;  // with numbers for symbols
  Ints stride;
  int64_t value = 0;  // of a symbolic number
  Ints values;        // of an index input; empty: any content
};

struct Program {
  Document document;
  InputFacts facts;
  std::vector<InputHint> hints;            // one per placeholder
  std::vector<InputHint> attribute_hints;  // one per attribute tensor

  GraphId graph() const { return document.roots.at(0); }
};

}  // namespace outplace::property
