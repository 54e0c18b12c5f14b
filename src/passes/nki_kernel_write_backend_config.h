// Writes the compiled configuration of every kernel call into the call's node.
//
//   k = nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '', operand_output_aliases = {}, args = (x, y, 2), ...)
//     ==>
//   k = nki_kernel_wrapper(kernel_idx = 0, grid = (1,), backend_config = '{"kernel": ...}', operand_output_aliases = {0: 0}, args = ...)
//
// A kernel call is a call_function with the keywords kernel_idx, grid, backend_config, operand_output_aliases and args, whatever its target
// is named. Its configuration comes from the provider, which is told the dtypes and shapes of the tensors (from annotations; not known
// without them) and the text of all other arguments. Aliases map the position among all arguments to the position of the result. Sub-graphs
// are included. Errors, located: the provider does not know the kernel; the node says other aliases than the provider; a malformed keyword.
// Without a provider a call keeps what it says, and one that has no configuration gives a warning.
#pragma once

#include <cstdint>

#include "ir/kernel_provider.h"
#include "ir/module.h"
#include "support/diagnostics.h"

namespace outplace {

struct KernelConfigurations {
  int64_t kernel_call_count = 0;
};

Result<KernelConfigurations> nki_kernel_write_backend_config(Module& module, GraphId graph, const KernelProvider* provider,
                                                             Diagnostics& diagnostics);

}  // namespace outplace
