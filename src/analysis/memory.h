// Which memory every tensor of a graph names: storages, places and objects (what, not when; values are the business of passes).
//
//   storage  a block of memory: made by a placeholder, by a get_attr, or by an operator with a fresh result
//   place    a region of a storage seen with a shape: a path of view steps from the root. Places are hash-consed: the same step from the
//   same place is
//            the same place; and, where layout is known, equal geometry and dtype in one storage is the same place, so that `x.t().t()` is
//            x
//   object   a Python tensor. A node names an object; in-place operators return the one that they wrote; `t_` and the like move an object
//   to another place
//
// Inputs that the sidecar says to share a storage: where a contiguous one contains the others (by geometry), it becomes their parent. Else
// all hang under a line of elements that no node holds: its first content is assembled from the inputs. Without a sidecar inputs are taken
// as distinct.
//
// Where it cannot be told whether a result aliases its operand, the two storages are linked as "maybe the same": writing either is then an
// error. A storage that is never written needs no answer.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/types.h"
#include "analysis/write_log.h"
#include "ir/describe.h"
#include "ir/module.h"
#include "ops/view_step.h"
#include "support/hash_index.h"
#include "support/stable_list.h"

namespace outplace {

using StorageId = Id<struct StorageTag>;
using ObjectId = Id<struct ObjectTag>;
using PlacePath = SmallVector<PlaceId, 8>;  // root first

// How many places two paths begin with together.
inline size_t common_length(const PlacePath& a, const PlacePath& b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

enum class StorageKind : uint8_t { placeholder, attribute, fresh };

struct Storage {
  PlaceId root;
  NodeId origin;
  StorageKind kind = StorageKind::fresh;
  NodeId maybe_alias;  // the node that may make this storage another one's; none if all is known
};

// A view step together with the arguments that spell it in a graph.
struct SpelledStep {
  ViewStep step;
  bool spelled = false;  // start and stop say the bounds, None an open end
  Arg start;             // select: the index; slice: the start
  Arg stop;              // slice
  Rare<Args> sizes;      // reshape, expand: the sizes, if they can be spelled
  friend bool operator==(const SpelledStep&, const SpelledStep&) = default;
};

struct Place {
  StorageId storage;
  PlaceId parent;
  uint32_t step = 0;  // index of the step that leads here from the parent
  uint32_t depth = 0;
  uint8_t parity = 0;                // bit 0: conjugated, bit 1: negated, on the way from the root
  bool retyped = false;              // is there a view(dtype) on the way from the root? What is derived here is cut from autograd
  const TensorMeta* meta = nullptr;  // as in the original program; nullptr if not known
};

struct Object {
  PlaceId place;
  NodeId origin;  // the node that made it
  ObjectId cut;   // it is cut from autograd: the result of .detach(), .data or view(dtype) that it is, or is a view of; none if it is not
  bool detached() const { return cut.valid(); }
};

// What a node's value is.
enum class ValueKind : uint8_t {
  plain,   // a fresh tensor that nobody asked about yet, or no tensor
  object,  // one tensor object
  tuple,   // several objects: split, unbind, ...
};

class Memory {
 public:
  Memory(Module& module, GraphId graph, Types& types, Diagnostics& diagnostics, const InputFacts* facts);

  // ---- nodes
  ValueKind value_kind(NodeId node) const { return node.value < values_.size() ? values_[node.value].kind : ValueKind::plain; }
  // The object that a tensor-valued node names; a fresh storage is made for a node that nobody asked about yet.
  ObjectId object(NodeId node);
  // The same without making one: none for plain nodes.
  ObjectId known_object(NodeId node) const;
  const std::vector<ObjectId>& elements(NodeId tuple) const { return tuples_[values_[tuple.value].tuple]; }
  void bind(NodeId node, ObjectId object);
  // The layout of this fresh tensor is not to be taken for row-major where the text does not tell it.
  void leave_layout_open(NodeId node) { open_layouts_.insert(node); }
  bool layout_is_open(NodeId node) const { return open_layouts_.contains(node); }
  void bind_tuple(NodeId node, std::vector<ObjectId> objects);
  ObjectId new_object(PlaceId place, NodeId origin);

  // ---- objects, places, storages
  const Object& object(ObjectId id) const { return objects_[id.value]; }
  void rebind(ObjectId id, PlaceId place) {
    moves_.emplace_back(id, objects_[id.value]);
    objects_[id.value].place = place;
  }
  // Takes back what `rebind` moved, and what it detached.
  void undo_moves();
  void set_detached(ObjectId id) { objects_[id.value].cut = id; }
  // A view is cut from autograd as its operand is.
  void cut_like(ObjectId view, ObjectId operand) { objects_[view.value].cut = objects_[operand.value].cut; }
  // Must what is derived at the object's place be detached to be what the object is?
  bool needs_detach(ObjectId id) const { return objects_[id.value].detached() && !place(place_of(id)).retyped; }
  PlaceId place_of(ObjectId id) const { return objects_[id.value].place; }
  const Place& place(PlaceId id) const { return places_[id.value]; }
  size_t place_count() const { return places_.size(); }
  const SpelledStep& step(PlaceId id) const { return steps_[places_[id.value].step].spelled; }
  Storage& storage(StorageId id) { return storages_[id.value]; }
  const Storage& storage_of(PlaceId id) const { return storages_[places_[id.value].storage.value]; }
  size_t storage_count() const { return storages_.size(); }
  const Storage& storage(StorageId id) const { return storages_[id.value]; }
  // The inputs of which a storage's first content is assembled, and their places below its root; nullptr if a node holds all of it.
  const std::vector<std::pair<NodeId, PlaceId>>* assembled_from(StorageId id) const {
    const auto it = assembled_.empty() ? assembled_.end() : assembled_.find(id);
    return it == assembled_.end() ? nullptr : &it->second;
  }

  // The place that a step leads to; the same one for the same step. `known` is the result's metadata where the text says it.
  PlaceId child(PlaceId parent, SpelledStep step, const TensorMeta* known = nullptr);
  StorageId new_storage(NodeId origin, StorageKind kind, const TensorMeta* meta);
  // States that the two places' storages may be the same memory, because of `node`.
  void link_maybe(PlaceId a, PlaceId b, NodeId node);
  // Shortest path of places from the root to `id`, root first.
  PlacePath path(PlaceId id) const;
  // Is it certain that two places of one storage do not meet?
  bool apart(PlaceId a, PlaceId b);
  std::string chain(PlaceId id) const;  // for messages: x[0].view(2, 3)

  Module& module() { return module_; }
  Types& types() { return types_; }
  const Types& types() const { return types_; }
  SymPool& syms() { return types_.syms(); }
  Diagnostics& diagnostics() { return diagnostics_; }
  Failed fail(NodeId node, std::string message, std::string advice, PlaceId place = {});
  void assume(std::string_view text);
  const std::vector<std::string>& assumptions() const { return assumptions_; }

 private:
  struct Value {
    ValueKind kind = ValueKind::plain;
    ObjectId object;
    uint32_t tuple = 0;
  };
  // Places share their steps: many caches are cut in the same way.
  struct Step {
    SpelledStep spelled;
    uint32_t first = 0;  // the first one that is the same but for its spelling
  };
  // A step taken from a place, and where it leads (also a place that was known by its geometry).
  struct Edge {
    PlaceId parent;
    PlaceId child;
    uint32_t step = 0;  // as `first` says
  };
  struct Input {
    NodeId node;
    const InputFact* fact;
    PlaceId place;
  };
  void make_inputs(GraphId graph, const InputFacts* facts);
  void join_shared(const std::vector<Input>& inputs);
  void join_cluster(const std::vector<Input>& cluster);
  void assemble(const std::vector<Input>& cluster);
  void see_through(const Input& input, PlaceId owner);
  // The place that a select from an expanded tensor leads to, as an expand of a select: all elements of an expanded dim are one.
  PlaceId select_below_expand(PlaceId expanded, const SpelledStep& select);
  uint32_t intern(SpelledStep step);
  PlaceId make_place(StorageId storage, PlaceId parent, uint32_t step, const TensorMeta* meta);
  // Metadata of a storage's root with sizes and strides; what the text leaves out is assumed (contiguous inputs) and said in `assumptions`.
  const TensorMeta* with_assumed_layout(NodeId node, const TensorMeta* meta);

  Module& module_;
  Types& types_;
  Diagnostics& diagnostics_;
  std::vector<Value> values_;
  std::deque<std::vector<ObjectId>> tuples_;
  std::vector<Object> objects_;
  std::vector<std::pair<ObjectId, Object>> moves_;  // objects as they were before they were bound to another place
  std::vector<Place> places_;
  StableList<Step> steps_;
  HashIndex step_index_;
  std::vector<Storage> storages_;
  std::vector<Edge> edges_;
  HashIndex edge_index_;  // by parent and step
  std::vector<PlaceId> shaped_;
  HashIndex shaped_index_;  // by storage, metadata and parity
  std::unordered_map<StringId, ObjectId> attributes_;
  std::unordered_set<NodeId> open_layouts_;
  std::unordered_map<StorageId, std::vector<std::pair<NodeId, PlaceId>>> assembled_;
  std::vector<std::string> assumptions_;
};

}  // namespace outplace
