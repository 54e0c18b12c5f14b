// What view-like calls return: the steps of each spelling, and the decision between alias and copy.
#include <algorithm>

#include "analysis/effects.h"
#include "support/check.h"

namespace outplace {
namespace {

using Kind = ViewOutcome::Kind;

class Resolver {
 public:
  Resolver(Memory& memory, NodeId node, const BoundCall& call, PlaceId place, const TensorMeta* known)
      : memory_(memory), module_(memory.module()), syms_(memory.syms()), node_(node), call_(call), place_(place), known_(known) {
    meta_ = memory.place(place).meta;
  }

  Result<ViewOutcome> run() {
    if (meta_ == nullptr || !meta_->has_sizes) return without_shape();
    if (call_.op->view == ViewRule::none) {  // only `same_when` speaks
      return same();
    }
    return with_shape();
  }

 private:
  Failed fail(std::string why) {
    return memory_.fail(node_, std::move(why), "eager PyTorch refuses this call, too, or the arguments cannot be read", place_);
  }
  Result<ViewOutcome> outcome(Kind kind) const {
    ViewOutcome out;
    out.kind = kind;
    out.place = place_;
    return out;
  }
  Result<ViewOutcome> undecided() const { return outcome(Kind::undecided); }

  const Arg* arg(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      if (const Arg* a = call_.find(name)) return a;
    }
    return nullptr;
  }
  std::optional<Sym> sym(std::initializer_list<const char*> names) const {
    const Arg* a = arg(names);
    return a == nullptr || a->is_none() ? std::nullopt : memory_.types().sym(*a);
  }
  int64_t integer(std::initializer_list<const char*> names, int64_t otherwise) const {
    const Arg* a = arg(names);
    return a != nullptr && a->is_integer() ? a->as_integer() : otherwise;
  }
  std::optional<std::vector<int64_t>> integers(const Arg* a) const {
    std::vector<int64_t> out;
    if (a == nullptr) return std::nullopt;
    if (a->is_integer()) return std::vector<int64_t>{a->as_integer()};
    if (!a->is_sequence()) return std::nullopt;
    for (const Arg& part : module_.parts(*a)) {
      if (!part.is_integer()) return std::nullopt;
      out.push_back(part.as_integer());
    }
    return out;
  }
  std::optional<Sizes> sizes(const Arg* a) const {
    if (a == nullptr) return std::nullopt;
    if (!a->is_sequence()) {
      const auto one = memory_.types().sym(*a);
      return one && (a->is_integer() || memory_.types().kind(a->as_node()) == NodeValueKind::integer) ? std::optional(Sizes{*one}) : std::nullopt;
    }
    Sizes out;
    for (const Arg& part : module_.parts(*a)) {
      const auto value = memory_.types().sym(part);
      if (!value) return std::nullopt;
      out.push_back(*value);
    }
    return out;
  }
  std::vector<Arg> spelled(const Arg* a) const {
    if (a == nullptr) return {};
    if (!a->is_sequence()) return {*a};
    return {module_.parts(*a).begin(), module_.parts(*a).end()};
  }
  const TensorMeta* meta_of(const Arg* a) const {
    if (a == nullptr || !a->is_node()) return nullptr;
    const ObjectId object = memory_.known_object(a->as_node());
    return object ? memory_.place(memory_.place_of(object)).meta : memory_.types().meta(a->as_node());
  }

  Result<ViewOutcome> step(StepResult made, Arg start = {}, Arg stop = {}, std::vector<Arg> sizes = {}) {
    if (!made.step) return std::unexpected(fail(made.why));
    ViewOutcome out;
    out.kind = Kind::view;
    SpelledStep spelled_step;
    spelled_step.step = *made.step;
    spelled_step.spelled = spelled_bounds_;
    spelled_step.start = start;
    spelled_step.stop = stop;
    spelled_step.sizes = std::move(sizes);
    out.place = memory_.child(place_, spelled_step, known_);
    return out;
  }
  Result<ViewOutcome> plain(StepKind kind) {
    StepResult made;
    made.step.emplace();
    made.step->kind = kind;
    return step(std::move(made));
  }

  // What follows is a step from the view.
  Result<ViewOutcome> enter(Result<ViewOutcome> view) {
    if (!view) return view;
    place_ = view->place;
    meta_ = memory_.place(place_).meta;
    return view;
  }

  // Without a shape little can be said of most spellings: the result is fresh memory that may be the operand's.
  Result<ViewOutcome> without_shape() {
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
      case ViewRule::alias: return outcome(Kind::view);
      case ViewRule::same:
      case ViewRule::none:
        if (call_.op->same_when == SameWhen::not_training) return not_training();
        return call_.op->same_when == SameWhen::always ? outcome(Kind::same) : undecided();
      default: return undecided();
    }
  }

  Result<ViewOutcome> same() {
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
        return outcome(known_->geometry.sizes == meta_->geometry.sizes ? Kind::same : Kind::copy);
    }
    return undecided();
  }

  // Is the operand conjugated, or negated, an odd number of times?
  bool has_lazy_bit(StepKind bit) const {
    bool set = false;
    for (PlaceId p = place_; memory_.place(p).parent; p = memory_.place(p).parent) set = set != (memory_.step(p).step.kind == bit);
    return set;
  }

  bool is_static() const {
    const auto constant = [](const Sym& s) { return s.is_constant(); };
    return std::all_of(meta_->geometry.sizes.begin(), meta_->geometry.sizes.end(), constant) &&
           (!meta_->has_strides || std::all_of(meta_->geometry.strides.begin(), meta_->geometry.strides.end(), constant));
  }

  bool plain_format(std::initializer_list<const char*> names) const {
    const Arg* format = arg(names);
    if (format == nullptr || format->is_none()) return true;
    const std::string_view text = format->kind == ArgKind::memory_format ? module_.text(format->as_text()) : std::string_view();
    return text == "torch.contiguous_format" || text == "torch.preserve_format";
  }

  Result<ViewOutcome> contiguous() {
    if (!meta_->has_strides) return undecided();
    if (!plain_format({"memory_format"})) {
      // Another format: the text's own strides tell, if it has them.
      if (known_ != nullptr && known_->has_strides && is_static()) {
        return outcome(same_strides(known_->geometry, meta_->geometry, syms_) ? Kind::undecided : Kind::copy);
      }
      return undecided();
    }
    if (is_contiguous(meta_->geometry, syms_)) return outcome(Kind::same);
    return is_static() ? outcome(Kind::copy) : undecided();
  }

  Result<ViewOutcome> to_same() {
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
    if (!plain_format({"memory_format"})) return undecided();
    return outcome(Kind::same);
  }

  Result<ViewOutcome> not_training() {
    const Arg* training = arg({"training", "train"});
    const Arg* p = arg({"p"});
    if (p != nullptr && (p->is_integer() || p->kind == ArgKind::real) && module_.real_value(*p) == 0.0) return outcome(Kind::same);
    if (training == nullptr) return undecided();
    if (training->kind != ArgKind::boolean) return undecided();
    return outcome(training->as_boolean() ? Kind::copy : Kind::same);
  }

  Result<ViewOutcome> with_shape();
  Result<ViewOutcome> select_like();
  std::optional<PlaceId> whole_memory();
  Result<ViewOutcome> multi();
  Result<ViewOutcome> parts_of(int64_t dim, const std::vector<std::pair<Sym, Sym>>& ranges);
  Result<ViewOutcome> reshaped(std::optional<Sizes> wanted, std::vector<Arg> args, bool must_view);
  Result<ViewOutcome> reshape_like();
  Result<ViewOutcome> permuted();
  Result<ViewOutcome> expanded();
  Result<ViewOutcome> complex_like();
  Result<ViewOutcome> at_least(int64_t rank);
  int64_t dim_of(int64_t dim) const { return dim < 0 ? dim + meta_->rank() : dim; }
  Sym size_of(int64_t dim) const { return meta_->geometry.sizes[static_cast<size_t>(dim_of(dim))]; }
  bool has_dim(int64_t dim) const { return dim_of(dim) >= 0 && dim_of(dim) < meta_->rank(); }

  Memory& memory_;
  Module& module_;
  SymPool& syms_;
  NodeId node_;
  const BoundCall& call_;
  PlaceId place_;
  const TensorMeta* known_;
  const TensorMeta* meta_ = nullptr;
  bool spelled_bounds_ = false;
};

Result<ViewOutcome> Resolver::with_shape() {
  switch (call_.op->view) {
    case ViewRule::none: case ViewRule::same: return same();
    case ViewRule::alias: {
      ViewOutcome out;
      out.kind = Kind::view;
      out.place = place_;
      out.detached = call_.op->packet.ends_with("detach") || call_.op->packet.ends_with("data") || call_.op->packet.ends_with("_get_data_attr");
      return out;
    }
    case ViewRule::select: case ViewRule::slice: case ViewRule::narrow: case ViewRule::diagonal: case ViewRule::unfold: case ViewRule::as_strided:
      return select_like();
    case ViewRule::split: case ViewRule::split_with_sizes: case ViewRule::chunk: case ViewRule::tensor_split: case ViewRule::hsplit:
    case ViewRule::vsplit: case ViewRule::dsplit: case ViewRule::unbind: return multi();
    case ViewRule::permute: case ViewRule::transpose: case ViewRule::t: case ViewRule::numpy_t: case ViewRule::matrix_transpose:
    case ViewRule::movedim: return permuted();
    case ViewRule::view: case ViewRule::view_as: case ViewRule::reshape: case ViewRule::reshape_as: case ViewRule::flatten: case ViewRule::unflatten:
    case ViewRule::ravel: case ViewRule::squeeze: case ViewRule::squeeze_dim: case ViewRule::squeeze_dims: case ViewRule::unsqueeze:
      return reshape_like();
    case ViewRule::expand: case ViewRule::expand_as: case ViewRule::broadcast_to: return expanded();
    case ViewRule::view_dtype: case ViewRule::view_as_real: case ViewRule::view_as_complex: case ViewRule::real: case ViewRule::imag: case ViewRule::conj:
    case ViewRule::neg_view: case ViewRule::conj_transpose: return complex_like();
    case ViewRule::atleast_1d: return at_least(1);
    case ViewRule::atleast_2d: return at_least(2);
    case ViewRule::atleast_3d: return at_least(3);
    case ViewRule::einsum: case ViewRule::broadcast_tensors: case ViewRule::meshgrid: case ViewRule::set_data: case ViewRule::getitem: case ViewRule::unknown:
      return undecided();
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
    std::stable_sort(dims.begin(), dims.end(), [&](int64_t a, int64_t b) { return single(a) != single(b) ? single(a) : stride(a) > stride(b); });
    memory = seen_through(*make_permute(*m, dims, syms_).step);
    m = memory_.place(memory).meta;
  }
  if (m->dtype == meta_->dtype) return memory;
  StepResult retyped = make_view_dtype(*m, meta_->dtype, syms_);
  if (!retyped.step) return std::nullopt;
  return seen_through(std::move(*retyped.step));
}

Result<ViewOutcome> Resolver::select_like() {
  const auto optional_sym = [&](const Arg* a) -> std::optional<Sym> { return a == nullptr || a->is_none() ? std::nullopt : memory_.types().sym(*a); };
  switch (call_.op->view) {
    case ViewRule::select: {
      const Arg* index = arg({"index"});
      const auto value = sym({"index"});
      if (!value || index == nullptr) return std::unexpected(fail("select with an index that is no integer"));
      return step(make_select(*meta_, integer({"dim"}, 0), *value, syms_), *index);
    }
    case ViewRule::slice: {
      spelled_bounds_ = true;
      const Arg* start = arg({"start"});
      const Arg* stop = arg({"end"});
      const auto by = sym({"step"});
      return step(make_slice(*meta_, integer({"dim"}, 0), optional_sym(start), optional_sym(stop), by ? *by : Sym(1), syms_), start ? *start : Arg(),
                  stop ? *stop : Arg());
    }
    case ViewRule::narrow: {
      const Arg* start = arg({"start"});
      const auto from = sym({"start"});
      const auto length = sym({"length"});
      const int64_t dim = integer({"dim"}, 0);
      if (!has_dim(dim)) return std::unexpected(fail("narrow: no such dim"));
      if (start == nullptr || !from || !length || (start->is_node() && memory_.types().kind(start->as_node()) == NodeValueKind::tensor)) return undecided();
      const Sym first = from->is_constant() && from->value < 0 ? syms_.add(*from, size_of(dim)) : *from;
      return step(make_slice(*meta_, dim, first, syms_.add(first, *length), 1, syms_));
    }
    case ViewRule::diagonal: {
      const auto offset = sym({"offset"});
      return step(make_diagonal(*meta_, offset ? *offset : Sym(0), integer({"dim1"}, 0), integer({"dim2"}, 1), syms_));
    }
    case ViewRule::unfold: {
      const auto size = sym({"size"});
      const auto by = sym({"step"});
      if (!size || !by) return undecided();
      return step(make_unfold(*meta_, integer({"dimension", "dim"}, 0), *size, *by, syms_));
    }
    default: {
      const auto size = sizes(arg({"size"}));
      const auto stride = sizes(arg({"stride"}));
      const Arg* offset_arg = arg({"storage_offset"});
      const auto offset = offset_arg == nullptr || offset_arg->is_none() ? std::optional(meta_->geometry.offset) : memory_.types().sym(*offset_arg);
      if (!size || !stride || !offset || !meta_->has_offset) return undecided();
      StepResult made;
      made.step.emplace();
      made.step->kind = StepKind::as_strided;
      made.step->sizes = *size;
      made.step->strides = *stride;
      made.step->start = *offset;
      const auto memory = whole_memory();
      if (!memory) return undecided();
      place_ = *memory;
      return step(std::move(made), offset_arg == nullptr ? Arg() : *offset_arg, {}, spelled(arg({"size"})));
    }
  }
}

Result<ViewOutcome> Resolver::parts_of(int64_t dim, const std::vector<std::pair<Sym, Sym>>& ranges) {
  ViewOutcome out;
  out.kind = Kind::parts;
  for (const auto& [start, stop] : ranges) {
    const StepResult made = make_slice(*meta_, dim, start, stop, 1, syms_);
    if (!made.step) return std::unexpected(fail(made.why));
    SpelledStep spelled_step;
    spelled_step.step = *made.step;
    out.places.push_back(memory_.child(place_, spelled_step));
  }
  return out;
}

Result<ViewOutcome> Resolver::multi() {
  const ViewRule rule = call_.op->view;
  int64_t dim = integer({"dim"}, 0);
  if (rule == ViewRule::hsplit) dim = meta_->rank() == 1 ? 0 : 1;
  if (rule == ViewRule::vsplit) dim = 0;
  if (rule == ViewRule::dsplit) dim = 2;
  if (!has_dim(dim)) return std::unexpected(fail("the dim to split does not exist"));
  const Sym size = size_of(dim);
  if (rule == ViewRule::unbind) {
    if (!size.is_constant()) return undecided();
    ViewOutcome out;
    out.kind = Kind::parts;
    for (int64_t i = 0; i < size.value; ++i) {
      SpelledStep spelled_step;
      spelled_step.step = *make_select(*meta_, dim, i, syms_).step;
      out.places.push_back(memory_.child(place_, spelled_step));
    }
    return out;
  }
  const Arg* how = arg({"split_size", "split_sizes", "split_size_or_sections", "chunks", "indices_or_sections", "sections", "indices", "tensor_indices_or_sections"});
  if (how == nullptr) return undecided();
  std::vector<std::pair<Sym, Sym>> ranges;
  const bool cuts = rule == ViewRule::tensor_split || rule == ViewRule::hsplit || rule == ViewRule::vsplit || rule == ViewRule::dsplit;
  if (how->is_sequence()) {
    const auto values = sizes(how);
    if (!values) return undecided();
    Sym at = 0;
    for (const Sym& value : *values) {
      Sym end = cuts ? value : syms_.add(at, value);
      if (cuts && size.is_constant() && value.is_constant()) end = std::clamp(value.value < 0 ? value.value + size.value : value.value, int64_t{0}, size.value);
      ranges.emplace_back(at, end);
      at = end;
    }
    if (cuts) ranges.emplace_back(at, size);
    return parts_of(dim, ranges);
  }
  const auto count = memory_.types().sym(*how);
  if (!count) return undecided();
  if (rule == ViewRule::chunk && !size.is_constant() && count->is_constant() && count->value > 0) {
    // There may be fewer parts than asked for; those that the program takes exist.
    const Sym length = syms_.floordiv(syms_.add(size, count->value - 1), *count);
    for (int64_t i = 0; i < count->value; ++i) {
      ranges.emplace_back(syms_.mul(length, i), syms_.min(syms_.mul(length, i + 1), size));
    }
    return parts_of(dim, ranges);
  }
  if (!size.is_constant() || !count->is_constant()) return undecided();
  const int64_t n = size.value;
  const int64_t k = count->value;
  if (k <= 0) return std::unexpected(fail("a split into no or empty parts"));
  if (cuts) {
    int64_t at = 0;
    for (int64_t i = 0; i < k; ++i) {
      const int64_t length = n / k + (i < n % k ? 1 : 0);
      ranges.emplace_back(at, at + length);
      at += length;
    }
    return parts_of(dim, ranges);
  }
  const int64_t length = rule == ViewRule::chunk ? (n + k - 1) / k : k;
  if (rule == ViewRule::chunk && n == 0) {
    ranges.assign(static_cast<size_t>(k), {Sym(0), Sym(0)});
  } else if (n == 0) {
    ranges.emplace_back(0, 0);
  } else {
    for (int64_t at = 0; at < n; at += length) ranges.emplace_back(at, std::min(at + length, n));
  }
  return parts_of(dim, ranges);
}

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

Result<ViewOutcome> Resolver::reshaped(std::optional<Sizes> wanted, std::vector<Arg> args, bool must_view) {
  if (!wanted) {
    if (known_ == nullptr || !known_->has_sizes) return undecided();
    wanted = known_->geometry.sizes;
    args.clear();
  }
  const Sizes full = infer_size(*wanted, element_count(meta_->geometry.sizes, syms_), syms_);
  if (full == meta_->geometry.sizes) return outcome(Kind::view);
  StepResult made = make_reshape(*meta_, full, syms_);
  if (!made.step && must_view && known_ != nullptr && known_->has_sizes) {
    // The call must be a view, or the program fails: its strides need not be known to say where its memory is.
    made.step.emplace();
    made.step->kind = StepKind::reshape;
    made.step->sizes = known_->geometry.sizes;
  }
  if (!made.step && must_view) return undecided();
  if (!made.step) {
    return outcome(meta_->has_strides && view_certainly_copies(meta_->geometry, full, syms_) ? Kind::copy : Kind::undecided);
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
    case ViewRule::squeeze: return step(make_squeeze(*meta_, std::nullopt, syms_));
    case ViewRule::squeeze_dim: case ViewRule::squeeze_dims: {
      const auto dims = integers(arg({"dim"}));
      return dims ? step(make_squeeze(*meta_, *dims, syms_)) : undecided();
    }
    default: return step(make_unsqueeze(*meta_, integer({"dim"}, 0), syms_));
  }
}

Result<ViewOutcome> Resolver::expanded() {
  std::optional<Sizes> wanted;
  std::vector<Arg> args;
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
  return step(make_expand(*meta_, *wanted, syms_), {}, {}, std::move(args));
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
    case ViewRule::view_as_complex: return plain(StepKind::view_as_complex);
    case ViewRule::conj:
      if (meta_->dtype == DType::unknown) return undecided();
      return is_complex ? plain(StepKind::conj) : outcome(Kind::same);
    case ViewRule::neg_view: return plain(StepKind::neg);
    case ViewRule::real: case ViewRule::imag: {
      if (meta_->dtype == DType::unknown) return undecided();
      const bool imaginary = call_.op->view == ViewRule::imag;
      if (!is_complex) return imaginary ? Result<ViewOutcome>(std::unexpected(fail("the imaginary part of a real tensor"))) : outcome(Kind::same);
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

}  // namespace

Result<ViewOutcome> resolve_view(Memory& memory, NodeId node, const BoundCall& call, PlaceId place, const TensorMeta* known) {
  return Resolver(memory, node, call, place, known).run();
}

}  // namespace outplace
