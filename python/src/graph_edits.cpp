// Planning and applying edits of torch.fx graphs.
#include "graph_edits.h"

#include <algorithm>
#include <string>
#include <utility>

#include "support/check.h"

namespace outplace::python {
namespace {

void set_attribute(nb::handle object, const nb::object& name, nb::handle value) {
  if (PyObject_SetAttr(object.ptr(), name.ptr(), value.ptr()) != 0) throw nb::python_error();
}

// Assigns to a property of a node. Node.__setattr__ would, for every attribute, take the node out of the graph's table of operators and put
// it back, which matters for the operator alone.
void set_property(nb::handle node, const Attribute& property, nb::handle value) {
  PyObject* const descriptor = property.descriptor.ptr();
  if (descriptor == nullptr || !is_exactly(node, known().node)) return set_attribute(node, property.name, value);
  if (Py_TYPE(descriptor)->tp_descr_set(descriptor, node.ptr(), value.ptr()) != 0) throw nb::python_error();
}

bool has_creation_hooks(nb::handle graph_module) {
  const nb::object hooks = nb::getattr(graph_module, "_create_node_hooks", nb::none());
  const int any = PyObject_IsTrue(hooks.ptr());
  if (any < 0) throw nb::python_error();
  return any == 1;
}

// "[[0, 1], [2, 3]]" as lists.
nb::object parsed_lists(std::string_view text) { return nb::module_::import_("ast").attr("literal_eval")(to_python(text)); }

}  // namespace

GraphEdits::GraphEdits(ReadGraph& read, const Module& after)
    : read_(read), before_(read.document.module), after_(after), maker_(before_, after, *read.objects, read.nodes), values_(read, after) {}

// ---- planning

void GraphEdits::prepare() {
  for (uint32_t g = 0; g < read_.modules.size(); ++g) {
    plans_.push_back(plan(GraphId(g)));
    if (!plans_.back().edits()) continue;
    for (Step& step : plans_.back().steps) prepare(step);
    for (uint32_t other = 0; other < g; ++other) {
      if (read_.modules[other].is(read_.modules[g]) && plans_[other].edits())
        throw nb::value_error("a sub-graph that is reached under two names cannot be rewritten: give each call one of its own");
    }
  }
}

GraphEdits::GraphSteps GraphEdits::plan(GraphId graph) const {
  GraphSteps out;
  out.graph = graph;
  std::vector<size_t> waiting;  // new nodes whose anchor is yet to come
  NodeId last;
  NodeId traced;
  for (const NodeId node : after_.nodes(graph)) {
    if (!is_old(node)) {
      waiting.push_back(out.steps.size());
      Step step;
      step.node = node;
      out.steps.push_back(std::move(step));
      continue;
    }
    OUTPLACE_CHECK(!last || last < node, "a pass moved a node of the graph");
    last = node;
    // What stands before the output has no line of its own there: it belongs to what was computed last.
    const bool has_line = after_.node(node).comment.valid();
    for (const size_t i : waiting) {
      out.steps[i].anchor = node;
      out.steps[i].pattern = has_line || !traced ? node : traced;
    }
    waiting.clear();
    if (has_line) traced = node;
    Step step = compare(node);
    if (step.renamed || step.retargeted || step.positional || step.keywords || step.annotated || step.marked)
      out.steps.push_back(std::move(step));
  }
  OUTPLACE_CHECK(waiting.empty(), "a new node stands behind the output");
  for (const NodeId node : before_.nodes(graph)) {
    if (!after_.node(node).linked) out.erased.push_back(node);
  }
  return out;
}

GraphEdits::Step GraphEdits::compare(NodeId node) const {
  const Node& was = before_.node(node);
  const Node& is = after_.node(node);
  Step step;
  step.node = node;
  step.renamed = was.name != is.name;
  step.retargeted = was.op != is.op || was.target != is.target;
  step.annotated = was.annotation != is.annotation;
  step.marked = was.root_input != is.root_input || was.replica_groups != is.replica_groups;
  const auto old_args = before_.args(node);
  const auto args = after_.args(node);
  const auto old_kwargs = before_.kwargs(node);
  const auto kwargs = after_.kwargs(node);
  const auto same_arg = [&](const Arg& a, const Arg& b) { return maker_.same(a, b); };
  const auto same_keyword = [&](const Keyword& a, const Keyword& b) { return a.name == b.name && maker_.same(a.value, b.value); };
  step.positional = !std::ranges::equal(args, old_args, same_arg);
  step.keywords = !std::ranges::equal(kwargs, old_kwargs, same_keyword);
  return step;
}

void GraphEdits::prepare(Step& step) {
  const NodeId node = step.node;
  const bool is_new = !is_old(node);
  if (is_new || step.retargeted) step.target = target(node);
  if (is_new || step.positional || step.keywords) {
    for (const Arg& arg : after_.args(node)) check_constants(arg);
    for (const Keyword& keyword : after_.kwargs(node)) check_constants(keyword.value);
  }
  const bool stores = read_.key == MetaKey::val || read_.key == MetaKey::example_value;
  if (stores && (is_new || step.annotated)) step.value = values_.of(after_.node(node).annotation);
}

nb::object GraphEdits::target(NodeId node) {
  const Node& n = after_.node(node);
  const std::string_view text = after_.text(n.target);
  return n.op == NodeOp::call_function ? read_.objects->find_callable(text) : to_python(text);
}

void GraphEdits::check_constants(const Arg& arg) {
  if (arg.is_node()) return;
  if (!arg.has_parts()) {
    maker_.make(arg);
    return;
  }
  for (const Arg& part : after_.parts(arg)) check_constants(part);
}

std::vector<nb::object> GraphEdits::edited() const {
  std::vector<nb::object> out;
  for (size_t i = plans_.size(); i-- > 0;) {
    if (plans_[i].edits()) out.push_back(read_.modules[i]);
  }
  return out;
}

// ---- applying

void GraphEdits::apply() {
  read_.nodes.resize(after_.node_count());
  for (const GraphSteps& plan : plans_) apply(plan);
}

void GraphEdits::apply(const GraphSteps& plan) {
  if (!plan.edits()) return;
  const nb::object graph = read_.modules[plan.graph.value].attr("graph");
  const nb::object inserting_before = graph.attr("inserting_before");
  const Creation creation{graph.attr("create_node"), has_creation_hooks(read_.modules[plan.graph.value])};
  const nb::object erase_node = graph.attr("erase_node");
  NodeId anchor;
  nb::object insert_point;
  const auto leave = [&] {
    if (insert_point.is_valid()) insert_point.attr("__exit__")(nb::none(), nb::none(), nb::none());
  };
  for (const Step& step : plan.steps) {
    if (is_old(step.node)) {
      edit(step);
      continue;
    }
    if (step.anchor != anchor) {
      leave();
      anchor = step.anchor;
      insert_point = inserting_before(read_.nodes[anchor.value]);
    }
    create(creation, step);
  }
  leave();
  for (size_t i = plan.erased.size(); i-- > 0;) erase_node(read_.nodes[plan.erased[i].value]);
}

void GraphEdits::create(const Creation& creation, const Step& step) {
  const Known& k = known();
  const Node& n = after_.node(step.node);
  // Arguments are set afterwards where nobody sees the difference: create_node searches those that it is given for symbols to warn of,
  // which takes as long as the rest.
  const nb::object& op = k.op_names[static_cast<size_t>(n.op)];
  const nb::object name = to_python(after_.text(n.name));
  nb::object made;
  if (creation.observed) {
    made = creation.create_node(op, step.target, make_args(step.node, nb::handle()), make_kwargs(step.node, nb::handle()), name);
  } else {
    made = creation.create_node(op, step.target, nb::none(), nb::none(), name);
    if (n.args_count > 0) set_property(made, k.args, make_args(step.node, nb::handle()));
    if (n.kwargs_count > 0) set_property(made, k.kwargs, make_kwargs(step.node, nb::handle()));
  }
  // What its source line, its module and the like are is said by the node that it was made for.
  const nb::object meta = of_node(made, k.meta);
  const nb::object pattern = of_node(read_.nodes[step.pattern.value], k.meta);
  for (const auto& [key, value] : nb::cast<nb::dict>(pattern)) {
    if (key.is(k.val) || key.is(k.example_value) || key.is(k.tensor_meta)) continue;
    if (PyDict_SetItem(meta.ptr(), key.ptr(), value.ptr()) != 0) throw nb::python_error();
  }
  set_meta(meta, step);
  read_.nodes[step.node.value] = std::move(made);
}

void GraphEdits::edit(const Step& step) {
  const Known& k = known();
  const nb::object& node = read_.nodes[step.node.value];
  const Node& n = after_.node(step.node);
  if (step.retargeted) {
    if (n.op != before_.node(step.node).op) set_attribute(node, k.op.name, k.op_names[static_cast<size_t>(n.op)]);
    set_attribute(node, k.target.name, step.target);
  }
  if (step.positional) set_property(node, k.args, make_args(step.node, of_node(node, k.args)));
  if (step.keywords) set_property(node, k.kwargs, make_kwargs(step.node, of_node(node, k.kwargs)));
  if (step.renamed) node.attr("_rename")(to_python(after_.text(n.name)));
  if (step.annotated || step.marked) set_meta(of_node(node, k.meta), step);
}

void GraphEdits::set_meta(const nb::object& meta, const Step& step) {
  const Known& k = known();
  const Node& n = after_.node(step.node);
  nb::dict entries = nb::cast<nb::dict>(meta);
  const nb::object& key = read_.key == MetaKey::val ? k.val : k.example_value;
  if (step.value.is_valid()) {
    entries[key] = step.value;
  } else if (step.annotated && entries.contains(key)) {
    nb::del(entries[key]);
  }
  if (n.root_input) entries["root_input"] = to_python(after_.text(n.root_input));
  if (n.replica_groups) entries["replica_groups"] = parsed_lists(after_.text(n.replica_groups));
}

nb::object GraphEdits::make_args(NodeId node, nb::handle original) {
  const auto args = after_.args(node);
  const auto old = original.is_valid() ? before_.args(node) : std::span<const Arg>();
  nb::object list = checked(PyList_New(static_cast<Py_ssize_t>(args.size())));
  for (size_t i = 0; i < args.size(); ++i) {
    const auto at = static_cast<Py_ssize_t>(i);
    nb::object value = i < old.size() ? maker_.make(args[i], old[i], PyTuple_GET_ITEM(original.ptr(), at)) : maker_.make(args[i]);
    PyList_SET_ITEM(list.ptr(), at, value.release().ptr());
  }
  return checked(PyList_AsTuple(list.ptr()));
}

nb::object GraphEdits::make_kwargs(NodeId node, nb::handle original) {
  nb::dict out;
  for (const Keyword& keyword : after_.kwargs(node)) {
    const nb::object name = to_python(after_.text(keyword.name));
    const nb::handle was = original.is_valid() ? nb::handle(PyDict_GetItemWithError(original.ptr(), name.ptr())) : nb::handle();
    const Arg* old = was.is_valid() ? before_.find_keyword(node, after_.text(keyword.name)) : nullptr;
    out[name] = old != nullptr ? maker_.make(keyword.value, *old, was) : maker_.make(keyword.value);
  }
  return out;
}

}  // namespace outplace::python
