// Modes by their enter and exit nodes, histories by a walk forward.
#include "passes/modes.h"

#include <algorithm>
#include <utility>

#include "ir/describe.h"
#include "passes/emitter.h"

namespace outplace {
namespace {

bool is_out(const NodeEffects& effects, const WriteTarget& target) {
  return target.param >= 0 && effects.call.op != nullptr && effects.call.op->params[static_cast<size_t>(target.param)].out;
}

// Can a tensor of this kind have a gradient history?
bool is_differentiable(const TensorMeta* meta) {
  const DTypeCategory kind = meta != nullptr ? category(meta->dtype) : DTypeCategory::other;
  return kind != DTypeCategory::integral && kind != DTypeCategory::boolean;
}

}  // namespace

void Modes::set(std::vector<bool>& flags, size_t index) {
  if (index >= flags.size()) flags.resize(std::max(index + 1, memory_.module().node_count()));
  flags[index] = true;
}

StorageId Modes::storage_of(NodeId node) const {
  const ObjectId object = memory_.known_object(node);
  return object ? memory_.place(memory_.place_of(object)).storage : StorageId();
}

bool Modes::detached(NodeId node) const {
  const ObjectId object = memory_.known_object(node);
  return object && memory_.object(object).detached();
}

bool Modes::is_recorded(StorageId storage) const { return storage.value < storages_.size() && storages_[storage.value]; }

bool Modes::has_history(StorageId storage) const {
  if (is_recorded(storage)) return true;
  const NodeId origin = memory_.storage(storage).origin;
  return origin.value < nodes_.size() && nodes_[origin.value];
}

bool Modes::carries(NodeId node) const {
  if (detached(node)) return false;
  if (node.value < nodes_.size() && nodes_[node.value]) return true;
  const StorageId storage = storage_of(node);
  return storage && has_history(storage);
}

const std::string* Modes::lost_by(NodeId node) const {
  if (kept_.empty() || detached(node)) return nullptr;
  const auto found = kept_.find(storage_of(node));
  return found == kept_.end() ? nullptr : &changes_[found->second.change];
}

void Modes::bracket(NodeId node, const NodeEffects& effects) {
  const Module& module = memory_.module();
  const auto args = module.args(node);
  switch (effects.call.op->bracket) {
    case BracketKind::none: return;
    case BracketKind::grad_mode:
      if (!args.empty() && args[0].kind == ArgKind::boolean) grad_mode_.enabled = args[0].as_boolean();
      break;
    case BracketKind::autocast_enter:
      ++autocast_;
      stack_.push_back(node.value);
      break;
    case BracketKind::autocast_exit:
      autocast_ = std::max(0, autocast_ - 1);
      if (!stack_.empty()) stack_.pop_back();
      break;
    case BracketKind::inference_enter: {
      // inference_mode(False) turns gradients on, also within no_grad.
      const bool inference = args.empty() || args[0].kind != ArgKind::boolean || args[0].as_boolean();
      before_inference_.push_back(std::exchange(grad_mode_, {.enabled = !inference, .inference = inference}));
      stack_.push_back(node.value);
      break;
    }
    case BracketKind::vmap_enter: stack_.push_back(node.value); break;
    case BracketKind::inference_exit:
      if (!before_inference_.empty()) {
        grad_mode_ = before_inference_.back();
        before_inference_.pop_back();
      }
      [[fallthrough]];
    case BracketKind::vmap_exit:
      if (!stack_.empty()) stack_.pop_back();
      break;
    case BracketKind::other: stack_.push_back(node.value); break;
  }
  grad_ = grad_mode_.enabled && !grad_mode_.inference;
  std::vector<uint32_t> key = stack_;
  key.push_back(grad_ ? 1 : 0);
  current_ = numbers_.emplace(std::move(key), static_cast<uint32_t>(numbers_.size())).first->second;
}

void Modes::note_rounding(NodeId node, ObjectId written, const std::string& why, const std::string& advice) {
  if (++roundings_ > 1) return;
  rounding_ = located(memory_.module(), node, "the last bits of gradients may differ from eager's: " + why, advice);
  rounding_->view_chain = memory_.chain(memory_.place_of(written));
}

void Modes::note_gradient_of_result(NodeId node, const NodeEffects& effects) {
  const std::string name(base_name(memory_.module().target(node)));
  const std::string pure = name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
  note_rounding(node, effects.writes[0].object, "in place, " + name + " computes them from its result",
                "write y = " + pure + "(x) in the model, not in place, where that matters");
}

void Modes::end() {
  if (!rounding_) return;
  if (roundings_ > 1) rounding_->message += " (and " + std::to_string(roundings_ - 1) + " more writes here)";
  memory_.diagnostics().warning(std::move(*rounding_));
  rounding_.reset();
}

Result<void> Modes::visit(NodeId node, const NodeEffects& effects) {
  Module& module = memory_.module();
  cuts_ = false;
  if (effects.call.op != nullptr && effects.call.op->bracket != BracketKind::none) bracket(node, effects);
  const bool rounds = effects.kind == EffectKind::write && effects.call.op != nullptr && effects.call.op->gradient_of_result && grad_;
  if (!known_) {
    if (rounds) memory_.assume("no gradients are asked for: their last bits hang on elu, celu or selu being in place");
    return {};
  }
  if (const NodeOp op = module.node(node).op; op == NodeOp::placeholder || op == NodeOp::get_attr) {
    const InputFact* fact = memory_.types().fact(node);
    if (fact != nullptr && fact->requires_grad) set(nodes_, node.value);
    if (histories_ && memory_.known_object(node)) given_.try_emplace(memory_.known_object(node), storage_of(node));
    return {};
  }
  if (effects.kind == EffectKind::rebind) rebind(node, effects.operand);
  bool any = false;
  const std::string* lost = nullptr;
  const std::string* given = nullptr;
  const bool output = effects.kind == EffectKind::output;
  module.for_each_input(node, [&](NodeId input) {
    any = any || carries(input);
    // An input that is returned is the caller's own tensor, with its own history if no write recorded another.
    const auto kept = output && !detached(input) ? kept_.find(storage_of(input)) : kept_.end();
    if (kept != kept_.end() && !kept->second.recorded && is_own(input)) return;
    if (const std::string* by = lost_by(input)) lost = by;
    if (given_histories_.empty() || !detached(input)) return;
    const auto found = given_histories_.find(memory_.object(memory_.known_object(input)).cut);
    if (found != given_histories_.end()) given = &changes_[found->second];
  });
  const bool writes = effects.kind == EffectKind::write || effects.kind == EffectKind::setitem || effects.kind == EffectKind::kernel;
  any = any || given != nullptr;
  if (writes && any) {
    if (auto done = find_cuts(node, effects); !done) return done;
  }
  const bool history_matters = output || (grad_ && !cuts_ && (writes || effects.kind == EffectKind::pure));
  if (history_matters && lost != nullptr) return std::unexpected(history_is_lost(node, *lost));
  if (history_matters && given != nullptr) return std::unexpected(detached_has_history(node, *given));
  if (rounds && any) note_gradient_of_result(node, effects);
  if (writes) return write(node, effects, any);
  if (grad_ && any && is_differentiable(memory_.types().meta(node))) set(nodes_, node.value);
  return {};
}

Failed Modes::detached_has_history(NodeId node, const std::string& by) {
  return memory_.fail(node, "this reads, or returns, a detached tensor that '" + by + "' gave a gradient history of its own",
                      "write to the tensor itself, not to its detached form, or write under no_grad");
}

Failed Modes::history_is_lost(NodeId node, const std::string& by) {
  const Module& module = memory_.module();
  const bool output = module.node(node).op == NodeOp::output;
  return memory_.fail(node,
                      std::string(output ? "this returns" : "this reads, under grad mode,") +
                          " a tensor whose values were changed behind its gradient history by '" + by + "'",
                      "a new value would have another history than eager's: write under grad mode, or read under no_grad");
}

// Is it an input, or a view of one that the caller can take of the input again?
bool Modes::is_own(NodeId node) const {
  const ObjectId object = memory_.known_object(node);
  if (given_.contains(object)) return true;
  const PlaceId place = memory_.place_of(object);
  if (memory_.storage_of(place).kind == StorageKind::fresh) return false;
  const TensorMeta* root = memory_.place(memory_.storage_of(place).root).meta;
  const TensorMeta* seen = memory_.place(place).meta;
  return root == nullptr || seen == nullptr || root->dtype == seen->dtype;
}

// An input that is given other memory keeps its history.
void Modes::rebind(NodeId node, ObjectId object) {
  const auto given = given_.find(object);
  if (given == given_.end()) return;
  const StorageId before = given->second;
  given->second = memory_.place(memory_.place_of(object)).storage;
  if (given->second == before || !has_history(before)) return;
  kept_.emplace(given->second, Kept{changes_.size(), is_recorded(before)});
  changes_.push_back(describe(memory_.module(), node));
}

// Of a list that holds one tensor twice eager computes no gradient that can be relied on.
Result<void> Modes::check_repeats(NodeId node, const NodeEffects& effects) {
  if (effects.writes.size() < 2) return {};
  std::unordered_set<PlaceId> places;
  for (const WriteTarget& target : effects.writes) {
    const PlaceId place = memory_.place_of(target.object);
    if (places.insert(place).second) continue;
    return std::unexpected(
        memory_.fail(node, "this writes one tensor twice, under grad mode: eager's own gradients of it are not those of what it computes",
                     "give each tensor once, or write under no_grad", place));
  }
  return {};
}

// Does this put what has a history into tensors that are cut from autograd?
Result<void> Modes::find_cuts(NodeId node, const NodeEffects& effects) {
  if (!grad_ || (effects.call.op != nullptr && effects.call.op->writes_without_grad)) return {};
  bool others = false;
  const auto written = [&](ObjectId object) {
    if (is_differentiable(memory_.place(memory_.place_of(object)).meta)) (memory_.object(object).detached() ? cuts_ : others) = true;
  };
  if (effects.kind == EffectKind::setitem) written(effects.operand);
  for (const WriteTarget& target : effects.writes) written(target.object);
  if (!cuts_) return {};
  // What goes into the written tensors cannot be detached alone: the history of another result would be lost with it.
  const OpDef* op = effects.call.op;
  if (op != nullptr && !op->returns.empty() && effects.kind == EffectKind::write && memory_.value_kind(node) == ValueKind::plain) {
    return std::unexpected(
        memory_.fail(node, "this writes, under grad mode, to a detached tensor, and has results of its own that have a history",
                     "write under no_grad, or give it a copy of the detached tensor and copy_ that back"));
  }
  if (!others) return {};
  return std::unexpected(memory_.fail(node, "this writes, under grad mode, to tensors of which some are detached and some are not",
                                      "write to the detached ones in a call of their own"));
}

Result<void> Modes::write(NodeId node, const NodeEffects& effects, bool history) {
  if (grad_ && history) {
    if (auto done = check_repeats(node, effects); !done) return done;
  }
  const bool behind = effects.call.op != nullptr && effects.call.op->writes_without_grad;
  bool reads_what_it_wrote = false;
  size_t change = changes_.size();  // one text for all that the node writes
  const auto text = [&] {
    if (change == changes_.size()) changes_.push_back(describe(memory_.module(), node));
    return change;
  };
  const auto written = [&](ObjectId object, bool is_out) {
    const StorageId storage = memory_.place(memory_.place_of(object)).storage;
    if (!history && !has_history(storage)) return;
    const bool detached = memory_.object(object).detached();
    if (cuts_) given_histories_.emplace(memory_.object(object).cut, text());
    const bool unrecorded = !grad_ || behind || is_out || detached;
    if (unrecorded && has_history(storage)) {
      kept_.emplace(storage, Kept{text(), is_recorded(storage)});
      reads_what_it_wrote = reads_what_it_wrote || (grad_ && behind && !effects.call.op->inplace);
    } else if (!unrecorded && history) {
      if (memory_.storage(storage).kind != StorageKind::fresh && has_history(storage) && !is_recorded(storage)) {
        note_rounding(node, object,
                      "this writes an input that has a gradient history, and autograd adds up gradients in another order then",
                      "write to a new tensor, not to the input, where that matters");
      }
      set(storages_, storage.value);
    }
  };
  if (effects.kind == EffectKind::setitem) written(effects.operand, false);
  for (const WriteTarget& target : effects.writes) written(target.object, is_out(effects, target));
  if (reads_what_it_wrote) return std::unexpected(history_is_lost(node, changes_[change]));
  return {};
}

}  // namespace outplace
