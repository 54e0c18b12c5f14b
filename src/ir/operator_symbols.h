// The functions of Python's operator module that FX prints as symbols: operator.add is "a + b", operator.iadd is "a += b".
#pragma once

#include <string_view>

namespace outplace {

// The symbol of a target ("operator.add" -> "+"), "" if FX does not print the target that way.
std::string_view binary_symbol(std::string_view target);
std::string_view unary_symbol(std::string_view target);    // "operator.neg" -> "-"
std::string_view inplace_symbol(std::string_view target);  // "operator.iadd" -> "+="; setitem is not in it

// The way back: "+" -> "operator.add"; "" if there is none. operator.getitem and setitem have no symbol.
std::string_view binary_target(std::string_view symbol);
std::string_view unary_target(std::string_view symbol);
std::string_view inplace_target(std::string_view symbol);

}  // namespace outplace
