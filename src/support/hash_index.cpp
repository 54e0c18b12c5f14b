// An open-addressing table of indices.
#include "support/hash_index.h"

#include <algorithm>

namespace outplace {

void HashIndex::place(uint32_t index) {
  const size_t mask = slots_.size() - 1;
  size_t i = hashes_[index] & mask;
  while (slots_[i] != kFree) i = (i + 1) & mask;
  slots_[i] = index;
}

void HashIndex::insert(uint64_t hash) {
  hashes_.push_back(hash);
  if (hashes_.size() * 2 <= slots_.size()) {
    place(static_cast<uint32_t>(hashes_.size() - 1));
    return;
  }
  slots_.assign(std::max<size_t>(16, slots_.size() * 2), kFree);
  for (uint32_t i = 0; i < hashes_.size(); ++i) place(i);
}

}  // namespace outplace
