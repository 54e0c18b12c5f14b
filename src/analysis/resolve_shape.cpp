// The same elements in another shape or order: permutations, reshapes, expansions, complex numbers.
#include "analysis/view_resolver.h"

namespace outplace {

Result<ViewOutcome> Resolver::permuted() {
  const int64_t rank = meta_->rank();
  switch (call_.op->view) {
    case ViewRule::permute: {
      const auto dims = integers(arg({"dims"}));
      if (!dims) return undecided();
      return step(make_permute(*meta_, *dims, syms_));
    }
    case ViewRule::transpose: return step(make_transpose(*meta_, integer({"dim0", "axis0"}, 0), integer({"dim1", "axis1"}, 1), syms_));
    case ViewRule::t:
      if (rank < 2) return outcome(Kind::view);
      return step(make_transpose(*meta_, 0, 1, syms_));
    case ViewRule::numpy_t: {
      std::vector<int64_t> dims;
      for (int64_t i = rank; i-- > 0;) dims.push_back(i);
      return step(make_permute(*meta_, dims, syms_));
    }
    case ViewRule::matrix_transpose:
      if (rank < 2) return outcome(Kind::same);
      return step(make_transpose(*meta_, -2, -1, syms_));
    default: {
      const auto source = integers(arg({"source"}));
      const auto destination = integers(arg({"destination"}));
      if (!source || !destination) return undecided();
      return step(make_movedim(*meta_, *source, *destination, syms_));
    }
  }
}

Result<ViewOutcome> Resolver::reshaped(std::optional<Sizes> wanted, Args args, bool must_view) {
  if (!wanted) {
    if (known_ == nullptr || !known_->has_sizes) return undecided();
    wanted = known_->geometry.sizes;
    args.clear();
  }
  const Sizes full = infer_size(*wanted, element_count(meta_->geometry.sizes, syms_), syms_);
  if (full == meta_->geometry.sizes && !meta_->has_strides) return outcome(Kind::view);
  StepResult made = make_reshape(*meta_, full, syms_);
  if (!made.step && must_view && known_ != nullptr && known_->has_sizes) {
    // The call must be a view, or the program fails: its strides need not be known to say where its memory is.
    made.step.emplace();
    made.step->kind = StepKind::reshape;
    made.step->sizes = known_->geometry.sizes;
  }
  if (!made.step && must_view) return undecided();
  if (!made.step) {
    const bool copies = meta_->has_strides && view_certainly_copies(meta_->geometry, full, syms_);
    auto fresh = outcome(copies ? Kind::copy : Kind::undecided);
    fresh->sizes = full;
    return fresh;
  }
  return step(std::move(made), {}, {}, std::move(args));
}

Result<ViewOutcome> Resolver::reshape_like() {
  const int64_t rank = meta_->rank();
  const auto from_other = [&]() -> std::optional<Sizes> {
    const TensorMeta* other = meta_of(arg({"other"}));
    return other != nullptr && other->has_sizes ? std::optional(other->geometry.sizes) : std::nullopt;
  };
  switch (call_.op->view) {
    case ViewRule::view: return reshaped(sizes(arg({"size", "shape"})), spelled(arg({"size", "shape"})), true);
    case ViewRule::view_as: return reshaped(from_other(), {}, true);
    case ViewRule::reshape: return reshaped(sizes(arg({"shape", "size"})), spelled(arg({"shape", "size"})), false);
    case ViewRule::reshape_as: return reshaped(from_other(), {}, false);
    case ViewRule::ravel:  // contiguous(), then a view
      if (!meta_->has_strides) return undecided();
      if (!is_contiguous(meta_->geometry, syms_)) return is_static() ? outcome(Kind::copy) : undecided();
      return reshaped(Sizes{element_count(meta_->geometry.sizes, syms_)}, {}, false);
    case ViewRule::flatten: {
      const int64_t first = rank == 0 ? 0 : dim_of(integer({"start_dim"}, 0));
      const int64_t last = rank == 0 ? 0 : dim_of(integer({"end_dim"}, -1));
      if (rank == 0) return reshaped(Sizes{1}, {Arg::integer(1)}, false);
      if (first == last) return outcome(Kind::same);
      if (first < 0 || last >= rank || first > last) return std::unexpected(fail("flatten: bad range of dims"));
      Sizes out(meta_->geometry.sizes.begin(), meta_->geometry.sizes.begin() + first);
      out.push_back(element_count(Sizes(meta_->geometry.sizes.begin() + first, meta_->geometry.sizes.begin() + last + 1), syms_));
      out.insert(out.end(), meta_->geometry.sizes.begin() + last + 1, meta_->geometry.sizes.end());
      return reshaped(out, {}, false);
    }
    case ViewRule::unflatten: {
      const int64_t dim = integer({"dim"}, 0);
      const auto inner = sizes(arg({"sizes", "unflattened_size"}));
      if (!inner || !has_dim(dim)) return undecided();
      const Sizes filled = infer_size(*inner, size_of(dim), syms_);
      Sizes out = meta_->geometry.sizes;
      out.erase(out.begin() + dim_of(dim));
      out.insert(out.begin() + dim_of(dim), filled.begin(), filled.end());
      return reshaped(out, {}, true);
    }
    case ViewRule::squeeze: {
      std::vector<int64_t> all;
      for (int64_t i = 0; i < rank; ++i) all.push_back(i);
      return squeezed(std::move(all));
    }
    case ViewRule::squeeze_dim:
    case ViewRule::squeeze_dims: return squeezed(integers(arg({"dim"})));
    default: return step(make_unsqueeze(*meta_, integer({"dim"}, 0), syms_));
  }
}

// What PyTorch annotates of a size with guards, it has compared with 1.
Result<ViewOutcome> Resolver::squeezed(std::optional<std::vector<int64_t>> dims) {
  if (!dims) return undecided();
  const bool told = known_ != nullptr && known_->has_sizes;
  std::erase_if(*dims, [&](int64_t dim) {
    if (!has_dim(dim) || size_of(dim).is_constant()) return false;
    const Sym size = size_of(dim);
    const bool is_kept = syms_.is_guarded_above_one(size) || (told && syms_.is_guarded(size));
    if (is_kept && !syms_.known_lt(1, size)) memory_.assume("symbolic sizes that are squeezed are not 1");
    return is_kept;
  });
  return step(make_squeeze(*meta_, std::move(dims), syms_));
}

// In place: memory is not moved as long as it is large enough, and the elements that are left follow each other.
Result<ViewOutcome> Resolver::resized() {
  const auto wanted = sizes(arg({"size"}));
  if (!wanted || arg({"memory_format"}) != nullptr) return undecided();
  if (*wanted == meta_->geometry.sizes) return plain(StepKind::identity);
  const Sym count = element_count(meta_->geometry.sizes, syms_);
  const Sym left = element_count(*wanted, syms_);
  if (!meta_->has_strides || !is_contiguous(meta_->geometry, syms_) || !syms_.known_le(left, count)) return undecided();
  if (meta_->rank() != 1) {
    if (auto flat = enter(step(make_reshape(*meta_, Sizes{count}, syms_))); !flat) return flat;
  }
  if (auto part = enter(step(make_slice(*meta_, 0, 0, left, 1, syms_))); !part) return part;
  return step(make_reshape(*meta_, *wanted, syms_));
}

Result<ViewOutcome> Resolver::expanded() {
  std::optional<Sizes> wanted;
  Args args;
  if (call_.op->view == ViewRule::expand_as) {
    const TensorMeta* other = meta_of(arg({"other"}));
    if (other != nullptr && other->has_sizes) wanted = other->geometry.sizes;
  } else {
    wanted = sizes(arg({"size", "shape"}));
    args = spelled(arg({"size", "shape"}));
  }
  if (!wanted && known_ != nullptr && known_->has_sizes) {
    wanted = known_->geometry.sizes;
    args.clear();
  }
  if (!wanted) return undecided();
  StepResult made = make_expand(*meta_, *wanted, syms_);
  // Sizes that cannot be compared: the program may be fine, but what it sees is not known.
  const auto constant = [](const Sym& s) { return s.is_constant(); };
  const bool comparable = is_static() && std::all_of(wanted->begin(), wanted->end(), constant);
  if (!made.step && !comparable) return undecided();
  return step(std::move(made), {}, {}, std::move(args));
}

Result<ViewOutcome> Resolver::complex_like() {
  const bool is_complex = category(meta_->dtype) == DTypeCategory::complex;
  switch (call_.op->view) {
    case ViewRule::view_dtype: {
      const Arg* a = arg({"dtype"});
      const auto dtype = a != nullptr && a->kind == ArgKind::dtype ? dtype_from_torch_name(module_.text(a->as_text())) : std::nullopt;
      return dtype ? step(make_view_dtype(*meta_, *dtype, syms_)) : undecided();
    }
    case ViewRule::view_as_real: return plain(StepKind::view_as_real);
    case ViewRule::view_as_complex:
      if (meta_->dtype == DType::unknown && meta_->rank() > 0) return plain(StepKind::view_as_complex);
      return step(make_view_as_complex(*meta_, syms_));
    case ViewRule::conj:
      if (meta_->dtype == DType::unknown) return undecided();
      return is_complex ? plain(StepKind::conj) : outcome(Kind::same);
    case ViewRule::neg_view: return plain(StepKind::neg);
    case ViewRule::real:
    case ViewRule::imag: {
      if (meta_->dtype == DType::unknown) return undecided();
      const bool imaginary = call_.op->view == ViewRule::imag;
      if (!is_complex)
        return imaginary ? Result<ViewOutcome>(std::unexpected(fail("the imaginary part of a real tensor"))) : outcome(Kind::same);
      // Of a conjugate: the parts of what is conjugated, the imaginary one negated.
      const bool conjugated = has_lazy_bit(StepKind::conj);
      if (conjugated) {
        if (auto bare = enter(plain(StepKind::conj)); !bare) return bare;
      }
      if (auto pair = enter(plain(StepKind::view_as_real)); !pair) return pair;
      const int64_t index = imaginary ? 1 : 0;
      auto part = step(make_select(*meta_, meta_->rank() - 1, index, syms_), Arg::integer(index));
      if (!part || !imaginary || !conjugated) return part;
      if (auto entered = enter(std::move(part)); !entered) return entered;
      return plain(StepKind::neg);
    }
    default: {  // conj_transpose
      if (meta_->rank() >= 2) {
        auto transposed = step(make_transpose(*meta_, -2, -1, syms_));
        if (!transposed) return transposed;
        place_ = transposed->place;
        meta_ = memory_.place(place_).meta;
      }
      return is_complex ? plain(StepKind::conj) : outcome(Kind::view);
    }
  }
}

Result<ViewOutcome> Resolver::at_least(int64_t rank) {
  if (meta_->rank() >= rank) return outcome(Kind::same);
  // numpy's placement: 1-d becomes (1, n) and (1, n, 1); 2-d becomes (m, n, 1).
  Result<ViewOutcome> out = outcome(Kind::view);
  while (meta_->rank() < rank) {
    const int64_t dim = meta_->rank() == 2 ? 2 : 0;
    out = step(make_unsqueeze(*meta_, dim, syms_));
    if (!out) return out;
    place_ = out->place;
    meta_ = memory_.place(place_).meta;
  }
  return out;
}

}  // namespace outplace
