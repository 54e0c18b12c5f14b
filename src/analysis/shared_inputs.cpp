// Inputs that share memory: which of them overlap, and the place that contains them.
#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/memory.h"

namespace outplace {
namespace {

using Extent = std::pair<int64_t, int64_t>;

// The storage elements [low, high) that a static geometry may touch; nullopt if it is symbolic or not known.
std::optional<Extent> extent(const TensorMeta* m) {
  if (m == nullptr || !m->has_strides || !m->has_offset || m->dtype == DType::unknown) return std::nullopt;
  const Geometry& g = m->geometry;
  if (!g.offset.is_constant()) return std::nullopt;
  int64_t last = g.offset.value;
  bool empty = false;
  for (size_t i = 0; i < g.sizes.size(); ++i) {
    if (!g.sizes[i].is_constant() || !g.strides[i].is_constant()) return std::nullopt;
    empty = empty || g.sizes[i].value == 0;
    last += (g.sizes[i].value - 1) * g.strides[i].value;
  }
  return empty ? Extent{g.offset.value, g.offset.value} : Extent{g.offset.value, last + 1};
}

Extent in_bytes(const TensorMeta& m, Extent e) {
  const auto item = int64_t{item_size(m.dtype)};
  return {e.first * item, e.second * item};
}

}  // namespace

void Memory::join_shared(const std::vector<Input>& inputs) {
  std::unordered_map<int64_t, std::vector<Input>> groups;
  std::vector<int64_t> order;
  for (const Input& input : inputs) {
    if (input.fact == nullptr || !input.fact->storage) continue;
    auto& group = groups[*input.fact->storage];
    if (group.size() == 1) order.push_back(*input.fact->storage);
    group.push_back(input);
  }
  for (const int64_t number : order) {
    std::vector<Input>& group = groups[number];
    const auto open = std::find_if(group.begin(), group.end(), [&](const Input& i) { return !extent(places_[i.place.value].meta); });
    if (open != group.end()) {
      for (const Input& input : group) link_maybe(open->place, input.place, open->node);
      continue;
    }
    const auto bytes = [&](const Input& i) { return in_bytes(*places_[i.place.value].meta, *extent(places_[i.place.value].meta)); };
    std::stable_sort(group.begin(), group.end(), [&](const Input& a, const Input& b) { return bytes(a).first < bytes(b).first; });
    std::vector<Input> cluster;
    int64_t end = 0;
    for (const Input& input : group) {
      const auto [low, high] = bytes(input);
      if (low == high) continue;  // no elements
      if (!cluster.empty() && low >= end) {
        join_cluster(cluster);
        cluster.clear();
      }
      end = cluster.empty() ? high : std::max(end, high);
      cluster.push_back(input);
    }
    join_cluster(cluster);
  }
}

// Inputs whose extents hang together.
void Memory::join_cluster(const std::vector<Input>& cluster) {
  if (cluster.size() < 2) return;
  const auto meta = [&](const Input& i) -> const TensorMeta& { return *places_[i.place.value].meta; };
  const bool one_dtype =
      std::all_of(cluster.begin(), cluster.end(), [&](const Input& i) { return meta(i).dtype == meta(cluster[0]).dtype; });
  if (!one_dtype) {
    for (const Input& input : cluster) link_maybe(cluster[0].place, input.place, input.node);
    return;
  }
  int64_t low = extent(&meta(cluster[0]))->first;
  int64_t high = low;
  for (const Input& input : cluster) high = std::max(high, extent(&meta(input))->second);
  const bool equal =
      std::all_of(cluster.begin(), cluster.end(), [&](const Input& i) { return meta(i).geometry == meta(cluster[0]).geometry; });
  const auto owner = std::find_if(cluster.begin(), cluster.end(), [&](const Input& i) {
    return extent(&meta(i)) == Extent{low, high} && (equal || is_contiguous(meta(i).geometry, syms()));
  });
  if (owner == cluster.end()) return assemble(cluster);
  for (const Input& input : cluster) {
    if (input.node != owner->node) see_through(input, owner->place);
  }
}

// The input as as_strided sees it in the memory of `owner`.
void Memory::see_through(const Input& input, PlaceId owner) {
  const TensorMeta* m = places_[input.place.value].meta;
  SpelledStep view;
  view.step.kind = StepKind::as_strided;
  view.step.sizes = m->geometry.sizes;
  view.step.strides = m->geometry.strides;
  view.step.start = m->geometry.offset;
  objects_[known_object(input.node).value].place = child(owner, view, m);
}

void Memory::assemble(const std::vector<Input>& cluster) {
  const TensorMeta& first = *places_[cluster[0].place.value].meta;
  TensorMeta line = first;
  int64_t high = 0;
  for (const Input& input : cluster) high = std::max(high, extent(places_[input.place.value].meta)->second);
  line.geometry.sizes = {high - first.geometry.offset.value};
  line.geometry.strides = {1};
  const Storage origin = storage_of(cluster[0].place);
  const StorageId storage = new_storage(origin.origin, origin.kind, types_.keep(line));
  std::vector<std::pair<NodeId, PlaceId>> members;
  for (const Input& input : cluster) {
    see_through(input, storages_[storage.value].root);
    const PlaceId place = place_of(known_object(input.node));
    const bool known = std::any_of(members.begin(), members.end(), [&](const auto& member) { return member.second == place; });
    if (!known) members.emplace_back(input.node, place);
  }
  assembled_.emplace(storage, std::move(members));
}

}  // namespace outplace
