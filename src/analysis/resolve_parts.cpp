// Regions and parts: select, slice, narrow, diagonal, unfold, as_strided, and the calls that return several views.
#include "analysis/view_resolver.h"

namespace outplace {

Result<ViewOutcome> Resolver::select_like() {
  const auto optional_sym = [&](const Arg* a) -> std::optional<Sym> {
    return a == nullptr || a->is_none() ? std::nullopt : memory_.types().sym(*a);
  };
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
      return step(make_slice(*meta_, integer({"dim"}, 0), optional_sym(start), optional_sym(stop), by ? *by : Sym(1), syms_),
                  start ? *start : Arg(), stop ? *stop : Arg());
    }
    case ViewRule::narrow: {
      const Arg* start = arg({"start"});
      const auto from = sym({"start"});
      const auto length = sym({"length"});
      const int64_t dim = integer({"dim"}, 0);
      if (!has_dim(dim)) return std::unexpected(fail("narrow: no such dim"));
      if (start == nullptr || !from || !length || (start->is_node() && memory_.types().kind(start->as_node()) == NodeValueKind::tensor))
        return undecided();
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
      const auto offset =
          offset_arg == nullptr || offset_arg->is_none() ? std::optional(meta_->geometry.offset) : memory_.types().sym(*offset_arg);
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
  const Arg* how = arg({"split_size", "split_sizes", "split_size_or_sections", "chunks", "indices_or_sections", "sections", "indices",
                        "tensor_indices_or_sections"});
  if (how == nullptr) return undecided();
  std::vector<std::pair<Sym, Sym>> ranges;
  const bool cuts = rule == ViewRule::tensor_split || rule == ViewRule::hsplit || rule == ViewRule::vsplit || rule == ViewRule::dsplit;
  if (how->is_sequence()) {
    const auto values = sizes(how);
    if (!values) return undecided();
    Sym at = 0;
    for (const Sym& value : *values) {
      Sym end = cuts ? value : syms_.add(at, value);
      if (cuts && size.is_constant() && value.is_constant())
        end = std::clamp(value.value < 0 ? value.value + size.value : value.value, int64_t{0}, size.value);
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

}  // namespace outplace
