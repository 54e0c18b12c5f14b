// Reading, settling and writing places.
#include "passes/versions.h"

#include <algorithm>
#include <utility>

#include "support/check.h"

namespace outplace {

Versions::State& Versions::state(PlaceId place) {
  if (place.value >= states_.size()) states_.resize(std::max(memory_.place_count(), states_.size() + states_.size() / 2));
  return states_[place.value];
}

Clock& Versions::last_write(PlaceId place) {
  const StorageId storage = memory_.place(place).storage;
  if (storage.value >= last_writes_.size())
    last_writes_.resize(std::max(memory_.storage_count(), last_writes_.size() + last_writes_.size() / 2));
  return last_writes_[storage.value];
}

void Versions::note_write(PlaceId place, Clock now) {
  Clock& last = last_write(place);
  if (last <= settled_) written_.push_back(memory_.place(place).storage);
  last = now;
}

Result<void> Versions::settle_written(const std::function<bool(StorageId)>& wanted) {
  for (const StorageId storage : std::exchange(written_, {})) {
    if (!wanted(storage)) continue;
    if (auto done = read(memory_.storage(storage).root); !done) return std::unexpected(done.error());
  }
  settled_ = clock_;
  return {};
}

StringId Versions::root_name(PlaceId place) const { return module_.node(memory_.storage_of(place).origin).name; }

Failed Versions::cannot(PlaceId place, std::string why) {
  return memory_.fail(emitter_.anchor(), std::move(why), "write the base tensor instead of the view, or clone the view before writing it",
                      place);
}

void Versions::holds(NodeId node) {
  if (node.value >= held_.size()) held_.resize(module_.node_count());
  const ObjectId object = memory_.known_object(node);
  const bool detached = object && memory_.needs_detach(object);
  held_[node.value] = {clock_ + 1, object ? memory_.place_of(object) : PlaceId(), detached};
  if (!object || detached) return;
  State& s = state(memory_.place_of(object));
  if (s.value && latest(memory_.place_of(object)) <= s.time) return;
  if (s.dirty != 0 || has_pending(s)) return;
  s.value = node;
  s.time = clock_;
  s.mode = kAnyMode;
}

void Versions::holds_tuple(NodeId node) {
  if (node.value >= held_.size()) held_.resize(module_.node_count());
  held_[node.value] = {clock_ + 1, PlaceId(), false};
}

bool Versions::unchanged_since(PlaceId place, NodeId node) {
  if (node.value >= held_.size() || held_[node.value].since == 0) return false;
  const Clock time = held_[node.value].since - 1;
  return last_write(place) <= time || latest(place) <= time;
}

Versions::Below& Versions::note_below(PlaceId parent, PlaceId child) {
  State& s = state(parent);
  if (s.below == 0) {
    below_.emplace_back();
    s.below = static_cast<uint32_t>(below_.size());
  }
  Below& all = *below(s);
  all.log.note(child, memory_.step(child).step, clock_);
  return all;
}

Clock Versions::foreign(PlaceId place) {
  const Clock written = last_write(place);
  if (written == 0) return 0;
  // Up to the lowest place for which the answer is known since the last write to the storage; then down again.
  std::vector<PlaceId>& open = open_;
  open.clear();
  PlaceId p = place;
  for (; memory_.place(p).parent && state(p).foreign_at < written; p = memory_.place(p).parent) open.push_back(p);
  Clock found = memory_.place(p).parent ? state(p).foreign : 0;
  for (; !open.empty(); open.pop_back()) {
    p = open.back();
    const PlaceId parent = memory_.place(p).parent;
    const State& above = state(parent);
    const Below* const written_below = below(above);
    found = std::max(found, above.own);
    if (written_below != nullptr && written_below->log.latest() > found) {
      const TensorMeta* meta = memory_.place(parent).meta;
      static const TensorMeta kUnknown;
      found = std::max(found, written_below->log.latest_other(p, memory_.step(p).step, meta != nullptr ? *meta : kUnknown, memory_.syms()));
    }
    state(p).foreign = found;
    state(p).foreign_at = clock_;
  }
  return found;
}

Clock Versions::latest(PlaceId place) {
  if (last_write(place) == 0) return 0;
  const State& s = state(place);
  const Below* const written_below = below(s);
  const Clock inside = std::max(s.own, written_below != nullptr ? written_below->log.latest() : 0);
  return std::max(inside, foreign(place));
}

bool Versions::written(NodeId node) {
  const ObjectId object = memory_.known_object(node);
  return object && last_write(memory_.place_of(object)) != 0;
}

bool Versions::is_current(NodeId node) {
  const ObjectId object = memory_.known_object(node);
  if (!object) return true;
  if (!module_.node(node).linked) return false;
  const PlaceId place = memory_.place_of(object);
  // A fresh tensor gets an object when it is asked about for the first time: until it is written, its node is its value.
  const bool detached = memory_.needs_detach(object);
  if (node.value >= held_.size() || held_[node.value].since == 0) {
    return last_write(place) == 0 && memory_.storage_of(place).origin == node && !memory_.place(place).parent && !detached;
  }
  if (held_[node.value].detached != detached) return false;
  const Clock time = held_[node.value].since - 1;
  if (held_[node.value].place != place && held_[node.value].place) return false;
  return last_write(place) <= time || latest(place) <= time;
}

bool Versions::exact(PlaceId place) {
  if (layout_ == Layout::ignore) return true;
  const TensorMeta* wanted = memory_.place(place).meta;
  const TensorMeta* found = memory_.types().meta(state(place).value);
  if (wanted == nullptr || !wanted->has_strides) return true;
  // Results of operators whose layout is not known are row-major as a rule: those take the order of a row-major operand.
  if (found == nullptr || !found->has_strides) return is_contiguous(wanted->geometry, memory_.syms());
  if (wanted->geometry == found->geometry) return true;
  return same_strides(wanted->geometry, found->geometry, memory_.syms()) &&
         suggested_format(wanted->geometry) == suggested_format(found->geometry);
}

Result<NodeId> Versions::read(NodeId node) {
  const ObjectId object = memory_.known_object(node);
  NodeId value = node;
  const bool cut = object && memory_.object(object).detached();
  bool detach = gradients_ == Gradients::cut && !cut && memory_.types().kind(node) == NodeValueKind::tensor;
  if (object && !is_current(node)) {
    auto found = read(memory_.place_of(object));
    if (!found) return found;
    value = *found;
    detach = detach || memory_.needs_detach(object);
  }
  return detach && module_.node(value).linked ? detached(value) : value;
}

NodeId Versions::detached(NodeId value) {
  const auto known = detached_.find(value);
  if (known != detached_.end()) return known->second;
  const NodeId made = emitter_.emit(Call::method("detach", {Arg::node(value)}).seen_as(memory_.types().meta(value)));
  detached_.emplace(value, made);
  return made;
}

Result<NodeId> Versions::read_metadata(NodeId node) {
  const ObjectId object = memory_.known_object(node);
  if (!object || is_current(node)) return node;
  const PlaceId place = memory_.place_of(object);
  if (const NodeId value = state(place).value; value && exact(place)) return value;
  const bool kept = module_.node(node).linked && node.value < held_.size() && held_[node.value].since != 0;
  if (kept && held_[node.value].place == place) return node;
  return read(node);
}

Result<NodeId> Versions::read(PlaceId place) {
  PlacePath stale;
  PlaceId from = place;
  for (;; from = memory_.place(from).parent) {
    const bool root = !memory_.place(from).parent;
    if (root && !state(from).value) {
      auto content = first_content(from);
      if (!content) return content;
      state(from).value = *content;
    }
    const bool other_mode = state(from).mode != kAnyMode && state(from).mode != mode_;
    if (!root && (!state(from).value || other_mode || foreign(from) > state(from).time || !exact(from))) {
      stale.push_back(from);
      continue;
    }
    if (auto done = settle(from); !done) return std::unexpected(done.error());
    if (root || exact(from)) break;
    stale.push_back(from);
  }
  if (!memory_.place(from).parent && !exact(from)) {
    if (auto done = repair(from); !done) return std::unexpected(done.error());
  }
  for (; !stale.empty(); stale.pop_back()) {
    if (auto done = derive(stale.back()); !done) return std::unexpected(done.error());
  }
  return state(place).value;
}

Result<void> Versions::derive(PlaceId child) {
  const NodeId parent_value = state(memory_.place(child).parent).value;
  auto call = derive_call(child, parent_value);
  if (!call) return std::unexpected(call.error());
  const bool had_bits = call->meta && call->meta->lazy != 0;
  call = resolved(std::move(*call), child);
  const TensorMeta* wanted = memory_.place(child).meta;
  if (had_bits && call->meta->lazy == 0 && layout_ == Layout::exact && call->meta->has_strides && call->meta->rank() > 0 &&
      !same_strides(call->meta->geometry, wanted->geometry, memory_.syms())) {
    // Its parent has the layout, but for the bits.
    call = scattered(Call::function("torch.slice_scatter", {Arg::node(parent_value), Arg::node(emitter_.emit(*call))}), parent_value);
  }
  const NodeId made = emitter_.emit(*call);
  State& s = state(child);
  s.value = made;
  s.time = clock_;
  s.mode = mode_;
  return {};
}

// Scatters all that is pending below `top` into it. Its own value must hold.
Result<void> Versions::settle(PlaceId top) {
  if (!has_pending(state(top))) {
    state(top).time = clock_;
    return {};
  }
  struct Frame {
    PlaceId place;
    size_t next = 0;
  };
  SmallVector<Frame, 8> stack = {{top, 0}};
  while (!stack.empty()) {
    const PlaceId place = stack.back().place;
    if (const Below* const all = below(state(place)); all != nullptr && stack.back().next < all->pending.size()) {
      const auto [child, clock] = all->pending[stack.back().next];
      State& c = state(child);
      if (c.dirty != clock) {
        ++stack.back().next;
        continue;
      }
      if (!c.value) {
        if (auto done = derive(child); !done) return done;
      }
      if (has_pending(state(child))) {
        stack.push_back({child, 0});
        continue;
      }
      auto call = scatter_call(child, state(place).value, state(child).value);
      if (!call) return std::unexpected(call.error());
      state(place).value = emitter_.emit(resolved(std::move(*call), place), emitter_.version_name(root_name(place)));
      state(child).dirty = 0;
      ++stack.back().next;
      continue;
    }
    if (Below* const all = below(state(place))) all->pending.clear();
    // A child's content is that of its own last write: a later one beside it may overlap and is scattered after it.
    state(place).time = stack.size() > 1 ? state(place).dirty : clock_;
    stack.pop_back();
  }
  return {};
}

// Puts the root's value into the strides that the tensor had.
Result<void> Versions::repair(PlaceId root) {
  State& s = state(root);
  const NodeId origin = memory_.storage_of(root).origin;
  const TensorMeta* meta = memory_.place(root).meta;
  if (meta->rank() == 0) return {};
  Call call = Call::function("torch.slice_scatter", {Arg::node(origin), Arg::node(s.value), Arg::integer(0)}).with(meta);
  state(root).value = emitter_.emit(differentiable(std::move(call)), emitter_.version_name(root_name(root)));
  return {};
}

void Versions::drop_pending(PlaceId place) {
  PlacePath work = {place};
  while (!work.empty()) {
    const PlaceId p = work.back();
    work.pop_back();
    if (!has_pending(state(p))) continue;
    Below& all = *below(state(p));
    for (const auto& [child, clock] : all.pending) {
      if (state(child).dirty != clock) continue;
      state(child).dirty = 0;
      work.push_back(child);
    }
    all.pending.clear();
  }
}

// Before a write at path[end - 1] or below: settles where older pending writes would be moved past an overlapping one.
Result<void> Versions::order_pending(const PlacePath& path, size_t end) {
  for (size_t i = 1; i < end; ++i) {
    const Clock dirty = state(path[i]).dirty;
    if (dirty == 0 || foreign(path[i]) <= dirty) continue;
    if (auto done = read(path[i - 1]); !done) return std::unexpected(done.error());
  }
  for (size_t i = 1; i < end; ++i) {
    State& s = state(path[i]);
    if (s.value && foreign(path[i]) > s.time) s.value = NodeId();
  }
  return {};
}

bool Versions::is_empty(PlaceId place) {
  if (state(place).writable) return false;
  const TensorMeta* meta = memory_.place(place).meta;
  return meta != nullptr && meta->has_sizes && element_count(meta->geometry.sizes, memory_.syms()).is(0);
}

Result<void> Versions::check_writable(NodeId at, PlaceId place) {
  if (state(place).writable || is_empty(place)) return {};
  // A place is looked at once; what is true above it is known from then on.
  PlacePath found;
  PlaceId p = place;
  for (; memory_.place(p).parent && !state(p).writable; p = memory_.place(p).parent) {
    found.push_back(p);
    const TensorMeta* parent = memory_.place(memory_.place(p).parent).meta;
    if (parent != nullptr && !is_injective(memory_.step(p).step, *parent, memory_.syms())) {
      return std::unexpected(memory_.fail(at, "a write through a view in which several elements are one place of memory",
                                          "write the tensor before it is expanded or unfolded", place));
    }
  }
  const auto note = [&]() -> Result<void> {
    found.push_back(p);
    for (const PlaceId fine : found) state(fine).writable = true;
    return {};
  };
  if (state(p).writable) return note();
  // An input may come expanded. What an operator makes is not, also where symbolic strides do not show it.
  const TensorMeta* root = memory_.place(memory_.storage_of(place).root).meta;
  if (root == nullptr || !root->has_strides) return note();
  const auto constant = [](const Sym& s) { return s.is_constant(); };
  const bool fresh = memory_.storage_of(place).kind == StorageKind::fresh;
  if (fresh && !std::all_of(root->geometry.strides.begin(), root->geometry.strides.end(), constant)) return note();
  if (elements_are_distinct(root->geometry, memory_.syms())) return note();
  return std::unexpected(memory_.fail(at, "a write to a tensor in which several elements are one place of memory",
                                      "pass the tensor before it is expanded", place));
}

Result<void> Versions::write(NodeId at, PlaceId place, NodeId value) {
  if (is_empty(place)) return {};
  if (auto done = check_writable(at, place); !done) return done;
  const PlacePath path = memory_.path(place);
  drop_pending(place);
  state(place).dirty = 0;
  if (auto done = order_pending(path, path.size() - 1); !done) return done;
  const Clock now = ++clock_;
  note_write(place, now);
  State& s = state(place);
  s.value = value;
  s.time = now;
  s.mode = kAnyMode;
  s.own = now;
  for (size_t i = 1; i < path.size(); ++i) {
    note_below(path[i - 1], path[i]).pending.push_back({path[i], now});
    state(path[i]).dirty = now;
  }
  return {};
}

Result<void> Versions::write_part(NodeId at, PlaceId place, PlaceId part, NodeId value) {
  if (is_empty(part)) return {};
  if (auto done = check_writable(at, part); !done) return done;
  const PlacePath path = memory_.path(part);
  const size_t top = memory_.place(place).depth;
  if (auto done = order_pending(path, top + 1); !done) return done;
  const Clock now = ++clock_;
  note_write(place, now);
  for (size_t i = 1; i < path.size(); ++i) {
    Below& all = note_below(path[i - 1], path[i]);
    if (i > top) {
      state(path[i]).value = NodeId();
      continue;
    }
    all.pending.push_back({path[i], now});
    state(path[i]).dirty = now;
  }
  state(part).own = now;
  State& s = state(place);
  s.value = value;
  s.time = now;
  s.mode = kAnyMode;
  return {};
}

}  // namespace outplace
