// For tests: reads the tables that tools/layout_cases.py prints.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ops/view_step.h"

namespace outplace::cases {

inline std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> out;
  size_t start = 0;
  for (size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, start)) {
    out.push_back(text.substr(start, end - start));
    start = end + separator.size();
  }
  out.push_back(text.substr(start));
  return out;
}

// "3,-1" or "-" for none.
inline std::vector<int64_t> numbers(const std::string& text) {
  std::vector<int64_t> out;
  if (text == "-") return out;
  for (const std::string& word : split(text, ",")) out.push_back(std::stoll(word));
  return out;
}

inline Sizes sizes(const std::string& text) {
  Sizes out;
  for (const int64_t n : numbers(text)) out.push_back(n);
  return out;
}

// "float32 2,3 3,1 0"
inline TensorMeta meta(const std::string& text) {
  const auto words = split(text, " ");
  TensorMeta out;
  out.dtype = dtype_from_torch_name(words[0]).value();
  out.geometry = {sizes(words[1]), sizes(words[2]), std::stoll(words[3])};
  out.has_sizes = out.has_strides = out.has_offset = true;
  return out;
}

inline StepResult make_step(const std::string& text, const TensorMeta& m, SymPool& syms) {
  const auto w = split(text, " ");
  const auto number = [&](size_t i) { return std::stoll(w[i]); };
  const auto bound = [&](size_t i) { return w[i] == "_" ? std::optional<Sym>() : std::optional<Sym>(number(i)); };
  if (w[0] == "select") return make_select(m, number(1), number(2), syms);
  if (w[0] == "slice") return make_slice(m, number(1), bound(2), bound(3), number(4), syms);
  if (w[0] == "permute") return make_permute(m, numbers(w[1]), syms);
  if (w[0] == "transpose") return make_transpose(m, number(1), number(2), syms);
  if (w[0] == "movedim") return make_movedim(m, numbers(w[1]), numbers(w[2]), syms);
  if (w[0] == "view") return make_reshape(m, sizes(w[1]), syms);
  if (w[0] == "unsqueeze") return make_unsqueeze(m, number(1), syms);
  if (w[0] == "squeeze") return make_squeeze(m, w[1] == "all" ? std::optional<std::vector<int64_t>>() : numbers(w[1]), syms);
  if (w[0] == "expand") return make_expand(m, sizes(w[1]), syms);
  if (w[0] == "diagonal") return make_diagonal(m, number(1), number(2), number(3), syms);
  if (w[0] == "unfold") return make_unfold(m, number(1), number(2), number(3), syms);
  if (w[0] == "dtype") return make_view_dtype(m, dtype_from_torch_name(w[1]).value(), syms);
  if (w[0] == "real") return make_view_as_real(m, syms);
  if (w[0] == "complex") return make_view_as_complex(m, syms);
  return {{}, "no such step: " + text};
}

// The lines of a built-in table, or those of the file that an environment variable names.
inline std::vector<std::string> lines(const char* table, const char* variable) {
  std::vector<std::string> out;
  const char* path = std::getenv(variable);
  std::ifstream file(path == nullptr ? "" : path);
  std::istringstream text(table);
  std::istream& in = path == nullptr ? static_cast<std::istream&>(text) : file;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) out.push_back(line);
  }
  return out;
}

}  // namespace outplace::cases
