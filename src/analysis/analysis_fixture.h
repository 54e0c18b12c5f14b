// For the tests of analysis: a graph from the lines of its body, walked to its end, and what every node turned out to do as lines of text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "analysis/effects.h"
#include "analysis/final_metadata.h"
#include "io/fx_text.h"

namespace outplace {

class AnalysisFixture : public testing::Test {
 protected:
  // Reads a graph whose forward takes `parameters` and has the lines `body` and no results; `nested` are the classes inside it.
  void read(std::string_view parameters, std::string_view body, std::string_view nested = {}) {
    std::string text = "class GraphModule(torch.nn.Module):\n    def forward(self, " + std::string(parameters) + "):\n" + indented(body, 8);
    text += "        return ()\n";
    if (!nested.empty()) text += "\n" + indented(nested, 4);
    diagnostics_ = Diagnostics();
    Result<Document> document = read_fx_text(text, {}, diagnostics_);
    ASSERT_TRUE(document) << diagnostics_.text() << text;
    document_ = std::move(*document);
    types_ = std::make_unique<Types>(document_.module, graph(), facts_);
    final_metadata_ = distrust_final_metadata(document_.module, graph(), *types_, OpTable::builtin());
    memory_ = std::make_unique<Memory>(document_.module, graph(), *types_, diagnostics_, facts_);
    effects_ = std::make_unique<Effects>(*memory_, OpTable::builtin(), kernels_);
    effects_->set_final_metadata(&final_metadata_);
  }

  // One line a node but for placeholders and the output: what it does, what it writes, and what its value is. Ends with the message of the
  // error, if there is one.
  std::string walk() {
    std::string out;
    for (const NodeId node : document_.module.nodes(graph())) {
      const auto effects = effects_->step(node);
      if (!effects) return out + "error: " + diagnostics_.all().back().message + "\n";
      const NodeOp op = document_.module.node(node).op;
      if (op != NodeOp::placeholder && op != NodeOp::output) out += line(node, **effects) + "\n";
    }
    return out;
  }
  std::string effects_of(std::string_view parameters, std::string_view body, std::string_view nested = {}) {
    read(parameters, body, nested);
    return walk();
  }

  Module& module() { return document_.module; }
  GraphId graph() const { return document_.roots.at(0); }
  Memory& memory() { return *memory_; }
  SymPool& syms() { return types_->syms(); }

  NodeId find(std::string_view name) const {
    for (const NodeId node : document_.module.nodes(graph())) {
      if (document_.module.name(node) == name) return node;
    }
    ADD_FAILURE() << "no node " << name;
    return {};
  }
  PlaceId place(std::string_view name) {
    const ObjectId object = memory_->known_object(find(name));
    return object ? memory_->place_of(object) : PlaceId();
  }
  std::string chain(std::string_view name) { return memory_->chain(place(name)); }

  const InputFacts* facts_ = nullptr;
  const KernelProvider* kernels_ = nullptr;
  Diagnostics diagnostics_;
  Document document_;
  std::unique_ptr<Types> types_;
  std::unordered_set<NodeId> final_metadata_;
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Effects> effects_;

 private:
  std::string line(NodeId node, const NodeEffects& effects) {
    std::string out = std::string(document_.module.name(node)) + ": " + kind_name(effects.kind);
    if (effects.kind == EffectKind::setitem) out += " " + memory_->chain(effects.index->target) + advanced(*effects.index);
    if (effects.kind == EffectKind::pure && effects.index) out += " " + memory_->chain(effects.index->target) + advanced(*effects.index);
    for (const WriteTarget& target : effects.writes) {
      out += " " + memory_->chain(memory_->place_of(target.object));
      if (target.item >= 0) out += " (" + std::to_string(target.item) + ")";
    }
    return out + value(node);
  }
  std::string value(NodeId node) {
    if (memory_->value_kind(node) == ValueKind::tuple) {
      std::string out;
      for (const ObjectId element : memory_->elements(node))
        out += (out.empty() ? " = (" : ", ") + memory_->chain(memory_->place_of(element));
      return out + ")";
    }
    const ObjectId object = memory_->known_object(node);
    if (!object) return "";
    const Object& o = memory_->object(object);
    if (o.origin != node) return " is " + memory_->chain(o.place);
    const bool fresh = memory_->storage_of(o.place).origin == node;
    return fresh ? "" : " = " + memory_->chain(o.place) + (o.detached() ? " detached" : "");
  }
  std::string advanced(const IndexPlan& plan) {
    if (plan.nothing) return " nowhere";
    std::string out;
    for (const AdvancedIndex& index : plan.advanced) {
      out += (index.scalar ? " scalar "
              : index.mask ? " mask "
                           : " index ") +
             print_arg(document_.module, index.arg) + " at " + std::to_string(index.dim);
      if (index.mask) out += " of rank " + std::to_string(index.rank);
    }
    return out;
  }
  static const char* kind_name(EffectKind kind) {
    switch (kind) {
      case EffectKind::nothing: return "nothing";
      case EffectKind::metadata: return "metadata";
      case EffectKind::pure: return "pure";
      case EffectKind::view: return "view";
      case EffectKind::write: return "write";
      case EffectKind::kernel: return "kernel";
      case EffectKind::setitem: return "setitem";
      case EffectKind::rebind: return "rebind";
      case EffectKind::output: return "output";
    }
    return "";
  }
  static std::string indented(std::string_view lines, size_t width) {
    std::string out;
    while (!lines.empty()) {
      const size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
      if (lines.front() != '\n') out += std::string(width, ' ');
      out += lines.substr(0, end);
      lines.remove_prefix(end);
    }
    return out.ends_with('\n') ? out : out + '\n';
  }
};

}  // namespace outplace
