// The passes: the bytes choose a program, and all properties must hold of it.
#include <cstddef>
#include <cstdint>
#include <span>

#include "properties.h"
#include "random_program.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace outplace::property;
  Choices choices = Choices::from_bytes(std::span(data, size));
  const Program program = random_program(choices);
  CheckOptions options;
  options.agreement = Agreement::skip;
  const Checked checked = check(program, options);
  if (!checked.failure) return 0;
  outplace::fuzz::require(false,
                          std::string(name_of(checked.failure->property)) + " " + checked.failure->preset + ": " + checked.failure->what,
                          outplace::print_fx_text(program.document));
  return 0;
}
