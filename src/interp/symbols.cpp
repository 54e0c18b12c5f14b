// A calculator for the size expressions that PyTorch prints.
#include "interp/symbols.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace outplace::interp {
namespace {

using Number = std::optional<int64_t>;

int64_t floor_div(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return (a % b != 0 && (a % b < 0) != (b < 0)) ? q - 1 : q;
}

constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// sum := product (('+'|'-') product)*; product := signed (('*'|'//'|'%') signed)*; signed := '-' signed | power; power := atom ['**'
// signed]
class Calculator {
 public:
  Calculator(std::string_view text, Symbols& symbols) : text_(text), symbols_(symbols) {}

  Number run() {
    const Number value = sum();
    skip();
    return value && at_ == text_.size() ? value : std::nullopt;
  }

 private:
  static constexpr int kMaxNesting = 200;

  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    skip();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  bool next_is(std::string_view token) {
    skip();
    return text_.substr(at_).starts_with(token);
  }

  Number sum() {
    if (++nesting_ > kMaxNesting) return std::nullopt;
    Number value = product();
    while (value) {
      Number more;
      if (take("+")) {
        if ((more = product())) value = *value + *more;
      } else if (take("-")) {
        if ((more = product())) value = *value - *more;
      } else {
        break;
      }
      if (!more) return std::nullopt;
    }
    --nesting_;
    return value;
  }

  Number product() {
    Number value = with_sign();
    while (value) {
      if (take("//")) {
        value = quotient(*value, with_sign());
      } else if (!next_is("**") && take("*")) {
        const Number more = with_sign();
        int64_t out = 0;
        value = more && !__builtin_mul_overflow(*value, *more, &out) ? Number(out) : std::nullopt;
      } else if (take("%")) {
        const Number more = with_sign();
        const Number whole = quotient(*value, more);
        value = whole ? Number(*value - *whole * *more) : std::nullopt;
      } else if (take("/")) {
        const Number more = with_sign();
        const bool exact = more && *more != 0 && *value % *more == 0;
        value = exact ? Number(*value / *more) : std::nullopt;
      } else {
        break;
      }
    }
    return value;
  }

  static Number quotient(int64_t a, Number b) { return b && *b != 0 ? Number(floor_div(a, *b)) : std::nullopt; }

  Number with_sign() {
    if (++nesting_ > kMaxNesting) return std::nullopt;
    Number value;
    if (take("-")) {
      value = with_sign();
      if (value) value = -*value;
    } else {
      value = power();
    }
    --nesting_;
    return value;
  }

  Number power() {
    const Number base = atom();
    if (!base || !take("**")) return base;
    const Number exponent = with_sign();
    if (!exponent || *exponent < 0 || *exponent > 63) return std::nullopt;
    int64_t value = 1;
    for (int64_t i = 0; i < *exponent; ++i) {
      if (__builtin_mul_overflow(value, *base, &value)) return std::nullopt;
    }
    return value;
  }

  Number atom() {
    if (take("(")) {
      const Number value = sum();
      return take(")") ? value : std::nullopt;
    }
    skip();
    const size_t start = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    if (word.empty()) return std::nullopt;
    if (word.front() >= '0' && word.front() <= '9') {
      int64_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      return error == std::errc() && end == word.data() + word.size() ? Number(value) : std::nullopt;
    }
    return take("(") ? call(word) : Number(symbols_.value_of(word));
  }

  Number call(std::string_view function) {
    std::vector<int64_t> arguments;
    do {
      const Number argument = sum();
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
    } while (take(","));
    if (!take(")")) return std::nullopt;
    if (function == "Max") return *std::max_element(arguments.begin(), arguments.end());
    if (function == "Min") return *std::min_element(arguments.begin(), arguments.end());
    if (arguments.size() == 1) return function == "TruncToInt" || function == "Identity" ? Number(arguments[0]) : std::nullopt;
    if (arguments.size() != 2 || arguments[1] == 0) return std::nullopt;
    const int64_t quotient = floor_div(arguments[0], arguments[1]);
    if (function == "FloorDiv" || function == "CleanDiv") return quotient;
    if (function == "CeilDiv") return -floor_div(-arguments[0], arguments[1]);
    if (function == "Mod" || function == "PythonMod") return arguments[0] - quotient * arguments[1];
    return std::nullopt;
  }

  std::string_view text_;
  Symbols& symbols_;
  size_t at_ = 0;
  int nesting_ = 0;
};

// "[a, b]" at the start of `text`, which is moved behind it.
std::optional<Sizes> take_sizes(std::string_view& text, Symbols& symbols) {
  if (!text.starts_with("[")) return std::nullopt;
  Sizes sizes;
  int depth = 0;
  size_t start = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if ((c == ',' && depth == 1) || depth == 0) {
      const std::string_view part = text.substr(start, i - start);
      start = i + 1;
      if (part.find_first_not_of(' ') != std::string_view::npos) {
        const auto value = symbols.evaluate(part);
        if (!value) return std::nullopt;
        sizes.push_back(*value);
      }
    }
    if (depth == 0) {
      text.remove_prefix(i + 1);
      return sizes;
    }
  }
  return std::nullopt;
}

}  // namespace

// Different sizes find more; equal ones, and then small powers of two, satisfy more graphs.
int64_t Symbols::value_of(std::string_view name) {
  const auto [entry, is_new] = values_.try_emplace(std::string(name), 0);
  if (!is_new) return entry->second;
  const auto seen = static_cast<int64_t>(values_.size() - 1);
  if (attempt_ < kDistinct) {
    entry->second = 8 + 4 * ((seen + attempt_) % 6);
  } else if (attempt_ < kDistinct + kEqual) {
    constexpr int64_t kSizes[kEqual] = {8, 12, 16, 4};
    entry->second = kSizes[attempt_ - kDistinct];
  } else {
    entry->second = int64_t{2} << (mix(static_cast<uint64_t>(attempt_), static_cast<uint64_t>(seen)) % 4);
  }
  return entry->second;
}

std::optional<int64_t> Symbols::evaluate(std::string_view text) { return Calculator(text, *this).run(); }

std::optional<Annotation> read_annotation(std::string_view text, Symbols& symbols) {
  const size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return std::nullopt;
  const auto dtype = dtype_from_abbreviation(text.substr(0, bracket));
  if (!dtype) return std::nullopt;
  Annotation out;
  out.dtype = *dtype;
  text.remove_prefix(bracket);
  auto sizes = take_sizes(text, symbols);
  if (!sizes) return std::nullopt;
  out.sizes = std::move(*sizes);
  if (text.starts_with("[")) {
    out.strides = take_sizes(text, symbols);
    if (!out.strides || out.strides->size() != out.sizes.size()) return std::nullopt;
  }
  out.device = std::string(text);
  return out;
}

std::string_view symbolic_text(std::string_view annotation) {
  if (!annotation.starts_with("Sym(") || !annotation.ends_with(")")) return {};
  return annotation.substr(4, annotation.size() - 5);
}

}  // namespace outplace::interp
