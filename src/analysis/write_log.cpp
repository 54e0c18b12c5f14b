// Segment trees over the indices of a dim, with the two latest writers.
#include "analysis/write_log.h"

#include <algorithm>

namespace outplace {
namespace {

constexpr size_t kStack = 2 * 64 + 2;  // two nodes of each level wait at the most

bool has_gaps(const ViewStep& step) { return step.kind == StepKind::slice && !step.step.is(1); }

}  // namespace

void LatestTwo::note(PlaceId by, Clock clock) {
  if (first_by != by) {
    second = first;
    first_by = by;
  }
  first = clock;
}

void LatestTwo::join(const LatestTwo& other) {
  if (other.first > first) {
    second = other.first_by == first_by ? std::max(second, other.second) : std::max(first, other.second);
    first = other.first;
    first_by = other.first_by;
  } else {
    second = std::max(second, other.first_by == first_by ? other.second : other.first);
  }
}

WriteLog::Range WriteLog::range_of(const ViewStep& step) {
  if (step.kind == StepKind::select && step.start.is_constant() && step.start.value >= 0)
    return {step.dim, step.start.value, step.start.value + 1};
  if (step.kind == StepKind::slice && step.start.is_constant() && step.stop.is_constant() && step.start.value >= 0 &&
      step.stop.value > step.start.value && step.stop.value < (int64_t{1} << 60)) {
    return {step.dim, step.start.value, step.stop.value};
  }
  return {};
}

void WriteLog::widen(Tree& tree, int64_t high) {
  while ((int64_t{1} << tree.bits) < high) {
    TreeNode root;
    root.inside = tree.nodes[0].inside;
    tree.nodes.push_back(tree.nodes[0]);
    root.child[0] = static_cast<uint32_t>(tree.nodes.size() - 1);
    tree.nodes[0] = root;
    ++tree.bits;
  }
}

void WriteLog::assign(Tree& tree, int64_t low, int64_t high, PlaceId child, Clock clock) {
  widen(tree, high);
  struct Item {
    uint32_t node;
    int64_t from;
    int64_t to;
  };
  std::array<Item, kStack> work;
  size_t depth = 0;
  work[depth++] = {0, 0, int64_t{1} << tree.bits};
  while (depth > 0) {
    const Item item = work[--depth];
    tree.nodes[item.node].inside.note(child, clock);
    if (low <= item.from && item.to <= high) {
      tree.nodes[item.node].whole.note(child, clock);
      continue;
    }
    const int64_t middle = item.from + (item.to - item.from) / 2;
    for (const int side : {0, 1}) {
      const int64_t from = side == 0 ? item.from : middle;
      const int64_t to = side == 0 ? middle : item.to;
      if (high <= from || to <= low) continue;
      if (tree.nodes[item.node].child[static_cast<size_t>(side)] == 0) {
        tree.nodes.emplace_back();
        tree.nodes[item.node].child[static_cast<size_t>(side)] = static_cast<uint32_t>(tree.nodes.size() - 1);
      }
      work[depth++] = {tree.nodes[item.node].child[static_cast<size_t>(side)], from, to};
    }
  }
}

LatestTwo WriteLog::query(const Tree& tree, int64_t low, int64_t high) {
  LatestTwo result;
  struct Item {
    uint32_t node;
    int64_t from;
    int64_t to;
  };
  std::array<Item, kStack> work;
  size_t depth = 0;
  work[depth++] = {0, 0, int64_t{1} << tree.bits};
  while (depth > 0) {
    const Item item = work[--depth];
    if (high <= item.from || item.to <= low) continue;
    const TreeNode& node = tree.nodes[item.node];
    if (low <= item.from && item.to <= high) {
      result.join(node.inside);
      continue;
    }
    result.join(node.whole);
    const int64_t middle = item.from + (item.to - item.from) / 2;
    if (node.child[0] != 0) work[depth++] = {node.child[0], item.from, middle};
    if (node.child[1] != 0) work[depth++] = {node.child[1], middle, item.to};
  }
  return result;
}

void WriteLog::plant(PlaceId child, const Range& range, Clock clock) {
  if (!trees_) trees_ = std::make_unique<Trees>();
  auto it = std::find_if(trees_->begin(), trees_->end(), [&](const auto& entry) { return entry.first == range.dim; });
  if (it == trees_->end()) it = trees_->emplace(trees_->end(), range.dim, Tree{});
  assign(it->second, range.low, range.high, child, clock);
}

// Moves what a tree can hold from the list to the trees.
bool WriteLog::make_room() {
  if (trees_) return false;
  trees_ = std::make_unique<Trees>();
  std::sort(listed_.begin(), listed_.end(), [](const Listed& a, const Listed& b) { return a.clock < b.clock; });
  const auto planted = std::remove_if(listed_.begin(), listed_.end(), [&](const Listed& entry) {
    const Range range = range_of(*entry.step);
    if (range.dim < 0 || has_gaps(*entry.step)) return false;
    plant(entry.child, range, entry.clock);
    return true;
  });
  listed_.erase(planted, listed_.end());
  return listed_.size() < kPairs;
}

void WriteLog::note(PlaceId child, const ViewStep& step, Clock clock) {
  all_.note(child, clock);
  const Range range = range_of(step);
  const bool simple = range.dim >= 0 && !has_gaps(step);
  if (!trees_ || !simple) {
    const auto it = std::find_if(listed_.begin(), listed_.end(), [&](const Listed& entry) { return entry.child == child; });
    if (it != listed_.end()) {
      it->clock = clock;
      return;
    }
    if (listed_.size() < kPairs || (make_room() && !simple)) {
      listed_.push_back({child, clock, &step});
      return;
    }
  }
  if (range.dim < 0) {
    overflow_.note(child, clock);
  } else {
    plant(child, range, clock);
  }
}

Clock WriteLog::latest_other(PlaceId child, const ViewStep& step, const TensorMeta& meta, SymPool& syms) const {
  if (all_.other_than(child) == 0) return 0;
  LatestTwo result = overflow_;
  const Range range = range_of(step);
  if (trees_) {
    for (const auto& [dim, tree] : *trees_) {
      if (range.dim == dim) {
        result.join(query(tree, range.low, range.high));
      } else {
        result.join(tree.nodes[0].inside);
      }
    }
  }
  Clock latest = result.other_than(child);
  for (const Listed& other : listed_) {
    if (other.child != child && other.clock > latest && !disjoint(*other.step, step, meta, syms)) latest = other.clock;
  }
  return latest;
}

}  // namespace outplace
