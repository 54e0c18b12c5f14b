// Where a generator's decisions come from: a seed, the bytes of a fuzzer, or the record of an earlier run.
//
// Decisions are grouped in parts (an input, a step, an output). Every run is recorded part by part, and a record can be run again with
// parts switched off or with smaller numbers in it: so a program is shrunk by changing what made it, and stays one that the generator
// makes. For that, 0 is always the simplest decision, and a record that ends early gives zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace outplace::property {

struct ChoicePart {
  bool enabled = true;
  std::vector<uint32_t> values;
  friend bool operator==(const ChoicePart&, const ChoicePart&) = default;
};
using ChoiceRecord = std::vector<ChoicePart>;

class Choices {
 public:
  static Choices from_seed(uint64_t seed);
  static Choices from_bytes(std::span<const uint8_t> bytes);
  static Choices from_record(ChoiceRecord record);

  // Begins the next part; false if it is switched off, and then nothing may be chosen for it.
  bool begin_part();
  // A number below n, which is at least 1.
  uint32_t below(size_t n);
  // True in so many of a hundred cases; false is simpler.
  bool chance(uint32_t percent) { return below(100) + percent >= 100; }
  int64_t between(int64_t first, int64_t last) { return first + below(static_cast<size_t>(last - first + 1)); }
  template <class Range>
  auto pick(const Range& items) {
    return *(std::begin(items) + below(std::size(items)));
  }
  template <class T>
  T pick(std::initializer_list<T> items) {
    return *(items.begin() + below(items.size()));
  }
  // Are the bytes of a fuzzer used up?
  bool exhausted() const { return source_ == Source::bytes && position_ >= bytes_.size(); }

  const ChoiceRecord& record() const { return record_; }

 private:
  enum class Source : uint8_t { seed, bytes, record };
  explicit Choices(Source source) : source_(source) {}
  uint32_t draw(uint32_t n);

  Source source_;
  uint64_t state_ = 0;
  std::span<const uint8_t> bytes_;
  size_t position_ = 0;  // in the bytes, or in the part that is run again
  ChoiceRecord replayed_;
  ChoiceRecord record_;
};

}  // namespace outplace::property
