// Elements are unique, so that the nodes which held one are the way that it took.
#include "interp/search.h"

#include <unordered_map>

#include "ir/describe.h"

namespace outplace::interp {
namespace {

constexpr size_t kSteps = 6;

// Hashes of the values of nodes by name, as they were when the node had run.
using Values = std::unordered_map<std::string_view, uint64_t>;

uint64_t hash_of_value(Memory& memory, const Value& value) {
  if (value.is_number()) return hash_of(value.number);
  if (!value.is_tensor() || value.tensor->count() > Array::kHeld) return 0;
  uint64_t hash = 1;
  for (const int64_t size : value.tensor->sizes()) hash = mix(hash, static_cast<uint64_t>(size));
  const Array elements = memory.read(*value.tensor);
  for (int64_t i = 0; i < elements.size(); ++i) hash = mix(hash, hash_of(elements[i]));
  return hash;
}

class History {
 public:
  void look(const Module& module, Memory& memory, NodeId node, const Value& value, const std::optional<Elem>& wanted) {
    if (!wanted || !value.is_tensor() || value.tensor->count() > Array::kHeld) return;
    const Array elements = memory.read(*value.tensor);
    for (int64_t i = 0; i < elements.size(); ++i) {
      if (!(elements[i] == *wanted)) continue;
      Sizes at;
      int64_t rest = i;
      for (size_t d = value.tensor->sizes().size(); d-- > 0;) {
        at.insert(at.begin(), rest % value.tensor->sizes()[d]);
        rest /= value.tensor->sizes()[d];
      }
      const uint32_t line = module.node(node).line;
      steps_.push_back(std::string(module.name(node)) + to_text(at) + (line > 0 ? " (line " + std::to_string(line) + ")" : ""));
      return;
    }
  }

  // The newest few, and the first, which made the element.
  std::vector<std::string> steps() const {
    std::vector<std::string> out;
    for (size_t i = steps_.size(); i-- > 0 && out.size() + 1 < kSteps;) out.push_back(steps_[i]);
    if (out.size() < steps_.size()) {
      if (steps_.size() > out.size() + 1) out.emplace_back("...");
      out.push_back(steps_.front());
    }
    return out;
  }

 private:
  std::vector<std::string> steps_;
};

}  // namespace

Search search_difference(const Subject& subject, const VerifyOptions& options, const WorldSetting& setting, const Difference& difference) {
  World world(setting.attempt, setting.seed, setting.range, setting.probes);
  Search out;
  Values values;
  History before_history;
  Machine before(world, subject.before, subject.before_graph, options, Machine::Role::before);
  before.observer = [&](NodeId node, const Value& value) {
    values.emplace(subject.before.name(node), hash_of_value(world.memory, value));
    before_history.look(subject.before, world.memory, node, value, difference.before);
  };
  before.run();
  History after_history;
  Machine after(world, subject.after, subject.after_graph, options, Machine::Role::after);
  after.observer = [&](NodeId node, const Value& value) {
    after_history.look(subject.after, world.memory, node, value, difference.after);
    if (out.node) return;
    const auto known = values.find(subject.after.name(node));
    if (known != values.end() && known->second != hash_of_value(world.memory, value)) out.node = node;
  };
  after.run();
  out.before_history = before_history.steps();
  out.after_history = after_history.steps();
  return out;
}

}  // namespace outplace::interp
