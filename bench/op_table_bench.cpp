// What the operator table costs a run: making it ready, asking for a callable the first time, binding calls.
#include <benchmark/benchmark.h>

#include <array>
#include <string_view>

#include "ir/bind.h"
#include "ir/graph_builder.h"

namespace outplace {
namespace {

constexpr std::array<std::string_view, 12> kMethods = {"add_",       "mul_",      "view",    "permute", "copy_", "to",
                                                       "index_put_", "unsqueeze", "softmax", "sum",     "split", "masked_fill_"};

// A run with --ops makes a table of its own; the built-in one is made once in a process.
void make_table(benchmark::State& state) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    benchmark::DoNotOptimize(OpTable::with_extra("", "none", diagnostics));
  }
}
BENCHMARK(make_table)->Unit(benchmark::kMicrosecond);

// A fresh table and the callables of a typical model.
void make_table_and_ask(benchmark::State& state) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    const auto table = OpTable::with_extra("", "none", diagnostics);
    for (std::string_view name : kMethods) benchmark::DoNotOptimize(table->find(CallableKind::method, name));
  }
}
BENCHMARK(make_table_and_ask)->Unit(benchmark::kMicrosecond);

void parse_everything(benchmark::State& state) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    const auto table = OpTable::with_extra("", "none", diagnostics);
    benchmark::DoNotOptimize(table->all().size());
  }
}
BENCHMARK(parse_everything)->Unit(benchmark::kMillisecond);

// The calls of a graph, again and again. One iteration is one call.
void bind_calls(benchmark::State& state) {
  Module module;
  GraphBuilder builder(module, "GraphModule");
  const Arg x = Arg::node(builder.placeholder("x", "f32[4, 4]"));
  const Arg y = Arg::node(builder.placeholder("y", "f32[4, 4]"));
  const std::vector<NodeValueKind> kinds(2, NodeValueKind::tensor);
  const std::vector<NodeId> calls = {
      builder.method("a", "add_", {x, y}),
      builder.method("b", "mul_", {x, Arg::integer(2)}),
      builder.function("c", "operator.getitem", {x, Arg::integer(0)}),
      builder.method("d", "index_put_", {x, builder.parts(ArgKind::tuple, {y}), y}),
      builder.method("e", "transpose", {x, Arg::integer(0), Arg::integer(1)}),
      builder.function("f", "torch.nn.functional.relu", {x}, {{"inplace", Arg::boolean(true)}}),
      builder.function("g", "operator.iadd", {x, y}),
      builder.method("h", "sum", {x, Arg::integer(-1)}, {{"keepdim", Arg::boolean(true)}}),
  };
  Diagnostics diagnostics;
  Binder binder(module, OpTable::builtin(), diagnostics);
  BoundCall call;
  size_t next = 0;
  for (auto _ : state) {
    if (!binder.bind_into(calls[next], kinds, call)) state.SkipWithError("not bound");
    next = (next + 1) % calls.size();
    benchmark::DoNotOptimize(call);
  }
}
BENCHMARK(bind_calls)->Unit(benchmark::kNanosecond);

}  // namespace
}  // namespace outplace

BENCHMARK_MAIN();
