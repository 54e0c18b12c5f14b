// How a kernel call is read from its node's keywords, and written back.
#include "passes/nki_kernel_write_backend_config.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/describe.h"
#include "ir/graph_tree.h"
#include "ir/kernel_call.h"
#include "ops/tensor_meta.h"

namespace outplace {
namespace {

class BackendConfigState {
 public:
  BackendConfigState(Module& module, const KernelProvider* provider, Diagnostics& diagnostics)
      : module_(module), provider_(provider), diagnostics_(diagnostics) {}

  Result<KernelConfigurations> run(GraphId root) {
    KernelConfigurations out;
    for (const GraphId graph : graph_tree(module_, root)) {
      for (const NodeId node : module_.nodes(graph)) {
        if (!is_kernel_call(module_, node)) continue;
        ++out.kernel_call_count;
        visit(node);
      }
    }
    if (failed_) return std::unexpected(*failed_);
    return out;
  }

 private:
  const Arg* find(NodeId node, std::string_view name) const { return module_.find_keyword(node, name); }

  void visit(NodeId node) {
    const std::optional<KernelAliases> said = read_kernel_aliases(module_, *find(node, "operand_output_aliases"));
    if (!said) return fail(node, "operand_output_aliases is not a dict of positions", "write it as {operand: result}, as in {0: 0}");
    if (!find(node, "args")->is_sequence()) return fail(node, "args of a kernel call is not a tuple", "pass all operands as one tuple");
    if (!find(node, "kernel_idx")->is_integer()) return fail(node, "kernel_idx is not a number", "pass the kernel's index as a constant");
    if (provider_ == nullptr) return keep(node);
    const auto configuration = provider_->configure(read_call(node));
    if (!configuration) {
      return fail(node, "no configuration for this kernel: " + configuration.error(),
                  "declare the kernel, with the operands that it writes, in a file for --kernels");
    }
    if (!said->empty() && *said != configuration->aliases) {
      return fail(node, "the call names other operands as written than the kernel declares",
                  "leave operand_output_aliases empty, or declare the kernel with the same aliases");
    }
    write(node, *configuration);
  }

  void keep(NodeId node) {
    const Arg& configuration = *find(node, "backend_config");
    if (configuration.kind == ArgKind::string && !module_.text(configuration.as_text()).empty()) return;
    diagnostics_.warning(located(module_, node, "this kernel call has no configuration, and no kernels are declared",
                                 "it was taken to write what its operand_output_aliases say; declare the kernels in a file for --kernels"));
  }

  KernelCall read_call(NodeId node) {
    KernelCall call;
    call.kernel_idx = find(node, "kernel_idx")->as_integer();
    call.grid = print_arg(module_, *find(node, "grid"));
    const Arg* const names = find(node, "arg_names");
    const std::span<const Arg> operands = module_.parts(std::as_const(*find(node, "args")));
    for (size_t i = 0; i < operands.size(); ++i) {
      KernelArgument argument;
      if (names != nullptr && names->is_sequence() && i < names->b) {
        const Arg& name = module_.parts(*names)[i];
        argument.name = name.kind == ArgKind::string ? std::string(module_.text(name.as_text())) : print_arg(module_, name);
      }
      fill(argument, operands[i]);
      call.arguments.push_back(std::move(argument));
    }
    return call;
  }

  void fill(KernelArgument& argument, const Arg& operand) {
    const std::string_view annotation = operand.is_node() ? module_.text(module_.node(operand.as_node()).annotation) : std::string_view{};
    if (!operand.is_node() || annotation.starts_with("Sym(")) {
      argument.kind = KernelArgument::Kind::constant;
      argument.value = operand.is_node() ? std::string(annotation) : print_arg(module_, operand);
      return;
    }
    const std::optional<TensorMeta> meta = parse_annotation(annotation, syms_);
    if (!meta) return;
    argument.dtype = torch_name(meta->dtype);
    argument.shape_known = meta->has_sizes;
    for (const Sym& size : meta->geometry.sizes) argument.shape.push_back(syms_.print(size));
  }

  void write(NodeId node, const KernelConfiguration& configuration) {
    Args pairs;
    for (const auto& [operand, result] : configuration.aliases) {
      pairs.push_back(Arg::integer(operand));
      pairs.push_back(Arg::integer(result));
    }
    const Arg aliases = module_.make_parts(ArgKind::dict, pairs);
    const Arg text = module_.make_text(ArgKind::string, configuration.backend_config);
    for (Keyword& k : module_.kwargs(node)) {
      const std::string_view name = module_.text(k.name);
      if (name == "backend_config") k.value = text;
      if (name == "operand_output_aliases") k.value = aliases;
    }
  }

  void fail(NodeId node, std::string message, std::string advice) {
    failed_ = diagnostics_.error(located(module_, node, std::move(message), std::move(advice)));
  }

  Module& module_;
  const KernelProvider* provider_;
  Diagnostics& diagnostics_;
  SymPool syms_;
  std::optional<Failed> failed_;
};

}  // namespace

Result<KernelConfigurations> nki_kernel_write_backend_config(Module& module, GraphId graph, const KernelProvider* provider,
                                                             Diagnostics& diagnostics) {
  return BackendConfigState(module, provider, diagnostics).run(graph);
}

}  // namespace outplace
