// Calls of hand-written kernels: one call_function with the keywords kernel_idx, grid, backend_config, operand_output_aliases and args,
// whatever its target is named.
#pragma once

#include <optional>

#include "ir/kernel_provider.h"
#include "ir/module.h"

namespace outplace {

bool is_kernel_call(const Module& module, NodeId node);

// {0: 0, 2: 1}; nullopt if the dict holds anything but small integers.
std::optional<KernelAliases> read_kernel_aliases(const Module& module, const Arg& arg);

// Which operands (positions in the tuple `args`) a kernel call writes, and the result that holds the new content: what the node says, else
// what the provider says, else nothing.
KernelAliases kernel_aliases(const Module& module, NodeId node, const KernelProvider* provider);

}  // namespace outplace
