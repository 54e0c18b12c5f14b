// A list whose elements never move.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace outplace {

// Chunks, each as large as all before it together: growing copies nothing, and an index is found by its highest bit.
template <class T>
class StableList {
 public:
  template <class... A>
  T& emplace_back(A&&... arguments) {
    const Spot spot = find(size_);
    if (spot.chunk == chunks_.size()) chunks_.emplace_back().reserve(kFirst << spot.chunk);
    ++size_;
    return chunks_[spot.chunk].emplace_back(std::forward<A>(arguments)...);
  }
  size_t size() const { return size_; }
  T& operator[](size_t i) {
    const Spot spot = find(i);
    return chunks_[spot.chunk][spot.at];
  }
  const T& operator[](size_t i) const {
    const Spot spot = find(i);
    return chunks_[spot.chunk][spot.at];
  }

 private:
  static constexpr size_t kFirst = 16;
  struct Spot {
    size_t chunk = 0;
    size_t at = 0;
  };
  static Spot find(size_t i) {
    const size_t from_first = i + kFirst;
    const size_t capacity = std::bit_floor(from_first);
    return {static_cast<size_t>(std::bit_width(capacity) - std::bit_width(kFirst)), from_first - capacity};
  }

  std::vector<std::vector<T>> chunks_;
  size_t size_ = 0;
};

}  // namespace outplace
