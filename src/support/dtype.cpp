// Tables of element types, and PyTorch's promotion of two of them.
#include "support/dtype.h"

#include <array>
#include <utility>

namespace outplace {
namespace {

struct Row {
  DType dtype;
  std::string_view abbreviation;
  std::string_view name;
  int size;
  DTypeCategory category;
};

constexpr auto kOther = DTypeCategory::other;
constexpr auto kIntegral = DTypeCategory::integral;
constexpr auto kFloating = DTypeCategory::floating;
constexpr auto kComplex = DTypeCategory::complex;

// In the order of the enumerators.
constexpr std::array kRows = {
    Row{DType::unknown, "", "", 0, kOther},
    Row{DType::boolean, "b8", "bool", 1, DTypeCategory::boolean},
    Row{DType::uint8, "u8", "uint8", 1, kIntegral},
    Row{DType::int8, "i8", "int8", 1, kIntegral},
    Row{DType::int16, "i16", "int16", 2, kIntegral},
    Row{DType::int32, "i32", "int32", 4, kIntegral},
    Row{DType::int64, "i64", "int64", 8, kIntegral},
    Row{DType::uint16, "u16", "uint16", 2, kIntegral},
    Row{DType::uint32, "u32", "uint32", 4, kIntegral},
    Row{DType::uint64, "u64", "uint64", 8, kIntegral},
    Row{DType::float16, "f16", "float16", 2, kFloating},
    Row{DType::bfloat16, "bf16", "bfloat16", 2, kFloating},
    Row{DType::float32, "f32", "float32", 4, kFloating},
    Row{DType::float64, "f64", "float64", 8, kFloating},
    Row{DType::float8_e4m3fn, "f8e4m3fn", "float8_e4m3fn", 1, kFloating},
    Row{DType::float8_e5m2, "f8e5m2", "float8_e5m2", 1, kFloating},
    Row{DType::float8_e4m3fnuz, "f8e4m3fnuz", "float8_e4m3fnuz", 1, kFloating},
    Row{DType::float8_e5m2fnuz, "f8e5m2fnuz", "float8_e5m2fnuz", 1, kFloating},
    Row{DType::float8_e8m0fnu, "f8e8m0fnu", "float8_e8m0fnu", 1, kFloating},
    Row{DType::float4_e2m1fn_x2, "f4e2m1fnx2", "float4_e2m1fn_x2", 1, kFloating},
    Row{DType::complex32, "c32", "complex32", 4, kComplex},
    Row{DType::complex64, "c64", "complex64", 8, kComplex},
    Row{DType::complex128, "c128", "complex128", 16, kComplex},
    Row{DType::bits1x8, "b1x8", "bits1x8", 1, kOther},
    Row{DType::bits2x4, "b2x4", "bits2x4", 1, kOther},
    Row{DType::bits4x2, "b4x2", "bits4x2", 1, kOther},
    Row{DType::bits8, "b8x1", "bits8", 1, kOther},
    Row{DType::bits16, "b16x1", "bits16", 2, kOther},
};

consteval bool rows_follow_the_enumerators() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].dtype) != i) return false;
  }
  return true;
}
static_assert(rows_follow_the_enumerators());

constexpr std::array<std::pair<std::string_view, DType>, 9> kAliases = {{
    {"float", DType::float32},
    {"double", DType::float64},
    {"half", DType::float16},
    {"long", DType::int64},
    {"int", DType::int32},
    {"short", DType::int16},
    {"cfloat", DType::complex64},
    {"cdouble", DType::complex128},
    {"chalf", DType::complex32},
}};

const Row& row(DType dtype) { return kRows[static_cast<size_t>(dtype)]; }

bool is_small_float(DType dtype) { return dtype >= DType::float8_e4m3fn && dtype <= DType::float8_e8m0fnu; }
bool is_wide_unsigned(DType dtype) { return dtype >= DType::uint16 && dtype <= DType::uint64; }

// bool, uint8 and the signed integers.
DType promote_integral(DType a, DType b) {
  if (a == DType::boolean) return b;
  if (b == DType::boolean) return a;
  const bool mixed = (a == DType::uint8) != (b == DType::uint8);
  const DType signed_one = a == DType::uint8 ? b : a;
  if (mixed) return signed_one == DType::int8 ? DType::int16 : signed_one;
  return item_size(a) >= item_size(b) ? a : b;
}

DType promote_floating(DType a, DType b) {
  if (item_size(a) == item_size(b)) return DType::float32;  // float16 with bfloat16
  return item_size(a) > item_size(b) ? a : b;
}

DType promote_complex(DType a, DType b) {
  const DType real_a = real_part_dtype(a);
  const DType real_b = real_part_dtype(b);
  if (category(b) != DTypeCategory::complex && category(b) != DTypeCategory::floating) return a;
  if (category(a) != DTypeCategory::complex && category(a) != DTypeCategory::floating) return b;
  return complex_dtype(real_a == real_b ? real_a : promote_floating(real_a, real_b));
}

}  // namespace

std::string_view abbreviation(DType dtype) { return row(dtype).abbreviation; }
std::string_view torch_name(DType dtype) { return row(dtype).name; }
DTypeCategory category(DType dtype) { return row(dtype).category; }
int item_size(DType dtype) { return row(dtype).size; }

std::optional<DType> dtype_from_abbreviation(std::string_view text) {
  if (text.empty()) return std::nullopt;
  for (const Row& r : kRows) {
    if (r.abbreviation == text) return r.dtype;
  }
  return std::nullopt;
}

std::optional<DType> dtype_from_torch_name(std::string_view text) {
  constexpr std::string_view kPrefix = "torch.";
  if (text.starts_with(kPrefix)) text.remove_prefix(kPrefix.size());
  if (text.empty()) return std::nullopt;
  for (const Row& r : kRows) {
    if (r.name == text) return r.dtype;
  }
  for (const auto& [alias, dtype] : kAliases) {
    if (alias == text) return dtype;
  }
  return std::nullopt;
}

DType real_part_dtype(DType dtype) {
  if (dtype == DType::complex32) return DType::float16;
  if (dtype == DType::complex64) return DType::float32;
  if (dtype == DType::complex128) return DType::float64;
  return dtype;
}

DType complex_dtype(DType dtype) {
  if (dtype == DType::float16) return DType::complex32;
  if (dtype == DType::bfloat16 || dtype == DType::float32) return DType::complex64;
  if (dtype == DType::float64) return DType::complex128;
  return category(dtype) == DTypeCategory::complex ? dtype : DType::unknown;
}

// unknown where PyTorch refuses the pair: 8-bit floats and bits types go with nothing but themselves, unsigned integers of 16 bits and more
// only with floats.
DType promote(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::unknown || b == DType::unknown) return DType::unknown;
  if (is_small_float(a) || is_small_float(b)) return DType::unknown;
  if (category(a) == kOther || category(b) == kOther) return DType::unknown;
  if (is_wide_unsigned(a) || is_wide_unsigned(b)) {
    const DType partner = is_wide_unsigned(a) ? b : a;
    return category(partner) == kFloating ? partner : DType::unknown;
  }
  if (a == DType::float4_e2m1fn_x2 || b == DType::float4_e2m1fn_x2) return DType::unknown;
  if (category(a) == kComplex || category(b) == kComplex) return promote_complex(a, b);
  if (category(a) == kFloating && category(b) == kFloating) return promote_floating(a, b);
  if (category(a) == kFloating) return a;
  if (category(b) == kFloating) return b;
  return promote_integral(a, b);
}

}  // namespace outplace
