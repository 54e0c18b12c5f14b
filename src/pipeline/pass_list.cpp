// One adapter per pass: its own options in, its counts and its part of the report out.
#include "pipeline/pass_list.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "passes/aliasing_output_rewrite.h"
#include "passes/collective_replica_groups.h"
#include "passes/device_rewriter.h"
#include "passes/inplace_to_outofplace.h"
#include "passes/nki_kernel_write_backend_config.h"

namespace outplace {
namespace {

MemoryOptions memory_options(const PassContext& c) {
  MemoryOptions options;
  options.forms = c.options.forms;
  options.layout = c.options.layout;
  options.inputs = c.options.inputs;
  options.ops = &c.ops;
  options.kernels = c.kernels;
  const bool moved = c.options.devices_are_rewritten ||
                     std::ranges::any_of(c.report.passes, [](const auto& pass) { return pass.name == "device_rewriter"; });
  if (moved) options.device = c.options.target_device;
  return options;
}

// Two passes may make one assumption; it is reported once.
void add_assumptions(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::ranges::find(all, text) == all.end()) all.push_back(text);
  }
}

Result<Counts> run_device_rewriter(PassContext& c) {
  const auto done = device_rewriter(c.module, c.graph, c.options.target_device, c.ops, c.diagnostics);
  if (!done) return std::unexpected(done.error());
  return Counts{{"rewrite_count", done->rewrite_count}};
}

Result<Counts> run_aliasing(PassContext& c) {
  auto done = aliasing_output_rewrite(c.module, c.graph, memory_options(c), c.diagnostics);
  if (!done) return std::unexpected(done.error());
  c.report.io_map.insert(done->io_map.begin(), done->io_map.end());
  c.report.state_map.insert(done->state_map.begin(), done->state_map.end());
  c.report.original_output_count = done->original_output_count;
  c.report.output_aliases = std::move(done->output_aliases);
  c.report.mutated_inputs = std::move(done->mutated_inputs);
  c.effects = std::move(done->effects);
  add_assumptions(c.report.assumptions, done->assumptions);
  return Counts{{"io_map_size", static_cast<int64_t>(c.report.io_map.size())},
                {"mutated_inputs", static_cast<int64_t>(c.report.mutated_inputs.size())},
                {"original_output_count", c.report.original_output_count}};
}

Result<Counts> run_inplace(PassContext& c) {
  auto done = inplace_to_outofplace(c.module, c.graph, memory_options(c), c.diagnostics, std::move(c.effects));
  if (!done) return std::unexpected(done.error());
  c.report.mutations = std::move(done->mutations);
  add_assumptions(c.report.assumptions, done->assumptions);
  return std::move(done->counts);
}

Result<Counts> run_kernels(PassContext& c) {
  const auto done = nki_kernel_write_backend_config(c.module, c.graph, c.kernels, c.diagnostics);
  if (!done) return std::unexpected(done.error());
  return Counts{{"kernel_call_count", done->kernel_call_count}};
}

Result<Counts> run_collectives(PassContext& c) {
  const auto done = collective_replica_groups(c.module, c.graph, c.options.groups, c.ops, c.diagnostics);
  if (!done) return std::unexpected(done.error());
  return Counts{{"resolved_count", done->resolved_count}};
}

constexpr std::array<Pass, 5> kPasses = {{
    {{"device_rewriter", "DeviceRewriterPass", "every device literal becomes the target device"}, run_device_rewriter},
    {{"aliasing_output_rewrite", "AliasingOutputRewritePass", "mutated inputs become outputs, and the io_map says which is which"},
     run_aliasing},
    {{"inplace_to_outofplace", "InPlaceToOutOfPlacePass", "every mutation becomes a pure computation that later reads see"}, run_inplace},
    {{"nki_kernel_backend_config_pass", "NkiKernelWriteBackendConfigPass", "kernel calls get their compiled configuration and aliases"},
     run_kernels},
    {{"collective_replica_groups", "CollectiveReplicaGroupsPass", "process groups of collectives are resolved to ranks"}, run_collectives},
}};

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

}  // namespace outplace
