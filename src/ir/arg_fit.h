// Does an argument fit a parameter? The conversions are those of PyTorch's Python argument parser.
#pragma once

#include <vector>

#include "ir/bind.h"

namespace outplace {

enum class Fitting : uint8_t { exact, converting };

class ArgFit {
 public:
  ArgFit(const Module& module, const std::vector<NodeValueKind>& kinds, Fitting fitting)
      : module_(module), kinds_(kinds), converting_(fitting == Fitting::converting) {}
  bool fits(const Param& param, const Arg& arg) const;
  // Is the node certainly one value, not a sequence of them?
  bool is_single(NodeId node) const;

 private:
  bool fits_single(const Param& param, const Arg& arg) const;
  bool fits_list(const Param& param, const Arg& arg) const;
  bool node_fits(const Param& param, NodeId node) const;
  bool node_fits_list(const Param& param, NodeValueKind kind) const;
  NodeValueKind kind_of(NodeId node) const { return node.value < kinds_.size() ? kinds_[node.value] : NodeValueKind::unknown; }

  const Module& module_;
  const std::vector<NodeValueKind>& kinds_;
  bool converting_;
};

}  // namespace outplace
