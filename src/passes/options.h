// What the passes share: the choices of the user, and the record of one rewritten mutation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ir/module.h"

namespace outplace {

struct InputFacts;
class GraphEffects;
class OpTable;
class KernelProvider;

// Which form a write takes: the fixed forms of a mask-and-pad compiler, or the fewest bytes moved for one that updates in place.
enum class Forms : uint8_t { seed, minimal };

// Whether a new value gets the strides of the tensor that it replaces.
enum class Layout : uint8_t { exact, ignore };

// Options of the two passes that know about memory.
struct MemoryOptions {
  Forms forms = Forms::seed;
  Layout layout = Layout::exact;
  const InputFacts* inputs = nullptr;       // none: nothing is known but the text
  const OpTable* ops = nullptr;             // none: OpTable::builtin()
  const KernelProvider* kernels = nullptr;  // none: kernels write what their node says
  std::string device;                       // type of the device that new nodes name; "": that of the tensor which they are made for
};

// For the graph as it is now, before any walk.
std::unique_ptr<GraphEffects> make_effects(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics);

}  // namespace outplace
