// Storages, places and objects: construction, hash-consing, and what inputs share.
#include "analysis/memory.h"

#include <algorithm>
#include <utility>

#include "ir/graph_tree.h"
#include "support/check.h"

namespace outplace {
namespace {

uint8_t parity_after(uint8_t parity, StepKind kind) {
  if (kind == StepKind::conj) return parity ^ 1;
  if (kind == StepKind::neg) return parity ^ 2;
  return parity;
}

}  // namespace

Memory::Memory(Module& module, GraphId graph, Types& types, Diagnostics& diagnostics, const InputFacts* facts)
    : module_(module), types_(types), diagnostics_(diagnostics) {
  const size_t nodes = module.node_count();
  values_.resize(nodes);
  objects_.reserve(nodes);
  places_.reserve(nodes);
  intern({});  // of roots
  make_inputs(graph, facts);
}

Failed Memory::fail(NodeId node, std::string message, std::string advice, PlaceId place) {
  Diagnostic d = located(module_, node, std::move(message), std::move(advice));
  if (place) d.view_chain = chain(place);
  return diagnostics_.error(std::move(d));
}

void Memory::assume(std::string_view text) {
  if (std::find(assumptions_.begin(), assumptions_.end(), text) == assumptions_.end()) assumptions_.emplace_back(text);
}

const TensorMeta* Memory::with_assumed_layout(NodeId node, const TensorMeta* meta) {
  if (meta == nullptr || !meta->has_sizes || (meta->has_strides && meta->has_offset)) return meta;
  if (open_layouts_.contains(node)) return meta;
  TensorMeta full = *meta;
  if (!full.has_strides) {
    full.geometry.strides = contiguous_strides(full.geometry.sizes, syms());
    full.has_strides = true;
    const NodeOp op = module_.node(node).op;
    if (op == NodeOp::placeholder || op == NodeOp::get_attr) assume("inputs whose strides the text does not give are contiguous");
  }
  full.has_offset = true;  // a storage of its own starts at 0 for all that can be seen
  return types_.keep(full);
}

StorageId Memory::new_storage(NodeId origin, StorageKind kind, const TensorMeta* meta) {
  Storage storage;
  storage.origin = origin;
  storage.kind = kind;
  storages_.push_back(storage);
  const StorageId id(storages_.size() - 1);
  storages_.back().root = make_place(id, PlaceId(), 0, with_assumed_layout(origin, meta));
  return id;
}

PlaceId Memory::make_place(StorageId storage, PlaceId parent, uint32_t step, const TensorMeta* meta) {
  Place place;
  place.storage = storage;
  place.parent = parent;
  place.step = step;
  place.meta = meta;
  if (parent) {
    place.depth = places_[parent.value].depth + 1;
    place.parity = parity_after(places_[parent.value].parity, steps_[step].spelled.step.kind);
    place.retyped = places_[parent.value].retyped || steps_[step].spelled.step.kind == StepKind::view_dtype;
  }
  places_.push_back(place);
  return PlaceId(places_.size() - 1);
}

ObjectId Memory::new_object(PlaceId place, NodeId origin) {
  objects_.push_back({place, origin, ObjectId()});
  return ObjectId(objects_.size() - 1);
}

void Memory::bind(NodeId node, ObjectId object) {
  if (node.value >= values_.size()) values_.resize(std::max<size_t>(node.value + 1, module_.node_count() + module_.node_count() / 2));
  values_[node.value].kind = ValueKind::object;
  values_[node.value].object = object;
}

void Memory::bind_tuple(NodeId node, std::vector<ObjectId> objects) {
  if (node.value >= values_.size()) values_.resize(std::max<size_t>(node.value + 1, module_.node_count() + module_.node_count() / 2));
  values_[node.value].kind = ValueKind::tuple;
  values_[node.value].tuple = static_cast<uint32_t>(tuples_.size());
  tuples_.push_back(std::move(objects));
}

ObjectId Memory::known_object(NodeId node) const { return value_kind(node) == ValueKind::object ? values_[node.value].object : ObjectId(); }

ObjectId Memory::object(NodeId node) {
  if (const ObjectId known = known_object(node)) return known;
  OUTPLACE_CHECK(value_kind(node) == ValueKind::plain, "a tuple is no object");
  const StorageId storage = new_storage(node, StorageKind::fresh, types_.meta(node));
  bind(node, new_object(storages_[storage.value].root, node));
  return values_[node.value].object;
}

PlaceId Memory::select_below_expand(PlaceId expanded, const SpelledStep& select) {
  const PlaceId base = places_[expanded.value].parent;
  if (!base || step(expanded).step.kind != StepKind::expand) return {};
  // Of an expand of an expand only the last one is looked through, so that no chain is walked.
  if (places_[base.value].parent && step(base).step.kind == StepKind::expand) return {};
  const TensorMeta* from = places_[base.value].meta;
  const TensorMeta* seen = places_[expanded.value].meta;
  if (from == nullptr || !from->has_sizes || seen == nullptr || !seen->has_sizes) return {};
  Sizes sizes = step(expanded).step.sizes;
  const auto dim = static_cast<size_t>(select.step.dim);
  const size_t added = sizes.size() - from->geometry.sizes.size();
  PlaceId owner = base;
  if (dim >= added) {
    SpelledStep below = select;
    below.step.dim = static_cast<int64_t>(dim - added);
    if (from->geometry.sizes[dim - added] != sizes[dim]) {
      below = {};
      below.step = {.kind = StepKind::select, .dim = static_cast<int64_t>(dim - added)};
    }
    owner = child(base, std::move(below));
  }
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(dim));
  const TensorMeta* rest = places_[owner.value].meta;
  if (rest == nullptr || !rest->has_sizes) return {};
  StepResult again = make_expand(*rest, sizes, syms());
  if (!again.step) return {};
  SpelledStep wider;
  wider.step = std::move(*again.step);
  const PlaceId found = child(owner, std::move(wider));
  const TensorMeta* meta = places_[found.value].meta;
  return meta != nullptr && *meta == apply(select.step, *seen, syms()) ? found : PlaceId();
}

void Memory::undo_moves() {
  for (; !moves_.empty(); moves_.pop_back()) objects_[moves_.back().first.value] = moves_.back().second;
}

uint32_t Memory::intern(SpelledStep step) {
  const uint64_t hash = neighbourly_hash(hash_of(step.step), 0, static_cast<uint32_t>(step.step.start.value));
  if (const auto same = step_index_.find(hash, [&](uint32_t i) { return steps_[i].spelled == step; })) return *same;
  const auto id = static_cast<uint32_t>(steps_.size());
  const auto respelled = step_index_.find(hash, [&](uint32_t i) { return steps_[i].spelled.step == step.step; });
  steps_.emplace_back(std::move(step), respelled ? steps_[*respelled].first : id);
  step_index_.insert(hash);
  return id;
}

PlaceId Memory::child(PlaceId parent, SpelledStep spelled, const TensorMeta* known) {
  if (spelled.step.kind == StepKind::identity) return parent;
  if (spelled.step.kind == StepKind::select) {
    if (const PlaceId found = select_below_expand(parent, spelled)) return found;
  }
  const uint32_t step = intern(std::move(spelled));
  const uint32_t first = steps_[step].first;
  const uint64_t hash = neighbourly_hash(0, parent.value, first);
  if (const auto found = edge_index_.find(hash, [&](uint32_t i) { return edges_[i].parent == parent && edges_[i].step == first; })) {
    return edges_[*found].child;
  }
  const StorageId storage = places_[parent.value].storage;
  const ViewStep& taken = steps_[step].spelled.step;
  const auto add_edge = [&](PlaceId to) {
    edges_.push_back({parent, to, first});
    edge_index_.insert(hash);
    return to;
  };
  const TensorMeta* m = places_[parent.value].meta;
  if (m == nullptr) return add_edge(make_place(storage, parent, step, known));
  if (!m->has_sizes) {
    const bool told = known != nullptr && known->has_sizes;
    return add_edge(make_place(storage, parent, step, told ? known : types_.keep(apply(taken, *m, syms()))));
  }
  const TensorMeta* const meta = types_.keep(apply(taken, *m, syms()));
  if (!meta->has_sizes || !meta->has_strides || !meta->has_offset || meta->dtype == DType::unknown) {
    return add_edge(make_place(storage, parent, step, meta));
  }
  // Equal geometry is the same place. The root is not in the index: most storages never have a view.
  const uint8_t parity = parity_after(places_[parent.value].parity, taken.kind);
  const PlaceId root = storages_[storage.value].root;
  if (parity == 0 && places_[root.value].meta == meta) return add_edge(root);
  const uint64_t shape = neighbourly_hash(parity, storage.value, types_.number(meta));
  const auto equal = [&](uint32_t i) {
    const Place& other = places_[shaped_[i].value];
    return other.meta == meta && other.storage == storage && other.parity == parity;
  };
  if (const auto same = shaped_index_.find(shape, equal)) return add_edge(shaped_[*same]);
  const PlaceId made = make_place(storage, parent, step, meta);
  shaped_.push_back(made);
  shaped_index_.insert(shape);
  return add_edge(made);
}

void Memory::link_maybe(PlaceId a, PlaceId b, NodeId node) {
  for (const PlaceId p : {a, b}) {
    Storage& s = storages_[places_[p.value].storage.value];
    if (!s.maybe_alias) s.maybe_alias = node;
  }
}

bool Memory::apart(PlaceId a, PlaceId b) {
  const PlacePath pa = path(a);
  const PlacePath pb = path(b);
  const size_t common = common_length(pa, pb);
  if (common == pa.size() || common == pb.size()) return false;
  const TensorMeta* meta = places_[pa[common - 1].value].meta;
  return meta != nullptr && disjoint(step(pa[common]).step, step(pb[common]).step, *meta, syms());
}

PlacePath Memory::path(PlaceId id) const {
  PlacePath out(places_[id.value].depth + 1);
  for (PlaceId p = id; p; p = places_[p.value].parent) out[places_[p.value].depth] = p;
  return out;
}

std::string Memory::chain(PlaceId id) const {
  const PlacePath places = path(id);
  std::string out(module_.name(storage_of(id).origin));
  constexpr size_t kShown = 12;
  for (size_t i = 1; i < places.size(); ++i) {
    if (i == kShown) return out + " ...";
    out += print(step(places[i]).step, types_.syms());
  }
  return out;
}

void Memory::make_inputs(GraphId graph, const InputFacts* facts) {
  const ChildIndex children(module_);
  std::vector<Input> inputs;
  for (const NodeId n : module_.nodes(graph)) {
    const Node& node = module_.node(n);
    if (node.op == NodeOp::placeholder) {
      const NodeValueKind kind = types_.kind(n);
      if (kind != NodeValueKind::tensor && kind != NodeValueKind::unknown) continue;
      if (kind == NodeValueKind::unknown) assume("inputs without annotations are tensors");
      const StorageId storage = new_storage(n, StorageKind::placeholder, types_.meta(n));
      inputs.push_back({n, types_.fact(n), storages_[storage.value].root});
      bind(n, new_object(storages_[storage.value].root, n));
    } else if (node.op == NodeOp::get_attr && !children.child(n)) {
      const auto known = attributes_.find(node.target);
      if (known != attributes_.end()) {
        bind(n, known->second);
        continue;
      }
      const StorageId storage = new_storage(n, StorageKind::attribute, types_.meta(n));
      inputs.push_back({n, types_.fact(n), storages_[storage.value].root});
      bind(n, new_object(storages_[storage.value].root, n));
      attributes_.emplace(node.target, known_object(n));
    }
  }
  if (facts == nullptr) {
    if (inputs.size() > 1) assume("no two inputs share memory (the text does not say; give --inputs to be sure)");
    return;
  }
  join_shared(inputs);
}

}  // namespace outplace
