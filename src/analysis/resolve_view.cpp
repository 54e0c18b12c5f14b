// What view-like calls return: alias, copy, or the argument itself.
#include "analysis/view_resolver.h"
#include "ops/memory_format.h"

namespace outplace {

// Without a shape little can be said of most spellings: the result is fresh memory that may be the operand's.
Result<ViewOutcome> Resolver::without_shape() {
  switch (call_.op->view) {
    case ViewRule::view: {  // a view, or the program fails
      const auto wanted = sizes(arg({"size", "shape"}));
      if (!wanted) return undecided();
      StepResult made;
      made.step.emplace();
      made.step->kind = StepKind::reshape;
      made.step->sizes = *wanted;
      return step(std::move(made), {}, {}, spelled(arg({"size", "shape"})));
    }
    case ViewRule::alias: return alias();
    case ViewRule::same:
    case ViewRule::none:
      if (call_.op->same_when == SameWhen::not_training) return not_training();
      return call_.op->same_when == SameWhen::always ? outcome(Kind::same) : undecided();
    default: return undecided();
  }
}

Result<ViewOutcome> Resolver::same() {
  switch (call_.op->same_when) {
    case SameWhen::always: return outcome(Kind::same);
    case SameWhen::never: return outcome(Kind::copy);
    case SameWhen::contiguous: return contiguous();
    case SameWhen::to_same: return to_same();
    case SameWhen::not_training: return not_training();
    case SameWhen::real_dtype:
      if (meta_->dtype == DType::unknown) return undecided();
      return outcome(category(meta_->dtype) == DTypeCategory::complex ? Kind::copy : Kind::same);
    case SameWhen::not_conjugated: return outcome(has_lazy_bit(StepKind::conj) ? Kind::copy : Kind::same);
    case SameWhen::not_negated: return outcome(has_lazy_bit(StepKind::neg) ? Kind::copy : Kind::same);
    case SameWhen::same_shape:
      if (known_ == nullptr || !known_->has_sizes) return undecided();
      if (known_->geometry.sizes == meta_->geometry.sizes) return outcome(Kind::same);
      return certainly_another_shape(known_->geometry.sizes) ? outcome(Kind::copy) : undecided();
  }
  return undecided();
}

// Sizes that PyTorch has compared are the same expression if they are equal.
bool Resolver::certainly_another_shape(const Sizes& sizes) const {
  const Sizes& own = meta_->geometry.sizes;
  if (sizes.size() != own.size()) return true;
  for (size_t i = 0; i < own.size(); ++i) {
    if (own[i] != sizes[i] && syms_.is_guarded(own[i]) && syms_.is_guarded(sizes[i])) return true;
  }
  return false;
}

Result<ViewOutcome> Resolver::contiguous() {
  const std::string_view format = memory_format(kContiguousFormat);
  if (!meta_->has_strides || format.empty()) return undecided();
  if (is_in_format(format, meta_->geometry, syms_)) return outcome(Kind::same);
  return is_static() ? outcome(Kind::copy) : undecided();
}

Result<ViewOutcome> Resolver::to_same() {
  if (const Arg* copy = arg({"copy"}); copy != nullptr && copy->kind == ArgKind::boolean && copy->as_boolean()) return outcome(Kind::copy);
  const TensorMeta* other = meta_of(arg({"other"}));
  const Arg* dtype_arg = arg({"dtype"});
  std::optional<DType> dtype;
  if (call_.op->result_dtype != DType::unknown) dtype = call_.op->result_dtype;
  if (other != nullptr) dtype = other->dtype;
  if (dtype_arg != nullptr && dtype_arg->kind == ArgKind::dtype) dtype = dtype_from_torch_name(module_.text(dtype_arg->as_text()));
  if (!dtype && known_ != nullptr && known_->dtype != DType::unknown) dtype = known_->dtype;
  const bool keeps_dtype = call_.op->dtype == DTypeRule::self || call_.op->dtype == DTypeRule::argument;
  if (!dtype && (dtype_arg == nullptr || dtype_arg->is_none()) && keeps_dtype) dtype = meta_->dtype;
  if (!dtype || *dtype == DType::unknown || meta_->dtype == DType::unknown) return undecided();
  if (*dtype != meta_->dtype) return outcome(Kind::copy);
  const Arg* device_arg = arg({"device"});
  std::string device = other != nullptr ? other->device : "";
  if (device_arg != nullptr && device_arg->kind == ArgKind::device) device = module_.text(device_arg->as_text());
  if (device_arg != nullptr && device_arg->kind == ArgKind::string) device = module_.text(device_arg->as_text());
  if (!call_.op->result_device.empty()) device = call_.op->result_device;
  const bool names_type = !call_.op->result_device.empty();
  const bool moves = names_type || other != nullptr || (device_arg != nullptr && !device_arg->is_none());
  if (moves && names_type && meta_->device.substr(0, meta_->device.find(':')) == device) {
    // x.cuda() goes to the current device, which need not be x's.
    if (device != "cpu") return undecided();
  } else if (moves && device != meta_->device) {
    if (device.empty() || meta_->device.empty()) return undecided();
    return outcome(Kind::copy);
  }
  const std::string_view format = memory_format(kPreserveFormat);
  if (format == kPreserveFormat) return outcome(Kind::same);
  const bool ranked = format == kContiguousFormat && meta_->rank() != 4 && meta_->rank() != 5;
  if (!ranked && (format.empty() || !meta_->has_strides || !is_static())) return undecided();
  return outcome(ranked || suggested_format(meta_->geometry) == format ? Kind::same : Kind::copy);
}

Result<ViewOutcome> Resolver::not_training() {
  const Arg* training = arg({"training", "train"});
  const Arg* p = arg({"p"});
  if (p != nullptr && (p->is_integer() || p->kind == ArgKind::real) && module_.real_value(*p) == 0.0) return outcome(Kind::same);
  if (training == nullptr) return undecided();
  if (training->kind != ArgKind::boolean) return undecided();
  return outcome(training->as_boolean() ? Kind::copy : Kind::same);
}

ViewOutcome Resolver::alias() const {
  ViewOutcome out;
  out.kind = Kind::view;
  out.place = place_;
  return out;
}

Result<ViewOutcome> Resolver::with_shape() {
  switch (call_.op->view) {
    case ViewRule::none:
    case ViewRule::same: return same();
    case ViewRule::alias: return alias();
    case ViewRule::select:
    case ViewRule::slice:
    case ViewRule::narrow:
    case ViewRule::diagonal:
    case ViewRule::unfold:
    case ViewRule::as_strided: return select_like();
    case ViewRule::split:
    case ViewRule::split_with_sizes:
    case ViewRule::chunk:
    case ViewRule::tensor_split:
    case ViewRule::hsplit:
    case ViewRule::vsplit:
    case ViewRule::dsplit:
    case ViewRule::unbind: return multi();
    case ViewRule::permute:
    case ViewRule::transpose:
    case ViewRule::t:
    case ViewRule::numpy_t:
    case ViewRule::matrix_transpose:
    case ViewRule::movedim: return permuted();
    case ViewRule::view:
    case ViewRule::view_as:
    case ViewRule::reshape:
    case ViewRule::reshape_as:
    case ViewRule::flatten:
    case ViewRule::unflatten:
    case ViewRule::ravel:
    case ViewRule::squeeze:
    case ViewRule::squeeze_dim:
    case ViewRule::squeeze_dims:
    case ViewRule::unsqueeze: return reshape_like();
    case ViewRule::expand:
    case ViewRule::expand_as:
    case ViewRule::broadcast_to: return expanded();
    case ViewRule::view_dtype:
    case ViewRule::view_as_real:
    case ViewRule::view_as_complex:
    case ViewRule::real:
    case ViewRule::imag:
    case ViewRule::conj:
    case ViewRule::neg_view:
    case ViewRule::conj_transpose: return complex_like();
    case ViewRule::atleast_1d: return at_least(1);
    case ViewRule::atleast_2d: return at_least(2);
    case ViewRule::atleast_3d: return at_least(3);
    case ViewRule::einsum:
    case ViewRule::broadcast_tensors:
    case ViewRule::meshgrid:
    case ViewRule::resize: return resized();
    case ViewRule::set_data:
    case ViewRule::getitem:
    case ViewRule::unknown: return undecided();
  }
  return undecided();
}

// as_strided sees the storage, not the tensor: all of it as a contiguous tensor of the operand's dtype, as far as it can be seen so.
std::optional<PlaceId> Resolver::whole_memory() {
  if (has_lazy_bit(StepKind::conj) || has_lazy_bit(StepKind::neg)) return std::nullopt;
  PlaceId memory = memory_.storage_of(place_).root;
  const TensorMeta* m = memory_.place(memory).meta;
  if (m == nullptr) return memory;
  const auto seen_through = [&](ViewStep step) {
    SpelledStep spelled_step;
    spelled_step.step = std::move(step);
    return memory_.child(memory, spelled_step);
  };
  const auto constant = [](const Sym& s) { return s.is_constant(); };
  const bool sortable = m->has_strides && std::all_of(m->geometry.strides.begin(), m->geometry.strides.end(), constant);
  if (sortable && !is_contiguous(m->geometry, syms_) && is_non_overlapping_and_dense(m->geometry, syms_)) {
    std::vector<int64_t> dims;
    for (int64_t d = 0; d < m->rank(); ++d) dims.push_back(d);
    const auto stride = [&](int64_t d) { return m->geometry.strides[static_cast<size_t>(d)].value; };
    const auto single = [&](int64_t d) { return m->geometry.sizes[static_cast<size_t>(d)].is(1); };
    std::stable_sort(dims.begin(), dims.end(),
                     [&](int64_t a, int64_t b) { return single(a) != single(b) ? single(a) : stride(a) > stride(b); });
    memory = seen_through(*make_permute(*m, dims, syms_).step);
    m = memory_.place(memory).meta;
  }
  if (m->dtype == meta_->dtype) return memory;
  if (category(m->dtype) == DTypeCategory::complex && real_part_dtype(m->dtype) == meta_->dtype)
    return seen_through({.kind = StepKind::view_as_real});
  StepResult retyped = make_view_dtype(*m, meta_->dtype, syms_);
  if (!retyped.step) return std::nullopt;
  return seen_through(std::move(*retyped.step));
}

Result<ViewOutcome> resolve_view(Memory& memory, NodeId node, const BoundCall& call, PlaceId place, const TensorMeta* known) {
  return Resolver(memory, node, call, place, known).run();
}

}  // namespace outplace
