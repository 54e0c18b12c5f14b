// What surrounds a node: grad mode, autocast, inference mode, vmap levels; and which tensors carry a gradient history.
//
// A value that was derived under one set of modes is not used under another, since autograd or autocast may see it otherwise.
//
// A write under no_grad, through .detach(), .data or a view as another dtype, or by out= of an operator that has no gradient (others
// raise), to a tensor that carries a gradient history changes its values but not its history in eager PyTorch: a later read under grad mode
// still sends gradients to the old history, also one by an operator that writes, and one by the caller, if the graph returns the tensor. A
// new value has another history, so such a read is refused; so is one of a detached tensor that a write gave a history of its own (the
// tensor that it is a view of gets the values without the history). Which inputs and attributes require gradients is known from the
// sidecar; without it none is taken to.
//
// Two warnings, that the last bits of gradients may differ: where eager PyTorch computes a gradient from what an operator wrote, and the
// functional form computes it from the operand; and where an input that comes with a history is written, since autograd adds up the
// gradients that reach what it was made of in another order then.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/effects.h"

namespace outplace {

enum class Gradients : uint8_t {
  none,      // there are none
  may_flow,  // a value that is made may be differentiated
  cut        // a tensor that is cut from autograd is written: what it is a view of does not get the history of what is written there
};

class Modes {
 public:
  Modes(Memory& memory, const InputFacts* facts)
      : memory_(memory),
        grad_(facts == nullptr || facts->grad_enabled),
        known_(facts != nullptr),
        histories_(facts != nullptr && any_requires_grad(*facts)),
        grad_mode_{.enabled = grad_} {
    numbers_.emplace(std::vector<uint32_t>{grad_ ? 1U : 0U}, 0);
  }

  // To be called for every node, before it is rewritten. Fails where a history would be lost.
  Result<void> visit(NodeId node, const NodeEffects& effects);
  // To be called after the last node: warns of gradients that may differ.
  void end();
  // Equal numbers: equal modes.
  uint32_t current() const { return current_; }
  bool autocast() const { return autocast_ > 0; }
  // May a value that is made now be differentiated?
  bool recording() const { return histories_ && grad_; }
  // Does the tensor, as it is before the current node, carry a history that a write records?
  bool has_history(ObjectId object) const {
    return recording() && !memory_.object(object).detached() && has_history(memory_.place(memory_.place_of(object)).storage);
  }
  // Has any tensor in this memory one?
  bool has_history(StorageId storage) const;
  // And what becomes of the history of what the current node reads?
  Gradients gradients() const { return cuts_ ? Gradients::cut : recording() ? Gradients::may_flow : Gradients::none; }

 private:
  void bracket(NodeId node, const NodeEffects& effects);
  bool detached(NodeId node) const;
  bool carries(NodeId node) const;
  // The write that changed what the node names behind its history; null if there was none.
  const std::string* lost_by(NodeId node) const;
  Failed history_is_lost(NodeId node, const std::string& by);
  Failed detached_has_history(NodeId node, const std::string& by);
  Result<void> find_cuts(NodeId node, const NodeEffects& effects);
  Result<void> write(NodeId node, const NodeEffects& effects, bool history);
  bool is_own(NodeId node) const;
  bool is_recorded(StorageId storage) const;
  void rebind(NodeId node, ObjectId object);
  Result<void> check_repeats(NodeId node, const NodeEffects& effects);
  void note_rounding(NodeId node, ObjectId written, const std::string& why, const std::string& advice);
  void note_gradient_of_result(NodeId node, const NodeEffects& effects);
  StorageId storage_of(NodeId node) const;
  void set(std::vector<bool>& flags, size_t index);

  Memory& memory_;
  bool grad_;  // are gradients recorded?
  bool known_;
  bool histories_;
  bool cuts_ = false;  // does the current node write to what is cut from autograd?
  int autocast_ = 0;
  struct GradMode {
    bool enabled = false;
    bool inference = false;  // nothing is recorded then, whatever is enabled
  };
  GradMode grad_mode_;
  std::vector<GradMode> before_inference_;
  std::vector<uint32_t> stack_;
  std::map<std::vector<uint32_t>, uint32_t> numbers_;
  uint32_t current_ = 0;
  std::vector<bool> nodes_;             // carry a history: nodes whose memory nobody asked about
  std::vector<bool> storages_;          // and storages
  std::optional<Diagnostic> rounding_;  // the first write by which gradients may differ
  size_t roundings_ = 0;
  std::vector<std::string> changes_;  // writes that changed values behind a history, or gave a detached tensor one, as they were
  struct Kept {
    size_t change = 0;
    bool recorded = false;  // was it written before with gradients being recorded?
  };
  std::unordered_map<ObjectId, size_t> given_histories_;  // detached tensors, and which of these gave them a history of their own
  std::unordered_map<ObjectId, StorageId> given_;         // inputs and attributes, and the memory that they name
  std::unordered_map<StorageId, Kept> kept_;              // storages whose values were changed so, and by which of these first
};

}  // namespace outplace
