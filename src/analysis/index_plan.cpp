// Splitting an index into its basic part (a chain of views) and its advanced part, item by item as PyTorch's Python indexing does.
#include <algorithm>

#include "analysis/effects.h"
#include "analysis/infer.h"

namespace outplace {
namespace {

enum class ItemKind : uint8_t { integer, slice, ellipsis, none, boolean, mask, tensor, scalar_tensor, maybe_scalar_tensor, bad };

struct Item {
  ItemKind kind = ItemKind::bad;
  Arg arg;
  int64_t rank = 1;  // dims that a mask takes
};

class Planner {
 public:
  Planner(Memory& memory, NodeId node, PlaceId place) : memory_(memory), module_(memory.module()), node_(node), place_(place) {}

  Result<IndexPlan> run(const Arg& index) {
    SmallVector<Item, 8> items;
    for (const Arg& arg : split(index)) {
      auto item = classify(arg);
      if (!item) return std::unexpected(item.error());
      items.push_back(*item);
    }
    const TensorMeta* meta = memory_.place(place_).meta;
    rank_known_ = meta != nullptr && meta->has_sizes;
    int64_t specified = 0;
    for (const Item& item : items) specified += taken(item);
    if (rank_known_ && specified > meta->rank()) {
      return std::unexpected(
          fail("too many indices: " + std::to_string(specified) + " for a tensor of " + std::to_string(meta->rank()) + " dims"));
    }
    remaining_ = specified;
    for (const Item& item : items) {
      if (auto done = apply_item(item); !done) return std::unexpected(done.error());
    }
    const bool scalar = std::any_of(plan_.advanced.begin(), plan_.advanced.end(), [](const AdvancedIndex& a) { return a.scalar; });
    if (scalar && plan_.advanced.size() > 1) {
      return std::unexpected(fail("a 0-d index tensor together with other index tensors", "index in two steps"));
    }
    plan_.target = place_;
    return std::move(plan_);
  }

 private:
  Failed fail(std::string why, std::string advice = "eager PyTorch refuses this index, too") {
    return memory_.fail(node_, std::move(why), std::move(advice), place_);
  }

  // A tuple's items; a list that holds anything but plain numbers counts as a tuple (PyTorch's rule for lists shorter than 32).
  SmallVector<Arg, 8> split(const Arg& index) {
    if (index.kind == ArgKind::tuple) return {module_.parts(index).begin(), module_.parts(index).end()};
    if (index.kind == ArgKind::list && index.b < 32) {
      for (const Arg& part : module_.parts(index)) {
        const bool plain = part.kind == ArgKind::integer || part.kind == ArgKind::boolean || part.kind == ArgKind::real ||
                           (part.is_node() && memory_.types().kind(part.as_node()) == NodeValueKind::integer);
        if (!plain) return {module_.parts(index).begin(), module_.parts(index).end()};
      }
    }
    return {index};
  }

  static int64_t taken(const Item& item) {
    switch (item.kind) {
      case ItemKind::integer:
      case ItemKind::slice:
      case ItemKind::tensor:
      case ItemKind::scalar_tensor:
      case ItemKind::maybe_scalar_tensor: return 1;
      case ItemKind::mask: return item.rank;
      case ItemKind::ellipsis:
      case ItemKind::none:
      case ItemKind::boolean:
      case ItemKind::bad: return 0;
    }
    return 0;
  }

  Result<Item> classify(const Arg& arg) {
    switch (arg.kind) {
      case ArgKind::integer:
      case ArgKind::symbolic: return Item{ItemKind::integer, arg, 1};
      case ArgKind::slice: return Item{ItemKind::slice, arg, 1};
      case ArgKind::ellipsis: return Item{ItemKind::ellipsis, arg, 1};
      case ArgKind::none: return Item{ItemKind::none, arg, 1};
      case ArgKind::boolean: return Item{ItemKind::boolean, arg, 1};
      case ArgKind::list:
      case ArgKind::tuple: return sequence(arg);
      case ArgKind::node: return tensor(arg);
      case ArgKind::opaque:
        if (module_.text(arg.as_text()).starts_with("range(")) return Item{ItemKind::tensor, arg, 1};
        break;
      case ArgKind::real:
      case ArgKind::imaginary:
      case ArgKind::string:
      case ArgKind::dict:
      case ArgKind::dtype:
      case ArgKind::device:
      case ArgKind::layout:
      case ArgKind::memory_format: break;
    }
    return std::unexpected(
        fail("an index that is neither integer, slice, None, Ellipsis, bool, tensor nor a sequence of them: " + print_arg(module_, arg)));
  }

  Result<Item> sequence(const Arg& arg) {
    const auto parts = module_.parts(arg);
    const bool all_bool =
        !parts.empty() && std::all_of(parts.begin(), parts.end(), [](const Arg& a) { return a.kind == ArgKind::boolean; });
    const bool flat = std::all_of(parts.begin(), parts.end(), [&](const Arg& a) {
      return a.kind == ArgKind::boolean || a.is_integer() || (a.is_node() && memory_.types().kind(a.as_node()) == NodeValueKind::integer);
    });
    if (!flat)
      return std::unexpected(fail("a nested sequence as an index: " + print_arg(module_, arg), "make a tensor of it before indexing"));
    return Item{all_bool ? ItemKind::mask : ItemKind::tensor, arg, 1};
  }

  Result<Item> tensor(const Arg& arg) {
    const NodeId n = arg.as_node();
    switch (memory_.types().kind(n)) {
      case NodeValueKind::integer: return Item{ItemKind::integer, arg, 1};
      case NodeValueKind::boolean: return Item{ItemKind::boolean, arg, 1};
      case NodeValueKind::tensor: break;
      case NodeValueKind::unknown:
      case NodeValueKind::real:
      case NodeValueKind::tuple:
      case NodeValueKind::other:
        return std::unexpected(fail("it cannot be told whether the index '" + std::string(module_.name(n)) + "' is an integer or a tensor",
                                    "print the graph with its annotations (print_readable) or give --inputs"));
    }
    const ObjectId object = memory_.known_object(n);
    const TensorMeta* meta = object ? memory_.place(memory_.place_of(object)).meta : memory_.types().meta(n);
    if (meta == nullptr || meta->dtype == DType::unknown) {
      memory_.assume("index tensors without annotations hold integers");
      return Item{ItemKind::tensor, arg, 1};
    }
    const bool mask = meta->dtype == DType::boolean || meta->dtype == DType::uint8;
    if (!meta->has_sizes && mask) {
      return std::unexpected(fail("it is not known how many dims the mask '" + std::string(module_.name(n)) + "' has",
                                  "give it a shape of its own, for example with .reshape, or index with integers"));
    }
    if (!meta->has_sizes) return Item{ItemKind::maybe_scalar_tensor, arg, 1};
    if (meta->rank() == 0) return Item{mask ? ItemKind::boolean : ItemKind::scalar_tensor, arg, 1};
    return Item{mask ? ItemKind::mask : ItemKind::tensor, arg, meta->rank()};
  }

  Result<void> move(StepResult&& step, Arg start = {}, Arg stop = {}) {
    if (!step.step) return std::unexpected(fail(step.why));
    SpelledStep spelled;
    if (step.step->kind == StepKind::identity) return {};
    spelled.step = std::move(*step.step);
    spelled.spelled = true;
    spelled.start = start;
    spelled.stop = stop;
    place_ = memory_.child(place_, std::move(spelled));
    return {};
  }

  Result<void> apply_item(const Item& item) {
    const TensorMeta* meta = memory_.place(place_).meta;
    switch (item.kind) {
      case ItemKind::integer: return select(item.arg, meta);
      case ItemKind::slice: return slice(item.arg, meta);
      case ItemKind::ellipsis: return ellipsis(meta);
      case ItemKind::none:
        if (!rank_known_)
          return std::unexpected(fail("None in the index of a tensor of unknown shape", "print the graph with its annotations"));
        if (auto done = move(make_unsqueeze(*meta, dim_, memory_.syms())); !done) return done;
        ++dim_;
        return {};
      case ItemKind::boolean: return boolean(item.arg, meta);
      case ItemKind::scalar_tensor:
      case ItemKind::maybe_scalar_tensor:
      case ItemKind::tensor:
      case ItemKind::mask:
        plan_.advanced.push_back({dim_, item.arg, item.kind == ItemKind::mask, item.kind == ItemKind::mask ? item.rank : 1,
                                  item.kind == ItemKind::scalar_tensor, item.kind == ItemKind::maybe_scalar_tensor});
        dim_ += taken(item);
        remaining_ -= taken(item);
        return {};
      case ItemKind::bad: break;
    }
    return std::unexpected(fail("an index of unknown kind"));
  }

  Result<void> select(const Arg& arg, const TensorMeta* meta) {
    const auto index = memory_.types().sym(arg);
    if (!index) return std::unexpected(fail("an index that is no number: " + print_arg(module_, arg)));
    --remaining_;
    if (rank_known_) return move(make_select(*meta, dim_, *index, memory_.syms()), arg);
    SpelledStep spelled;
    spelled.step.kind = StepKind::select;
    spelled.step.dim = dim_;
    spelled.step.start = *index;
    spelled.start = arg;
    place_ = memory_.child(place_, spelled);
    return {};
  }

  Result<void> slice(const Arg& arg, const TensorMeta* meta) {
    const auto parts = module_.parts(arg);
    const Arg start = parts[0];
    const Arg stop = parts[1];
    const Arg step = parts[2];
    const auto bound = [&](const Arg& a) -> std::optional<Sym> { return a.is_none() ? std::nullopt : memory_.types().sym(a); };
    const auto first = bound(start);
    const auto last = bound(stop);
    const auto by = step.is_none() ? std::optional<Sym>(1) : memory_.types().sym(step);
    if ((!start.is_none() && !first) || (!stop.is_none() && !last) || !by) {
      return std::unexpected(fail("a slice whose bounds are no integers: " + print_arg(module_, arg)));
    }
    --remaining_;
    const int64_t dim = dim_++;
    if (rank_known_) return move(make_slice(*meta, dim, first, last, *by, memory_.syms()), start, stop);
    if (start.is_none() && stop.is_none() && by->is(1)) return {};
    SpelledStep spelled;
    spelled.step.kind = StepKind::slice;
    spelled.step.dim = dim;
    spelled.step.start = first ? *first : Sym(0);
    spelled.step.stop = last ? *last : Sym(INT64_MAX);
    spelled.step.step = *by;
    spelled.spelled = true;
    spelled.start = start;
    spelled.stop = stop;
    place_ = memory_.child(place_, spelled);
    return {};
  }

  Result<void> ellipsis(const TensorMeta* meta) {
    if (rank_known_) {
      dim_ = meta->rank() - remaining_;
    } else {
      dim_ = -remaining_;  // counted from the end; steps keep negative dims where the rank is not known
    }
    return {};
  }

  Result<void> boolean(const Arg& arg, const TensorMeta* meta) {
    if (arg.kind != ArgKind::boolean || !rank_known_) {
      return std::unexpected(fail("a 0-d mask as an index", "write it as torch.where(mask, value, tensor)"));
    }
    if (!arg.as_boolean()) plan_.nothing = true;
    if (auto done = move(make_unsqueeze(*meta, dim_, memory_.syms())); !done) return done;
    ++dim_;
    return {};
  }

  Memory& memory_;
  Module& module_;
  NodeId node_;
  PlaceId place_;
  IndexPlan plan_;
  int64_t dim_ = 0;
  int64_t remaining_ = 0;
  bool rank_known_ = false;
};

}  // namespace

Result<IndexPlan> plan_index(Memory& memory, NodeId node, PlaceId place, const Arg& index) {
  return Planner(memory, node, place).run(index);
}

// The dims of the index tensors, broadcast, stand where the dims were that they name if these were neighbours, else first.
std::optional<TensorMeta> indexed_meta(Memory& memory, const IndexPlan& plan) {
  const TensorMeta* target = memory.place(plan.target).meta;
  if (target == nullptr || !target->has_sizes || plan.advanced.empty()) return std::nullopt;
  std::optional<Sizes> shared = Sizes{};
  std::vector<bool> named(target->geometry.sizes.size());
  bool neighbours = true;
  for (const AdvancedIndex& index : plan.advanced) {
    const TensorMeta* meta = index.arg.is_node() && !index.mask && !index.scalar ? operand_meta(memory, index.arg) : nullptr;
    if (meta == nullptr || !meta->has_sizes || index.dim < 0 || index.dim >= target->rank()) return std::nullopt;
    shared = broadcast(*shared, meta->geometry.sizes, memory.syms());
    if (!shared) return std::nullopt;
    named[static_cast<size_t>(index.dim)] = true;
    neighbours = neighbours && index.dim == plan.advanced[0].dim + (&index - plan.advanced.data());
  }
  TensorMeta out;
  out.dtype = target->dtype;
  out.device = target->device;
  out.has_sizes = true;
  Sizes& sizes = out.geometry.sizes;
  const size_t at = neighbours ? static_cast<size_t>(plan.advanced[0].dim) : 0;
  for (size_t d = 0; d < named.size(); ++d) {
    if (d == at) sizes.insert(sizes.end(), shared->begin(), shared->end());
    if (!named[d]) sizes.push_back(target->geometry.sizes[d]);
  }
  return out;
}

}  // namespace outplace
