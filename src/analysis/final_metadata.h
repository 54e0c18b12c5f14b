// Annotations that do not hold where they stand.
//
// PyTorch annotates a node with the metadata that its tensor object has in the end. Where an object is given another shape in place (`t_`,
// `unsqueeze_`), all nodes that name it show the last one: the node that made it, no-op `contiguous()` and `to()`, in-place operators, the
// call of `t_` itself.
//
// For such nodes the annotation is taken away from `types`; the node that made the object gets the metadata that it had then, if the calls
// can be undone: a transpose and an unsqueeze can, a squeeze cannot. Nodes count as naming one object if one returns the other's and both
// show the same; where that cannot be told (`contiguous()` of what is not), nothing is known of the object. One walk; nothing is done for a
// graph without such a call.
#pragma once

#include <unordered_set>

#include "analysis/types.h"
#include "ops/op_table.h"

namespace outplace {

// The nodes whose annotation shows a later shape than they have.
std::unordered_set<NodeId> distrust_final_metadata(Module& module, GraphId graph, Types& types, const OpTable& table);

}  // namespace outplace
