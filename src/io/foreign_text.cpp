// Texts that are often taken for FX graphs: what Inductor and Thunder generate, TorchScript, tracebacks.
#include "io/foreign_text.h"

namespace outplace {
namespace {

struct Mark {
  std::string_view text;
  std::string_view sentence;
};

// The first that is found decides.
constexpr Mark kMarks[] = {
    {"import thunder", "this is a Thunder trace, not an FX graph"},
    {"ltorch.", "this is a Thunder trace, not an FX graph"},
    {"def call(args)", "this is the output code of Inductor, which comes after the FX graph (TORCH_LOGS=graph_code prints the graph)"},
    {"def call(self, args)",
     "this is the output code of Inductor, which comes after the FX graph (TORCH_LOGS=graph_code prints the graph)"},
    {"empty_strided_cpu(", "this is the output code of Inductor, which comes after the FX graph (TORCH_LOGS=graph_code prints the graph)"},
    {"graph(%", "this is a TorchScript graph, not an FX graph"},
    {"HloModule", "this is an HLO module, not an FX graph"},
    {"stablehlo.", "this is a StableHLO module, not an FX graph"},
    {"Traceback (most recent call last)", "this is a traceback; no FX graph was found in it"},
};

}  // namespace

std::string describe_foreign_text(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "the text is empty: there is no FX graph in it";
  for (const Mark& mark : kMarks) {
    if (text.find(mark.text) != std::string_view::npos) return std::string(mark.sentence);
  }
  return "no FX graph was found in the text";
}

}  // namespace outplace
