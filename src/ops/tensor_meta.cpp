// Reads and prints PyTorch's annotations of tensors.
#include "ops/tensor_meta.h"

#include <cctype>

namespace outplace {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Most sizes are short decimal numbers.
std::optional<Sym> read_size(std::string_view text, SymPool& syms) {
  constexpr size_t kSafeDigits = 18;
  text = trimmed(text);
  if (text.empty()) return std::nullopt;
  if (text.size() > kSafeDigits) return syms.parse(text);
  int64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return syms.parse(text);
    value = value * 10 + (c - '0');
  }
  return value;
}

// Reads "[a, b, ...]" at the front of `text` and takes it off.
std::optional<Sizes> take_list(std::string_view& text, SymPool& syms) {
  if (text.empty() || text.front() != '[') return std::nullopt;
  Sizes out;
  int level = 0;
  size_t start = 1;
  for (size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(') ++level;
    if (c == ')') --level;
    const bool last = c == ']';
    if (level != 0 || (c != ',' && !last)) continue;
    const std::string_view item = text.substr(start, i - start);
    if (last && out.empty() && trimmed(item).empty()) {
      text.remove_prefix(i + 1);
      return out;
    }
    const auto value = read_size(item, syms);
    if (!value) return std::nullopt;
    out.push_back(*value);
    start = i + 1;
    if (!last) continue;
    text.remove_prefix(i + 1);
    return out;
  }
  return std::nullopt;
}

// "cpu", "cuda:0", "privateuseone:1"
bool is_device(std::string_view text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
  const size_t colon = text.find(':');
  for (const char c : text.substr(0, colon)) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  }
  if (colon == std::string_view::npos) return true;
  for (const char c : text.substr(colon + 1)) {
    if (!is_digit(c)) return false;
  }
  return colon + 1 < text.size();
}

void print_list(std::string& out, const Sizes& values, const SymPool& syms) {
  out += '[';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ", ";
    out += values[i].is_constant() ? std::to_string(values[i].value) : syms.print(values[i]);
  }
  out += ']';
}

}  // namespace

std::optional<TensorMeta> parse_annotation(std::string_view text, SymPool& syms) {
  const size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return std::nullopt;
  const auto dtype = dtype_from_abbreviation(text.substr(0, bracket));
  if (!dtype) return std::nullopt;
  text.remove_prefix(bracket);

  TensorMeta meta;
  meta.dtype = *dtype;
  auto sizes = take_list(text, syms);
  if (!sizes) return std::nullopt;
  // A tensor has this many elements along a dim, so the value is never negative.
  for (const Sym size : *sizes) {
    if (!size.is_constant()) syms.assume_nonnegative(size);
  }
  meta.geometry.sizes = std::move(*sizes);
  meta.has_sizes = true;
  if (text.starts_with('[')) {
    auto strides = take_list(text, syms);
    if (!strides || strides->size() != meta.geometry.sizes.size()) return std::nullopt;
    meta.geometry.strides = std::move(*strides);
    meta.has_strides = true;
  }
  if (text.empty()) return meta;
  if (!is_device(text)) return std::nullopt;
  meta.device = text;
  return meta;
}

namespace {

// Calls whose value is a truth value or a float, and symbols of floats (zf0, zuf1).
bool is_no_integer(std::string_view text) {
  for (const std::string_view name : {"Eq(", "Ne(", "Lt(", "Le(", "Gt(", "Ge(", "And(", "Or(", "Not(", "ToFloat(", "TruncToFloat(",
                                      "IntTrueDiv(", "FloatTrueDiv(", "FloatPow(", "RoundDecimal("}) {
    if (text.starts_with(name)) return true;
  }
  if (text.find("ToInt(") != std::string_view::npos) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool starts = i == 0 || (std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 && text[i - 1] != '_');
    const std::string_view rest = text.substr(i);
    const size_t prefix = rest.starts_with("zf") ? 2 : rest.starts_with("zuf") ? 3 : 0;
    if (starts && prefix > 0 && rest.size() > prefix && is_digit(rest[prefix])) return true;
  }
  return false;
}

}  // namespace

std::optional<Sym> parse_sym_annotation(std::string_view text, SymPool& syms) {
  constexpr std::string_view kOpen = "Sym(";
  if (!text.starts_with(kOpen) || !text.ends_with(')')) return std::nullopt;
  text = trimmed(text.substr(kOpen.size(), text.size() - kOpen.size() - 1));
  if (is_no_integer(text)) return std::nullopt;
  return syms.parse(text);
}

namespace {

constexpr std::string_view kOpenStride = "Stride";

}  // namespace

Sym open_stride(int64_t index, const std::vector<Sym>& of, SymPool& syms) {
  std::vector<Sym> arguments = {index};
  arguments.insert(arguments.end(), of.begin(), of.end());
  return syms.call(kOpenStride, std::move(arguments));
}

std::string print_annotation(const TensorMeta& meta, AnnotationStyle style, const SymPool& syms) {
  std::string out(abbreviation(meta.dtype));
  if (meta.has_sizes) print_list(out, meta.geometry.sizes, syms);
  const auto is_open = [&](Sym stride) { return syms.calls(stride, kOpenStride); };
  const bool strides = meta.has_sizes && meta.has_strides && style.strides && std::ranges::none_of(meta.geometry.strides, is_open);
  if (strides) print_list(out, meta.geometry.strides, syms);
  if (style.device) out += meta.device;
  return out;
}

}  // namespace outplace
