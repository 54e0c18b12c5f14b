// An open-addressing table of indices.
#include "support/hash_index.h"

#include <algorithm>
#include <utility>

namespace outplace {

void HashIndex::place(uint64_t entry) {
  const size_t mask = slots_.size() - 1;
  size_t i = (entry >> 32U) & mask;
  while (slots_[i] != kFree) i = (i + 1) & mask;
  slots_[i] = entry;
}

void HashIndex::insert(uint64_t hash) {
  if ((size_t{count_} + 1) * 2 > slots_.size()) {
    const std::vector<uint64_t> old = std::move(slots_);
    slots_.assign(std::max<size_t>(16, old.size() * 2), kFree);
    for (const uint64_t entry : old) {
      if (entry != kFree) place(entry);
    }
  }
  place((hash & ~uint64_t{0xffffffffU}) | count_);
  ++count_;
}

}  // namespace outplace
