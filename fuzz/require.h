// How a fuzz target says that something is wrong.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace outplace::fuzz {

// Ends the program with the text if the condition does not hold.
inline void require(const bool condition, std::string_view what, std::string_view details = {}) {
  if (condition) return;
  std::cerr << what << '\n' << details << '\n';
  std::abort();
}

}  // namespace outplace::fuzz
