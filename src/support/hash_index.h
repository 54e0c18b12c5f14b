// Hash lookup of interned things that live in an array elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace outplace {

// From hashes to the indices of interned things; the owner compares the things themselves.
class HashIndex {
 public:
  template <class Equal>
  std::optional<uint32_t> find(uint64_t hash, Equal equal) const {
    if (slots_.empty()) return std::nullopt;
    const size_t mask = slots_.size() - 1;
    for (size_t i = hash & mask; slots_[i] != kFree; i = (i + 1) & mask) {
      if (hashes_[slots_[i]] == hash && equal(slots_[i])) return slots_[i];
    }
    return std::nullopt;
  }
  // The next index, which must be the number of insertions so far.
  void insert(uint64_t hash);

 private:
  static constexpr uint32_t kFree = 0xffffffffU;
  void place(uint32_t index);

  std::vector<uint32_t> slots_;
  std::vector<uint64_t> hashes_;
};

}  // namespace outplace
