// Resolves the process group of every functional collective to ranks.
//
//   y = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')   ==>   the same node, with meta["replica_groups"] = [[0, 1], [2, 3]]
//
// What is written is the complete partition of the world that the group belongs to, in one order, so that every rank compiles the same
// program. Any operator of torch.ops._c10d_functional and its autograd variant that has a parameter group_name is meant: packet or
// overload, coalesced or not, the name given by position or keyword. Sub-graphs are included. A name that is not among the groups, or is
// computed, is a located error; so are rows that share a rank or leave one out. The older operators of torch.ops.c10d_functional list their
// ranks instead: they get the one partition among the groups that has this row. Waiting for a collective names no group and stays as it is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/op_table.h"
#include "support/diagnostics.h"

namespace outplace {

// The groups of ranks that partition the world, by the name of a process group that is one of them.
using ReplicaGroups = std::map<std::string, std::vector<std::vector<int64_t>>>;

struct CollectiveGroups {
  int64_t resolved_count = 0;
};

Result<CollectiveGroups> collective_replica_groups(Module& module, GraphId graph, const ReplicaGroups& groups, const OpTable& ops,
                                                   Diagnostics& diagnostics);

}  // namespace outplace
