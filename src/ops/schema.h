// Reads PyTorch's schema strings: "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)".
//
// The same form declares Python callables: "py::torch.nn.functional.relu(Tensor input, bool inplace=False) -> Tensor". There the name may
// hold dots, so that an overload is marked by '@' ("py::operator.iadd@Scalar(...)"); the types `any` (anything) and `index` (what may stand
// in x[...]) exist beside PyTorch's.
#pragma once

#include <string>
#include <string_view>

#include "ops/op_table.h"

namespace outplace {

// The name before the parenthesis, in its parts.
struct SchemaName {
  std::string_view qualified;
  std::string_view packet;
  std::string_view overload;
};
SchemaName schema_name(std::string_view schema);

// Fills names, parameters and returns of `op`, and the flags that follow from the schema alone (written, inplace, out, alias). The views of
// `op` point into `schema`. Returns what is wrong, "" if nothing.
std::string parse_schema(std::string_view schema, OpDef& op);

}  // namespace outplace
