// Reads a torch.fx.GraphModule and the sub-graphs in it into the core's form. The graph module is not changed.
#pragma once

#include <memory>
#include <vector>

#include "arguments.h"
#include "io/fx_text.h"
#include "ir/input_facts.h"
#include "objects.h"
#include "tensor_texts.h"

namespace outplace::python {

// A graph, and which Python object each part of it is.
struct ReadGraph {
  Document document;
  GraphId root;
  std::vector<nb::object> nodes;    // by NodeId
  std::vector<nb::object> modules;  // the graph module of each graph, by GraphId
  std::unique_ptr<Objects> objects;
  std::unique_ptr<TensorTexts> tensors;
  MetaKey key = MetaKey::none;  // where new nodes put their example values
  InputFacts facts;

  ReadGraph() : objects(std::make_unique<Objects>(document.module)), tensors(std::make_unique<TensorTexts>(document.module, *objects)) {}
  ReadGraph(const ReadGraph&) = delete;
  ReadGraph& operator=(const ReadGraph&) = delete;
};

// `example_inputs` is a sequence of the placeholders' values, or None. Throws what Python raises.
std::unique_ptr<ReadGraph> read_graph(nb::object graph_module, nb::object example_inputs, bool grad_enabled);

}  // namespace outplace::python
