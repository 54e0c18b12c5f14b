// The reader of FX text: any bytes give a document or located errors, and what was read is printed as it is read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/fx_text.h"
#include "ir/verifier.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace outplace;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const Result<Document> document = read_fx_text(text, {}, diagnostics);
  fuzz::require(document.has_value() == (diagnostics.error_count() == 0), "errors and no failure, or a failure without one");
  if (!document) return 0;
  const std::string printed = print_fx_text(*document);
  Diagnostics second;
  const Result<Document> again = read_fx_text(printed, {}, second);
  fuzz::require(again.has_value(), "what was printed cannot be read", second.text() + printed);
  fuzz::require(print_fx_text(*again) == printed, "what was printed is printed in another way after reading", printed);
  for (const GraphId root : document->roots) {
    Diagnostics said;
    fuzz::require(verify(document->module, root, said).has_value(), "a graph that was read is not well formed", said.text());
  }
  return 0;
}
