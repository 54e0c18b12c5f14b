// The reader of operator files: any bytes give a table whose lines are all sound, or located errors.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ops/op_table.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace outplace;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const Result<OpTable> table = OpTable::with_extra(text, "extra.ops", diagnostics);
  fuzz::require(table.has_value() == (diagnostics.error_count() == 0), "errors and no failure, or a failure without one",
                diagnostics.text());
  if (!table) return 0;
  for (const OpDef* op : table->find(CallableKind::function, "torch.ops.mylib.op"))
    table->twin(*op, CallableKind::function, "torch.ops.mylib.op");
  for (const OpDef* op : table->find(CallableKind::method, "add_")) table->twin(*op, CallableKind::method, "add_");
  return 0;
}
