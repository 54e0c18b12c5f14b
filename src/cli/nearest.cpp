// The distance of two words, row by row.
#include "cli/nearest.h"

#include <algorithm>
#include <numeric>

namespace outplace::cli {
namespace {

bool same(char a, char b) { return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_')); }

size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (same(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view text, const std::vector<std::string>& words) {
  constexpr size_t kLongest = 40;
  if (text.size() > kLongest) return {};
  std::string best;
  size_t least = text.size() / 3 + 1;  // farther ones are no guess
  for (const std::string& word : words) {
    const size_t d = distance(text, word);
    if (d >= least) continue;
    least = d;
    best = word;
  }
  return best;
}

}  // namespace outplace::cli
