// Interned strings: an open-addressing table over strings that live in chunks.
#include "support/string_pool.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace outplace {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 16;
constexpr size_t kFirstSlots = 256;

uint64_t mix(uint64_t x) {
  x *= 0x9e3779b97f4a7c15ULL;
  return x ^ (x >> 29);
}

// Names that differ in their last digit only (in their first character if they have none) get neighbouring slots: numbered names are mostly
// made and looked up in a row.
uint32_t hash_of(std::string_view text) {
  if (text.empty()) return 0;
  size_t digit = text.size() - 1;
  while (digit > 0 && (text[digit] < '0' || text[digit] > '9')) --digit;
  const auto without_digit = [&](uint64_t word, size_t at) {
    return digit - at < 8 ? word ^ uint64_t { static_cast<unsigned char>(text[digit]) } << 8 * (digit - at) : word;
  };
  uint64_t h = text.size();
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    h = mix(h ^ without_digit(word, i));
  }
  uint64_t tail = 0;
  if (i < text.size()) std::memcpy(&tail, text.data() + i, text.size() - i);
  h = mix(h ^ without_digit(tail, i));
  return (static_cast<uint32_t>(h >> 32) & ~0xfU) | (static_cast<uint32_t>(text[digit]) & 0xfU);
}

}  // namespace

StringPool& StringPool::operator=(const StringPool& other) {
  if (this == &other) return *this;
  chunks_ = other.chunks_;
  chunk_used_ = chunk_size_ = 0;  // what is added from now on goes to a chunk of its own
  views_ = other.views_;
  slots_ = other.slots_;
  return *this;
}

size_t StringPool::slot(std::string_view text, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  for (; slots_[i] != kFree; i = (i + 1) & mask) {
    if (static_cast<uint32_t>(slots_[i] >> 32) == hash && views_[static_cast<uint32_t>(slots_[i])] == text) break;
  }
  return i;
}

std::string_view StringPool::store(std::string_view text) {
  if (text.empty()) return {};
  if (chunk_size_ - chunk_used_ < text.size()) {
    chunk_size_ = std::max(kChunkBytes, text.size());
    chunks_.push_back(std::make_shared_for_overwrite<char[]>(chunk_size_));
    chunk_used_ = 0;
  }
  char* place = chunks_.back().get() + chunk_used_;
  std::memcpy(place, text.data(), text.size());
  chunk_used_ += text.size();
  return {place, text.size()};
}

void StringPool::grow() {
  const std::vector<uint64_t> old = std::move(slots_);
  slots_.assign(std::max(kFirstSlots, old.size() * 2), kFree);
  const size_t mask = slots_.size() - 1;
  for (const uint64_t entry : old) {
    if (entry == kFree) continue;
    size_t i = (entry >> 32) & mask;
    while (slots_[i] != kFree) i = (i + 1) & mask;
    slots_[i] = entry;
  }
}

StringId StringPool::intern(std::string_view text) {
  if ((views_.size() + 1) * 2 > slots_.size()) grow();
  const uint32_t hash = hash_of(text);
  const size_t i = slot(text, hash);
  if (slots_[i] != kFree) return StringId(static_cast<uint32_t>(slots_[i]));
  const StringId id(views_.size());
  views_.push_back(store(text));
  slots_[i] = (uint64_t{hash} << 32) | id.value;
  return id;
}

StringId StringPool::find(std::string_view text) const {
  if (slots_.empty()) return {};
  const uint64_t entry = slots_[slot(text, hash_of(text))];
  return entry == kFree ? StringId() : StringId(static_cast<uint32_t>(entry));
}

}  // namespace outplace
