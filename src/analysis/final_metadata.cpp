// Groups of nodes that name one object, and the undoing of what was done to its shape.
#include "analysis/final_metadata.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace outplace {
namespace {

// Views that give the operand itself where there is nothing to do.
bool may_be_operand(ViewRule rule) {
  switch (rule) {
    case ViewRule::same:
    case ViewRule::flatten:
    case ViewRule::matrix_transpose:
    case ViewRule::real:
    case ViewRule::conj:
    case ViewRule::atleast_1d:
    case ViewRule::atleast_2d:
    case ViewRule::atleast_3d: return true;
    default: return false;
  }
}

class FinalMetadata {
 public:
  FinalMetadata(Module& module, GraphId graph, Types& types, const OpTable& table)
      : module_(module), graph_(graph), types_(types), table_(table) {}

  std::unordered_set<NodeId> run() {
    bool any = false;
    for (const NodeId n : module_.nodes(graph_)) any = any || changes_shape(n);
    if (!any) return {};
    std::vector<NodeId> members;
    for (const NodeId n : module_.nodes(graph_)) {
      const auto [source, same] = same_object(n);
      if (!source) continue;
      const NodeId origin = origin_of(source);
      origins_[n] = origin;
      if (same == Same::open) open_.insert(origin);
      members.push_back(n);
      if (changes_shape(n)) changes_[origin].push_back(n);
    }
    std::unordered_set<NodeId> distrusted;
    for (const auto& [origin, changes] : changes_) {
      distrusted.insert(origin);
      if (types_.fact(origin) != nullptr) continue;  // what is told of inputs holds at the beginning
      auto first = open_.contains(origin) ? std::nullopt : undone(origin, changes);
      types_.distrust(origin);
      if (first) types_.set(origin, *first);
    }
    for (const NodeId n : members) {
      if (!changes_.contains(origins_[n])) continue;
      distrusted.insert(n);
      types_.distrust(n);
    }
    return distrusted;
  }

 private:
  const OpDef* definition(NodeId n) const {
    const Node& node = module_.node(n);
    if (node.op != NodeOp::call_method && node.op != NodeOp::call_function) return nullptr;
    const auto args = module_.args(n);
    const bool attribute =
        node.op == NodeOp::call_function && module_.target(n) == "getattr" && args.size() == 2 && args[1].kind == ArgKind::string;
    const auto defs = attribute
                          ? table_.find(CallableKind::attribute, module_.text(args[1].as_text()))
                          : table_.find(node.op == NodeOp::call_method ? CallableKind::method : CallableKind::function, module_.target(n));
    return defs.empty() ? nullptr : defs[0];
  }

  // By the name first: most nodes need no look-up.
  bool changes_shape(NodeId n) const {
    const std::string_view target = module_.target(n);
    if (!target.ends_with('_') && target.find("_.") == std::string_view::npos) return false;
    const OpDef* op = definition(n);
    return op != nullptr && op->inplace_view;
  }

  enum class Same : uint8_t { no, yes, open };

  // Is the result the operand's object, where both show the same metadata? The dtype and the device of an object do not change later.
  Same is_operand(NodeId n, const OpDef& op) const {
    if (op.inplace || op.inplace_view) return Same::yes;
    if (op.conditional_returns_self) return flag(n, op.condition) ? Same::yes : Same::open;
    const auto meta = parse_annotation(module_.text(module_.node(n).annotation), types_.syms());
    const bool complex = meta && category(meta->dtype) == DTypeCategory::complex;
    if (may_be_operand(op.view)) {
      const bool turns = op.view == ViewRule::matrix_transpose || op.view == ViewRule::conj_transpose;
      if (turns) return meta && meta->has_sizes && meta->rank() >= 2 ? Same::no : Same::open;
      if (op.view == ViewRule::same) return op.same_when == SameWhen::never ? Same::no : by_rule(n, op, complex);
      return Same::open;
    }
    return op.same_when == SameWhen::never ? Same::no : by_rule(n, op, complex);
  }

  Same by_rule(NodeId n, const OpDef& op, bool complex) const {
    switch (op.same_when) {
      case SameWhen::always: return Same::yes;
      case SameWhen::real_dtype: return complex ? Same::no : Same::yes;
      case SameWhen::to_same: return module_.kwargs(n).empty() ? Same::yes : Same::open;
      case SameWhen::contiguous: {
        // Were it a copy, the operand would lie in another way, and would not show a layout in which there is nothing to copy.
        const auto meta = parse_annotation(module_.text(module_.node(n).annotation), types_.syms());
        return meta && meta->has_strides && is_contiguous(meta->geometry, types_.syms()) ? Same::yes : Same::open;
      }
      case SameWhen::never:
      case SameWhen::not_training:
      case SameWhen::not_conjugated:
      case SameWhen::not_negated:
      case SameWhen::same_shape: return Same::open;
    }
    return Same::open;
  }

  bool flag(NodeId n, std::string_view name) const {
    for (const Keyword& k : module_.kwargs(n)) {
      if (module_.text(k.name) == name) return k.value.kind == ArgKind::boolean && k.value.as_boolean();
    }
    return false;
  }

  // The operand whose object the node may name, if both show the same metadata, and whether it does.
  std::pair<NodeId, Same> same_object(NodeId n) const {
    const OpDef* op = definition(n);
    if (op == nullptr) return {NodeId(), Same::no};
    NodeId source;
    for (const Keyword& k : module_.kwargs(n)) {
      if (module_.text(k.name) == "out" && k.value.is_node()) source = k.value.as_node();
    }
    const auto args = module_.args(n);
    const bool out = source.valid();
    if (!source && !args.empty() && args[0].is_node()) source = args[0].as_node();
    if (!source || !module_.node(n).annotation || module_.node(n).annotation != module_.node(source).annotation)
      return {NodeId(), Same::no};
    const Same same = out ? Same::yes : is_operand(n, *op);
    return {same == Same::no ? NodeId() : source, same};
  }

  NodeId origin_of(NodeId n) const {
    const auto it = origins_.find(n);
    return it == origins_.end() ? n : it->second;
  }

  // The metadata before the changes, from that after them.
  std::optional<TensorMeta> undone(NodeId origin, const std::vector<NodeId>& changes) {
    const TensorMeta* last = types_.meta(origin);
    if (last == nullptr || !last->has_sizes) return std::nullopt;
    TensorMeta meta = *last;
    for (size_t i = changes.size(); i-- > 0;) {
      if (!undo(changes[i], meta)) return std::nullopt;
    }
    return meta;
  }

  bool undo(NodeId change, TensorMeta& meta) const {
    const auto [first, second] = dims(change);
    Geometry& g = meta.geometry;
    switch (definition(change)->view) {
      case ViewRule::alias: return true;
      case ViewRule::t: return meta.rank() < 2 || swap(meta, 0, 1);
      case ViewRule::transpose: return first && second && swap(meta, *first, *second);
      case ViewRule::unsqueeze: {
        const auto dim = first ? position(meta, *first) : std::nullopt;
        if (!dim || !g.sizes[static_cast<size_t>(*dim)].is(1)) return false;
        g.sizes.erase(g.sizes.begin() + *dim);
        if (meta.has_strides) g.strides.erase(g.strides.begin() + *dim);
        return true;
      }
      default: return false;
    }
  }

  static std::optional<std::ptrdiff_t> position(const TensorMeta& meta, int64_t dim) {
    const int64_t at = dim < 0 ? dim + meta.rank() : dim;
    return at >= 0 && at < meta.rank() ? std::optional(static_cast<std::ptrdiff_t>(at)) : std::nullopt;
  }

  static bool swap(TensorMeta& meta, int64_t a, int64_t b) {
    if (meta.rank() == 0) return true;
    const auto i = position(meta, a);
    const auto j = position(meta, b);
    if (!i || !j) return false;
    std::swap(meta.geometry.sizes[static_cast<size_t>(*i)], meta.geometry.sizes[static_cast<size_t>(*j)]);
    if (meta.has_strides) std::swap(meta.geometry.strides[static_cast<size_t>(*i)], meta.geometry.strides[static_cast<size_t>(*j)]);
    return true;
  }

  // The two dims of a call, by position or by whatever name.
  std::pair<std::optional<int64_t>, std::optional<int64_t>> dims(NodeId n) const {
    std::vector<int64_t> found;
    for (size_t i = 1; i < module_.args(n).size(); ++i) {
      if (module_.args(n)[i].is_integer()) found.push_back(module_.args(n)[i].as_integer());
    }
    for (const Keyword& k : module_.kwargs(n)) {
      if (k.value.is_integer()) found.push_back(k.value.as_integer());
    }
    const auto at = [&](size_t i) { return i < found.size() ? std::optional(found[i]) : std::nullopt; };
    return {at(0), at(1)};
  }

  Module& module_;
  GraphId graph_;
  Types& types_;
  const OpTable& table_;
  std::unordered_map<NodeId, NodeId> origins_;
  std::unordered_map<NodeId, std::vector<NodeId>> changes_;  // by origin, in order
  std::unordered_set<NodeId> open_;  // origins of nodes of which it cannot be told whether they name the same object
};

}  // namespace

std::unordered_set<NodeId> distrust_final_metadata(Module& module, GraphId graph, Types& types, const OpTable& table) {
  return FinalMetadata(module, graph, types, table).run();
}

}  // namespace outplace
