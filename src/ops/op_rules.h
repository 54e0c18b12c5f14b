// Rules that complete an operator when its lines have been read: what follows from the schema and from the functional form.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "ops/op_attributes.h"
#include "ops/op_lines.h"

namespace outplace {

// What the rules need to see of the table.
struct RuleContext {
  const OpLines& lines;
  std::deque<std::string>& texts;  // owns names made here
  std::function<const OpDef*(std::string_view line)> build;
};

// Sets written, inplace, out, twin, recipe, view and rule fields that the lines left open. Returns what is wrong, "" if nothing.
std::string complete(OpDraft& draft, const RuleContext& context);

}  // namespace outplace
