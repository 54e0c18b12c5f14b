// Making nodes while a graph is rewritten: position, name, annotation and source line of each.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/memory.h"
#include "ir/namer.h"

namespace outplace {

// What is known of a call's result: mostly just what is kept of another tensor already, else something of its own.
class ResultMeta {
 public:
  ResultMeta() = default;
  ResultMeta(TensorMeta meta) : own_(std::move(meta)) {}  // NOLINT: implicit on purpose
  // `meta` is one that Types keeps.
  static ResultMeta kept(const TensorMeta* meta) {
    ResultMeta out;
    out.kept_ = meta;
    return out;
  }

  explicit operator bool() const { return own_ || kept_ != nullptr; }
  const TensorMeta& operator*() const { return own_ ? *own_ : *kept_; }
  const TensorMeta* operator->() const { return &**this; }
  // nullptr if it is of its own.
  const TensorMeta* kept() const { return own_ ? nullptr : kept_; }
  TensorMeta& change() {
    if (!own_) own_ = *kept_;
    return *own_;
  }
  void set_strides(Sizes strides) {
    const TensorMeta& now = **this;
    if (now.has_strides && now.geometry.strides == strides) return;
    change().has_strides = true;
    change().geometry.strides = std::move(strides);
  }

 private:
  const TensorMeta* kept_ = nullptr;
  std::optional<TensorMeta> own_;
};

// One call that is not a node yet. Names are literals, or live as long as the module or the operator table.
struct Call {
  using Keywords = std::vector<std::pair<std::string_view, Arg>>;

  NodeOp op = NodeOp::call_function;
  std::string_view target;
  Args args;
  Keywords kwargs;
  ResultMeta meta;  // of the result, as far as known

  static Call function(std::string_view target, Args args, Keywords kwargs = {}) {
    return {NodeOp::call_function, target, std::move(args), std::move(kwargs), {}};
  }
  static Call method(std::string_view target, Args args, Keywords kwargs = {}) {
    return {NodeOp::call_method, target, std::move(args), std::move(kwargs), {}};
  }
  // The result is a tensor of its own that is like `m`: it has no lazy bits.
  Call with(ResultMeta m) && {
    if (m && m->lazy != 0) m.change().lazy = 0;
    return std::move(*this).seen_as(std::move(m));
  }
  Call with(const TensorMeta* kept) && { return std::move(*this).with(ResultMeta::kept(kept)); }
  // The result is a view that is `m`.
  Call seen_as(ResultMeta m) && {
    if (m) meta = std::move(m);
    return std::move(*this);
  }
  Call seen_as(const TensorMeta* kept) && { return std::move(*this).seen_as(ResultMeta::kept(kept)); }
};

// The operator's own name in a target: torch.ops.aten.slice.Tensor -> slice, torch.slice_scatter -> slice_scatter.
std::string_view base_name(std::string_view target);

class Emitter {
 public:
  Emitter(Memory& memory, GraphId graph);

  // New nodes go before `anchor` and take its source line.
  void at(NodeId anchor) { anchor_ = anchor; }
  NodeId anchor() const { return anchor_; }

  // A new node named after its target, or `name`.
  NodeId emit(const Call& call);
  NodeId emit(const Call& call, StringId name);
  // Turns an existing node into `call`, in its place; it keeps its source line.
  void become(NodeId node, const Call& call, StringId name);

  // Prints what is known of the node now as its annotation.
  void annotate_again(NodeId node);

  // "<root>_modified", "<root>_modified_2", ...
  StringId version_name(StringId root) { return namer_.modified(root); }

  Arg tuple(const Args& parts) { return module_.make_parts(ArgKind::tuple, parts); }
  Arg list(const Args& parts) { return module_.make_parts(ArgKind::list, parts); }
  Arg dtype(DType dtype) { return module_.make_text(ArgKind::dtype, "torch." + std::string(torch_name(dtype))); }
  // An integer as an argument: a literal, or a node that holds it (made of arithmetic nodes if need be); nullopt if no node has what it is
  // made of.
  std::optional<Arg> integer(Sym value);
  std::optional<Args> integers(const Sizes& values);

  // The device of a tensor as an argument; of the type that was asked for, if the graph's devices were rewritten to one.
  void name_devices(std::string type) { device_type_ = std::move(type); }
  Arg device(std::string_view device);

  const TensorMeta* meta(NodeId node) { return memory_.types().meta(node); }

 private:
  Arg symbolic(const Call& call, Sym value);
  NodeId emit(const Call& call, StringId target, StringId name);
  void become(NodeId node, const Call& call, StringId target, StringId name);
  void annotate(NodeId node, const Call& call);
  // The annotation that says what is known of the node; none if that is not enough for one.
  StringId printed(NodeId node);

  Memory& memory_;
  Module& module_;
  GraphId graph_;
  Namer namer_;
  NodeId anchor_;
  std::string device_type_;
  std::unordered_map<StringId, StringId> base_names_;  // by target
  std::vector<StringId> annotations_;                  // by the number of the metadata
};

}  // namespace outplace
