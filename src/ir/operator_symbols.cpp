// FX's tables of operators that print as symbols.
#include "ir/operator_symbols.h"

#include <span>

namespace outplace {
namespace {

struct Row {
  std::string_view target;
  std::string_view symbol;
};

// Where two names have one symbol, the one that reading gives comes first.
constexpr Row kBinary[] = {
    {"operator.add", "+"},  {"operator.sub", "-"}, {"operator.mul", "*"},  {"operator.floordiv", "//"}, {"operator.truediv", "/"},
    {"operator.div", "/"},  {"operator.mod", "%"}, {"operator.pow", "**"}, {"operator.lshift", "<<"},   {"operator.rshift", ">>"},
    {"operator.and_", "&"}, {"operator.or_", "|"}, {"operator.xor", "^"},  {"operator.matmul", "@"},    {"operator.eq", "=="},
    {"operator.ne", "!="},  {"operator.lt", "<"},  {"operator.gt", ">"},   {"operator.le", "<="},       {"operator.ge", ">="},
};
constexpr Row kUnary[] = {{"operator.pos", "+"}, {"operator.neg", "-"}, {"operator.invert", "~"}};
constexpr Row kInplace[] = {
    {"operator.iadd", "+="},  {"operator.iand", "&="},     {"operator.ifloordiv", "//="}, {"operator.ilshift", "<<="},
    {"operator.imod", "%="},  {"operator.imul", "*="},     {"operator.imatmul", "@="},    {"operator.ior", "|="},
    {"operator.ipow", "**="}, {"operator.irshift", ">>="}, {"operator.isub", "-="},       {"operator.itruediv", "/="},
    {"operator.ixor", "^="},
};

std::string_view symbol_of(std::span<const Row> rows, std::string_view target) {
  if (!target.starts_with("operator.")) return {};
  for (const Row& row : rows) {
    if (row.target == target) return row.symbol;
  }
  return {};
}

std::string_view target_of(std::span<const Row> rows, std::string_view symbol) {
  for (const Row& row : rows) {
    if (row.symbol == symbol) return row.target;
  }
  return {};
}

}  // namespace

std::string_view binary_symbol(std::string_view target) { return symbol_of(kBinary, target); }
std::string_view unary_symbol(std::string_view target) { return symbol_of(kUnary, target); }
std::string_view inplace_symbol(std::string_view target) { return symbol_of(kInplace, target); }
std::string_view binary_target(std::string_view symbol) { return target_of(kBinary, symbol); }
std::string_view unary_target(std::string_view symbol) { return target_of(kUnary, symbol); }
std::string_view inplace_target(std::string_view symbol) { return target_of(kInplace, symbol); }

}  // namespace outplace
