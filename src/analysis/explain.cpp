// One walk collects who names and who writes which memory; the texts are made when they are asked for.
#include "analysis/explain.h"

#include <algorithm>

#include "support/dtype.h"

namespace outplace {
namespace {

constexpr size_t kColumn = 22;

// Text filled up to a column, with a space behind it at least.
std::string column(std::string_view text, size_t width = kColumn) {
  std::string out(text);
  out.resize(std::max(out.size() + 2, width), ' ');
  return out;
}

std::string_view relation_name(size_t common, size_t other, size_t from) {
  if (common == other && common == from) return "the same elements";
  if (common == other) return "contains it";
  return common == from ? "a part of it" : "";
}

}  // namespace

Explanation::Explanation(Module& module, GraphId graph, const InputFacts* facts, const OpTable& table, const KernelProvider* kernels,
                         Diagnostics& diagnostics)
    : module_(module),
      effects_(module, graph, facts, table, kernels, diagnostics),
      memory_(effects_.memory()),
      places_(module.node_count()),
      position_(module.node_count(), 0) {
  uint32_t position = 0;
  const auto visit = [&](NodeId node, const NodeEffects& effects) {
    position_[node.value] = ++position;
    note(node, effects);
  };
  complete_ = effects_.run(visit).has_value();
  effects_.rewind();
  for (const NodeId node : module.nodes(graph)) note_name(node);
}

Explanation::History& Explanation::history(PlaceId place) {
  const size_t storage = memory_.place(place).storage.value;
  if (histories_.size() <= storage) histories_.resize(storage + 1);
  return histories_[storage];
}

void Explanation::note(NodeId node, const NodeEffects& effects) {
  if (const ObjectId object = memory_.known_object(node)) places_[node.value] = memory_.place_of(object);
  for (const WriteTarget& target : effects.writes) note_write(node, memory_.place_of(target.object));
  if (effects.kind == EffectKind::setitem && !effects.index->nothing) note_write(node, effects.index->target);
}

// A fresh tensor has no place before something is asked of it, which may be after its node.
void Explanation::note_name(NodeId node) {
  PlaceId& place = places_[node.value];
  const ObjectId object = memory_.known_object(node);
  if (position_[node.value] == 0 || !object) return;
  if (!place) place = memory_.place_of(object);
  history(place).seen_by.push_back({node, place});
}

void Explanation::note_write(NodeId node, PlaceId place) {
  History& history = this->history(place);
  if (history.writes.empty()) written_.push_back(memory_.place(place).storage);
  history.writes.push_back({node, place});
  writes_.push_back({node, place});
}

std::string Explanation::bytes(const TensorMeta* meta) const {
  if (meta == nullptr || !meta->has_sizes || item_size(meta->dtype) == 0) return {};
  SymPool& syms = memory_.syms();
  const Sym count = syms.mul(element_count(meta->geometry.sizes, syms), item_size(meta->dtype));
  return syms.print(count) + " bytes";
}

std::string Explanation::line(NodeId node) const {
  const std::string line = model_line(module_, node);
  return line.empty() ? "" : "   " + line;
}

std::string Explanation::owner(StorageId id) const {
  const Storage& storage = memory_.storage(id);
  switch (storage.kind) {
    case StorageKind::placeholder: return "the input " + std::string(module_.name(storage.origin));
    case StorageKind::attribute: return "the attribute " + std::string(module_.target(storage.origin));
    case StorageKind::fresh: break;
  }
  return "the result of " + std::string(module_.name(storage.origin));
}

std::string Explanation::relation(PlaceId other, PlaceId from) {
  const PlacePath a = memory_.path(other);
  const PlacePath b = memory_.path(from);
  const std::string_view name = relation_name(common_length(a, b), a.size(), b.size());
  if (!name.empty()) return std::string(name);
  return memory_.apart(other, from) ? "does not meet it" : "may meet it";
}

// Seen from nowhere, everything is listed as it is.
std::string Explanation::sharing(const History& history, PlaceId from) {
  std::string out;
  for (const Touch& touch : history.seen_by) {
    out += "    " + column(module_.name(touch.node));
    out += from ? column(relation(touch.place, from)) + memory_.chain(touch.place) : memory_.chain(touch.place);
    out += "\n";
  }
  return out;
}

std::string Explanation::writing(const History& history, PlaceId from, NodeId asked) {
  std::string out;
  for (const Touch& touch : history.writes) {
    out += "    " + column(module_.name(touch.node));
    if (asked) {
      const uint32_t before = position_[touch.node.value];
      const uint32_t now = position_[asked.value];
      out += column(before == now ? "this node" : before < now ? "before" : "after", 11);
    }
    if (from) out += column(relation(touch.place, from));
    out += memory_.chain(touch.place);
    if (const std::string size = bytes(memory_.place(touch.place).meta); !size.empty()) out += ", " + size;
    out += line(touch.node) + "\n";
  }
  return out;
}

std::string Explanation::memory(StorageId id, PlaceId from, NodeId asked) {
  const Storage& storage = memory_.storage(id);
  std::string out = "memory of " + owner(id);
  if (const TensorMeta* meta = memory_.place(storage.root).meta; meta != nullptr && meta->has_sizes) {
    out += ": " + print_annotation(*meta, {.strides = true, .device = true}, memory_.syms());
    if (const std::string size = bytes(meta); !size.empty()) out += ", " + size;
  }
  out += "\n";
  if (storage.maybe_alias)
    out += "  it cannot be told whether this is a part of other memory: " + describe(module_, storage.maybe_alias) + "\n";
  if (id.value >= histories_.size()) return out + "  no other node sees it, and nothing writes it\n";
  const History& history = histories_[id.value];
  if (!history.seen_by.empty()) out += "  seen by:\n" + sharing(history, from);
  out += history.writes.empty() ? "  nothing writes it\n" : "  written by:\n" + writing(history, from, asked);
  return out;
}

std::string Explanation::value(NodeId node) {
  if (memory_.value_kind(node) == ValueKind::tuple) {
    const auto& elements = memory_.elements(node);
    std::string out = "a tuple of " + std::to_string(elements.size()) + " tensors";
    if (!elements.empty()) out += ", the first is " + memory_.chain(memory_.place_of(elements.front()));
    return out;
  }
  const ObjectId id = memory_.known_object(node);
  if (!id) return memory_.types().meta(node) != nullptr ? "memory of its own" : "";
  const Object& object = memory_.object(id);
  if (object.origin != node) return "the same tensor as " + std::string(module_.name(object.origin));
  const PlaceId place = places_[node.value];
  if (memory_.storage_of(place).origin == node) return memory_.storage_of(place).kind == StorageKind::fresh ? "memory of its own" : "";
  return "a view: " + memory_.chain(place) + (object.detached() ? ", cut from gradients" : "");
}

std::string Explanation::of_graph() {
  std::string out;
  for (const StorageId storage : written_) out += (out.empty() ? "" : "\n") + memory(storage, {}, {});
  return out.empty() ? "nothing is written: the graph is pure\n" : out;
}

std::string Explanation::of_node(NodeId node) {
  std::string out = describe(module_, node) + "\n";
  if (const std::string from = model_line(module_, node); !from.empty()) out += "  " + from + "\n";
  if (position_[node.value] == 0) return out + "  it comes after the node at which the analysis ended\n";
  if (const std::string what = value(node); !what.empty()) out += "  is " + what + "\n";

  const PlaceId place = places_[node.value];
  std::vector<std::pair<StorageId, PlaceId>> told;
  if (place) told.emplace_back(memory_.place(place).storage, place);
  const auto earlier = [&](const Touch& touch, NodeId other) { return position_[touch.node.value] < position_[other.value]; };
  for (auto it = std::lower_bound(writes_.begin(), writes_.end(), node, earlier); it != writes_.end() && it->node == node; ++it) {
    const StorageId storage = memory_.place(it->place).storage;
    const std::string part = bytes(memory_.place(it->place).meta);
    const std::string all = bytes(memory_.place(memory_.storage(storage).root).meta);
    out += "  writes " + memory_.chain(it->place);
    if (!part.empty()) out += ": " + part + (all.empty() ? "" : " of " + all);
    out += "\n";
    const auto known = [&](const auto& entry) { return entry.first == storage; };
    if (std::none_of(told.begin(), told.end(), known)) told.emplace_back(storage, it->place);
  }
  for (const auto& [storage, from] : told) out += "\n" + memory(storage, from, node);
  return out;
}

}  // namespace outplace
