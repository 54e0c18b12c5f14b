// Interned strings: equal strings have equal ids, so that names are compared and stored as 32-bit numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "support/ids.h"

namespace outplace {

// Append-only. A view stays valid as long as the pool or a copy of it lives.
class StringPool {
 public:
  StringPool() = default;
  StringPool(const StringPool& other) { *this = other; }
  StringPool& operator=(const StringPool& other);
  StringPool(StringPool&&) noexcept = default;
  StringPool& operator=(StringPool&&) noexcept = default;
  ~StringPool() = default;

  StringId intern(std::string_view text);
  // The id of a string that was interned before, else none.
  StringId find(std::string_view text) const;
  std::string_view view(StringId id) const { return id ? views_[id.value] : std::string_view{}; }
  size_t size() const { return views_.size(); }

 private:
  // A slot of the table: the upper half is the string's hash, the lower its id; so that a lookup mostly touches one cache line.
  static constexpr uint64_t kFree = ~uint64_t{0};

  size_t slot(std::string_view text, uint32_t hash) const;
  std::string_view store(std::string_view text);
  void grow();

  std::vector<std::shared_ptr<char[]>> chunks_;  // what is in them never changes, so copies of a pool share them
  size_t chunk_used_ = 0;
  size_t chunk_size_ = 0;
  std::vector<std::string_view> views_;
  std::vector<uint64_t> slots_;  // open addressing, power of two
};

}  // namespace outplace
