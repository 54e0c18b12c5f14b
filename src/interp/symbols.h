// Concrete numbers for symbolic sizes, and what annotations say under them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "interp/tensor.h"

namespace outplace::interp {

// A symbol gets its number when it is met for the first time. Which one depends on the attempt, so that graphs which ask for a multiple of
// something find one.
class Symbols {
 public:
  static constexpr int kDistinct = 3;  // the first attempts give symbols different numbers
  static constexpr int kEqual = 4;     // the next ones equal numbers

  explicit Symbols(int attempt) : attempt_(attempt) {}

  // The value of an expression as sympy and PyTorch print it; nullopt if it is none.
  std::optional<int64_t> evaluate(std::string_view text);
  // States a symbol's value, unless it has one.
  void bind(std::string_view name, int64_t value) { values_.try_emplace(std::string(name), value); }
  int64_t value_of(std::string_view name);
  bool any() const { return !values_.empty(); }

 private:
  int attempt_;
  std::unordered_map<std::string, int64_t> values_;
};

// f32[2, s0][s0, 1]cpu
struct Annotation {
  DType dtype = DType::unknown;
  Sizes sizes;
  std::optional<Sizes> strides;
  std::string device;
};
// nullopt for what is no plain tensor.
std::optional<Annotation> read_annotation(std::string_view text, Symbols& symbols);
// Sym(s0 + 1) -> s0 + 1; "" for others
std::string_view symbolic_text(std::string_view annotation);

}  // namespace outplace::interp
