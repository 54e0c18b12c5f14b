// Interned strings: an open-addressing table over strings that live in chunks.
#include "support/string_pool.h"

#include <algorithm>
#include <cstring>

namespace outplace {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 16;
constexpr size_t kFirstSlots = 256;

uint64_t mix(uint64_t x) {
  x *= 0x9e3779b97f4a7c15ULL;
  return x ^ (x >> 29);
}

uint32_t hash_of(std::string_view text) {
  uint64_t h = text.size();
  const char* p = text.data();
  size_t n = text.size();
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word = 0;
    std::memcpy(&word, p, 8);
    h = mix(h ^ word);
  }
  uint64_t tail = 0;
  if (n > 0) std::memcpy(&tail, p, n);
  h = mix(h ^ tail);
  return static_cast<uint32_t>(h >> 32);
}

}  // namespace

StringPool::StringPool(const StringPool& other) { *this = other; }

StringPool& StringPool::operator=(const StringPool& other) {
  if (this == &other) return *this;
  chunks_.clear();
  chunk_used_ = chunk_size_ = 0;
  views_.clear();
  views_.reserve(other.views_.size());
  for (const std::string_view view : other.views_) views_.push_back(store(view));
  hashes_ = other.hashes_;
  slots_ = other.slots_;
  return *this;
}

size_t StringPool::slot(std::string_view text, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t i = hash & mask;
  while (slots_[i] != StringId::kNone) {
    const uint32_t id = slots_[i];
    if (hashes_[id] == hash && views_[id] == text) break;
    i = (i + 1) & mask;
  }
  return i;
}

std::string_view StringPool::store(std::string_view text) {
  if (text.empty()) return {};
  if (chunk_size_ - chunk_used_ < text.size()) {
    chunk_size_ = std::max(kChunkBytes, text.size());
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk_size_));
    chunk_used_ = 0;
  }
  char* place = chunks_.back().get() + chunk_used_;
  std::memcpy(place, text.data(), text.size());
  chunk_used_ += text.size();
  return {place, text.size()};
}

void StringPool::grow() {
  slots_.assign(std::max(kFirstSlots, slots_.size() * 2), StringId::kNone);
  const size_t mask = slots_.size() - 1;
  for (uint32_t id = 0; id < hashes_.size(); ++id) {
    size_t i = hashes_[id] & mask;
    while (slots_[i] != StringId::kNone) i = (i + 1) & mask;
    slots_[i] = id;
  }
}

StringId StringPool::intern(std::string_view text) {
  if ((views_.size() + 1) * 2 > slots_.size()) grow();
  const uint32_t hash = hash_of(text);
  const size_t i = slot(text, hash);
  if (slots_[i] != StringId::kNone) return StringId(slots_[i]);
  const StringId id(views_.size());
  views_.push_back(store(text));
  hashes_.push_back(hash);
  slots_[i] = id.value;
  return id;
}

StringId StringPool::find(std::string_view text) const {
  if (slots_.empty()) return {};
  return StringId(slots_[slot(text, hash_of(text))]);
}

}  // namespace outplace
