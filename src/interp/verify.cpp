// The comparison of a mutating graph and its rewritten form, over several fillings of their inputs.
#include "interp/verify.h"

#include <algorithm>
#include <memory>

#include "interp/compare.h"
#include "interp/search.h"
#include "ir/describe.h"

namespace outplace::interp {
namespace {

struct Setting {
  int attempt = 0;
  int64_t range = 64;
  uint64_t salt = 0;  // changes the contents of the inputs
};

// Both graphs, run in one world.
struct Pair {
  std::unique_ptr<World> world;
  std::unique_ptr<Machine> before;
  std::unique_ptr<Machine> after;
};

// " (1 instead of 0)" where both are known.
std::string numbers(const Difference& difference) {
  if (!difference.before || !difference.after) return {};
  const auto before = Elements::as_real(*difference.before);
  const auto after = Elements::as_real(*difference.after);
  const auto text = [](double number) {
    std::string digits = std::to_string(number);
    if (digits.find('.') != std::string::npos) digits.erase(digits.find_last_not_of('0') + 1);
    return digits.ends_with('.') ? digits.substr(0, digits.size() - 1) : digits;
  };
  return before && after ? " (" + text(*after) + " instead of " + text(*before) + ")" : std::string();
}

class Verification {
 public:
  Verification(const Subject& subject, const Claims& claims, const VerifyOptions& options)
      : subject_(subject), claims_(claims), options_(options) {}

  Verdict run() {
    for (int filling = 0; filling < std::max(1, options_.fillings) && verdict_.outcome == Outcome::equal; ++filling) run_filling(filling);
    return std::move(verdict_);
  }

 private:
  void run_filling(int filling) {
    auto pair = run_original(filling);
    if (!pair) return;
    pair->after = std::make_unique<Machine>(*pair->world, subject_.after, subject_.after_graph, options_, Machine::Role::after);
    if (!pair->after->run()) return rewritten_failed(*pair->after);
    if (std::string rule = broken_rule(claims_, *pair->before, *pair->after); !rule.empty())
      return stop(Outcome::different, std::move(rule));
    ++verdict_.fillings;
    if (const auto finding = compare_runs(*pair->before, *pair->after, claims_, options_.strides, verdict_)) report(*finding);
  }

  // Integers that are used as indices must be small enough, and sizes must fit: other settings are tried before the graph is blamed.
  std::optional<Pair> run_original(int filling) {
    const int attempts = subject_.before.node_count() < 5000 ? 300 : 20;
    setting_ = {good_ >= Symbols::kDistinct ? good_ : filling % Symbols::kDistinct, range_};
    std::optional<Pair> first;
    for (int tried = 0; tried < attempts; ++tried) {
      Pair pair;
      pair.world = std::make_unique<World>(setting_.attempt, seed(filling), setting_.range, probes_);
      pair.before = std::make_unique<Machine>(*pair.world, subject_.before, subject_.before_graph, options_, Machine::Role::before);
      if (pair.before->run()) {
        good_ = setting_.attempt;
        range_ = setting_.range;
        if (!probes_.empty() || pair.world->memory.written().empty()) return pair;
        probes_ = pair.world->memory.written();  // large tensors are written: once more, looking at these places
        continue;
      }
      const Stop::Kind kind = pair.before->failure().kind;
      const bool has_symbols = pair.world->symbols.any();
      if (kind == Stop::Kind::out_of_range && setting_.range > 1 && setting_.salt == 0) {
        setting_.range /= 2;
      } else if (kind == Stop::Kind::out_of_range && setting_.salt < kSalts) {
        ++setting_.salt;
        setting_.range = 4;
      } else if (kind != Stop::Kind::unknown && has_symbols) {
        setting_ = {setting_.attempt + 1, Setting().range};
      } else {
        tried = attempts;
      }
      if (!first || kind == Stop::Kind::unknown) first = std::move(pair);
    }
    original_failed(*first->before);
    return std::nullopt;
  }

  static constexpr uint64_t kSalts = 10;

  uint64_t seed(int filling) const { return mix(mix(options_.seed, static_cast<uint64_t>(filling)), setting_.salt); }

  void stop(Outcome outcome, std::string reason) {
    verdict_.outcome = outcome;
    verdict_.reason = std::move(reason);
  }

  void locate(const Module& module, NodeId node) {
    if (!node) return;
    verdict_.node = outplace::describe(module, node);
    verdict_.line = module.node(node).line;
    verdict_.model_line = model_line(module, node);
  }

  void original_failed(const Machine& machine) {
    const Machine::Failure& failure = machine.failure();
    const bool unknown = failure.kind == Stop::Kind::unknown;
    stop(unknown ? Outcome::cannot_be_checked : Outcome::original_fails, failure.message);
    locate(subject_.before, failure.node);
  }

  void rewritten_failed(const Machine& machine) {
    const Machine::Failure& failure = machine.failure();
    const bool unknown = failure.kind == Stop::Kind::unknown;
    stop(unknown ? Outcome::cannot_be_checked : Outcome::different, (unknown ? "" : "the rewritten graph fails: ") + failure.message);
    locate(subject_.after, failure.node);
  }

  void report(const Finding& finding) {
    stop(Outcome::different,
         finding.subject + ": " + finding.difference.what + (finding.difference.before ? " differs" : "") + numbers(finding.difference));
    const Search search = search_difference(
        subject_, options_, {setting_.attempt, seed(static_cast<int>(verdict_.fillings - 1)), setting_.range, probes_}, finding.difference);
    locate(subject_.after, search.node);
    verdict_.before_history = search.before_history;
    verdict_.after_history = search.after_history;
  }

  const Subject& subject_;
  const Claims& claims_;
  const VerifyOptions& options_;
  Verdict verdict_;
  Setting setting_;
  int good_ = 0;  // the attempt and the range of integers with which the original ran
  int64_t range_ = Setting().range;
  Probes probes_;
};

std::string counted(int64_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

}  // namespace

Verdict verify_rewrite(const Module& before, GraphId before_graph, const Module& after, GraphId after_graph, const Claims& claims,
                       const VerifyOptions& options) {
  const Subject subject{before, before_graph, after, after_graph};
  return Verification(subject, claims, options).run();
}

std::string describe(const Verdict& verdict) {
  std::string text;
  switch (verdict.outcome) {
    case Outcome::equal:
      text = "equal: " + counted(verdict.elements, "element") + " of " + counted(verdict.outputs, "output") + " and " +
             counted(verdict.inputs, "final input") + " agree, over " + counted(verdict.fillings, "filling");
      if (verdict.sampled > 0) text += "; of " + counted(verdict.sampled, "large tensor") + " a sample was compared";
      return text + "\n";
    case Outcome::different: text = "different: "; break;
    case Outcome::original_fails: text = "the original graph fails: "; break;
    case Outcome::cannot_be_checked: text = "cannot be checked: "; break;
  }
  text += verdict.reason + "\n";
  if (!verdict.node.empty()) {
    const bool first = verdict.outcome == Outcome::different && !verdict.before_history.empty();
    text += std::string(first ? "  first difference: " : "  node: ") +
            (verdict.line > 0 ? "line " + std::to_string(verdict.line) + ": " : "") + verdict.node + "\n";
  }
  if (!verdict.model_line.empty()) text += "  model: " + verdict.model_line + "\n";
  const auto history = [&](const char* title, const std::vector<std::string>& steps) {
    for (size_t i = 0; i < steps.size(); ++i) text += (i == 0 ? std::string("  ") + title : std::string(" <- ")) + steps[i];
    if (!steps.empty()) text += "\n";
  };
  history("it should be: ", verdict.before_history);
  history("it is:        ", verdict.after_history);
  return text;
}

}  // namespace outplace::interp
