// Elements of tensors: concrete numbers where they are known, hashes of expressions where they are not.
//
// An element has the dtype as which it was last computed. Bit patterns survive reinterpretation: piece() cuts bytes out of an element,
// joined() puts bytes together, and what was cut joins to the very element that it came from. So do a negation of a negation, and a cast
// back from a wider dtype. A complex element is a join of its two parts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/dtype.h"

namespace outplace::interp {

struct Elem {
  uint64_t bits = 0;  // concrete: the integer, or the double; else a hash
  DType dtype = DType::unknown;
  bool concrete = false;
  friend bool operator==(const Elem&, const Elem&) = default;
};

// A strong mixing of two words: the hash of an expression is the mix of the hashes of its parts, in order.
inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15U + (a << 6U) + (a >> 2U))) * 0xbf58476d1ce4e5b9U;
  x ^= x >> 27U;
  x *= 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}
uint64_t hash_text(std::string_view text);
uint64_t hash_of(const Elem& e);

bool is_integral(DType dtype);  // integers and booleans
bool is_complex(DType dtype);
bool is_real_floating(DType dtype);

// Makes elements, and remembers of those that can be undone what they were made of.
class Elements {
 public:
  static Elem opaque(uint64_t hash, DType dtype) { return {hash, dtype, false}; }
  static Elem integer(int64_t value, DType dtype = DType::int64);  // wraps to the dtype's width
  Elem real(double value, DType dtype = DType::float64);           // a hash where the dtype has no such number
  Elem complex(Elem re, Elem im, DType dtype);

  // Any number as an element of the dtype.
  Elem cast(const Elem& e, DType to);
  Elem negated(const Elem& e);
  Elem conjugated(const Elem& e);
  // item_size(to) bytes of `e` from byte `first` on, read as `to`.
  Elem piece(const Elem& e, int first, DType to);
  // Elements of equal size one after the other in memory, read as `to`.
  Elem joined(std::span<const Elem> parts, DType to);

  // An unknown truth value or number is some value that follows from the hash alone.
  static bool truth(const Elem& e);
  static std::optional<int64_t> as_integer(const Elem& e);  // concrete integers, booleans and whole floats
  static std::optional<double> as_real(const Elem& e);      // concrete numbers
  // A sum of hashes does not depend on the order. Concrete integers add up.
  Elem accumulated(const Elem& sum, const Elem& more);

 private:
  enum class How : uint8_t { piece, join, negation, widening };
  // Bytes that lie side by side in one element. Known bytes are runs of one.
  struct Run {
    Elem parent;
    int first = 0;
    int length = 0;
  };
  using Runs = std::vector<Run>;
  struct Origin {
    How how = How::piece;
    int first = 0;
    Elem parent;
    Runs runs;  // of a join
  };
  const Origin* origin(const Elem& e, How how) const;
  Elem remember(uint64_t hash, DType dtype, Origin made_of);
  // The bytes of an element, where they are known, and the element of these bytes.
  using Bytes = std::array<uint8_t, 8>;
  std::optional<Bytes> bytes_of(const Elem& e) const;
  Elem from_bytes(const Bytes& bytes, DType to);
  void add_run(Runs& runs, const Run& run) const;
  void add_runs(Runs& runs, const Elem& e) const;
  Elem from_runs(const Runs& runs, DType to);
  Elem piece_of_whole(const Elem& whole, int first, DType to);
  Elem cast_concrete(const Elem& e, DType to);

  std::unordered_map<uint64_t, Origin> origins_;
};

}  // namespace outplace::interp
