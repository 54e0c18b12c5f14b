// Prints a generated graph as PyTorch would: generate_graph WORKLOAD NODES > graph.py
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include "generate.h"

namespace {

int usage() {
  std::fputs("usage: generate_graph WORKLOAD NODES\nworkloads:\n", stderr);
  for (const outplace::bench::Workload& w : outplace::bench::workloads()) {
    std::fprintf(stderr, "  %-14.*s %.*s\n", static_cast<int>(w.name.size()), w.name.data(), static_cast<int>(w.summary.size()),
                 w.summary.data());
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return usage();
  const outplace::bench::Workload* const workload = outplace::bench::find_workload(argv[1]);
  const std::string_view number = argv[2];
  size_t nodes = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), nodes);
  if (workload == nullptr || error != std::errc() || end != number.data() + number.size() || nodes == 0 || nodes > 100000000)
    return usage();
  const std::string text = outplace::print_fx_text(outplace::bench::generate(*workload, nodes));
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
