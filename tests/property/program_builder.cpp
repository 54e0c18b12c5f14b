// Names, slots, annotations and the facts about inputs.
#include "program_builder.h"

#include <algorithm>

namespace outplace::property {
namespace {

// The part of a target that PyTorch names the node after.
std::string_view stem_of(std::string_view target) {
  if (target.starts_with("torch.ops.")) {
    const size_t packet = target.find('.', std::string_view("torch.ops.").size());
    const size_t overload = target.find('.', packet + 1);
    return target.substr(packet + 1, overload == std::string_view::npos ? overload : overload - packet - 1);
  }
  const size_t dot = target.rfind('.');
  return dot == std::string_view::npos ? target : target.substr(dot + 1);
}

std::vector<std::string> texts(const Ints& numbers) {
  std::vector<std::string> out;
  for (const int64_t n : numbers) out.push_back(std::to_string(n));
  return out;
}

}  // namespace

ProgramBuilder::ProgramBuilder(Choices& choices) : choices_(choices), module_(program_.document.module), build_(module_, "GraphModule") {}

bool ProgramBuilder::begin_part() {
  used_in_part_ = 0;
  slots_.resize(slots_.size() + kSlotsPerPart);
  return choices_.begin_part();
}

int ProgramBuilder::symbol(int64_t value) {
  const int symbol = static_cast<int>(symbol_nodes_.size()) + 1;
  const std::string name = "s" + std::to_string(symbol - 1);
  symbol_nodes_.push_back(build_.placeholder(name, "Sym(" + name + ")"));
  InputFact fact;
  fact.name = name;
  fact.kind = InputKind::symint;
  program_.facts.placeholders.push_back(std::move(fact));
  program_.hints.push_back({.shape = {}, .stride = {}, .value = value, .values = {}});
  return symbol;
}

InputFact ProgramBuilder::fact_of(std::string name, const EagerTensor& tensor) const {
  InputFact fact;
  fact.name = std::move(name);
  fact.dtype = torch_name(tensor.dtype);
  fact.shape = texts(tensor.sizes);
  fact.stride = texts(tensor.strides);
  std::string factor;
  for (int64_t d = tensor.rank(); d-- > 0 && tensor.symbolic();) {  // contiguous, as the maker of symbolic inputs takes care of
    const auto i = static_cast<size_t>(d);
    const int symbol = tensor.symbol(d);
    fact.stride[i] = factor.empty() ? "1" : factor;
    if (symbol != 0) fact.shape[i] = "s" + std::to_string(symbol - 1);
    factor = factor.empty() ? fact.shape[i] : fact.shape[i] + "*" + factor;
  }
  fact.storage_offset = std::to_string(tensor.offset);
  fact.storage = tensor.storage;
  fact.device = "cpu";
  return fact;
}

NodeId ProgramBuilder::placeholder(const EagerTensor& tensor, Ints values) {
  const std::string name = "l_x" + std::to_string(input_objects_) + "_";
  const NodeId node = build_.placeholder(name);
  program_.facts.placeholders.push_back(fact_of(name, tensor));
  program_.hints.push_back({.shape = tensor.sizes, .stride = tensor.strides, .value = 0, .values = std::move(values)});
  shown_.emplace_back(node, input_objects_++);
  given_.push_back(tensor);
  return node;
}

TensorRef ProgramBuilder::input(EagerTensor tensor) {
  const NodeId node = placeholder(tensor, {});
  objects_.push_back(std::move(tensor));
  return keep(node, input_objects_ - 1);
}

TensorRef ProgramBuilder::attribute(EagerTensor tensor) {
  const auto object = static_cast<int>(given_.size());
  given_.push_back(tensor);
  program_.facts.attributes.push_back(fact_of("state_" + std::to_string(object - input_objects_), tensor));
  program_.attribute_hints.push_back({.shape = tensor.sizes, .stride = tensor.strides, .value = 0, .values = {}});
  objects_.push_back(std::move(tensor));
  return attribute_again(object);
}

TensorRef ProgramBuilder::attribute_again(int object) {
  const std::string& path = program_.facts.attributes.at(static_cast<size_t>(object - input_objects_)).name;
  return same(build_.get_attr(name_for(path), path), object);
}

void ProgramBuilder::index_input(const Ints& values) {
  EagerTensor tensor = property::fresh(DType::int64, {std::ssize(values)});
  tensor.storage = add_storage();
  const NodeId node = placeholder(tensor, values);
  objects_.push_back(std::move(tensor));
  index_inputs_.push_back({node, input_objects_ - 1});
}

TensorRef ProgramBuilder::find_index_input(int64_t count) const {
  for (const TensorRef ref : index_inputs_) {
    if (tensor(ref).count() == count) return ref;
  }
  return {};
}

std::string ProgramBuilder::name_for(std::string_view target) {
  const std::string_view stem = stem_of(target);
  auto it = names_.find(stem);
  if (it == names_.end()) it = names_.emplace(std::string(stem), 0).first;
  const std::string number = std::to_string(++it->second);
  std::string out(stem);
  while (out.starts_with('_')) out.erase(0, 1);
  return out + "_" + number;
}

NodeId ProgramBuilder::method(std::string_view name, Args args, Keywords keywords) {
  return build_.method(name_for(name), name, args, keywords);
}

NodeId ProgramBuilder::function(std::string_view target, Args args, Keywords keywords) {
  return build_.function(name_for(target), target, args, keywords);
}

NodeId ProgramBuilder::method(std::string_view name, std::span<const Arg> args) { return build_.method(name_for(name), name, args); }

NodeId ProgramBuilder::function(std::string_view target, std::span<const Arg> args, Keywords keywords) {
  return build_.function(name_for(target), target, args, keywords);
}

NodeId ProgramBuilder::call(std::string_view name, Args args, std::string_view overload) {
  const std::string text(name);
  switch (choices_.below(6)) {
    case 4: return function("torch." + text, args);
    case 5: {
      const bool packet = choices_.chance(30);
      return function("torch.ops.aten." + text + (packet ? "" : "." + std::string(overload.empty() ? "default" : overload)), args);
    }
    default: return method(name, args);
  }
}

NodeId ProgramBuilder::write(std::string_view name, Args args, std::string_view overload) {
  if (!choices_.chance(20)) return method(name, args);
  return function("torch.ops.aten." + std::string(name) + "." + std::string(overload.empty() ? "default" : overload), args);
}

Arg ProgramBuilder::ints(const Ints& values, ArgKind kind) {
  std::vector<Arg> items;
  for (const int64_t v : values) items.push_back(Arg::integer(v));
  return list(items, kind);
}

TensorRef ProgramBuilder::keep(NodeId node, int object) {
  const TensorRef ref{node, object};
  if (used_in_part_ < kSlotsPerPart && !slots_.empty()) slots_[slots_.size() - kSlotsPerPart + used_in_part_++] = ref;
  return ref;
}

TensorRef ProgramBuilder::unlisted(NodeId node, EagerTensor place) {
  if (place.storage < 0) place.storage = add_storage();
  objects_.push_back(std::move(place));
  const int object = static_cast<int>(objects_.size()) - 1;
  shown_.emplace_back(node, object);
  return {node, object};
}

TensorRef ProgramBuilder::view(NodeId node, EagerTensor place) {
  const TensorRef ref = unlisted(node, std::move(place));
  return keep(ref.node, ref.object);
}

TensorRef ProgramBuilder::fresh(NodeId node, EagerTensor place) {
  place.storage = add_storage();
  place.offset = 0;
  return view(node, std::move(place));
}

TensorRef ProgramBuilder::same(NodeId node, int object) {
  shown_.emplace_back(node, object);
  return keep(node, object);
}

std::vector<TensorRef> ProgramBuilder::latest(size_t count) const {
  std::vector<TensorRef> out;
  for (size_t i = slots_.size(); i-- > 0 && out.size() < count;) {
    if (slots_[i].valid()) out.push_back(slots_[i]);
  }
  return out;
}

std::string ProgramBuilder::symbolic_annotation(const EagerTensor& t) const {
  std::string out(abbreviation(t.dtype));
  out += '[';
  for (int64_t d = 0; d < t.rank(); ++d) {
    if (d > 0) out += ", ";
    if (t.symbol(d) != 0 && !is_root_symbol(t.symbol(d))) return {};
    out += t.symbol(d) == 0 ? std::to_string(t.size(d)) : "s" + std::to_string(t.symbol(d) - 1);
  }
  return out + ']';
}

void ProgramBuilder::annotate(Annotations annotations) {
  for (const auto& [node, object] : shown_) {
    const bool placeholder = module_.node(node).op == NodeOp::placeholder;
    if (annotations == Annotations::placeholders && !placeholder) continue;
    const EagerTensor& t = objects_[static_cast<size_t>(object)];
    if (t.symbolic()) {
      build_.annotate(node, symbolic_annotation(t));
    } else {
      const bool strides = annotations == Annotations::sizes_and_strides;
      build_.annotate(node, annotation(t, strides ? Annotated::sizes_and_strides : Annotated::sizes));
    }
  }
}

Program ProgramBuilder::finish(std::span<const Arg> outputs, Annotations annotations) {
  build_.output(outputs);
  annotate(annotations);
  std::vector<InputFact*> given;
  for (InputFact& fact : program_.facts.placeholders) {
    if (fact.kind == InputKind::tensor) given.push_back(&fact);
  }
  for (InputFact& fact : program_.facts.attributes) given.push_back(&fact);
  std::map<int64_t, int64_t> bytes;
  for (size_t i = 0; i < given.size(); ++i) {
    int64_t& most = bytes[*given[i]->storage];
    most = std::max({most, int64_t{8}, end_byte(given_[i])});
  }
  for (InputFact* fact : given) fact->storage_bytes = (bytes[*fact->storage] + 15) / 16 * 16;
  program_.facts.grad_enabled = false;
  Document& document = program_.document;
  document.file = "program.py";
  document.roots = {build_.graph()};
  document.styles.resize(1);
  document.styles[0].strides = annotations == Annotations::sizes_and_strides;
  document.styles[0].device = document.styles[0].strides;
  document.styles[0].annotations = annotations != Annotations::placeholders;
  document.texts.resize(1);
  document.texts[0].class_line = "class GraphModule(torch.nn.Module):";
  return std::move(program_);
}

}  // namespace outplace::property
