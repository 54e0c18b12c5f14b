// One walk over the nodes of each graph.
#include "graph_reading.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "source_lines.h"

namespace outplace::python {
namespace {

constexpr size_t kMaxSubgraphDepth = 64;

class Reader {
 public:
  explicit Reader(ReadGraph& out) : out_(out), module_(out.document.module), arguments_(module_, *out.objects, ids_) {}

  void read(nb::object graph_module, nb::object example_inputs) {
    out_.root = add_graph("GraphModule", GraphId(), graph_module);
    // Sub-graphs are added to the list while it is walked.
    for (uint32_t i = 0; i < out_.modules.size(); ++i) read_nodes(GraphId(i));
    facts(example_inputs);
    out_.document.roots = {out_.root};
    out_.document.styles.resize(1);
    out_.document.texts.resize(module_.graph_count());
  }

 private:
  GraphId add_graph(std::string_view name, GraphId parent, nb::object graph_module) {
    out_.modules.push_back(std::move(graph_module));
    return module_.add_graph(module_.intern(name), parent);
  }

  void read_nodes(GraphId graph) {
    const nb::object python_graph = attribute(out_.modules[graph.value], graph_name_);
    const nb::object nodes = python_graph.attr("nodes");
    const nb::object iterator = checked(PyObject_GetIter(nodes.ptr()));
    attributes_.clear();
    while (PyObject* const next = PyIter_Next(iterator.ptr())) read_node(graph, nb::steal(next));
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }

  static NodeOp op_of(std::string_view name) {
    for (const NodeOp op :
         {NodeOp::call_function, NodeOp::call_method, NodeOp::placeholder, NodeOp::get_attr, NodeOp::call_module, NodeOp::output}) {
      if (name_of(op) == name) return op;
    }
    throw nb::value_error("a node has an opcode that torch.fx does not define");
  }

  void read_node(GraphId graph, nb::object node) {
    const Known& k = known();
    const nb::object name = attribute(node, k.name_name);
    const nb::object target = attribute(node, k.target_name);
    const NodeOp op = op_of(characters(attribute(node, k.op_name)));
    const StringId target_text = op == NodeOp::call_function ? out_.objects->callable(target) : module_.intern(characters(target));
    const NodeId id = module_.create(graph, op, module_.intern(characters(name)), target_text);
    read_arguments(id, node);
    read_meta(id, node);
    if (op == NodeOp::get_attr) read_attribute(id, graph, target_text);
    module_.append(id);
    ids_.emplace(node.ptr(), id);
    out_.nodes.push_back(std::move(node));
  }

  void read_arguments(NodeId id, nb::handle node) {
    const Known& k = known();
    const nb::object args = attribute(node, k.args_name);
    const Py_ssize_t count = PyTuple_GET_SIZE(args.ptr());
    args_.clear();
    for (Py_ssize_t i = 0; i < count; ++i) args_.push_back(arguments_.read(PyTuple_GET_ITEM(args.ptr(), i)));
    module_.set_args(id, args_);
    const nb::object kwargs = attribute(node, k.kwargs_name);
    if (PyDict_GET_SIZE(kwargs.ptr()) == 0) return;
    keywords_.clear();
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t position = 0;
    while (PyDict_Next(kwargs.ptr(), &position, &key, &value) != 0) {
      const Arg arg = arguments_.read(value);
      keywords_.push_back({module_.intern(characters(key)), arg});
    }
    module_.set_kwargs(id, keywords_);
  }

  void read_meta(NodeId id, nb::handle node) {
    const nb::object meta = attribute(node, known().meta_name);
    const MetaValue value = meta_value(meta);
    if (value.key != MetaKey::none && out_.key == MetaKey::none) out_.key = value.key;
    Node& n = module_.node(id);
    n.annotation = out_.tensors->annotation(value.value);
    if (const nb::handle trace = PyDict_Check(meta.ptr()) != 0 ? entry(meta, known().stack_trace) : nb::handle())
      n.comment = comment(trace);
    if (PyDict_Check(meta.ptr()) == 0) return;
    if (const nb::handle root = entry(meta, root_input_); root.is_valid() && PyUnicode_Check(root.ptr()) != 0)
      n.root_input = module_.intern(characters(root));
  }

  StringId comment(nb::handle trace) {
    if (PyUnicode_Check(trace.ptr()) == 0) return {};
    if (trace.ptr() == last_trace_.ptr()) return last_comment_;
    nb::handle found = PyDict_GetItemWithError(comments_.ptr(), trace.ptr());
    if (!found.is_valid()) {
      const std::string text = source_comment(characters(trace));
      const StringId id = text.empty() ? StringId() : module_.intern(text);
      comments_[trace] = nb::int_(id.value);
      last_comment_ = id;
    } else {
      last_comment_ = StringId(nb::cast<uint32_t>(found));
    }
    last_trace_ = nb::borrow(trace);
    return last_comment_;
  }

  // A sub-graph is read as the graph that the attribute names; a tensor is an input like the placeholders.
  void read_attribute(NodeId id, GraphId graph, StringId path) {
    nb::object value = out_.modules[graph.value];
    std::string_view rest = module_.text(path);
    while (!rest.empty() && value.is_valid()) {
      const size_t dot = rest.find('.');
      const std::string part(rest.substr(0, dot));
      rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
      PyObject* const next = PyObject_GetAttrString(value.ptr(), part.c_str());
      if (next == nullptr) PyErr_Clear();
      value = nb::steal(next);
    }
    if (!value.is_valid() || !attributes_.emplace(path, true).second) return;
    if (is_a(value, known().graph_module)) {
      size_t depth = 0;
      for (GraphId g = graph; g; g = module_.graph(g).parent) ++depth;
      if (depth > kMaxSubgraphDepth) throw nb::value_error("sub-graphs are nested too deeply");
      add_graph(module_.text(path), graph, value);
    } else if (is_a(value, known().tensor) && graph == out_.root) {
      if (!module_.node(id).annotation) module_.node(id).annotation = out_.tensors->annotation(value);
      out_.facts.attributes.push_back(out_.tensors->fact(std::string(module_.text(path)), value, value));
    }
  }

  void facts(nb::handle example_inputs) {
    const bool given = !example_inputs.is_none();
    const nb::object examples = given ? checked(PySequence_Fast(example_inputs.ptr(), "example_inputs must be a sequence")) : nb::object();
    std::vector<InputFact> facts;
    bool any = given;
    Py_ssize_t index = 0;
    for (const NodeId id : module_.nodes(out_.root)) {
      if (module_.node(id).op != NodeOp::placeholder) continue;
      const nb::object meta = attribute(out_.nodes[id.value], known().meta_name);
      const MetaValue traced = meta_value(meta);
      nb::handle value = traced.key == MetaKey::tensor_meta ? nb::handle() : traced.value;
      if (given && index >= PySequence_Fast_GET_SIZE(examples.ptr()))
        throw nb::value_error("there are fewer example inputs than placeholders");
      const nb::handle symbols = value.is_valid() ? value : nb::handle(Py_None);
      if (given) value = PySequence_Fast_GET_ITEM(examples.ptr(), index);
      any = any || value.is_valid();
      facts.push_back(out_.tensors->fact(std::string(module_.name(id)), value.is_valid() ? value : nb::handle(Py_None), symbols));
      ++index;
    }
    if (given && index < PySequence_Fast_GET_SIZE(examples.ptr())) throw nb::value_error("there are more example inputs than placeholders");
    if (any) out_.facts.placeholders = std::move(facts);
  }

  ReadGraph& out_;
  Module& module_;
  NodeIds ids_;
  ArgumentReader arguments_;
  std::vector<Arg> args_;
  std::vector<Keyword> keywords_;
  std::unordered_map<StringId, bool> attributes_;  // paths seen in this graph
  nb::object graph_name_ = nb::str("graph");
  nb::object root_input_ = nb::str("root_input");
  nb::dict comments_;
  nb::object last_trace_;
  StringId last_comment_;
};

}  // namespace

std::unique_ptr<ReadGraph> read_graph(nb::object graph_module, nb::object example_inputs, bool grad_enabled) {
  auto out = std::make_unique<ReadGraph>();
  out->facts.grad_enabled = grad_enabled;
  Reader(*out).read(std::move(graph_module), std::move(example_inputs));
  return out;
}

}  // namespace outplace::python
