// The type of what is written: the written tensor keeps its own, also where the graph does not tell which one that is.
#include "passes/rewriter.h"

namespace outplace {

Call Rewriter::cast(Call call, PlaceId place) {
  const TensorMeta* wanted = place_meta(place);
  if (wanted == nullptr || wanted->dtype == DType::unknown) {
    const DTypeRule rule = now_->call.op != nullptr ? now_->call.op->dtype : DTypeRule::self;
    if (rule == DTypeRule::promote || rule == DTypeRule::promote_float)
      memory_.assume("operators whose result type the graph does not tell keep the type of the tensor that they write");
    return call;
  }
  if (!call.meta) return call;
  if (call.meta->dtype == wanted->dtype) return call;
  TensorMeta meta = *call.meta;
  meta.dtype = wanted->dtype;
  const NodeId raw = emitter_.emit(call);
  Call to = Call::method("to", {Arg::node(raw), emitter_.dtype(wanted->dtype)});
  to.meta = std::move(meta);
  return to;
}

// Is the result of another type than the written tensor, for all that is known? Sums of integers are wider, and operands of a known type
// may be; of those without dims only if the tensor may have none, too.
bool Rewriter::may_change_type(PlaceId place) {
  const OpDef* op = now_->call.op;
  if (op == nullptr) return false;
  if (op->dtype == DTypeRule::accumulate) return true;
  if (op->dtype != DTypeRule::promote && op->dtype != DTypeRule::promote_float) return false;
  const TensorMeta* wanted = place_meta(place);
  const bool has_dims = wanted != nullptr && wanted->has_sizes && wanted->rank() > 0;
  for (const BoundCall::Value& value : now_->call.values) {
    if (!value.given || !value.arg.is_node()) continue;
    const ObjectId object = memory_.known_object(value.arg.as_node());
    if (object && memory_.place_of(object) == place) continue;
    const TensorMeta* meta = arg_meta(value.arg);
    if (meta != nullptr && meta->dtype != DType::unknown && !(has_dims && meta->has_sizes && meta->rank() == 0)) return true;
  }
  return false;
}

// The graph need not tell the type of the written tensor: the tensor itself does.
Result<Call> Rewriter::in_type_of_target(Call call, PlaceId place) {
  const TensorMeta* wanted = place_meta(place);
  const bool known = wanted != nullptr && wanted->dtype != DType::unknown;
  if (known || !may_change_type(place)) return call;
  const auto old = versions_.read(place);
  if (!old) return std::unexpected(old.error());
  ResultMeta meta = call.meta;
  const NodeId raw = emitter_.emit(call);
  Call to = Call::method("type_as", {Arg::node(raw), Arg::node(*old)});
  to.meta = std::move(meta);
  return to;
}

}  // namespace outplace
