// Checks that a graph and its sub-graphs are well formed.
//
// Structure: the list of nodes is consistent with its links and its count. Order: placeholders come before every call; one output, at the
// end. Names: every node has one, unique in its graph. References: every node that is referred to stands earlier in the same graph and
// gives a value. Arguments: slices have three parts, dicts an even number, nesting is bounded. Sub-graphs: what a get_attr names has nodes,
// and is the only one of that name. Cost: linear in nodes and arguments. Errors are located; after some twenty of them it stops.
#pragma once

#include "ir/module.h"
#include "support/diagnostics.h"

namespace outplace {

Result<void> verify(const Module& module, GraphId graph, Diagnostics& diagnostics);

}  // namespace outplace
