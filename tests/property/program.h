// A generated program: the graph, and what its text does not say about its inputs.
#pragma once

#include <string>
#include <vector>

#include "eager_tensor.h"
#include "io/fx_text.h"
#include "io/input_facts.h"

namespace outplace::property {

// How an input may be filled: index inputs hold numbers from 0 to `bound` - 1.
struct InputHint {
  Ints shape;  // with numbers for symbols
  Ints stride;
  int64_t value = 0;  // of a symbolic number
  int64_t bound = 0;  // 0: any content
};

struct Program {
  Document document;
  InputFacts facts;
  std::vector<InputHint> hints;  // one per placeholder

  GraphId graph() const { return document.roots.at(0); }
};

}  // namespace outplace::property
