// Greedy: every change that keeps the failure stays.
#include "shrink.h"

#include <algorithm>
#include <utility>

namespace outplace::property {
namespace {

class Shrinker {
 public:
  Shrinker(ChoiceRecord record, const std::function<bool(const ChoiceRecord&)>& fails) : record_(std::move(record)), fails_(fails) {}

  ChoiceRecord run() {
    bool changed = true;
    for (int round = 0; changed && round < 6; ++round) {
      changed = switch_off();
      changed = lower() || changed;
    }
    return std::move(record_);
  }

 private:
  bool keep_if_failing(ChoiceRecord candidate) {
    if (!fails_(candidate)) return false;
    record_ = std::move(candidate);
    return true;
  }

  // Runs of parts, halved in length; from the end, since later parts use earlier ones.
  bool switch_off() {
    bool changed = false;
    for (size_t length = record_.size() / 2; length >= 1; length /= 2) {
      for (size_t end = record_.size(); end >= length; end -= std::min(end, length)) {
        ChoiceRecord candidate = record_;
        bool any = false;
        for (size_t i = end - length; i < end; ++i) any = std::exchange(candidate[i].enabled, false) || any;
        changed = (any && keep_if_failing(std::move(candidate))) || changed;
        if (end == length) break;
      }
    }
    return changed;
  }

  bool lower() {
    bool changed = false;
    for (size_t part = 0; part < record_.size(); ++part) {
      if (!record_[part].enabled) continue;
      for (size_t i = 0; i < record_[part].values.size(); ++i) {
        const uint32_t value = record_[part].values[i];
        if (value == 0) continue;
        for (const uint32_t to : {uint32_t{0}, value / 2, value - 1}) {
          ChoiceRecord candidate = record_;
          candidate[part].values[i] = to;
          if (!keep_if_failing(std::move(candidate))) continue;
          changed = true;
          break;
        }
      }
    }
    return changed;
  }

  ChoiceRecord record_;
  const std::function<bool(const ChoiceRecord&)>& fails_;
};

}  // namespace

ChoiceRecord shrink(ChoiceRecord record, const std::function<bool(const ChoiceRecord&)>& fails) {
  return Shrinker(std::move(record), fails).run();
}

}  // namespace outplace::property
