// Memory formats that put the channels last.
#pragma once

#include <string_view>

#include "ops/tensor_meta.h"

namespace outplace {

inline constexpr std::string_view kContiguousFormat = "torch.contiguous_format";
inline constexpr std::string_view kPreserveFormat = "torch.preserve_format";
inline constexpr std::string_view kChannelsLast = "torch.channels_last";
inline constexpr std::string_view kChannelsLast3d = "torch.channels_last_3d";

// Of at least two dims: the second one is the innermost, the first one the outermost.
Sizes channels_last_strides(const Sizes& sizes, SymPool& syms);

}  // namespace outplace
