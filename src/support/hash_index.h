// Hash lookup of interned things that live in an array elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace outplace {

// A hash of all three, in which neighbours in `a` or `b` have neighbouring slots: things are mostly made and looked up in a row.
inline uint64_t neighbourly_hash(uint64_t rest, uint32_t a, uint32_t b) {
  uint64_t tile = rest ^ (uint64_t{a >> 3U} << 32U | b >> 3U);
  tile = (tile ^ tile >> 32U) * 0x9e3779b97f4a7c15ULL;
  tile = (tile ^ tile >> 29U) * 0xbf58476d1ce4e5b9ULL;
  constexpr uint64_t kInTile = uint64_t{63} << 32U;
  return (tile & ~kInTile) | uint64_t{(a & 7U) << 3U | (b & 7U)} << 32U;
}

// From hashes to the indices of interned things; the owner compares the things themselves. A slot holds half of the hash beside the index,
// so that a lookup mostly touches one cache line.
class HashIndex {
 public:
  template <class Equal>
  std::optional<uint32_t> find(uint64_t hash, Equal equal) const {
    if (slots_.empty()) return std::nullopt;
    const size_t mask = slots_.size() - 1;
    const uint64_t upper = hash >> 32U;
    for (size_t i = upper & mask; slots_[i] != kFree; i = (i + 1) & mask) {
      if (slots_[i] >> 32U == upper && equal(static_cast<uint32_t>(slots_[i]))) return static_cast<uint32_t>(slots_[i]);
    }
    return std::nullopt;
  }
  // The next index, which must be the number of insertions so far.
  void insert(uint64_t hash);

 private:
  static constexpr uint64_t kFree = ~uint64_t{0};
  void place(uint64_t entry);

  std::vector<uint64_t> slots_;
  uint32_t count_ = 0;
};

}  // namespace outplace
