// Finding places for wrong changes, and making them.
#include "mutants.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "ir/describe.h"

namespace outplace {
namespace {

constexpr std::array<std::string_view, kMutantKinds> kNames = {
    "lost write",       "stale reader",  "shifted slice",   "other index",     "other dim",
    "swapped operands", "inverted mask", "lost cast",       "other constant",  "lost operation",
    "reordered random", "old output",    "swapped outputs", "other map entry", "missing map entry",
};

// The operator's name whatever the spelling: the last part of the target that is no overload.
std::string_view operator_of(const Module& module, NodeId node) {
  std::string_view target = module.target(node);
  if (target.starts_with("torch.ops.")) {
    target.remove_prefix(10);
    if (const size_t dot = target.find('.'); dot != std::string_view::npos) target.remove_prefix(dot + 1);
    return target.substr(0, target.find('.'));
  }
  if (const size_t dot = target.rfind('.'); dot != std::string_view::npos) target.remove_prefix(dot + 1);
  return target;
}

bool is_call(const Module& module, NodeId node) {
  const NodeOp op = module.node(node).op;
  return op == NodeOp::call_function || op == NodeOp::call_method;
}

template <size_t N>
bool among(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::array<std::string_view, 11> kScatters = {"slice_scatter", "select_scatter", "diagonal_scatter", "index_put",
                                                        "index_copy",    "index_add",      "scatter",          "scatter_add",
                                                        "put",           "masked_fill",    "masked_scatter"};
constexpr std::array<std::string_view, 4> kNotCommuting = {"sub", "div", "truediv", "lerp"};
constexpr std::array<std::string_view, 9> kPointwise = {"add", "sub", "mul", "div", "truediv", "exp", "relu", "sigmoid", "silu"};
constexpr std::array<std::string_view, 8> kRandom = {"rand_like",         "randn_like", "uniform",   "exponential",
                                                     "normal_functional", "cauchy",     "geometric", "log_normal"};
constexpr std::array<std::string_view, 6> kWithDim = {"cat", "index_copy", "index_add", "cumsum", "softmax", "slice_scatter"};

// "f32[2, 3]" of "f32[2, 3][3, 1]cpu"; "" if it is not known.
std::string_view shape_text(const Module& module, NodeId node) {
  const StringId annotation = module.node(node).annotation;
  if (!annotation) return {};
  const std::string_view text = module.text(annotation);
  return text.substr(0, text.find(']') + 1);
}

std::optional<std::vector<int64_t>> shape_of(const Module& module, NodeId node) {
  const std::string_view text = shape_text(module, node);
  std::vector<int64_t> sizes;
  const size_t open = text.find('[');
  if (open == std::string_view::npos) return std::nullopt;
  int64_t number = -1;
  for (const char c : text.substr(open + 1)) {
    if (c >= '0' && c <= '9') {
      number = std::max<int64_t>(number, 0) * 10 + (c - '0');
    } else if (c == ',' || c == ']') {
      if (number >= 0) sizes.push_back(number);
      number = -1;
    } else if (c != ' ') {
      return std::nullopt;
    }
  }
  return sizes;
}

bool has_elements(const Module& module, NodeId node) {
  const auto sizes = shape_of(module, node);
  return sizes && std::ranges::find(*sizes, 0) == sizes->end();
}

NodeId node_argument(const Module& module, NodeId node, size_t i) {
  return i < module.args(node).size() ? module.args(node)[i].as_node() : NodeId();
}

const Arg* argument(const Module& module, NodeId node, std::string_view keyword, size_t position) {
  if (const Arg* arg = module.find_keyword(node, keyword)) return arg;
  return position < module.args(node).size() ? &module.args(node)[position] : nullptr;
}

void set_argument(Module& module, NodeId node, std::string_view keyword, size_t position, const Arg& value) {
  for (Keyword& k : module.kwargs(node)) {
    if (module.text(k.name) == keyword) {
      k.value = value;
      return;
    }
  }
  module.args(node)[position] = value;
}

std::optional<int64_t> integer(const Arg* arg) {
  return arg != nullptr && arg->is_integer() ? std::optional(arg->as_integer()) : std::nullopt;
}

// The arguments of a graph's output, one a result.
std::span<const Arg> results(const Module& module, GraphId graph) {
  const NodeId output = module.graph(graph).last;
  const Arg& all = module.args(output)[0];
  return all.is_sequence() ? module.parts(all) : module.args(output);
}

void replace_uses(Module& module, GraphId graph, NodeId old, NodeId replacement) {
  for (const NodeId node : module.nodes(graph)) {
    module.map_inputs(node, [&](NodeId input) { return input == old ? replacement : input; });
  }
}

// Does the reader look at the elements of its argument, or only at shape and layout?
bool reads_contents(const Module& module, NodeId reader, NodeId input) {
  if (!is_call(module, reader)) return true;
  constexpr std::array<std::string_view, 12> kShapeOnly = {"full_like", "zeros_like",  "ones_like", "empty_like",
                                                           "new_zeros", "new_ones",    "rand_like", "randn_like",
                                                           "uniform",   "exponential", "cauchy",    "normal_functional"};
  const std::string_view name = operator_of(module, reader);
  if (among(name, kShapeOnly)) return false;
  if (name == "expand_as") return node_argument(module, reader, 0) == input;
  const bool whole =
      name == "slice_scatter" && argument(module, reader, "start", 3) == nullptr && argument(module, reader, "end", 4) == nullptr;
  return !whole || node_argument(module, reader, 1) == input;
}

bool is_floating(const Module& module, NodeId node) {
  const std::string_view text = shape_text(module, node);
  return text.starts_with("f") || text.starts_with("bf");
}

// What a version was made from: the tensor into which it puts something.
NodeId base_of(const Module& module, NodeId node) {
  const std::string_view name = operator_of(module, node);
  if (name == "where") return node_argument(module, node, 2);
  return node_argument(module, node, 0);
}

bool is_version(const Module& module, NodeId node) {
  if (!is_call(module, node) || !has_elements(module, node)) return false;
  const std::string_view name = operator_of(module, node);
  if (!among(name, kScatters) && name != "where") return false;
  const NodeId base = base_of(module, node);
  return base && shape_text(module, base) == shape_text(module, node);
}

class Finder {
 public:
  Finder(const Module& module, GraphId graph, const interp::Claims& claims) : module_(module), graph_(graph), claims_(claims) {
    find_live();
  }

  std::vector<Mutant> run() {
    for (const NodeId node : module_.nodes(graph_)) {
      if (live_[node.value] != 0 && is_call(module_, node) && has_elements(module_, node)) look(node);
    }
    look_at_outputs();
    return std::move(found_);
  }

 private:
  void find_live() {
    live_.assign(module_.node_count(), 0);
    std::vector<NodeId> order;
    for (const NodeId node : module_.nodes(graph_)) order.push_back(node);
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      if (module_.node(*node).op == NodeOp::output) live_[node->value] = 1;
      if (live_[node->value] == 0) continue;
      module_.for_each_input(*node, [&](NodeId input) {
        if (reads_contents(module_, *node, input)) live_[input.value] = 1;
      });
    }
  }

  void add(MutantKind kind, NodeId node, size_t detail = 0) { found_.push_back({kind, node, detail}); }

  void look(NodeId node) {
    const std::string_view name = operator_of(module_, node);
    const NodeId first = node_argument(module_, node, 0);
    const NodeId second = node_argument(module_, node, 1);
    const bool same = first && shape_text(module_, first) == shape_text(module_, node) && !shape_text(module_, node).empty();
    const bool floating = is_floating(module_, node);
    if (is_version(module_, node) && floating && has_settled_mask(node)) add(MutantKind::lost_write, node);
    if (name == "where" && has_settled_mask(node)) add(MutantKind::inverted_mask, node);
    if (name == "slice" || name == "slice_scatter") look_at_slice(node);
    if (name == "select" || name == "select_scatter") look_at_select(node);
    if (among(name, kWithDim)) look_at_dim(node);
    if (among(name, kNotCommuting) && same && second && second != first && shape_text(module_, second) == shape_text(module_, first)) {
      add(MutantKind::swapped_operands, node);
    }
    if (name == "to" && floating && first && module_.args(node).size() > 1 && !shape_text(module_, first).empty() && !same) {
      add(MutantKind::lost_cast, node);
    }
    if (among(name, kPointwise) && same && floating) {
      add(MutantKind::lost_operation, node);
      look_at_readers(node);
    }
    const bool number =
        module_.args(node).size() > 1 && (module_.args(node)[1].is_integer() || module_.args(node)[1].kind == ArgKind::real);
    const bool constant = among(name, kPointwise) || (name == "full_like" && !only_behind_masks(node));
    if (number && floating && constant) add(MutantKind::other_constant, node, 1);
    if (among(name, kRandom)) look_at_random(node);
  }

  // A mask that was padded from ones does not hang on data.
  bool has_settled_mask(NodeId node) const {
    const std::string_view name = operator_of(module_, node);
    if (name == "masked_fill" || name == "masked_scatter") return false;
    if (name != "where") return true;
    const NodeId mask = node_argument(module_, node, 0);
    return mask && module_.args(node).size() == 3 && operator_of(module_, mask) == "pad";
  }

  // Is a value used only where a mask that hangs on data chooses it?
  bool only_behind_masks(NodeId value) const {
    bool only = true;
    for (const NodeId reader : module_.nodes(graph_)) {
      module_.for_each_input(reader, [&](NodeId input) {
        if (input == value && (operator_of(module_, reader) != "where" || has_settled_mask(reader))) only = false;
      });
    }
    return only;
  }

  // One of several readers of the contents gets the operand instead.
  void look_at_readers(NodeId version) {
    size_t seen = 0;
    std::vector<size_t> good;
    for (const NodeId reader : module_.nodes(graph_)) {
      module_.for_each_input(reader, [&](NodeId input) {
        if (input != version) return;
        if (live_[reader.value] != 0 && reads_contents(module_, reader, input)) good.push_back(seen);
        ++seen;
      });
    }
    if (good.size() > 1) add(MutantKind::stale_reader, version, good.back());
  }

  // The random operator before this one moves behind it, if nothing in between needs it.
  void look_at_random(NodeId node) {
    bool free = random_ && shape_text(module_, random_) == shape_text(module_, node);
    for (NodeId between = node; free && between != random_; between = module_.node(between).previous) {
      module_.for_each_input(between, [&](NodeId input) { free = free && input != random_; });
    }
    if (free) add(MutantKind::reordered_random, node, random_.value);
    random_ = node;
  }

  void look_at_slice(NodeId node) {
    const bool scatter = operator_of(module_, node) == "slice_scatter";
    const size_t shift = scatter ? 2 : 1;
    const NodeId base = node_argument(module_, node, 0);
    const auto sizes = base ? shape_of(module_, base) : std::nullopt;
    const auto dim = integer(argument(module_, node, "dim", shift));
    const auto end = integer(argument(module_, node, "end", shift + 2));
    const Arg* start = argument(module_, node, "start", shift + 1);
    if (!sizes || !dim || !end || start == nullptr || !start->is_integer() || argument(module_, node, "step", shift + 3) != nullptr) return;
    if (*dim < 0 || *dim >= static_cast<int64_t>(sizes->size()) || *end < 0 || start->as_integer() < 0) return;
    if (*end < (*sizes)[static_cast<size_t>(*dim)]) add(MutantKind::shifted_slice, node, shift);
  }

  void look_at_select(NodeId node) {
    const size_t shift = operator_of(module_, node) == "select_scatter" ? 2 : 1;
    const NodeId base = node_argument(module_, node, 0);
    const auto sizes = base ? shape_of(module_, base) : std::nullopt;
    const auto dim = integer(argument(module_, node, "dim", shift));
    const auto index = integer(argument(module_, node, "index", shift + 1));
    if (!sizes || !dim || !index || *dim < 0 || *dim >= static_cast<int64_t>(sizes->size())) return;
    if ((*sizes)[static_cast<size_t>(*dim)] > 1) add(MutantKind::other_index, node, shift);
  }

  void look_at_dim(NodeId node) {
    const auto sizes = shape_of(module_, node);
    const std::string_view name = operator_of(module_, node);
    const size_t position = name == "slice_scatter" ? 2 : 1;
    const auto dim = integer(argument(module_, node, "dim", position));
    if (!sizes || !dim || *dim < 0 || static_cast<size_t>(*dim) >= sizes->size()) return;
    for (size_t other = 0; other < sizes->size(); ++other) {
      if (static_cast<int64_t>(other) != *dim && (*sizes)[other] == (*sizes)[static_cast<size_t>(*dim)] && (*sizes)[other] > 1) {
        return add(MutantKind::other_dim, node, other);
      }
    }
  }

  void look_at_outputs() {
    const auto all = results(module_, graph_);
    for (size_t i = 0; i + 1 < all.size(); ++i) {
      const bool differ = all[i].is_node() && all[i + 1].is_node() && all[i].as_node() != all[i + 1].as_node();
      if (differ) add(MutantKind::swapped_outputs, module_.graph(graph_).last, i);
    }
    size_t entry = 0;
    for (const auto& [output, input] : claims_.io_map) {
      add(MutantKind::missing_map_entry, {}, entry);
      add(MutantKind::other_map_entry, {}, entry);
      if (output >= claims_.original_output_count) add(MutantKind::old_output, module_.graph(graph_).last, entry);
      ++entry;
    }
  }

  const Module& module_;
  GraphId graph_;
  const interp::Claims& claims_;
  std::vector<uint8_t> live_;
  std::vector<Mutant> found_;
  NodeId random_;
};

// The entry of the map by its place in it.
std::pair<int64_t, int64_t> entry_at(const interp::Claims& claims, size_t at) {
  return *std::next(claims.io_map.begin(), static_cast<ptrdiff_t>(at));
}

void set_result(Module& module, GraphId graph, size_t at, NodeId node) {
  Arg& all = module.args(module.graph(graph).last)[0];
  module.parts(all)[at] = Arg::node(node);
}

// One reader of the version sees its operand.
void make_stale(Module& module, GraphId graph, NodeId version, size_t reader) {
  const NodeId base = node_argument(module, version, 0);
  size_t seen = 0;
  for (const NodeId node : module.nodes(graph)) {
    module.map_inputs(node, [&](NodeId input) {
      if (input != version) return input;
      return seen++ == reader ? base : input;
    });
  }
}

void add_to(Module& module, NodeId node, std::string_view keyword, size_t position, int64_t more) {
  const Arg value = *argument(module, node, keyword, position);
  set_argument(module, node, keyword, position, Arg::integer(value.as_integer() + more));
}

void change_number(Module& module, NodeId node, size_t at) {
  Arg& arg = module.args(node)[at];
  if (arg.is_integer()) {
    arg = Arg::integer(arg.as_integer() + 1);
  } else {
    arg = module.make_text(ArgKind::real, "0.7512");
  }
}

void change_map(interp::Claims& claims, size_t at, bool remove, size_t inputs) {
  const auto [output, input] = entry_at(claims, at);
  if (remove) {
    claims.io_map.erase(output);
  } else {
    claims.io_map[output] = (input + 1) % static_cast<int64_t>(inputs);
  }
}

}  // namespace

std::string_view name_of(MutantKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::vector<Mutant> mutants_of(const Module& module, GraphId graph, const interp::Claims& claims) {
  return Finder(module, graph, claims).run();
}

std::string apply(const Mutant& mutant, Module& module, GraphId graph, interp::Claims& claims) {
  const NodeId node = mutant.node;
  std::string text = std::string(name_of(mutant.kind)) + " #" + std::to_string(mutant.detail) + (node ? ": " + describe(module, node) : "");
  switch (mutant.kind) {
    case MutantKind::lost_write: replace_uses(module, graph, node, base_of(module, node)); break;
    case MutantKind::lost_cast:
    case MutantKind::lost_operation: replace_uses(module, graph, node, node_argument(module, node, 0)); break;
    case MutantKind::stale_reader: make_stale(module, graph, node, mutant.detail); break;
    case MutantKind::shifted_slice:
      add_to(module, node, "start", mutant.detail + 1, 1);
      add_to(module, node, "end", mutant.detail + 2, 1);
      break;
    case MutantKind::other_index: {
      const int64_t index = argument(module, node, "index", mutant.detail + 1)->as_integer();
      add_to(module, node, "index", mutant.detail + 1, index == 0 || index < -1 ? 1 : -1);
      break;
    }
    case MutantKind::other_dim:
      set_argument(module, node, "dim", operator_of(module, node) == "slice_scatter" ? 2 : 1,
                   Arg::integer(static_cast<int64_t>(mutant.detail)));
      break;
    case MutantKind::swapped_operands: std::swap(module.args(node)[0], module.args(node)[1]); break;
    case MutantKind::inverted_mask: std::swap(module.args(node)[1], module.args(node)[2]); break;
    case MutantKind::other_constant: change_number(module, node, mutant.detail); break;
    case MutantKind::reordered_random: {
      module.unlink(NodeId(static_cast<uint32_t>(mutant.detail)));
      module.insert_after(NodeId(static_cast<uint32_t>(mutant.detail)), node);
      break;
    }
    case MutantKind::old_output: {
      const auto [output, input] = entry_at(claims, mutant.detail);
      set_result(module, graph, static_cast<size_t>(output), placeholders(module, graph)[static_cast<size_t>(input)]);
      break;
    }
    case MutantKind::swapped_outputs: {
      Arg& all = module.args(node)[0];
      std::swap(module.parts(all)[mutant.detail], module.parts(all)[mutant.detail + 1]);
      break;
    }
    case MutantKind::other_map_entry: change_map(claims, mutant.detail, false, placeholders(module, graph).size()); break;
    case MutantKind::missing_map_entry: change_map(claims, mutant.detail, true, 0); break;
  }
  return text;
}

}  // namespace outplace
