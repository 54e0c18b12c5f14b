// Time of the whole rewrite (copy, five passes, checks) by workload and size, and the exponent with which it grows.
//
//   rewrite_bench                                     all workloads, 1e3 to 1e6 nodes
//   rewrite_bench --benchmark_filter=slices/          one workload
// After the table: one line per workload with the exponent (1 is linear; fitted from 1e4 nodes on) and the time of the largest graph. Times
// are processor time of this single-threaded program, so that a busy machine does not bend the fit. A size is left out if the one before it
// took too long.
//
// The exponent is that of runs in memory that the process has already. By default malloc hands back what a large graph took, and the next
// run pays the kernel again for each page, while a small graph's memory stays: that step is no growth of the rewrite. The time of the
// largest graph is that of its first run, in fresh memory.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "fit.h"
#include "generate.h"
#include "pipeline/pipeline.h"

namespace outplace::bench {
namespace {

constexpr double kPatience = 20;  // seconds

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// First time of the largest graph so far, by workload.
std::map<std::string, double>& first_times() {
  static std::map<std::string, double> all;
  return all;
}

// Fastest time by workload and number of nodes.
std::map<std::string, std::map<size_t, double>>& results() {
  static std::map<std::string, std::map<size_t, double>> all;
  return all;
}

void rewrite(benchmark::State& state, const Workload& workload, Forms forms) {
  const auto size = static_cast<size_t>(state.range(0));
  const std::string key = std::string(workload.name) + (forms == Forms::minimal ? " (minimal)" : "");
  if (!results()[key].empty() && results()[key].rbegin()->second > kPatience) {
    state.SkipWithError("left out: the size before took too long");
    return;
  }
  const Document original = generate(workload, size);
  PipelineOptions options;
  options.forms = forms;
  bool first = true;
  while (first || state.KeepRunning()) {
    if (first) malloc_trim(0);
    Document document = original;
    Diagnostics diagnostics;
    const double start = processor_seconds();
    const auto report = run_pipeline(document, document.roots[0], options, diagnostics);
    const double seconds = processor_seconds() - start;
    if (!report) {
      state.SkipWithError(diagnostics.text().c_str());
      return;
    }
    if (first) {
      first_times()[key] = seconds;
      first = false;
      continue;
    }
    state.SetIterationTime(seconds);
    const auto [entry, fresh] = results()[key].emplace(original.module.node_count(), seconds);
    if (!fresh) entry->second = std::min(entry->second, seconds);
    state.counters["nodes_out"] = static_cast<double>(document.module.graph(document.roots[0]).node_count);
    for (const RewriteReport::PassRecord& pass : report->passes) state.counters[pass.name + "_ms"] = pass.seconds * 1e3;
  }
  state.counters["nodes"] = static_cast<double>(original.module.node_count());
}

void register_all() {
  for (const Forms forms : {Forms::seed, Forms::minimal}) {
    for (const Workload& workload : workloads()) {
      const std::string name = std::string(workload.name) + (forms == Forms::minimal ? "/minimal" : "/seed");
      auto* benchmark =
          benchmark::RegisterBenchmark(name.c_str(), [&workload, forms](benchmark::State& s) { rewrite(s, workload, forms); });
      benchmark->RangeMultiplier(10)->Range(1000, 1000000)->MinTime(0.2)->UseManualTime()->Unit(benchmark::kMillisecond);
    }
  }
}

void print_growth() {
  std::printf("\n%-28s %10s %16s\n", "workload", "exponent", "largest graph");
  for (const auto& [name, times] : results()) {
    if (times.empty()) continue;
    std::vector<Measurement> measurements;
    for (const auto& [size, seconds] : times) {
      if (size >= 9000) measurements.push_back({static_cast<double>(size), seconds});
    }
    std::printf("%-28s ", name.c_str());
    if (measurements.size() < 2) {
      std::printf("%10s", "-");
    } else {
      std::printf("%10.2f", exponent(measurements));
    }
    std::printf(" %9zu nodes in %.3f s\n", times.rbegin()->first, first_times()[name]);
  }
}

}  // namespace
}  // namespace outplace::bench

int main(int argc, char** argv) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  outplace::bench::register_all();
  benchmark::RunSpecifiedBenchmarks();
  outplace::bench::print_growth();
  return 0;
}
