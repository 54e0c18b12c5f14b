// Shape rules of the operator table, applied to a call.
#include <algorithm>

#include "analysis/infer.h"

namespace outplace {
namespace {

class Shaper {
 public:
  Shaper(Memory& memory, const BoundCall& call) : memory_(memory), call_(call) {
    const Arg* self = first_tensor(call);
    self_ = self != nullptr ? sizes_of(*self) : nullptr;
  }

  std::optional<Sizes> run() {
    switch (call_.op->shape) {
      case ShapeRule::unknown: return std::nullopt;
      case ShapeRule::self: return self_ != nullptr ? std::optional(*self_) : std::nullopt;
      case ShapeRule::broadcast: return broadcast_all();
      case ShapeRule::size_argument: return listed(call_.find("size"));
      case ShapeRule::range: return range();
      case ShapeRule::data: return data();
      case ShapeRule::reduce: return reduce();
      case ShapeRule::concatenate: return concatenate();
      case ShapeRule::stack: return stack();
      case ShapeRule::index_select: return index_select();
      case ShapeRule::index: return index();
      case ShapeRule::repeat: return repeat();
      case ShapeRule::product: return product();
      case ShapeRule::product_sum: return product_sum();
      case ShapeRule::matmul: return matmul();
      case ShapeRule::linear: return linear();
    }
    return std::nullopt;
  }

 private:
  const Sizes* sizes_of(const Arg& arg) {
    const TensorMeta* meta = operand_meta(memory_, arg);
    return meta != nullptr && meta->has_sizes ? &meta->geometry.sizes : nullptr;
  }
  std::optional<int64_t> integer(std::string_view name, std::optional<int64_t> otherwise) const {
    const Arg* arg = call_.find(name);
    if (arg == nullptr || arg->is_none()) return otherwise;
    return arg->is_integer() ? std::optional(arg->as_integer()) : std::nullopt;
  }
  static std::optional<size_t> wrapped(int64_t dim, size_t rank) {
    const auto dims = static_cast<int64_t>(rank);
    if (dim < -dims || dim >= dims) return std::nullopt;
    return static_cast<size_t>(dim < 0 ? dim + dims : dim);
  }

  std::optional<Sizes> listed(const Arg* arg) { return listed_sizes(memory_, arg); }

  std::optional<Sizes> broadcast_all() {
    std::optional<Sizes> sizes = Sizes{};
    for (size_t i = 0; i < call_.values.size(); ++i) {
      const Arg& arg = call_.values[i].arg;
      if (!call_.values[i].given || !is_operand(call_.op->params[i]) || !arg.is_node()) continue;
      const NodeValueKind kind = memory_.types().kind(arg.as_node());
      if (kind == NodeValueKind::integer || kind == NodeValueKind::real || kind == NodeValueKind::boolean) continue;
      const Sizes* operand = sizes_of(arg);
      if (operand == nullptr) return std::nullopt;
      sizes = broadcast(*sizes, *operand, memory_.syms());
      if (!sizes) return std::nullopt;
    }
    return sizes;
  }

  // arange: of integers; with real bounds the count hangs on rounding.
  std::optional<Sizes> range() {
    SymPool& syms = memory_.syms();
    const auto value = [&](std::string_view name, int64_t otherwise) -> std::optional<Sym> {
      const Arg* arg = call_.find(name);
      return arg == nullptr ? std::optional<Sym>(otherwise) : memory_.types().sym(*arg);
    };
    for (const char* name : {"start", "end", "step"}) {
      const Arg* arg = call_.find(name);
      if (arg != nullptr && arg->is_node() && memory_.types().kind(arg->as_node()) != NodeValueKind::integer) return std::nullopt;
    }
    const auto start = value("start", 0);
    const auto end = value("end", 0);
    const auto step = value("step", 1);
    if (!start || !end || !step || !step->is_constant() || step->value == 0) return std::nullopt;
    const Sym length = step->value > 0 ? syms.sub(*end, *start) : syms.sub(*start, *end);
    if (!syms.known_nonnegative(length)) return std::nullopt;
    const int64_t by = step->value > 0 ? step->value : -step->value;
    return Sizes{syms.floordiv(syms.add(length, by - 1), by)};
  }

  // The shape of a nested list of numbers.
  std::optional<Sizes> data() {
    const Arg* arg = call_.find("data");
    if (arg == nullptr) return std::nullopt;
    Sizes sizes;
    Arg item = *arg;
    for (; item.is_sequence(); item = memory_.module().parts(item)[0]) {
      const auto parts = memory_.module().parts(item);
      sizes.push_back(static_cast<int64_t>(parts.size()));
      if (parts.empty()) return sizes;
    }
    if (item.is_node() && memory_.types().kind(item.as_node()) == NodeValueKind::tensor) return std::nullopt;
    return sizes;
  }

  std::optional<Sizes> reduce() {
    if (self_ == nullptr) return std::nullopt;
    const size_t rank = self_->size();
    std::vector<bool> gone(rank, true);
    const Arg* dim = call_.find("dim");
    if (dim != nullptr && !dim->is_none()) {
      const auto dims = listed(dim);
      if (!dims) return std::nullopt;
      gone.assign(rank, dims->empty());
      for (const Sym& d : *dims) {
        const auto at = d.is_constant() ? wrapped(d.value, std::max<size_t>(rank, 1)) : std::nullopt;
        if (!at) return std::nullopt;
        if (*at < rank) gone[*at] = true;
      }
    }
    const Arg* keep = call_.find("keepdim");
    if (keep != nullptr && keep->kind != ArgKind::boolean) return std::nullopt;
    const bool kept = keep != nullptr && keep->as_boolean();
    Sizes sizes;
    for (size_t i = 0; i < rank; ++i) {
      if (!gone[i] || kept) sizes.push_back(gone[i] ? Sym(1) : (*self_)[i]);
    }
    return sizes;
  }

  // Left alone: empty one-dimensional tensors, which PyTorch passes over, and 4-d and 5-d ones, whose result may be channels-last.
  std::optional<Sizes> concatenate() {
    const Arg* tensors = call_.find("tensors");
    const auto dim = integer("dim", 0);
    if (tensors == nullptr || !tensors->is_sequence() || !dim) return std::nullopt;
    std::optional<Sizes> sizes;
    for (const Arg& part : memory_.module().parts(*tensors)) {
      const Sizes* operand = sizes_of(part);
      const auto at = operand != nullptr ? wrapped(*dim, operand->size()) : std::nullopt;
      if (!at || operand->size() > 3 || (operand->size() == 1 && !memory_.syms().known_positive((*operand)[0]))) return std::nullopt;
      if (!sizes) {
        sizes = *operand;
      } else if (operand->size() != sizes->size()) {
        return std::nullopt;
      } else {
        (*sizes)[*at] = memory_.syms().add((*sizes)[*at], (*operand)[*at]);
      }
    }
    return sizes;
  }

  std::optional<Sizes> index_select() {
    const auto dim = integer("dim", std::nullopt);
    const Arg* index = call_.find("index");
    const Sizes* chosen = index != nullptr ? sizes_of(*index) : nullptr;
    if (self_ == nullptr || chosen == nullptr || !dim || self_->empty()) return std::nullopt;
    const auto at = wrapped(*dim, self_->size());
    if (!at || chosen->size() > 1) return std::nullopt;
    Sizes sizes = *self_;
    sizes[*at] = chosen->empty() ? Sym(1) : (*chosen)[0];
    return sizes;
  }

  std::optional<Sizes> index() {
    const Arg* index = call_.find("index");
    const Sizes* chosen = index != nullptr ? sizes_of(*index) : nullptr;
    return chosen != nullptr ? std::optional(*chosen) : std::nullopt;
  }

  std::optional<Sizes> repeat() {
    const auto repeats = listed(call_.find("repeats"));
    if (self_ == nullptr || !repeats || repeats->size() < self_->size()) return std::nullopt;
    Sizes sizes = *repeats;
    const size_t added = sizes.size() - self_->size();
    for (size_t i = 0; i < self_->size(); ++i) sizes[added + i] = memory_.syms().mul(sizes[added + i], (*self_)[i]);
    return sizes;
  }

  // The result of 4 or more dims may be channels-last.
  std::optional<Sizes> stack() {
    const Arg* tensors = call_.find("tensors");
    const auto dim = integer("dim", 0);
    if (tensors == nullptr || !tensors->is_sequence() || !dim) return std::nullopt;
    const auto parts = memory_.module().parts(*tensors);
    const Sizes* first = parts.empty() ? nullptr : sizes_of(parts[0]);
    const auto at = first != nullptr ? wrapped(*dim, first->size() + 1) : std::nullopt;
    if (!at || first->size() > 2) return std::nullopt;
    Sizes sizes = *first;
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(*at), static_cast<int64_t>(parts.size()));
    return sizes;
  }

  const Sizes* sizes_of_any(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (const Arg* arg = call_.find(name)) return sizes_of(*arg);
    }
    return nullptr;
  }

  // All but the last dim of the first, all but the last but one of the second.
  static std::optional<Sizes> multiplied(const Sizes* left, const Sizes* right) {
    if (left == nullptr || right == nullptr || left->size() < 2 || right->empty()) return std::nullopt;
    Sizes sizes = *left;
    if (right->size() == 1) {
      sizes.pop_back();
    } else {
      sizes.back() = right->back();
    }
    return sizes;
  }

  std::optional<Sizes> product() {
    const bool adds = call_.find("mat2") == nullptr || call_.find("mat1") != nullptr;
    const Sizes* left = adds ? sizes_of_any({"mat1", "batch1", "mat"}) : nullptr;
    return multiplied(left != nullptr ? left : self_, sizes_of_any({"mat2", "batch2", "vec"}));
  }

  std::optional<Sizes> product_sum() {
    auto sizes = product();
    if (sizes && sizes->size() == 3) sizes->erase(sizes->begin());
    return sizes;
  }

  std::optional<Sizes> matmul() {
    const Sizes* right = sizes_of_any({"other"});
    return right != nullptr && right->size() <= 2 ? multiplied(self_, right) : std::nullopt;
  }

  std::optional<Sizes> linear() {
    const Sizes* weight = sizes_of_any({"weight"});
    if (self_ == nullptr || self_->empty() || weight == nullptr || weight->size() != 2) return std::nullopt;
    Sizes sizes = *self_;
    sizes.back() = (*weight)[0];
    return sizes;
  }

  Memory& memory_;
  const BoundCall& call_;
  const Sizes* self_ = nullptr;
};

}  // namespace

std::optional<Sizes> listed_sizes(Memory& memory, const Arg* arg) {
  if (arg == nullptr) return std::nullopt;
  Sizes sizes;
  const auto add = [&](const Arg& a) {
    const auto value = memory.types().sym(a);
    if (value) sizes.push_back(*value);
    return value.has_value();
  };
  if (!arg->is_sequence()) return add(*arg) ? std::optional(sizes) : std::nullopt;
  for (const Arg& part : memory.module().parts(*arg)) {
    if (!add(part)) return std::nullopt;
  }
  return sizes;
}

std::optional<Sizes> infer_sizes(Memory& memory, const BoundCall& call) { return Shaper(memory, call).run(); }

}  // namespace outplace
