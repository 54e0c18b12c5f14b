// What the two graphs share while one filling of the inputs is compared.
#pragma once

#include <cstdint>

#include "interp/symbols.h"
#include "interp/tensor.h"

namespace outplace::interp {

struct World {
  World(int attempt, uint64_t seed_, int64_t range, Probes probes)
      : symbols(attempt), memory(elements, std::move(probes)), seed(seed_), index_range(range) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Elements elements;
  Symbols symbols;
  Memory memory;
  uint64_t seed;
  int64_t index_range;  // integers that the machine makes up are below it
};

}  // namespace outplace::interp
