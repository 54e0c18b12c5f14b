// Names are resolved once each; nodes are looked up in the operator table only if their target lies in the collectives' namespace.
#include "passes/collective_replica_groups.h"

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <unordered_map>
#include <utility>

#include "ir/describe.h"
#include "ir/graph_tree.h"

namespace outplace {
namespace {

constexpr auto kNamespaces =
    std::to_array<std::string_view>({"torch.ops._c10d_functional.", "torch.ops._c10d_functional_autograd.", "torch.ops.c10d_functional."});
constexpr std::string_view kGroup = "group_name";
constexpr std::string_view kRanks = "ranks";

std::string print_row(const std::vector<int64_t>& row) {
  std::string out = "[";
  for (size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += ", ";
    out += std::to_string(row[i]);
  }
  return out + "]";
}

std::string print_groups(std::vector<std::vector<int64_t>> rows) {
  std::ranges::sort(rows);
  std::string out = "[";
  for (const std::vector<int64_t>& row : rows) out += (out.size() > 1 ? ", " : "") + print_row(row);
  return out + "]";
}

// Why these rows are no groups; none if they are.
std::optional<std::string> defect(const std::vector<std::vector<int64_t>>& rows) {
  if (rows.empty()) return "has no ranks";
  std::vector<int64_t> ranks;
  for (const std::vector<int64_t>& row : rows) {
    if (row.empty()) return "has an empty group of ranks";
    ranks.insert(ranks.end(), row.begin(), row.end());
  }
  std::ranges::sort(ranks);
  if (ranks.front() < 0) return "has the negative rank " + std::to_string(ranks.front());
  const auto twice = std::ranges::adjacent_find(ranks);
  if (twice != ranks.end()) return "has rank " + std::to_string(*twice) + " twice";
  for (size_t i = 0; i < ranks.size(); ++i) {
    const auto rank = static_cast<int64_t>(i);
    if (ranks[i] != rank) return "has no rank " + std::to_string(rank) + ", so it is not the partition of a world";
  }
  return std::nullopt;
}

class ReplicaGroupsState {
 public:
  ReplicaGroupsState(Module& module, const ReplicaGroups& groups, const OpTable& ops, Diagnostics& diagnostics)
      : module_(module), groups_(groups), ops_(ops), diagnostics_(diagnostics) {}

  Result<int64_t> run(GraphId root) {
    for (const GraphId graph : graph_tree(module_, root)) {
      for (const NodeId node : module_.nodes(graph)) {
        if (module_.node(node).op == NodeOp::call_function && is_collective(module_.target(node))) visit(node);
      }
    }
    if (failed_) return std::unexpected(*failed_);
    return count_;
  }

 private:
  static bool is_collective(std::string_view target) {
    return std::ranges::any_of(kNamespaces, [&](std::string_view prefix) { return target.starts_with(prefix); });
  }

  void visit(NodeId node) {
    const std::span<const OpDef* const> overloads = ops_.find(CallableKind::function, module_.target(node));
    const std::optional<Arg> group = argument(node, overloads, kGroup);
    if (!group && overloads.empty()) {
      return fail(node, "the collective " + std::string(module_.target(node)) + " is not known",
                  "declare it with --ops, with its schema, or pass group_name by keyword");
    }
    if (group) return resolve(node, *group);
    if (const std::optional<Arg> ranks = argument(node, overloads, kRanks)) return resolve_ranks(node, *ranks);
    const auto has_group = [](const OpDef* op) { return position_of(*op, kGroup).has_value() || position_of(*op, kRanks).has_value(); };
    if (std::ranges::any_of(overloads, has_group))
      fail(node, "the collective is called without a group", "pass the name of its process group");
  }

  static std::optional<size_t> position_of(const OpDef& op, std::string_view param) {
    for (size_t i = 0; i < op.params.size(); ++i) {
      if (op.params[i].name == param) return i;
    }
    return std::nullopt;
  }

  // Overloads of one packet differ in the place of the group only if their number of positional parameters differs.
  std::optional<Arg> argument(NodeId node, std::span<const OpDef* const> overloads, std::string_view param) const {
    if (const Arg* keyword = module_.find_keyword(node, param)) return *keyword;
    const std::span<const Arg> args = std::as_const(module_).args(node);
    for (const OpDef* op : overloads) {
      const std::optional<size_t> position = position_of(*op, param);
      if (position && *position < args.size()) return args[*position];
    }
    return std::nullopt;
  }

  void resolve(NodeId node, const Arg& group) {
    std::string name;
    if (group.kind == ArgKind::string) {
      name = module_.text(group.as_text());
    } else if (group.is_integer()) {
      name = std::to_string(group.as_integer());  // the listing form prints strings without quotes
    } else {
      return fail(node, "the group of this collective is not a name, so its ranks are not known",
                  "pass the name of a process group as a constant");
    }
    const std::expected<StringId, std::string>& text = text_of(name);
    if (!text) return fail(node, text.error(), advice());
    module_.node(node).replica_groups = *text;
    ++count_;
  }

  const std::expected<StringId, std::string>& text_of(const std::string& name) {
    const auto known = texts_.find(name);
    if (known != texts_.end()) return known->second;
    const auto rows = groups_.find(name);
    std::expected<StringId, std::string> text;
    if (rows == groups_.end()) {
      text = std::unexpected("the process group '" + name + "' cannot be resolved to ranks");
    } else if (const std::optional<std::string> reason = defect(rows->second)) {
      text = std::unexpected("the process group '" + name + "' " + *reason);
    } else {
      text = module_.intern(print_groups(rows->second));
    }
    return texts_.emplace(name, std::move(text)).first->second;
  }

  // Operators of the older namespace name the ranks of their own row only.
  void resolve_ranks(NodeId node, const Arg& ranks) {
    std::vector<int64_t> row;
    if (ranks.is_sequence()) {
      for (const Arg& rank : std::as_const(module_).parts(ranks)) {
        if (rank.is_integer()) row.push_back(rank.as_integer());
      }
    }
    if (!ranks.is_sequence() || row.size() != ranks.b) {
      return fail(node, "the ranks of this collective are computed", "pass a list of constants");
    }
    const std::expected<StringId, std::string>& text = text_of_row(row);
    if (!text) return fail(node, text.error(), advice());
    module_.node(node).replica_groups = *text;
    ++count_;
  }

  // The one partition among the groups that has this row.
  const std::expected<StringId, std::string>& text_of_row(const std::vector<int64_t>& row) {
    const auto known = row_texts_.find(row);
    if (known != row_texts_.end()) return known->second;
    std::expected<StringId, std::string> text =
        std::unexpected("no group has the ranks " + print_row(row) + ", so the rest of its partition is not known");
    for (const auto& [name, rows] : groups_) {
      if (std::ranges::find(rows, row) == rows.end() || defect(rows)) continue;
      const StringId found = module_.intern(print_groups(rows));
      if (text && *text != found) {
        text = std::unexpected("several groups have the ranks " + print_row(row) + ", with other partitions of the world");
        break;
      }
      text = found;
    }
    return row_texts_.emplace(row, std::move(text)).first->second;
  }

  std::string advice() const {
    std::string known;
    for (const auto& [name, rows] : groups_) known += (known.empty() ? "'" : ", '") + name + "'";
    return "give the complete partition of the world for it in a file for --groups, as {\"NAME\": [[0, 1], [2, 3]]}; " +
           (known.empty() ? std::string("no groups were given") : "groups given: " + known);
  }

  void fail(NodeId node, std::string message, std::string advice) {
    failed_ = diagnostics_.error(located(module_, node, std::move(message), std::move(advice)));
  }

  Module& module_;
  const ReplicaGroups& groups_;
  const OpTable& ops_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::expected<StringId, std::string>> texts_;
  std::map<std::vector<int64_t>, std::expected<StringId, std::string>> row_texts_;
  int64_t count_ = 0;
  std::optional<Failed> failed_;
};

}  // namespace

Result<CollectiveGroups> collective_replica_groups(Module& module, GraphId graph, const ReplicaGroups& groups, const OpTable& ops,
                                                   Diagnostics& diagnostics) {
  const Result<int64_t> count = ReplicaGroupsState(module, groups, ops, diagnostics).run(graph);
  if (!count) return std::unexpected(count.error());
  return CollectiveGroups{*count};
}

}  // namespace outplace
