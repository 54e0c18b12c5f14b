// What surrounds a node: grad mode, autocast, inference mode, vmap levels; and which tensors carry a gradient history.
//
// A value that was derived under one set of modes is not used under another, since autograd or autocast may see it otherwise.
//
// A write under no_grad, or through .detach() or .data, to a tensor that carries a gradient history changes its values but not its history
// in eager PyTorch: a later read under grad mode still sends gradients to the old history. A new value has another history, so such a read
// is refused. Which inputs and attributes require gradients is known from the sidecar; without it none is taken to.
//
// Where eager PyTorch computes a gradient from what an operator wrote, and the functional form computes it from the operand, the last bits
// of the gradient may differ: a warning.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/effects.h"

namespace outplace {

class Modes {
 public:
  Modes(Memory& memory, const InputFacts* facts)
      : memory_(memory), grad_(facts == nullptr || facts->grad_enabled), known_(facts != nullptr) {
    numbers_.emplace(std::vector<uint32_t>{grad_ ? 1U : 0U}, 0);
    if (!known_) return;
    for (const InputFact& fact : facts->attributes) {
      if (fact.requires_grad) attributes_.insert(fact.name);
    }
  }

  // To be called for every node, before it is rewritten. Fails where a history would be lost.
  Result<void> visit(NodeId node, const NodeEffects& effects);
  // To be called after the last node: warns of gradients that may differ.
  void end();
  // Equal numbers: equal modes.
  uint32_t current() const { return current_; }
  bool autocast() const { return autocast_ > 0; }

 private:
  void bracket(NodeId node, const NodeEffects& effects);
  bool carries(NodeId node) const;
  bool requires_grad(NodeId input) const;
  void write(NodeId node, const NodeEffects& effects, bool history);
  void note_rounding(NodeId node, const NodeEffects& effects);
  StorageId storage_of(NodeId node) const;
  void set(std::vector<bool>& flags, size_t index);

  Memory& memory_;
  bool grad_;
  bool known_;
  int autocast_ = 0;
  std::vector<uint32_t> stack_;
  std::map<std::vector<uint32_t>, uint32_t> numbers_;
  uint32_t current_ = 0;
  std::unordered_set<std::string_view> attributes_;  // that require gradients
  std::vector<bool> nodes_;                          // carry a history: nodes whose memory nobody asked about
  std::vector<bool> storages_;                       // and storages
  std::optional<Diagnostic> rounding_;               // the first operator whose gradients may differ
  size_t roundings_ = 0;
  std::unordered_map<StorageId, NodeId> kept_;  // storages whose values were changed behind their history, and the write that did it
};

}  // namespace outplace
