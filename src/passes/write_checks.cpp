// What eager PyTorch refuses about a write, or computes in an order that no functional form has. Found before anything is rewritten; what
// cannot be told is let pass.
#include <algorithm>
#include <span>

#include "analysis/infer.h"
#include "passes/rewriter.h"

namespace outplace {
namespace {

bool all_static(const Sizes& sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](const Sym& s) { return s.is_constant(); });
}

bool has_no_elements(const TensorMeta* meta) {
  return meta != nullptr && meta->has_sizes &&
         std::any_of(meta->geometry.sizes.begin(), meta->geometry.sizes.end(), [](const Sym& s) { return s.is(0); });
}

bool is_part(const ViewStep& step) {
  if (step.kind == StepKind::select) return step.start.is_constant();
  return step.kind == StepKind::slice && step.start.is_constant() && step.stop.is_constant() && step.start.value < step.stop.value;
}

// Does the operator put the elements of one operand at places that another one names?
bool moves_elements(const OpDef& op) {
  const auto names = [&](std::string_view name) {
    return std::any_of(op.params.begin(), op.params.end(), [&](const Param& p) { return p.name == name; });
  };
  return names("index") || names("indices") || (names("mask") && names("source"));
}

bool keeps_elements(const ViewStep& step) { return step.kind == StepKind::unsqueeze || step.kind == StepKind::squeeze; }

}  // namespace

// Do two different places share elements for certain, at other positions of the two?
bool Rewriter::overlaps_in_part(PlaceId a, PlaceId b) {
  if (a == b || memory_.place(a).storage != memory_.place(b).storage) return false;
  if (has_no_elements(place_meta(a)) || has_no_elements(place_meta(b))) return false;
  const PlacePath pa = memory_.path(a);
  const PlacePath pb = memory_.path(b);
  const size_t common = common_length(pa, pb);
  const bool nested = common == pa.size() || common == pb.size();
  if (nested) {
    const PlacePath& longer = pa.size() > pb.size() ? pa : pb;
    const auto aligned = [&](PlaceId p) { return keeps_elements(memory_.step(p).step); };
    return !std::all_of(longer.begin() + static_cast<std::ptrdiff_t>(common), longer.end(), aligned);
  }
  if (common + 1 != pa.size() || common + 1 != pb.size()) return false;
  const TensorMeta* parent = memory_.place(pa[common - 1]).meta;
  const ViewStep& sa = memory_.step(a).step;
  const ViewStep& sb = memory_.step(b).step;
  return parent != nullptr && is_part(sa) && is_part(sb) && !disjoint(sa, sb, *parent, memory_.syms());
}

// Copying a row of a tensor over all of it writes that row with itself.
bool Rewriter::is_row_of(PlaceId row, PlaceId whole) const {
  PlaceId p = row;
  for (; p && p != whole; p = memory_.place(p).parent) {
    if (!memory_.place(p).parent) return false;
    const ViewStep& step = memory_.step(p).step;
    if (step.kind != StepKind::select || step.dim != 0) return false;
  }
  return p == whole;
}

Result<void> Rewriter::check_operand(NodeId node, PlaceId written, const Arg& operand) {
  if (!operand.is_node() || memory_.value_kind(operand.as_node()) == ValueKind::tuple) return {};
  const ObjectId object = memory_.known_object(operand.as_node());
  if (!object || !overlaps_in_part(written, memory_.place_of(object))) return {};
  return std::unexpected(
      fail(node, "the operand '" + std::string(module_.name(operand.as_node())) + "' shares a part of the memory that this writes",
           "write operand.clone() in its place: eager PyTorch refuses this, or lets the order of writes decide", written));
}

Result<void> Rewriter::check_write(NodeId node) {
  const OpDef& op = *now_->call.op;
  const std::string_view recipe = op.recipe;
  const bool elementwise_fill = recipe == "fill" || recipe == "zero" || op.packet.find("masked_fill") != std::string_view::npos;
  for (const WriteTarget& target : now_->writes) {
    const PlaceId place = memory_.place_of(target.object);
    if (!elementwise_fill) {
      if (auto done = versions_.check_writable(node, place); !done) return done;
    }
    const Param& written = op.params[static_cast<size_t>(target.param)];
    if (elementwise_fill || !(op.inplace || op.foreach || op.conditional_returns_self || written.out)) continue;
    for (size_t i = 0; i < now_->call.values.size(); ++i) {
      if (static_cast<int>(i) == target.param || !now_->call.values[i].given || op.params[i].written) continue;
      const Arg& arg = now_->call.values[i].arg;
      std::span<const Arg> operands(&arg, 1);
      if (arg.is_sequence()) operands = module_.parts(arg);
      if (arg.is_sequence() && op.foreach) operands = operands.subspan(static_cast<size_t>(target.item), 1);
      for (const Arg& operand : operands) {
        const ObjectId object = operand.is_node() ? memory_.known_object(operand.as_node()) : ObjectId();
        if (object && memory_.place_of(object) == place && (moves_elements(op) || op.params[i].apart) &&
            !has_no_elements(place_meta(place))) {
          return std::unexpected(fail(
              node, "the operand '" + std::string(module_.name(operand.as_node())) + "' is the memory that this writes, at other places",
              "write operand.clone() in its place: eager PyTorch refuses this, or lets the order of writes decide", place));
        }
        if (recipe == "copy" && object && is_row_of(memory_.place_of(object), place)) continue;
        if (auto done = check_operand(node, place, operand); !done) return done;
      }
    }
  }
  return {};
}

Result<void> Rewriter::check_assigned(NodeId node, const IndexPlan& plan, const Arg& value) {
  const PlaceId target = plan.target;
  const ObjectId object = value.is_node() ? memory_.known_object(value.as_node()) : ObjectId();
  if (object && plan.advanced.empty() && is_row_of(memory_.place_of(object), target)) return {};
  // A single value is read before anything is written.
  const TensorMeta* single = object ? place_meta(memory_.place_of(object)) : nullptr;
  if (single != nullptr && single->has_sizes && element_count(single->geometry.sizes, memory_.syms()).is(1)) return {};
  if (object && memory_.place_of(object) == target && !plan.advanced.empty()) {
    return std::unexpected(fail(node, "a tensor is assigned to other places of itself",
                                "assign value.clone(): eager PyTorch refuses this, or lets the order of writes decide", target));
  }
  return check_operand(node, target, value);
}

// A mask has the shape of the dims that it takes.
Result<void> Rewriter::check_masks(NodeId node, const IndexPlan& plan) {
  const TensorMeta* wanted = place_meta(plan.target);
  if (wanted == nullptr || !wanted->has_sizes) return {};
  for (const AdvancedIndex& index : plan.advanced) {
    const TensorMeta* mask = index.mask && index.arg.is_node() ? arg_meta(index.arg) : nullptr;
    if (mask == nullptr || !mask->has_sizes) continue;
    for (int64_t d = 0; d < mask->rank(); ++d) {
      const Sym have = mask->geometry.sizes[static_cast<size_t>(d)];
      const Sym need = wanted->geometry.sizes[static_cast<size_t>(index.dim + d)];
      if (!have.is_constant() || !need.is_constant() || have == need) continue;
      return std::unexpected(
          fail(node, "the mask has another shape than the dims that it indexes", "eager PyTorch refuses this, too", plan.target));
    }
  }
  return {};
}

// In place, results are cast within a kind of number or to a wider one.
Result<void> Rewriter::check_cast(NodeId node, PlaceId place, DType result) {
  const TensorMeta* wanted = place_meta(place);
  if (wanted == nullptr || wanted->dtype == DType::unknown) {
    const DTypeRule rule = now_->call.op != nullptr ? now_->call.op->dtype : DTypeRule::self;
    // With out= sums are computed in the type of what they are written to.
    const bool computes = rule == DTypeRule::accumulate && !now_->call.op->inplace;
    if (rule != DTypeRule::boolean && rule != DTypeRule::int64 && !computes) return {};
    return std::unexpected(fail(node, "the result is cast to the type of the tensor that this writes, which is not known",
                                "print the graph with its annotations (print_readable), or give --inputs", place));
  }
  if (result == DType::unknown || category(result) <= category(wanted->dtype)) return {};
  return std::unexpected(fail(node,
                              "a result of type " + std::string(torch_name(result)) + " cannot be put into a tensor of type " +
                                  std::string(torch_name(wanted->dtype)),
                              "eager PyTorch refuses this, too", place));
}

// out= of another shape is resized by eager, which moves memory.
Result<void> Rewriter::check_out(NodeId node, PlaceId place) {
  const TensorMeta* wanted = place_meta(place);
  const auto result = infer_result(memory_, now_->call);
  const TensorMeta* made = result && result->has_sizes ? &*result : types_.meta(node);
  if (wanted == nullptr || made == nullptr || !wanted->has_sizes || !made->has_sizes) return {};
  if (!all_static(wanted->geometry.sizes) || !all_static(made->geometry.sizes) || wanted->geometry.sizes == made->geometry.sizes) return {};
  return std::unexpected(
      fail(node, "out= has another shape than the result and would be resized", "give a tensor of the result's shape", place));
}

// Is it certain that `value` cannot be broadcast to the place?
Result<void> Rewriter::check_broadcast(NodeId node, PlaceId place, const TensorMeta* value) {
  const TensorMeta* wanted = place_meta(place);
  if (wanted == nullptr || value == nullptr || !wanted->has_sizes || !value->has_sizes) return {};
  if (!all_static(wanted->geometry.sizes) || !all_static(value->geometry.sizes)) return {};
  const StepResult step = make_expand(*value, wanted->geometry.sizes, memory_.syms());
  if (step.step) return {};
  return std::unexpected(
      fail(node, "the value cannot be broadcast to the shape of what it is written to", "eager PyTorch refuses this, too", place));
}

}  // namespace outplace
