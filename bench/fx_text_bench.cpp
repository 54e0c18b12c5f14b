// How fast graphs are read and printed. OUTPLACE_BENCH_GRAPH names the file; without it a generated graph is taken.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "generate.h"
#include "io/fx_text.h"

namespace outplace {
namespace {

const std::string& graph_text() {
  static const std::string text = [] {
    if (const char* path = std::getenv("OUTPLACE_BENCH_GRAPH")) {
      std::ifstream in(path, std::ios::binary);
      return std::string(std::istreambuf_iterator<char>(in), {});
    }
    return print_fx_text(bench::generate(bench::workloads().front(), 100'000));
  }();
  return text;
}

void read(benchmark::State& state) {
  const std::string& text = graph_text();
  for (auto _ : state) {
    Diagnostics diagnostics;
    const Result<Document> document = read_fx_text(text, {}, diagnostics);
    if (!document) state.SkipWithError("the graph cannot be read");
    benchmark::DoNotOptimize(document);
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(text.size()));
}
BENCHMARK(read)->Unit(benchmark::kMillisecond);

void print(benchmark::State& state) {
  Diagnostics diagnostics;
  const Result<Document> document = read_fx_text(graph_text(), {}, diagnostics);
  if (!document) {
    state.SkipWithError("the graph cannot be read");
    return;
  }
  size_t bytes = 0;
  for (auto _ : state) {
    const std::string text = print_fx_text(*document);
    bytes += text.size();
    benchmark::DoNotOptimize(text.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}
BENCHMARK(print)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace outplace

BENCHMARK_MAIN();
