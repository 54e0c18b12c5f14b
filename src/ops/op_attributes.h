// The attributes of an operator line: what a schema cannot say, as words and key=value pairs. ops/README.md is their manual.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/op_table.h"

namespace outplace {

// An operator while its lines are put together.
struct OpDraft {
  OpDef op;
  std::string_view like;  // take dtype, layout and shape rules from this operator
  std::vector<std::string_view> writes;
  bool pure = false;       // the schema's (a!) is no write
  bool no_method = false;  // no method of the same meaning
  bool no_twin = false;
  bool dtype_set = false;
  bool layout_set = false;
  bool shape_set = false;
  bool pointwise = false;
};

// Applies one line's attributes. Returns what is wrong, "" if nothing.
std::string apply_attributes(std::string_view attributes, OpDraft& draft);

// Splits off the first word of `text` (words are separated by blanks and line breaks); "" at the end.
std::string_view take_word(std::string_view& text);

}  // namespace outplace
