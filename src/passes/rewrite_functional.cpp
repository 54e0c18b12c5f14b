// What operators become that write several tensors or lists of tensors, or that return something besides what they write: their functional
// form returns the regular results and then the new content of each written parameter, in order. A form with one result returns just that.
#include <algorithm>
#include <map>

#include "passes/rewriter.h"

namespace outplace {
namespace {

int64_t fresh_results(const OpDef& op) {
  return std::count_if(op.returns.begin(), op.returns.end(), [](const Return& r) { return !r.written; });
}

int64_t written_before(const OpDef& op, int param) {
  return std::count_if(op.params.begin(), op.params.begin() + param, [](const Param& p) { return p.written; });
}

// A result that is a written tensor can be told from the others only if it is alone.
bool results_are_clear(const OpDef& op) { return fresh_results(op) == static_cast<int64_t>(op.returns.size()) || op.returns.size() == 1; }

Call item(NodeId from, int64_t index) { return Call::function("operator.getitem", {Arg::node(from), Arg::integer(index)}); }

}  // namespace

// Tensors that share memory would each get a new content that does not know of the other's.
Result<void> Rewriter::check_functional(NodeId node) {
  if (!results_are_clear(*now_->call.op)) {
    return std::unexpected(fail(node, "NotImplementedError: this operator returns tensors that it writes beside others",
                                "compute the new values with other operators and assign them with copy_"));
  }
  constexpr size_t kCompared = 64;  // parts of one storage that are compared with each other
  std::map<StorageId, std::vector<PlaceId>> seen;
  for (const WriteTarget& target : now_->writes) {
    const PlaceId place = memory_.place_of(target.object);
    std::vector<PlaceId>& others = seen[memory_.place(place).storage];
    const bool clear =
        others.size() < kCompared && std::all_of(others.begin(), others.end(), [&](PlaceId other) { return memory_.apart(place, other); });
    others.push_back(place);
    if (clear) continue;
    return std::unexpected(
        fail(node, "this operator writes two tensors that share memory", "write clones of them, and copy these back one by one", place));
  }
  return {};
}

Result<void> Rewriter::functional(NodeId node) {
  const OpDef& op = *now_->call.op;
  const WriteTargets writes = now_->writes;
  if (auto done = check_functional(node); !done) return done;
  const Shown before = shown(node);
  const std::string kind(base_name(module_.target(node)));
  const int64_t fresh = fresh_results(op);
  const bool alone = fresh + written_before(op, static_cast<int>(op.params.size())) == 1;
  auto call = current_call(node);
  if (!call) return std::unexpected(call.error());
  call->op = NodeOp::call_function;
  call->target = op.twin_function;

  NodeId all = node;
  if (fresh > 1) {  // a tuple of results keeps its positions, so its node stays
    emitter_.become(node, *call, module_.node(node).name);
    emitter_.at(module_.node(node).next);
  } else if (!alone || writes[0].item >= 0) {
    all = emitter_.emit(*call);
  }
  std::vector<NodeId> lists(op.params.size());
  for (const WriteTarget& target : writes) {
    const PlaceId place = memory_.place_of(target.object);
    Call value = *call;
    if (!alone) value = item(all, fresh + written_before(op, target.param));
    if (target.item >= 0) {
      NodeId& list = lists[static_cast<size_t>(target.param)];
      if (!list) list = alone ? all : emitter_.emit(value);
      value = item(list, target.item);
    }
    if (const TensorMeta* wanted = place_meta(place)) {
      // In strides that are not said: taken for contiguous, so that others are put into the place's own.
      value = std::move(value).with(wanted);
      if (wanted->has_sizes) value.meta.change().geometry.strides = contiguous_strides(wanted->geometry.sizes, memory_.syms());
      value.meta.change().has_strides = wanted->has_sizes;
    }
    if (op.recipe == "collective") {
      const ResultMeta meta = value.meta;
      value = Call::function("torch.ops._c10d_functional.wait_tensor", {Arg::node(emitter_.emit(value))});
      value.meta = meta;
    }
    const NodeId made = emitter_.emit(value, emitter_.version_name(root_of(target.object)));
    record(node, kind, before, module_.node(made).name);
    if (auto done = versions_.write(node, place, made); !done) return done;
  }
  if (fresh == 0) drop(node);
  if (fresh == 1) first_result(node, all);
  return {};
}

}  // namespace outplace
