// Guesses which word was meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outplace::cli {

// The word that is fewest insertions, deletions and replacements away from `text`; "" if none is near. '-' and '_' are the same.
std::string nearest(std::string_view text, const std::vector<std::string>& words);

}  // namespace outplace::cli
