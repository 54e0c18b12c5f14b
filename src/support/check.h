// Broken invariants of this library itself: never an error of the user's.
#pragma once

#include <stdexcept>
#include <string>

namespace outplace {

// Thrown by OUTPLACE_CHECK. Caught at the library's edge and reported as a defect of outplace.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + message + " (" + condition + ")");
}

}  // namespace outplace

#define OUTPLACE_CHECK(condition, message)                                                 \
  do {                                                                                     \
    if (!(condition)) ::outplace::check_failed(__FILE__, __LINE__, #condition, (message)); \
  } while (false)
