// One walk over the nodes of each graph.
#include "graph_reading.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "source_lines.h"

namespace outplace::python {
namespace {

constexpr size_t kMaxSubgraphDepth = 64;

// Fake tensors do not use __torch_function__; that they have none would be found out at each question.
class PlainAttributes {
 public:
  PlainAttributes() : guard_(known().plain_attributes()) { guard_.attr("__enter__")(); }
  ~PlainAttributes() {
    const nb::object done = nb::steal(PyObject_CallMethod(guard_.ptr(), "__exit__", "OOO", Py_None, Py_None, Py_None));
    if (!done.is_valid()) PyErr_Clear();
  }
  PlainAttributes(const PlainAttributes&) = delete;
  PlainAttributes& operator=(const PlainAttributes&) = delete;

 private:
  nb::object guard_;
};

class Reader {
 public:
  Reader(ReadGraph& out, nb::handle example_inputs) : out_(out), module_(out.document.module), arguments_(module_, *out.objects, ids_) {
    if (!example_inputs.is_none()) examples_ = checked(PySequence_Fast(example_inputs.ptr(), "example_inputs must be a sequence"));
  }

  void read(nb::object graph_module) {
    out_.root = add_graph("GraphModule", GraphId(), graph_module);
    // Sub-graphs are added to the list while it is walked.
    for (uint32_t i = 0; i < out_.modules.size(); ++i) read_nodes(GraphId(i));
    if (examples_.is_valid() && facts_.size() < static_cast<size_t>(PySequence_Fast_GET_SIZE(examples_.ptr())))
      throw nb::value_error("there are more example inputs than placeholders");
    if (has_facts_ || examples_.is_valid()) out_.facts.placeholders = std::move(facts_);
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
    make_room(nb::len(nodes));
    const nb::object iterator = checked(PyObject_GetIter(nodes.ptr()));
    attributes_.clear();
    while (PyObject* const next = PyIter_Next(iterator.ptr())) read_node(graph, nb::steal(next));
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }

  void make_room(size_t nodes) {
    const size_t all = module_.node_count() + nodes;
    module_.reserve(all, 2 * all);
    out_.nodes.reserve(all);
    ids_.reserve(all);
    out_.tensors->reserve(all);
  }

  static NodeOp op_of(std::string_view name) {
    if (const auto op = op_named(name)) return *op;
    throw nb::value_error("a node has an opcode that torch.fx does not define");
  }

  void read_node(GraphId graph, nb::object node) {
    const Known& k = known();
    const nb::object name = of_node(node, k.name);
    const nb::object target = of_node(node, k.target);
    const NodeOp op = op_of(characters(of_node(node, k.op)));
    const StringId target_text = op == NodeOp::call_function ? out_.objects->callable(target) : module_.intern(characters(target));
    const NodeId id = module_.create(graph, op, module_.intern(characters(name)), target_text);
    read_arguments(id, node);
    const MetaValue value = read_meta(id, node);
    if (op == NodeOp::placeholder && graph == out_.root) read_input(id, value);
    if (op == NodeOp::get_attr) read_attribute(id, graph, target_text);
    module_.append(id);
    ids_.insert(node, id);
    out_.nodes.push_back(std::move(node));
  }

  void read_arguments(NodeId id, nb::handle node) {
    const Known& k = known();
    const nb::object args = of_node(node, k.args);
    const Py_ssize_t count = PyTuple_GET_SIZE(args.ptr());
    args_.clear();
    for (Py_ssize_t i = 0; i < count; ++i) args_.push_back(arguments_.read(PyTuple_GET_ITEM(args.ptr(), i)));
    module_.set_args(id, args_);
    const nb::object kwargs = of_node(node, k.kwargs);
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

  MetaValue read_meta(NodeId id, nb::handle node) {
    const nb::object meta = of_node(node, known().meta);
    if (PyDict_Check(meta.ptr()) == 0) return {};
    const MetaValue value = meta_value(meta);
    if (value.key != MetaKey::none && out_.key == MetaKey::none) out_.key = value.key;
    Node& n = module_.node(id);
    n.annotation = out_.tensors->annotation(value.value);
    if (const nb::handle trace = entry(meta, known().stack_trace)) n.comment = comment(trace);
    if (const nb::handle root = entry(meta, root_input_); root.is_valid() && PyUnicode_Check(root.ptr()) != 0)
      n.root_input = module_.intern(characters(root));
    return value;
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

  void read_input(NodeId id, const MetaValue& traced) {
    nb::handle value = traced.key == MetaKey::tensor_meta ? nb::handle() : traced.value;
    const nb::handle symbols = value.is_valid() ? value : nb::handle(Py_None);
    if (examples_.is_valid()) {
      const auto index = static_cast<Py_ssize_t>(facts_.size());
      if (index >= PySequence_Fast_GET_SIZE(examples_.ptr())) throw nb::value_error("there are fewer example inputs than placeholders");
      value = PySequence_Fast_GET_ITEM(examples_.ptr(), index);
    }
    has_facts_ = has_facts_ || value.is_valid();
    facts_.push_back(out_.tensors->fact(std::string(module_.name(id)), value.is_valid() ? value : nb::handle(Py_None), symbols));
  }

  ReadGraph& out_;
  Module& module_;
  NodeIds ids_;
  ArgumentReader arguments_;
  std::vector<Arg> args_;
  std::vector<Keyword> keywords_;
  nb::object examples_;  // null if none are given
  std::vector<InputFact> facts_;
  bool has_facts_ = false;
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
  const PlainAttributes plain;
  Reader(*out, example_inputs).read(std::move(graph_module));
  return out;
}

}  // namespace outplace::python
