// Mutated inputs as outputs: the analysis of effects, run over the whole graph, tells which places are written.
#include "passes/aliasing_output_rewrite.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "analysis/graph_effects.h"

namespace outplace {
namespace {

struct Input {
  NodeId node;
  int64_t index = 0;  // among all placeholders; -1 for attributes
  PlaceId place;      // where it is at the start
  bool mutated = false;
};

class State {
 public:
  State(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics)
      : module_(module),
        graph_(graph),
        effects_(make_effects(module, graph, options, diagnostics)),
        memory_(effects_->memory()),
        histories_(options.inputs != nullptr && any_requires_grad(*options.inputs)) {}

  Result<AliasingOutputs> run() {
    collect_inputs();
    const auto visit = [&](NodeId node, const NodeEffects& effects) {
      note(node, effects);
      if (effects.kind == EffectKind::output) output_ = node;
    };
    if (auto done = effects_->run(visit); !done) return std::unexpected(done.error());
    for (Input& input : inputs_) {
      if (auto judged = judge(input); !judged) return std::unexpected(judged.error());
    }
    if (output_) {
      if (auto done = map_outputs(); !done) return std::unexpected(done.error());
    }
    result_.assumptions = memory_.assumptions();
    result_.effects = std::move(effects_);
    return std::move(result_);
  }

 private:
  void collect_inputs() {
    int64_t index = 0;
    std::unordered_set<StringId> seen;
    for (const NodeId node : module_.nodes(graph_)) {
      const Node& n = module_.node(node);
      if (n.op == NodeOp::placeholder) {
        if (const ObjectId object = memory_.known_object(node)) inputs_.push_back({node, index, memory_.place_of(object), false});
        ++index;
      } else if (n.op == NodeOp::get_attr && memory_.known_object(node) && seen.insert(n.target).second) {
        attributes_.push_back({node, -1, memory_.place_of(memory_.known_object(node)), false});
      }
    }
    inputs_.insert(inputs_.end(), attributes_.begin(), attributes_.end());
    shared_.resize(memory_.storage_count());
    for (const Input& input : inputs_) ++shared(input.place).inputs;
  }

  void note(NodeId node, const NodeEffects& effects) {
    if (effects.kind == EffectKind::write || effects.kind == EffectKind::kernel) {
      for (const WriteTarget& target : effects.writes) note_write(node, memory_.place_of(target.object));
    } else if (effects.kind == EffectKind::setitem && !effects.index->nothing) {
      note_write(node, effects.index->target);
    }
  }

  void note_write(NodeId node, PlaceId place) {
    const Storage& storage = memory_.storage_of(place);
    if (storage.kind == StorageKind::fresh) return;
    if (storage.kind == StorageKind::placeholder && !module_.node(node).root_input)
      module_.node(node).root_input = module_.node(storage.origin).name;
    SmallVector<PlaceId, 2>& places = shared(place).written;
    // Enough are kept to tell apart inputs that share a storage; a root says it all.
    if (places.empty() || (places.size() < kKept && places.back() != place)) places.push_back(place);
    if (places.size() == kKept) places.push_back(memory_.storage_of(place).root);
  }

  // The map says what an input's buffer holds at last, so memory that set_ or .data leaves behind must be nobody else's.
  Result<void> judge_moved(Input& input) {
    input.mutated = true;
    const std::string name(input.index < 0 ? module_.target(input.node) : module_.name(input.node));
    if (shared(input.place).inputs > 1) {
      return std::unexpected(memory_.fail(
          input.node,
          "this input is given other memory, and another input keeps the memory that both had: one buffer cannot hold two contents",
          "copy the new data into it with copy_, or pass a clone"));
    }
    memory_.assume("the input '" + name + "' is given other memory: nothing outside of the graph sees the memory that it had before");
    return {};
  }

  Result<void> judge(Input& input) {
    const PlaceId now = memory_.place_of(memory_.known_object(input.node));
    if (memory_.place(now).storage != memory_.place(input.place).storage) return judge_moved(input);
    if (now != input.place) {
      memory_.assume("the shape of the input '" + std::string(module_.name(input.node)) +
                     "' is changed in place: its elements stay, the caller must change the shape");
    }
    const SmallVector<PlaceId, 2>& written = shared(input.place).written;
    input.mutated = input.mutated || std::any_of(written.begin(), written.end(), [&](PlaceId p) { return !memory_.apart(p, input.place); });
    return {};
  }

  // The place that holds an input's final content.
  PlaceId final_place(const Input& input) const {
    const PlaceId now = memory_.place_of(memory_.known_object(input.node));
    return memory_.place(now).storage != memory_.place(input.place).storage ? now : input.place;
  }

  void flatten(const Arg& arg, Args& out) const {
    if (arg.kind == ArgKind::dict) {
      const auto parts = module_.parts(arg);
      for (size_t i = 1; i < parts.size(); i += 2) flatten(parts[i], out);
    } else if (arg.is_sequence()) {
      for (const Arg& part : module_.parts(arg)) flatten(part, out);
    } else {
      out.push_back(arg);
    }
  }

  Result<void> map_outputs() {
    const auto args = module_.args(output_);
    const Arg returned = args.empty() ? Arg::none() : args[0];
    Args leaves;
    flatten(returned, leaves);
    result_.original_output_count = static_cast<int64_t>(leaves.size());
    std::vector<NamedInput> named;
    for (const Input& input : inputs_) named.push_back({input.node, input.index});
    result_.output_aliases = find_output_aliases(memory_, named, leaves);
    std::unordered_multimap<PlaceId, int64_t> outputs;
    for (size_t i = leaves.size(); i-- > 0;) {
      if (!leaves[i].is_node()) continue;
      const ObjectId object = memory_.known_object(leaves[i].as_node());
      // What is cut from autograd has the content, but not the gradient history.
      if (object && !(histories_ && memory_.object(object).detached())) outputs.emplace(memory_.place_of(object), static_cast<int64_t>(i));
    }
    Args appended;
    std::vector<bool> used(leaves.size(), false);
    // Mutated inputs choose first: an output serves one input only.
    for (const bool mutated : {true, false}) {
      for (const Input& input : inputs_) {
        if (input.mutated != mutated || (!mutated && input.index < 0)) continue;
        int64_t at = -1;
        const auto [first, last] = outputs.equal_range(final_place(input));
        for (auto it = first; it != last; ++it) {
          if (!used[static_cast<size_t>(it->second)] && (at < 0 || it->second < at)) at = it->second;
        }
        if (at >= 0) {
          used[static_cast<size_t>(at)] = true;
        } else if (mutated) {
          at = static_cast<int64_t>(leaves.size() + appended.size());
          appended.push_back(Arg::node(input.node));
        } else {
          continue;
        }
        if (auto done = add(input, at); !done) return done;
      }
    }
    std::sort(result_.io_map.begin(), result_.io_map.end());
    std::sort(result_.state_map.begin(), result_.state_map.end());
    if (!appended.empty()) append(returned, appended);
    return {};
  }

  Result<void> add(const Input& input, int64_t output) {
    const TensorMeta* before = memory_.place(input.place).meta;
    const TensorMeta* after = memory_.place(final_place(input)).meta;
    const bool known = before != nullptr && after != nullptr && before->has_sizes && after->has_sizes;
    if (known && (before->geometry.sizes != after->geometry.sizes || before->dtype != after->dtype)) {
      return std::unexpected(memory_.fail(input.node, "this input ends with another shape or dtype: its buffer cannot hold the result",
                                          "copy the new data into it with copy_"));
    }
    const std::string name(input.index < 0 ? module_.target(input.node) : module_.name(input.node));
    if (input.mutated) result_.mutated_inputs.push_back(name);
    if (input.index < 0) {
      result_.state_map.emplace_back(output, name);
    } else {
      result_.io_map.emplace_back(output, input.index);
    }
    return {};
  }

  void append(const Arg& returned, const Args& appended) {
    Args parts;
    if (returned.is_sequence()) {
      parts.assign(module_.parts(returned).begin(), module_.parts(returned).end());
    } else {
      parts.push_back(returned);
    }
    parts.insert(parts.end(), appended.begin(), appended.end());
    const Arg all = module_.make_parts(returned.kind == ArgKind::list ? ArgKind::list : ArgKind::tuple, parts);
    module_.set_args(output_, Args{all});
  }

  static constexpr size_t kKept = 64;

  // What inputs share.
  struct Shared {
    uint32_t inputs = 0;
    SmallVector<PlaceId, 2> written;
  };
  Shared& shared(PlaceId place) { return shared_[memory_.place(place).storage.value]; }

  Module& module_;
  GraphId graph_;
  std::unique_ptr<GraphEffects> effects_;
  Memory& memory_;
  bool histories_;  // some tensor carries a gradient history
  NodeId output_;
  std::vector<Input> inputs_;
  std::vector<Input> attributes_;
  std::vector<Shared> shared_;  // by storage; those of inputs were made first
  AliasingOutputs result_;
};

}  // namespace

Result<AliasingOutputs> aliasing_output_rewrite(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics) {
  return State(module, graph, options, diagnostics).run();
}

}  // namespace outplace
