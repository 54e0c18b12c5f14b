// Strong 32-bit identifiers: an index into one of the arrays that make up a module.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace outplace {

// An index with a type of its own, so that a node is never taken for a place. The default is "none".
template <class Tag>
struct Id {
  static constexpr uint32_t kNone = 0xffffffffU;

  uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  constexpr explicit Id(size_t v) : value(static_cast<uint32_t>(v)) {}

  constexpr bool valid() const { return value != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using StringId = Id<struct StringTag>;
using NodeId = Id<struct NodeTag>;
using GraphId = Id<struct GraphTag>;

}  // namespace outplace

template <class Tag>
struct std::hash<outplace::Id<Tag>> {
  size_t operator()(outplace::Id<Tag> id) const noexcept { return std::hash<uint32_t>{}(id.value); }
};
