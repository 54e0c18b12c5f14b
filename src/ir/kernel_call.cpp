// Recognising kernel calls and reading their aliases.
#include "ir/kernel_call.h"

#include <limits>

namespace outplace {

std::optional<KernelAliases> read_kernel_aliases(const Module& module, const Arg& arg) {
  if (arg.is_none()) return KernelAliases();
  if (arg.kind != ArgKind::dict) return std::nullopt;
  KernelAliases out;
  const std::span<const Arg> parts = module.parts(arg);
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    for (const Arg& part : {parts[i], parts[i + 1]}) {
      if (!part.is_integer() || part.as_integer() < 0 || part.as_integer() > std::numeric_limits<int>::max()) return std::nullopt;
    }
    out[static_cast<int>(parts[i].as_integer())] = static_cast<int>(parts[i + 1].as_integer());
  }
  return out;
}

bool is_kernel_call(const Module& module, NodeId node) {
  if (module.node(node).op != NodeOp::call_function || module.kwargs(node).size() < 5) return false;
  for (const std::string_view name : {"kernel_idx", "grid", "backend_config", "operand_output_aliases", "args"}) {
    if (module.find_keyword(node, name) == nullptr) return false;
  }
  return true;
}

KernelAliases kernel_aliases(const Module& module, NodeId node, const KernelProvider* provider) {
  if (!is_kernel_call(module, node)) return {};
  const std::optional<KernelAliases> said = read_kernel_aliases(module, *module.find_keyword(node, "operand_output_aliases"));
  if (said && !said->empty()) return *said;
  const Arg* const kernel = module.find_keyword(node, "kernel_idx");
  if (provider == nullptr || !kernel->is_integer()) return {};
  return provider->aliases(kernel->as_integer()).value_or(KernelAliases());
}

}  // namespace outplace
