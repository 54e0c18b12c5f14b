// The texts of ops/*.ops, embedded when the library is built.
#pragma once

#include <span>
#include <string_view>

namespace outplace {

struct BuiltinText {
  std::string_view name;
  std::string_view text;
};

std::span<const BuiltinText> builtin_ops();  // in the order of their names

}  // namespace outplace
