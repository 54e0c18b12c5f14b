// When was which region of a place last written: the children of one place, their regions, and the clock of the last write to each.
//
// `note` records a write to a child; `latest_other` answers when a region that overlaps a child was last written through another child.
// The first kPairs children are listed and compared one by one. Where there are more, selects and slices of one dim with constant bounds,
// which most are, go to one sparse segment tree per dim, which makes both operations logarithmic; others, and slices with gaps, stay
// listed, up to kPairs of them; beyond that they count as overlapping everything, slices with gaps as their whole range. An answer may be
// too late a clock (regions that do not meet taken as overlapping), which costs an operation, never too early a one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "ops/view_step.h"
#include "support/ids.h"

namespace outplace {

using PlaceId = Id<struct PlaceTag>;
using Clock = uint32_t;  // counts the writes of a module; 0 is before the first

// The last write and the last one by another child.
struct LatestTwo {
  Clock first = 0;
  Clock second = 0;
  PlaceId first_by;

  void note(PlaceId by, Clock clock);  // clocks never fall
  void join(const LatestTwo& other);
  Clock other_than(PlaceId child) const { return first_by == child ? second : first; }
};

class WriteLog {
 public:
  // `step` leads from the parent, described by `meta`, to `child`. A step that is noted must live as long as the log.
  void note(PlaceId child, const ViewStep& step, Clock clock);
  Clock latest_other(PlaceId child, const ViewStep& step, const TensorMeta& meta, SymPool& syms) const;
  Clock latest() const { return all_.first; }

 private:
  static constexpr size_t kPairs = 16;

  struct Range {
    int64_t dim = -1;
    int64_t low = 0;
    int64_t high = 0;  // exclusive
  };
  // The constant range of one dim that a step touches; dim -1 if it is not that simple.
  static Range range_of(const ViewStep& step);

  struct TreeNode {
    LatestTwo whole;   // writes that cover the node's range
    LatestTwo inside;  // all writes that touch it
    std::array<uint32_t, 2> child = {0, 0};
  };
  struct Tree {
    std::vector<TreeNode> nodes = {TreeNode{}};
    int bits = 1;  // the root covers [0, 2^bits)
  };
  struct Listed {
    PlaceId child;
    Clock clock = 0;
    const ViewStep* step = nullptr;
  };
  using Trees = std::vector<std::pair<int64_t, Tree>>;  // by dim; few
  void plant(PlaceId child, const Range& range, Clock clock);
  bool make_room();
  static void assign(Tree& tree, int64_t low, int64_t high, PlaceId child, Clock clock);
  static LatestTwo query(const Tree& tree, int64_t low, int64_t high);
  static void widen(Tree& tree, int64_t high);

  SmallVector<Listed, 2> listed_;
  std::unique_ptr<Trees> trees_;
  LatestTwo overflow_;  // writes that are neither listed nor in a tree
  LatestTwo all_;
};

}  // namespace outplace
