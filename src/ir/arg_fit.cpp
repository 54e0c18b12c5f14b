// Kinds of arguments against kinds of parameters.
#include "ir/arg_fit.h"

#include <algorithm>

namespace outplace {
namespace {

bool takes_anything(const Param& param) { return param.type == ParamType::any || param.type == ParamType::index; }

bool is_number(ParamType type) {
  return type == ParamType::scalar || type == ParamType::integer || type == ParamType::real || type == ParamType::boolean;
}

}  // namespace

bool ArgFit::is_single(NodeId node) const {
  const NodeValueKind kind = kind_of(node);
  return kind == NodeValueKind::tensor || kind == NodeValueKind::integer || kind == NodeValueKind::real || kind == NodeValueKind::boolean;
}

bool ArgFit::fits(const Param& param, const Arg& arg) const {
  if (takes_anything(param) && !param.list) return true;
  switch (arg.kind) {
    case ArgKind::none: return param.optional || (converting_ && param.has_default);
    case ArgKind::opaque: return true;
    case ArgKind::node: return node_fits(param, arg.as_node());
    case ArgKind::list:
    case ArgKind::tuple: return param.list && fits_list(param, arg);
    case ArgKind::dict:
    case ArgKind::ellipsis:
    case ArgKind::slice: return false;
    case ArgKind::boolean:
    case ArgKind::integer:
    case ArgKind::symbolic:
    case ArgKind::real:
    case ArgKind::imaginary:
    case ArgKind::string:
    case ArgKind::dtype:
    case ArgKind::device:
    case ArgKind::layout:
    case ArgKind::memory_format: break;
  }
  if (!param.list) return fits_single(param, arg);
  return (param.list_size > 0 || (converting_ && param.type != ParamType::tensor)) && fits_single(param, arg);
}

bool ArgFit::fits_single(const Param& param, const Arg& arg) const {
  const ParamType type = param.type;
  switch (arg.kind) {
    case ArgKind::boolean:
      return type == ParamType::boolean || type == ParamType::scalar || (converting_ && (is_number(type) || type == ParamType::tensor));
    case ArgKind::integer:
    case ArgKind::symbolic:
      return type == ParamType::integer || type == ParamType::scalar || type == ParamType::real ||
             (converting_ && (is_number(type) || type == ParamType::tensor));
    case ArgKind::real: return type == ParamType::real || type == ParamType::scalar || (converting_ && type == ParamType::tensor);
    case ArgKind::imaginary: return type == ParamType::scalar || (converting_ && type == ParamType::tensor);
    case ArgKind::string: return type == ParamType::string || type == ParamType::device || (converting_ && type == ParamType::dtype);
    case ArgKind::dtype: return type == ParamType::dtype;
    case ArgKind::device: return type == ParamType::device;
    case ArgKind::layout: return type == ParamType::layout;
    case ArgKind::memory_format: return type == ParamType::memory_format;
    case ArgKind::none:
    case ArgKind::node:
    case ArgKind::ellipsis:
    case ArgKind::slice:
    case ArgKind::list:
    case ArgKind::tuple:
    case ArgKind::dict:
    case ArgKind::opaque: return fits(param, arg);
  }
  return false;
}

bool ArgFit::fits_list(const Param& param, const Arg& arg) const {
  if (takes_anything(param)) return true;
  Param element = param;
  element.list = false;
  element.optional = param.element_optional;
  const auto parts = module_.parts(arg);
  return std::all_of(parts.begin(), parts.end(), [&](const Arg& part) { return fits(element, part); });
}

bool ArgFit::node_fits(const Param& param, NodeId node) const {
  const NodeValueKind kind = kind_of(node);
  if (kind == NodeValueKind::unknown) return true;
  if (param.list) return node_fits_list(param, kind);
  const ParamType type = param.type;
  switch (kind) {
    case NodeValueKind::tensor: return type == ParamType::tensor || (converting_ && is_number(type));
    case NodeValueKind::integer:
      return type == ParamType::integer || type == ParamType::scalar || type == ParamType::real ||
             (converting_ && (type == ParamType::boolean || type == ParamType::tensor));
    case NodeValueKind::real: return type == ParamType::real || type == ParamType::scalar || (converting_ && type == ParamType::tensor);
    case NodeValueKind::boolean:
      return type == ParamType::boolean || type == ParamType::scalar || (converting_ && (is_number(type) || type == ParamType::tensor));
    case NodeValueKind::tuple: return false;
    case NodeValueKind::other: return type != ParamType::tensor || converting_;
    case NodeValueKind::unknown: break;
  }
  return true;
}

bool ArgFit::node_fits_list(const Param& param, NodeValueKind kind) const {
  switch (kind) {
    case NodeValueKind::tensor: return converting_;  // a tensor is a sequence of its rows, and a list of index values
    case NodeValueKind::integer: return param.type == ParamType::integer && (param.list_size > 0 || converting_);
    case NodeValueKind::real: return param.type == ParamType::real && converting_;
    case NodeValueKind::boolean: return false;
    case NodeValueKind::unknown:
    case NodeValueKind::tuple:
    case NodeValueKind::other: return true;
  }
  return true;
}

}  // namespace outplace
