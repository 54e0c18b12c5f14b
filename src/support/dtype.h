// Element types of tensors: names, sizes, and PyTorch's type promotion.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace outplace {

enum class DType : uint8_t {
  unknown,
  boolean,
  uint8,
  int8,
  int16,
  int32,
  int64,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  float8_e4m3fn,
  float8_e5m2,
  float8_e4m3fnuz,
  float8_e5m2fnuz,
  float8_e8m0fnu,
  float4_e2m1fn_x2,
  complex32,
  complex64,
  complex128,
  bits1x8,
  bits2x4,
  bits4x2,
  bits8,
  bits16,
};

enum class DTypeCategory : uint8_t { boolean, integral, floating, complex, other };

std::string_view abbreviation(DType dtype);  // "f32", as in annotations; "" for unknown
std::string_view torch_name(DType dtype);    // "float32"; "" for unknown
std::optional<DType> dtype_from_abbreviation(std::string_view text);
std::optional<DType> dtype_from_torch_name(
    std::string_view text);  // "float32", "torch.float32", aliases: float, half, double, long, int, short, ...
DTypeCategory category(DType dtype);
int item_size(DType dtype);          // bytes; 0 for unknown
DType real_part_dtype(DType dtype);  // complex64 -> float32; a real dtype is returned unchanged
DType complex_dtype(DType dtype);    // float32 -> complex64; unknown if none

// c10::promoteTypes: the dtype of a binary operation on two dimensioned tensors of these types.
DType promote(DType a, DType b);

}  // namespace outplace
