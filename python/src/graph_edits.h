// Brings a rewritten core graph back into the torch.fx graph that it was read from: only nodes that changed are touched.
//
// A node whose record did not change is left alone; one that changed is edited in place; new ones are created before the node that they
// stand before; dropped ones are erased. Everything that may fail (finding targets and objects, making example values) is done by
// `prepare`, before the first edit.
#pragma once

#include <vector>

#include "example_values.h"
#include "graph_reading.h"

namespace outplace::python {

class GraphEdits {
 public:
  GraphEdits(ReadGraph& read, const Module& after);

  void prepare();
  void apply();

  // The graph modules that have edits, sub-graphs before the graphs that hold them.
  std::vector<nb::object> edited() const;

 private:
  struct Step {
    NodeId node;
    NodeId anchor;   // of a new node: the node of the graph before which it stands
    NodeId pattern;  // of a new node: the one whose source line and module it takes
    bool renamed = false;
    bool retargeted = false;
    bool positional = false;
    bool keywords = false;
    bool annotated = false;
    bool marked = false;  // root_input, replica_groups
    nb::object target;
    nb::object value;  // example value, may be null
  };
  struct GraphSteps {
    GraphId graph;
    std::vector<Step> steps;
    std::vector<NodeId> erased;
    bool edits() const { return !steps.empty() || !erased.empty(); }
  };

  // How nodes of one graph are made.
  struct Creation {
    nb::object create_node;
    bool observed = false;  // by hooks of the graph module
  };

  bool is_old(NodeId node) const { return node.value < before_.node_count(); }
  GraphSteps plan(GraphId graph) const;
  Step compare(NodeId node) const;
  void prepare(Step& step);
  void check_constants(const Arg& arg);
  nb::object target(NodeId node);

  void apply(const GraphSteps& plan);
  void create(const Creation& creation, const Step& step);
  void edit(const Step& step);
  void set_meta(const nb::object& meta, const Step& step);
  nb::object make_args(NodeId node, nb::handle original);
  nb::object make_kwargs(NodeId node, nb::handle original);

  ReadGraph& read_;
  const Module& before_;
  const Module& after_;
  ArgumentMaker maker_;
  ExampleValues values_;
  std::vector<GraphSteps> plans_;
};

}  // namespace outplace::python
