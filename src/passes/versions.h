// The values of places over time: which node of the pure graph holds a place's content, and what must be emitted so that one does.
//
// The graph is walked in order. A clock counts writes. Each place has the node that last held its content and the clock at which that was
// true, and the list of its dirty children: those written since the place's own value was made.
//
//   read   a node's own value is used as long as nothing that overlaps its place was written since. Else the lowest ancestor whose value
//   holds is brought up to
//          date (`settle`: dirty children are scattered into it in the order of their writes) and the view steps down to the place are
//          replayed.
//   write  the place's value is the new node; the place becomes a dirty child of its parent, and so on up. Nothing is emitted: flushing is
//   lazy. What was
//          pending below the place is superseded.
//
// Invariant: for every dirty child c, all writes pending below c are later than any overlapping write outside c that came before c's own
// pending ones were made; so flushing dirty children in the order of their last writes gives eager's result. `write` keeps it: where an
// overlapping write lies between what is pending below an ancestor and the new write, the ancestor's parent is settled first.
//
// Layout: under `Layout::exact` a value whose strides differ from the place's is no value for a reader: below a root it is flushed and
// replayed, at a root it is put into the original's strides by slice_scatter. Strides of dims of size 1 are not put back, unless the tensor
// would seem to be in another memory format; they are told as they are, and made anew for the views that look at them. A value of unknown
// strides holds for a row-major place only. Under `Layout::ignore` only inputs lie as they are told.
//
// Lazy bits: a value is conjugated or negated lazily only where its place is.
//
// Cost: reading and writing walk the path from the root to the place; each pending write is flushed once; each place is replayed once per
// version that is read. Not handled (located errors): writes through expanded or self-overlapping views.
#pragma once

#include <functional>
#include <vector>

#include "analysis/memory.h"
#include "analysis/write_log.h"
#include "passes/emitter.h"
#include "passes/modes.h"
#include "passes/options.h"
#include "support/stable_list.h"

namespace outplace {

class Versions {
 public:
  Versions(Memory& memory, Emitter& emitter, Layout layout)
      : memory_(memory), module_(memory.module()), emitter_(emitter), layout_(layout) {}

  // The modes (grad, autocast, ...) of the nodes that are made from now on: a view derived under other modes is derived anew. Where
  // gradients are cut, what is read by a node is detached.
  void set_mode(uint32_t mode, Gradients gradients = Gradients::none) {
    mode_ = mode;
    gradients_ = gradients;
  }

  // ---- what nodes hold
  // Node `node`, kept in the graph, holds its object's content as of now.
  void holds(NodeId node);
  void holds_tuple(NodeId node);
  // Was nothing that overlaps `place` written since `node` was evaluated?
  bool unchanged_since(PlaceId place, NodeId node);
  // The node that may stand for `node` as an operand now. For tensors only; nodes that nothing was ever asked about stand for themselves.
  Result<NodeId> read(NodeId node);
  // Like read, for shape and dtype only: never emits a flush.
  Result<NodeId> read_metadata(NodeId node);
  Result<NodeId> read(PlaceId place);
  NodeId detached(NodeId value);
  bool is_current(NodeId node);
  // Was the memory that the node names written?
  bool written(NodeId node);
  bool written(PlaceId place) { return last_write(place) != 0; }

  // Brings memory that was written since the last call up to date, where `wanted` says so: to be called before a bracket in which it would
  // be done under other modes.
  Result<void> settle_written(const std::function<bool(StorageId)>& wanted);

  // ---- writes
  // Are the elements of the place one place of memory each? A located error if not.
  Result<void> check_writable(NodeId at, PlaceId place);
  // Has the place certainly no elements? There is nothing to write then.
  bool is_empty(PlaceId place);
  // The new content of `place` is `value`.
  Result<void> write(NodeId at, PlaceId place, NodeId value);
  // The region `part`, below `place`, was written, and `value` is the new content of all of `place`, which must have been read (settled)
  // before.
  Result<void> write_part(NodeId at, PlaceId place, PlaceId part, NodeId value);
  // The value of a place that is about to be written in part: current, and without pending children.
  Result<NodeId> base(PlaceId place) { return read(place); }
  // One view step on a node, as a call that is not a node yet.
  Result<Call> derive_call(PlaceId child, NodeId parent_value);
  // A child's new content put into its parent's value.
  Result<Call> scatter_call(PlaceId child, NodeId parent_value, NodeId child_value);
  // The value that `call` makes for a place, without lazy bits that the place does not have: not every operator takes them.
  Call resolved(Call call, PlaceId place);
  // What a view of a fresh tensor, kept as it stands, is to see of `value` so that it does not fail.
  NodeId operand_of_kept_view(ViewRule rule, PlaceId place, NodeId value, DType dtype);
  // A call that puts something into a value: the result has its layout, as far as a copy of it has.
  Call scattered(Call call, NodeId parent_value);

  StringId root_name(PlaceId place) const;

 private:
  static constexpr uint32_t kAnyMode = 0xffffffffU;  // of values that the program itself made

  // What was written below a place.
  struct Pending {
    PlaceId child;
    Clock clock = 0;
  };
  struct Below {
    WriteLog log;
    SmallVector<Pending, 2> pending;  // dirty children; an entry counts if the child's `dirty` equals its clock
  };
  struct State {
    NodeId value;
    Clock time = 0;            // value was the content then
    uint32_t mode = kAnyMode;  // under which the value was derived
    Clock own = 0;             // last write at the place itself
    Clock foreign = 0;         // latest write outside that overlaps, as found at
    Clock foreign_at = 0;      // this clock
    Clock dirty = 0;           // last write below or at the place that its parent has not seen; 0: none
    bool writable = false;     // it was found that it has elements, and that they are places of their own
    uint32_t below = 0;        // 1 + its place in `below_`; 0: no child was written
  };

  State& state(PlaceId place);
  Below* below(const State& s) { return s.below == 0 ? nullptr : &below_[s.below - 1]; }
  bool has_pending(const State& s) { return s.below != 0 && !below_[s.below - 1].pending.empty(); }
  Below& note_below(PlaceId parent, PlaceId child);
  Clock& last_write(PlaceId place);
  void note_write(PlaceId place, Clock now);
  // The latest write outside the place that overlaps it.
  Clock foreign(PlaceId place);
  Clock latest(PlaceId place);  // of any write that overlaps the place
  bool exact(PlaceId place);
  Result<void> settle(PlaceId place);
  Result<void> derive(PlaceId child);
  Result<void> repair(PlaceId root);
  Result<void> order_pending(const PlacePath& path, size_t end);
  void drop_pending(PlaceId place);
  std::optional<Arg> bound(const Arg& spelled, Sym value);
  std::optional<Args> spelled_sizes(PlaceId place);
  Result<std::pair<Arg, Arg>> slice_bounds(PlaceId child);
  Result<Call> slice_scatter(PlaceId child, NodeId parent_value, NodeId child_value);
  Result<Call> reshape_back(PlaceId parent, NodeId parent_value, NodeId child_value);
  void adapt_to_layout(PlaceId child, NodeId parent_value, Call& call);
  bool offset_divides(PlaceId place, int64_t bytes) const;
  NodeId retypable(PlaceId place, NodeId value, const ViewStep& retype);
  Call differentiable(Call call);
  NodeId laid_as(const TensorMeta& wanted, NodeId value);
  NodeId with_dividing_strides(NodeId value, int64_t bytes);
  bool as_told(NodeId value) const;
  NodeId with_new_strides(NodeId value, const std::vector<int64_t>& single);
  Arg contiguous(NodeId value);
  Result<NodeId> first_content(PlaceId root);
  Result<NodeId> positions(PlaceId child);
  Result<NodeId> strided_positions(PlaceId child, NodeId numbers);
  NodeId laid_out(const TensorMeta& tensor, NodeId value, int64_t length);
  Result<Call> strided_read(PlaceId child, NodeId parent_value);
  Result<Call> put_inverse(PlaceId child, NodeId parent_value, NodeId child_value);
  Failed cannot(PlaceId place, std::string why);

  Memory& memory_;
  Module& module_;
  Emitter& emitter_;
  Layout layout_;
  Clock clock_ = 0;
  uint32_t mode_ = 0;
  Gradients gradients_ = Gradients::none;
  std::vector<State> states_;
  StableList<Below> below_;
  std::vector<PlaceId> open_;       // scratch of `foreign`
  std::vector<Clock> last_writes_;  // by storage
  std::vector<StorageId> written_;  // since
  Clock settled_ = 0;               // this clock
  struct Held {
    Clock since = 0;        // clock + 1 when the node's own value was made; 0: it holds nothing
    PlaceId place;          // whose content that is (the node's object may move to another place later)
    bool detached = false;  // was its object cut from autograd then (detach_ may come later)?
  };
  std::vector<Held> held_;                       // by node
  std::unordered_map<NodeId, NodeId> detached_;  // value -> its detached form
};

}  // namespace outplace
