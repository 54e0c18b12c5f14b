// Arithmetic of abstract elements, and exact reinterpretation of their bits.
#include "interp/element.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "support/check.h"

namespace outplace::interp {
namespace {

using Bytes = std::array<uint8_t, 8>;

// Mantissa bits and the range of normal exponents; numbers beyond them are not kept as numbers.
struct FloatForm {
  int mantissa = 0;
  int min_exponent = 0;
  int max_exponent = 0;
};

std::optional<FloatForm> float_form(DType dtype) {
  if (dtype == DType::float64) return FloatForm{52, -1022, 1023};
  if (dtype == DType::float32) return FloatForm{23, -126, 127};
  if (dtype == DType::bfloat16) return FloatForm{7, -126, 127};
  if (dtype == DType::float16) return FloatForm{10, -14, 15};
  return std::nullopt;
}

bool is_exact(double value, DType dtype) {
  if (value == 0 || dtype == DType::float64) return true;
  const auto form = float_form(dtype);
  if (!form) return false;
  if (!std::isfinite(value)) return true;
  const int exponent = std::ilogb(value);
  if (exponent < form->min_exponent || exponent > form->max_exponent) return false;
  const auto bits = std::bit_cast<uint64_t>(value);
  return (bits & ((uint64_t{1} << (52 - form->mantissa)) - 1)) == 0;
}

uint16_t half_bits(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const auto sign = static_cast<uint16_t>((bits >> 48U) & 0x8000U);
  if (value == 0) return sign;
  if (std::isinf(value)) return static_cast<uint16_t>(sign | 0x7c00U);
  if (std::isnan(value)) return 0x7e00U;
  const auto exponent = static_cast<uint64_t>(std::ilogb(value) + 15);
  return static_cast<uint16_t>(sign | (exponent << 10U) | ((bits >> 42U) & 0x3ffU));
}

std::optional<double> half_value(uint16_t bits) {
  const int exponent = (bits >> 10U) & 0x1f;
  const int mantissa = bits & 0x3ff;
  const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
  if (exponent == 0) return mantissa == 0 ? std::optional(sign * 0.0) : std::nullopt;
  if (exponent == 31) return mantissa == 0 ? std::optional(sign * std::numeric_limits<double>::infinity()) : std::nullopt;
  return sign * std::ldexp(1.0 + mantissa / 1024.0, exponent - 15);
}

// The bytes of a concrete real element.
std::optional<Bytes> encode(const Elem& e) {
  if (!e.concrete) return std::nullopt;
  Bytes out{};
  const auto store = [&](auto value) {
    std::memcpy(out.data(), &value, sizeof(value));
    return out;
  };
  if (is_integral(e.dtype)) return store(e.bits);
  const auto value = std::bit_cast<double>(e.bits);
  if (e.dtype == DType::float64) return store(value);
  if (e.dtype == DType::float32) return store(static_cast<float>(value));
  if (e.dtype == DType::bfloat16) return store(static_cast<uint16_t>(std::bit_cast<uint32_t>(static_cast<float>(value)) >> 16U));
  if (e.dtype == DType::float16) return store(half_bits(value));
  return std::nullopt;
}

std::optional<double> decode_float(const Bytes& bytes, DType dtype) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), static_cast<size_t>(item_size(dtype)));
  if (dtype == DType::float64) return std::bit_cast<double>(word);
  if (dtype == DType::float32) return std::bit_cast<float>(static_cast<uint32_t>(word));
  if (dtype == DType::bfloat16) return std::bit_cast<float>(static_cast<uint32_t>(word << 16U));
  if (dtype == DType::float16) return half_value(static_cast<uint16_t>(word));
  return std::nullopt;
}

// The element of these bytes, if it is a number that encodes to the same bytes.
std::optional<Elem> decode(const Bytes& bytes, DType dtype) {
  if (is_integral(dtype)) {
    int64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof(word));
    const Elem e = Elements::integer(word, dtype);
    if (dtype == DType::boolean && (bytes[0] > 1)) return std::nullopt;
    return e;
  }
  const auto value = decode_float(bytes, dtype);
  if (!value || std::isnan(*value) || !is_exact(*value, dtype)) return std::nullopt;
  return Elem{std::bit_cast<uint64_t>(*value), dtype, true};
}

// Does every value of `from` survive a cast to `to` and back?
bool is_widening(DType from, DType to) {
  if (is_complex(to)) return is_widening(from, real_part_dtype(to)) || (is_complex(from) && item_size(from) <= item_size(to));
  if (is_complex(from)) return false;
  if (is_integral(from) && is_integral(to)) {
    const bool from_unsigned = from >= DType::uint16 && from <= DType::uint64;
    return from == DType::boolean || (!from_unsigned && item_size(from) < item_size(to)) || (from == DType::uint8 && item_size(to) > 1);
  }
  const auto form = float_form(to);
  if (!form) return false;
  if (is_integral(from)) return item_size(from) * 8 <= form->mantissa + 1;
  const auto source = float_form(from);
  return source && source->mantissa <= form->mantissa && source->max_exponent <= form->max_exponent;
}

constexpr uint64_t kCast = 0xca57;
constexpr uint64_t kPiece = 0x91ece;
constexpr uint64_t kJoin = 0x10123;
constexpr uint64_t kNegation = 0x4e6;

}  // namespace

bool is_integral(DType dtype) { return category(dtype) == DTypeCategory::integral || category(dtype) == DTypeCategory::boolean; }
bool is_complex(DType dtype) { return category(dtype) == DTypeCategory::complex; }
bool is_real_floating(DType dtype) { return category(dtype) == DTypeCategory::floating; }

uint64_t hash_text(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325U;
  for (const char c : text) h = (h ^ static_cast<uint8_t>(c)) * 0x100000001b3U;
  return mix(h, text.size());
}

uint64_t hash_of(const Elem& e) { return mix(mix(e.bits, static_cast<uint64_t>(e.dtype)), e.concrete ? 1 : 0); }

Elem Elements::integer(int64_t value, DType dtype) {
  if (dtype == DType::boolean) return {value != 0 ? 1U : 0U, dtype, true};
  const int bits = item_size(dtype) * 8;
  OUTPLACE_CHECK(bits > 0, "an integer of no dtype");
  if (bits < 64) {
    const bool is_unsigned = dtype == DType::uint8 || (dtype >= DType::uint16 && dtype <= DType::uint64);
    const int unused = 64 - bits;
    const uint64_t shifted = static_cast<uint64_t>(value) << unused;
    value = is_unsigned ? static_cast<int64_t>(shifted >> unused) : static_cast<int64_t>(shifted) >> unused;
  }
  return {static_cast<uint64_t>(value), dtype, true};
}

Elem Elements::real(double value, DType dtype) {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  if (dtype == DType::float32) value = static_cast<float>(value);
  if (is_exact(value, dtype)) return {std::bit_cast<uint64_t>(value), dtype, true};
  return opaque(mix(mix(kCast, std::bit_cast<uint64_t>(value)), static_cast<uint64_t>(dtype)), dtype);
}

Elem Elements::complex(Elem re, Elem im, DType dtype) {
  const DType part = real_part_dtype(dtype);
  const std::array parts = {cast(re, part), cast(im, part)};
  return joined(parts, dtype);
}

const Elements::Origin* Elements::origin(const Elem& e, How how) const {
  if (e.concrete) return nullptr;
  const auto found = origins_.find(e.bits);
  return found != origins_.end() && found->second.how == how ? &found->second : nullptr;
}

Elem Elements::remember(uint64_t hash, DType dtype, Origin made_of) {
  // Casts to different dtypes and readings of one piece differ in their hash, so that it alone is the key.
  const Elem e = opaque(mix(hash, static_cast<uint64_t>(dtype)), dtype);
  origins_.try_emplace(e.bits, std::move(made_of));
  return e;
}

Elem Elements::cast_concrete(const Elem& e, DType to) {
  if (is_integral(e.dtype)) {
    const auto value = static_cast<int64_t>(e.bits);
    return is_integral(to) ? integer(value, to) : real(static_cast<double>(value), to);
  }
  const auto value = std::bit_cast<double>(e.bits);
  if (!is_integral(to)) return real(value, to);
  if (to == DType::boolean) return integer(value != 0 ? 1 : 0, to);
  if (std::isfinite(value) && std::abs(value) < 9.0e18) {
    const auto whole = static_cast<int64_t>(value);
    if (integer(whole, to).bits == static_cast<uint64_t>(whole)) return integer(whole, to);
  }
  return opaque(mix(mix(kCast, hash_of(e)), static_cast<uint64_t>(to)), to);
}

Elem Elements::cast(const Elem& e, DType to) {
  if (e.dtype == to || to == DType::unknown) return e;
  if (is_complex(to) && !is_complex(e.dtype)) return complex(e, integer(0), to);
  if (is_complex(e.dtype) && is_complex(to)) {
    const DType part = real_part_dtype(e.dtype);
    return complex(piece(e, 0, part), piece(e, item_size(part), part), to);
  }
  if (is_complex(e.dtype) && to != DType::boolean) return cast(piece(e, 0, real_part_dtype(e.dtype)), to);
  if (e.concrete) return cast_concrete(e, to);
  if (e.dtype == DType::boolean) return cast_concrete(integer(truth(e) ? 1 : 0, DType::boolean), to);
  if (const Origin* wide = origin(e, How::widening)) return cast(Elem(wide->parent), to);
  const uint64_t hash = mix(kCast, hash_of(e));
  if (is_widening(e.dtype, to)) return remember(hash, to, {How::widening, 0, e, {}});
  return opaque(mix(hash, static_cast<uint64_t>(to)), to);
}

Elem Elements::negated(const Elem& e) {
  if (is_complex(e.dtype)) {
    const DType part = real_part_dtype(e.dtype);
    return complex(negated(piece(e, 0, part)), negated(piece(e, item_size(part), part)), e.dtype);
  }
  if (e.concrete && is_integral(e.dtype)) return integer(static_cast<int64_t>(~e.bits + 1), e.dtype);
  if (e.concrete) return {std::bit_cast<uint64_t>(-std::bit_cast<double>(e.bits)), e.dtype, true};
  if (const Origin* made = origin(e, How::negation)) return made->parent;
  return remember(mix(kNegation, hash_of(e)), e.dtype, {How::negation, 0, e, {}});
}

Elem Elements::conjugated(const Elem& e) {
  if (!is_complex(e.dtype)) return e;
  const DType part = real_part_dtype(e.dtype);
  return complex(piece(e, 0, part), negated(piece(e, item_size(part), part)), e.dtype);
}

std::optional<Elements::Bytes> Elements::bytes_of(const Elem& e) const {
  if (e.concrete) return encode(e);
  const Origin* part = origin(e, How::piece);
  const auto whole = part != nullptr ? encode(part->parent) : std::nullopt;
  if (!whole) return std::nullopt;
  Bytes out{};
  std::memcpy(out.data(), whole->data() + part->first, static_cast<size_t>(item_size(e.dtype)));
  return out;
}

// Bytes that are no number of the dtype are a piece of the integer that has them.
Elem Elements::from_bytes(const Bytes& bytes, DType to) {
  if (const auto number = decode(bytes, to)) return *number;
  constexpr DType kRaw[] = {DType::uint8, DType::uint8, DType::int16, DType::unknown, DType::int32};
  const int size = item_size(to);
  int64_t word = 0;
  std::memcpy(&word, bytes.data(), static_cast<size_t>(size));
  const Elem raw = integer(word, size == 8 ? DType::int64 : kRaw[size]);
  return remember(mix(mix(mix(kPiece, hash_of(raw)), 0), static_cast<uint64_t>(size)), to, {How::piece, 0, raw, {}});
}

// Neighbours in one element become one run.
void Elements::add_run(Runs& runs, const Run& run) const {
  const bool continues =
      !runs.empty() && !run.parent.concrete && runs.back().parent == run.parent && runs.back().first + runs.back().length == run.first;
  if (continues) {
    runs.back().length += run.length;
  } else {
    runs.push_back(run);
  }
}

void Elements::add_runs(Runs& runs, const Elem& e) const {
  const int size = item_size(e.dtype);
  if (const auto bytes = bytes_of(e)) {
    for (int i = 0; i < size; ++i) runs.push_back({integer((*bytes)[static_cast<size_t>(i)], DType::uint8), 0, 1});
  } else if (const Origin* part = origin(e, How::piece)) {
    add_run(runs, {part->parent, part->first, size});
  } else if (const Origin* join = origin(e, How::join)) {
    for (const Run& run : join->runs) add_run(runs, run);
  } else {
    add_run(runs, {e, 0, size});
  }
}

Elem Elements::piece_of_whole(const Elem& whole, int first, DType to) {
  if (first == 0 && whole.dtype == to) return whole;
  const uint64_t hash = mix(mix(mix(kPiece, hash_of(whole)), static_cast<uint64_t>(first)), static_cast<uint64_t>(item_size(to)));
  return remember(hash, to, {How::piece, first, whole, {}});
}

Elem Elements::from_runs(const Runs& runs, DType to) {
  if (runs.size() == 1 && !runs[0].parent.concrete) return piece_of_whole(runs[0].parent, runs[0].first, to);
  Bytes bytes{};
  bool known = !is_complex(to) && runs.size() <= bytes.size();
  uint64_t hash = kJoin;
  for (size_t i = 0; i < runs.size(); ++i) {
    known = known && runs[i].parent.concrete;
    if (known) bytes[i] = static_cast<uint8_t>(runs[i].parent.bits);
    hash = mix(mix(mix(hash, hash_of(runs[i].parent)), static_cast<uint64_t>(runs[i].first)), static_cast<uint64_t>(runs[i].length));
  }
  return known ? from_bytes(bytes, to) : remember(hash, to, {How::join, 0, {}, runs});
}

Elem Elements::piece(const Elem& e, int first, DType to) {
  if (e.dtype == to) return e;
  const int size = item_size(to);
  OUTPLACE_CHECK(size > 0 && first >= 0 && first + size <= item_size(e.dtype), "a piece outside of its element");
  Runs all;
  add_runs(all, e);
  Runs cut;
  int at = 0;
  for (const Run& run : all) {
    const int begin = std::max(first, at);
    const int end = std::min(first + size, at + run.length);
    if (begin < end) add_run(cut, {run.parent, run.first + begin - at, end - begin});
    at += run.length;
  }
  return from_runs(cut, to);
}

Elem Elements::joined(std::span<const Elem> parts, DType to) {
  OUTPLACE_CHECK(!parts.empty(), "a join of nothing");
  Runs runs;
  for (const Elem& part : parts) add_runs(runs, part);
  return from_runs(runs, to);
}

bool Elements::truth(const Elem& e) {
  if (!e.concrete) return (mix(e.bits, 0x7272) & 1U) != 0;
  return is_integral(e.dtype) ? e.bits != 0 : std::bit_cast<double>(e.bits) != 0;
}

std::optional<int64_t> Elements::as_integer(const Elem& e) {
  if (!e.concrete) return std::nullopt;
  if (is_integral(e.dtype)) return static_cast<int64_t>(e.bits);
  const auto value = std::bit_cast<double>(e.bits);
  if (std::trunc(value) != value || std::abs(value) > 9.0e15) return std::nullopt;
  return static_cast<int64_t>(value);
}

std::optional<double> Elements::as_real(const Elem& e) {
  if (!e.concrete) return std::nullopt;
  return is_integral(e.dtype) ? static_cast<double>(static_cast<int64_t>(e.bits)) : std::bit_cast<double>(e.bits);
}

Elem Elements::accumulated(const Elem& sum, const Elem& more) {
  if (sum.concrete && more.concrete && is_integral(sum.dtype)) {
    return integer(static_cast<int64_t>(sum.bits + more.bits), sum.dtype);
  }
  const uint64_t start = sum.concrete ? hash_of(sum) : sum.bits;
  return opaque(start + mix(hash_of(more), 0xacc), sum.dtype);
}

}  // namespace outplace::interp
