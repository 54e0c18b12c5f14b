// Proves without PyTorch that a rewritten graph computes what the mutating one does.
//
// Both graphs are run by one abstract machine on tensors whose elements are hashes. A tensor is a window (sizes, strides, offset, conjugate
// and negative bits) onto a storage that it may share, an operator that writes does so through the window, and an operator that rebinds
// (t_, set_) changes the window of the object: straight from PyTorch's definition of eager execution. Data movement and integer arithmetic
// are computed exactly; the elements of every other operator's result are hashes of the operator, its attributes and the elements that they
// depend on. So two elements are equal if and only if (up to hash collisions) they are the same expression of the inputs, where the rewrite
// may only have moved data.
//
// Compared are, for several fillings of the inputs: the graph's own outputs (dtype, shape, elements, and strides where they are known on
// both sides); what the mutating graph left in each input and attribute against the outputs that the io_map and state_map name; that inputs
// without an entry were left alone; that the rewritten graph writes to none of its inputs; and the rules of the maps.
//
// Not modelled: gradients, devices, and the bits of floating-point arithmetic.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/input_facts.h"
#include "ir/kernel_provider.h"
#include "ir/module.h"
#include "ops/op_table.h"

namespace outplace::interp {

// What is claimed of the rewritten graph: indices over flat outputs and flat placeholders, paths of attributes.
struct Claims {
  std::map<int64_t, int64_t> io_map;         // output -> the input whose new content it is
  std::map<int64_t, std::string> state_map;  // output -> the attribute whose new content it is
  int64_t original_output_count = 0;
};

enum class StrideCheck : uint8_t { compare, ignore };

struct VerifyOptions {
  const OpTable* ops = nullptr;             // none: OpTable::builtin()
  const KernelProvider* kernels = nullptr;  // none: kernels write what their node says
  const InputFacts* inputs = nullptr;       // none: inputs are contiguous and distinct, as annotated
  int fillings = 3;
  uint64_t seed = 1;
  StrideCheck strides = StrideCheck::compare;
};

enum class Outcome : uint8_t {
  equal,
  different,
  original_fails,     // eager PyTorch would refuse the mutating graph
  cannot_be_checked,  // an operator, a shape or a construct that the machine does not know
};

struct Verdict {
  Outcome outcome = Outcome::equal;
  std::string reason;                       // one sentence; empty if equal
  std::string node;                         // where: the node as text, "" if it is no single node
  uint32_t line = 0;                        // of the node in its text
  std::string model_line;                   // the model's source line
  std::vector<std::string> before_history;  // how the element came to be, newest first
  std::vector<std::string> after_history;

  // What was compared, over all fillings.
  int64_t fillings = 0;
  int64_t outputs = 0;
  int64_t inputs = 0;  // placeholders and attributes
  int64_t elements = 0;
  int64_t sampled = 0;  // tensors of which only a sample of elements was compared
};

Verdict verify_rewrite(const Module& before, GraphId before_graph, const Module& after, GraphId after_graph, const Claims& claims,
                       const VerifyOptions& options);

// The verdict in a few lines for a person.
std::string describe(const Verdict& verdict);

}  // namespace outplace::interp
