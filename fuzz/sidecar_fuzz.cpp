// The readers of JSON files: any bytes give facts or located errors.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cli/json_files.h"
#include "require.h"

namespace {

template <class Read>
void check(Read read, std::string_view text) {
  outplace::Diagnostics diagnostics;
  const auto result = read(text, "file.json", diagnostics);
  outplace::fuzz::require(result.has_value() == (diagnostics.error_count() == 0), "errors and no failure, or a failure without one",
                          diagnostics.text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(outplace::cli::read_input_facts, text);
  check(outplace::cli::read_groups, text);
  check(outplace::cli::read_kernels, text);
  check(outplace::cli::read_io_map, text);
  return 0;
}
