// What a text does not say about a graph's inputs: layout, offset, storage sharing, gradient flags. Filled from a sidecar file or by a
// bridge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/module.h"

namespace outplace {

enum class InputKind : uint8_t { tensor, symint, number, list, other };

// One placeholder (or attribute tensor). Sizes, strides and offset are texts, since they may be symbolic; in elements.
struct InputFact {
  std::string name;  // node name of the placeholder, or attribute path for get_attr tensors
  InputKind kind = InputKind::tensor;
  std::string dtype;  // torch name: "float32"
  std::vector<std::string> shape;
  std::vector<std::string> stride;
  std::string storage_offset;
  std::optional<int64_t> storage;  // equal numbers share memory
  int64_t storage_bytes = -1;
  bool requires_grad = false;
  std::string device;
  std::vector<InputFact> items;  // of a list input
};

struct InputFacts {
  std::vector<InputFact> placeholders;  // in order
  std::vector<InputFact> attributes;
  bool grad_enabled = true;  // the mode the graph runs in; true when not known
};

// Which fact tells of which node, in the order of the nodes: of placeholders by position, of the nodes that read an attribute by its path.
std::vector<std::pair<NodeId, const InputFact*>> facts_by_node(const Module& module, GraphId graph, const InputFacts& facts);

}  // namespace outplace
