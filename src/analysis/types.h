// What is known about the value of each node: tensor metadata, symbolic integers, kinds.
//
// The first source is the text's annotation (parsed once per distinct text); facts about inputs and attributes from a sidecar replace
// theirs; results that analysis computes itself replace annotations that cannot be trusted: PyTorch annotates a node with the *final*
// metadata of its object, so a node whose object is later reshaped in place (`t_`, `unsqueeze_`) shows a shape that it does not have yet.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/bind.h"
#include "ir/input_facts.h"
#include "ir/module.h"
#include "ops/tensor_meta.h"
#include "support/hash_index.h"
#include "support/stable_list.h"

namespace outplace {

class Types {
  struct Kept : TensorMeta {
    uint32_t number = 0;
  };

 public:
  Types(Module& module, GraphId graph, const InputFacts* facts);

  SymPool& syms() { return syms_; }
  // The metadata of a tensor-valued node, nullptr if nothing is known. Stable until the node's metadata is set again.
  const TensorMeta* meta(NodeId node) {
    const uint32_t id = meta_id(node);
    return id == kNothing ? nullptr : &metas_[id];
  }
  // Equal metadata are kept once, for as long as this object lives.
  const TensorMeta* keep(const TensorMeta& meta) { return &metas_[intern(meta)]; }
  // The number of the node's metadata among those kept; kNothing if nothing is known.
  uint32_t meta_id(NodeId node) {
    if (node.value < by_node_.size() && by_node_[node.value] != kUnset) return by_node_[node.value];
    const StringId annotation = module_.node(node).annotation;
    return annotation ? parse(annotation) : kNothing;
  }
  static constexpr uint32_t kNothing = 0xfffffffeU;
  uint32_t number(const TensorMeta* kept) const { return static_cast<const Kept*>(kept)->number; }
  void set(NodeId node, const TensorMeta& meta);
  void set_kept(NodeId node, const TensorMeta* kept);  // of which `keep` or `meta` told
  void distrust(NodeId node);                          // the annotation does not hold at the node
  // The value of an integer-valued node: its annotation, else a symbol of its own.
  Sym sym(NodeId node);
  // What a node without an annotation was found to hold.
  void set_sym(NodeId node, Sym value) { values_.insert_or_assign(node, value); }
  // Integer literals, symbolic texts and nodes; nullopt for others.
  std::optional<Sym> sym(const Arg& arg);

  const std::vector<NodeValueKind>& kinds() const { return kinds_; }
  void set_kind(NodeId node, NodeValueKind kind);
  NodeValueKind kind(NodeId node) const { return node.value < kinds_.size() ? kinds_[node.value] : NodeValueKind::unknown; }

  // The node that first held this symbolic value, none if no node does.
  NodeId node_of(Sym value) const;
  void remember(Sym value, NodeId node);
  // An input and the dim of it that has this size.
  std::optional<std::pair<NodeId, int64_t>> size_of(Sym value) const;

  AnnotationStyle style() const { return style_; }
  bool annotated() const { return annotated_; }
  // Is the shape of inputs told, by the text or beside it? What is not known then is not known to anyone.
  bool shapes_told() const { return annotated_ || !facts_.empty(); }
  const InputFact* fact(NodeId input) const;  // of a placeholder or an attribute; nullptr if nothing is told

 private:
  void apply_facts(GraphId graph, const InputFacts& facts);
  uint32_t parse(StringId annotation);
  void grow(NodeId node);
  uint32_t intern(const TensorMeta& meta);

  static constexpr uint32_t kUnset = 0xffffffffU;

  Module& module_;
  SymPool syms_;
  StableList<Kept> metas_;
  HashIndex meta_index_;
  std::vector<uint32_t> by_annotation_;  // StringId -> index in metas_
  std::vector<uint32_t> by_node_;        // NodeId -> index in metas_, kUnset: by annotation
  std::vector<NodeValueKind> kinds_;
  std::unordered_map<uint32_t, NodeId> sym_nodes_;                         // by ExprId
  std::unordered_map<uint32_t, std::pair<NodeId, int64_t>> size_sources_;  // by ExprId
  std::unordered_map<NodeId, Sym> values_;
  std::unordered_map<NodeId, const InputFact*> facts_;
  AnnotationStyle style_;
  bool annotated_ = false;
};

}  // namespace outplace
