// The state of one alias-or-copy decision; the rules of each family of spellings are in a file of their own. Not for other folders.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/effects.h"

namespace outplace {

class Resolver {
 public:
  using Kind = ViewOutcome::Kind;

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
      return one && (a->is_integer() || memory_.types().kind(a->as_node()) == NodeValueKind::integer) ? std::optional(Sizes{*one})
                                                                                                      : std::nullopt;
    }
    Sizes out;
    for (const Arg& part : module_.parts(*a)) {
      const auto value = memory_.types().sym(part);
      if (!value) return std::nullopt;
      out.push_back(*value);
    }
    return out;
  }
  Args spelled(const Arg* a) const {
    if (a == nullptr) return {};
    if (!a->is_sequence()) return {*a};
    return {module_.parts(*a).begin(), module_.parts(*a).end()};
  }
  const TensorMeta* meta_of(const Arg* a) const {
    if (a == nullptr || !a->is_node()) return nullptr;
    const ObjectId object = memory_.known_object(a->as_node());
    return object ? memory_.place(memory_.place_of(object)).meta : memory_.types().meta(a->as_node());
  }

  Result<ViewOutcome> step(StepResult made, Arg start = {}, Arg stop = {}, Args sizes = {}) {
    if (!made.step) return std::unexpected(fail(made.why));
    ViewOutcome out;
    out.kind = Kind::view;
    SpelledStep spelled_step;
    spelled_step.step = std::move(*made.step);
    spelled_step.spelled = spelled_bounds_;
    spelled_step.start = start;
    spelled_step.stop = stop;
    spelled_step.sizes = std::move(sizes);
    out.place = memory_.child(place_, std::move(spelled_step), known_);
    return out;
  }
  // What follows is a step from the view.
  Result<ViewOutcome> enter(Result<ViewOutcome> view) {
    if (!view) return view;
    place_ = view->place;
    meta_ = memory_.place(place_).meta;
    return view;
  }
  Result<ViewOutcome> plain(StepKind kind) {
    StepResult made;
    made.step.emplace();
    made.step->kind = kind;
    return step(std::move(made));
  }

  Result<ViewOutcome> without_shape();

  Result<ViewOutcome> same();

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

  // What memory_format= says, `otherwise` if it is not given; "" if it cannot be read.
  std::string_view memory_format(std::string_view otherwise) const {
    const Arg* format = arg({"memory_format"});
    if (format == nullptr || format->is_none()) return otherwise;
    return format->kind == ArgKind::memory_format ? module_.text(format->as_text()) : std::string_view();
  }

  bool certainly_another_shape(const Sizes& sizes) const;
  Result<ViewOutcome> contiguous();

  Result<ViewOutcome> to_same();

  Result<ViewOutcome> not_training();
  ViewOutcome alias() const;

  Result<ViewOutcome> with_shape();
  Result<ViewOutcome> select_like();
  std::optional<PlaceId> whole_memory();
  Result<ViewOutcome> multi();
  Result<ViewOutcome> parts_of(int64_t dim, const std::vector<std::pair<Sym, Sym>>& ranges);
  Result<ViewOutcome> reshaped(std::optional<Sizes> wanted, Args args, bool must_view);
  Result<ViewOutcome> reshape_like();
  Result<ViewOutcome> squeezed(std::optional<std::vector<int64_t>> dims);
  Result<ViewOutcome> permuted();
  Result<ViewOutcome> resized();
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

}  // namespace outplace
