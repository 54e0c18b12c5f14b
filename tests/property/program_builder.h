// A program under construction: nodes are appended as eager mode would run them, and every tensor's place in memory is known at each point.
//
// Tensors that later steps may use stand in slots; each part of the choices has the same number of them, so that switching one part off
// does not make the others mean something else. A node's annotation shows its object as it is in the end, as Dynamo prints it.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "choices.h"
#include "eager_tensor.h"
#include "ir/graph_builder.h"
#include "program.h"

namespace outplace::property {

// A node whose value is a tensor, and which Python object that is.
struct TensorRef {
  NodeId node;
  int object = -1;
  bool valid() const { return object >= 0; }
};

enum class Annotations : uint8_t { placeholders, sizes, sizes_and_strides };

class ProgramBuilder {
 public:
  static constexpr size_t kSlotsPerPart = 4;
  static constexpr int64_t kMostElements = 256;

  explicit ProgramBuilder(Choices& choices);

  Choices& choose() { return choices_; }
  // The slots of the next part; false if it is switched off.
  bool begin_part();

  // ---- inputs
  int add_storage() { return storage_count_++; }
  TensorRef input(EagerTensor tensor);
  // A tensor that the module holds; all inputs come before the first one.
  TensorRef attribute(EagerTensor tensor);
  // Another node that reads an attribute: the same object.
  TensorRef attribute_again(int object);
  // An input that holds these indices. It stands in no slot, so nothing writes to it.
  void index_input(const Ints& values);
  // One with so many indices, invalid if there is none.
  TensorRef find_index_input(int64_t count) const;
  // A symbolic size that stands for `value`; its placeholder comes before the tensors.
  int symbol(int64_t value);
  NodeId symbol_node(int symbol) const { return symbol_nodes_.at(static_cast<size_t>(symbol) - 1); }
  int64_t symbol_value(int symbol) const { return program_.hints.at(static_cast<size_t>(symbol) - 1).value; }
  int derived_symbol() { return next_symbol_++; }
  bool is_root_symbol(int symbol) const { return symbol > 0 && symbol <= static_cast<int>(symbol_nodes_.size()); }
  size_t symbol_count() const { return symbol_nodes_.size(); }

  // ---- nodes
  using Args = std::initializer_list<Arg>;
  using Keywords = GraphBuilder::Keywords;
  NodeId method(std::string_view name, Args args, Keywords keywords = {});
  NodeId function(std::string_view target, Args args, Keywords keywords = {});
  NodeId method(std::string_view name, std::span<const Arg> args);
  NodeId function(std::string_view target, std::span<const Arg> args, Keywords keywords = {});
  // One of the spellings of a call: a method, torch.NAME, or torch.ops.aten.NAME with that overload ("" for the packet).
  NodeId call(std::string_view name, Args args, std::string_view overload = {});
  // The same for a method that writes: torch.NAME does not exist for most.
  NodeId write(std::string_view name, Args args, std::string_view overload = {});
  Arg text(ArgKind kind, std::string_view contents) { return build_.text(kind, contents); }
  Arg dtype(DType dtype) { return build_.text(ArgKind::dtype, "torch." + std::string(torch_name(dtype))); }
  Arg list(std::span<const Arg> items, ArgKind kind = ArgKind::list) { return module_.make_parts(kind, items); }
  Arg ints(const Ints& values, ArgKind kind = ArgKind::list);
  GraphBuilder& build() { return build_; }

  // ---- values
  // The node's value is a new tensor at that place; in a slot if there is one left in this part.
  TensorRef view(NodeId node, EagerTensor place);
  // The same in a storage of its own.
  TensorRef fresh(NodeId node, EagerTensor place);
  // The node's value is an object that was there before.
  TensorRef same(NodeId node, int object);
  // Not in a slot: a constant that only the next call uses.
  TensorRef unlisted(NodeId node, EagerTensor place);
  const EagerTensor& tensor(TensorRef ref) const { return objects_[static_cast<size_t>(ref.object)]; }
  void rebind(int object, EagerTensor place) { objects_[static_cast<size_t>(object)] = std::move(place); }
  // Of the caller or of the module: what it is in the end is seen from outside.
  bool is_given(int object) const { return static_cast<size_t>(object) < given_.size(); }
  bool is_attribute(int object) const { return is_given(object) && object >= input_objects_; }

  // A slot's tensor for which `wanted` holds, mostly a recent one; invalid if there is none.
  template <class F>
  TensorRef find(F&& wanted);
  TensorRef any() {
    return find([](const EagerTensor&) { return true; });
  }
  // The tensors in slots of the last parts, newest first.
  std::vector<TensorRef> latest(size_t count) const;

  Program finish(std::span<const Arg> outputs, Annotations annotations);

 private:
  std::string name_for(std::string_view target);
  InputFact fact_of(std::string name, const EagerTensor& tensor) const;
  NodeId placeholder(const EagerTensor& tensor, Ints values);
  TensorRef keep(NodeId node, int object);
  void annotate(Annotations annotations);
  std::string symbolic_annotation(const EagerTensor& t) const;

  Choices& choices_;
  Program program_;
  Module& module_;
  GraphBuilder build_;
  std::vector<EagerTensor> objects_;
  std::vector<TensorRef> slots_;
  size_t used_in_part_ = 0;
  std::vector<std::pair<NodeId, int>> shown_;  // nodes whose value is an object
  std::map<std::string, int, std::less<>> names_;
  std::vector<NodeId> symbol_nodes_;
  std::vector<TensorRef> index_inputs_;
  int next_symbol_ = 100;
  int storage_count_ = 0;
  int input_objects_ = 0;
  std::vector<EagerTensor> given_;  // inputs, then attributes, as they are at the beginning
};

template <class F>
TensorRef ProgramBuilder::find(F&& wanted) {
  const size_t n = slots_.size();
  if (n == 0) return {};
  const size_t recent = n < 6 * kSlotsPerPart || choices_.chance(40) ? n : 6 * kSlotsPerPart;
  const size_t back = choices_.below(recent);
  for (size_t i = 0; i < n; ++i) {
    const TensorRef& ref = slots_[(n - 1 - back + n - i) % n];
    if (ref.valid() && wanted(tensor(ref))) return ref;
  }
  return {};
}

}  // namespace outplace::property
