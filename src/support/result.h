// The result of something that can fail for a reason that the user has been told.
#pragma once

#include <expected>

namespace outplace {

class Diagnostics;

// Proof that a diagnostic was emitted: only Diagnostics::error makes one.
class Failed {
 private:
  friend class Diagnostics;
  Failed() = default;
};

template <class T>
using Result = std::expected<T, Failed>;

}  // namespace outplace
