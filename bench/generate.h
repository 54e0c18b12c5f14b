// Graphs of any size in the shapes that make rewriters slow: many writes to one buffer, many views, many parts, deep chains, many buffers.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "io/fx_text.h"

namespace outplace::bench {

struct Workload {
  std::string_view name;
  std::string_view summary;
  void (*build)(Module& module, size_t nodes);
};

std::span<const Workload> workloads();
const Workload* find_workload(std::string_view name);  // nullptr if there is none

// One root graph of about `nodes` nodes, with annotations and source lines.
Document generate(const Workload& workload, size_t nodes);

}  // namespace outplace::bench
