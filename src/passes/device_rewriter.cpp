// A node is bound to its schema only if one of its positional arguments could be a device, so that most nodes cost one look at their
// arguments.
#include "passes/device_rewriter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/bind.h"
#include "ir/describe.h"
#include "ir/graph_tree.h"

namespace outplace {
namespace {

constexpr auto kDeviceTypes = std::to_array<std::string_view>(
    {"cpu", "cuda", "hpu", "ipu", "meta", "mps", "mtia", "neuron", "npu", "privateuseone", "vulkan", "xla", "xpu"});
constexpr auto kDeviceMethods = std::to_array<std::string_view>({"cpu", "cuda", "hpu", "ipu", "mtia", "xpu"});

struct Device {
  std::string_view type;
  std::string_view index;  // digits, "" if there is none
};

// "cuda", "cuda:1"; nothing for any other text.
std::optional<Device> parse_device(std::string_view text) {
  const size_t colon = text.find(':');
  const Device device{text.substr(0, colon), colon == std::string_view::npos ? "" : text.substr(colon + 1)};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (device.type.empty() || !std::ranges::all_of(device.type, is_letter)) return std::nullopt;
  if (colon != std::string_view::npos && (device.index.empty() || !std::ranges::all_of(device.index, is_digit))) return std::nullopt;
  return device;
}

bool has_type_of_list(std::string_view text) {
  const std::optional<Device> device = parse_device(text);
  return device && std::ranges::binary_search(kDeviceTypes, device->type);
}

// What is left as it is, told once for all places.
struct Finding {
  NodeId first;
  int64_t count = 0;
  void add(NodeId node) {
    if (count++ == 0) first = node;
  }
};

class DeviceState {
 public:
  DeviceState(Module& module, Device target, const OpTable& ops, Diagnostics& diagnostics)
      : module_(module), target_(target), ops_(ops), diagnostics_(diagnostics), binder_(module, ops, scratch_) {}

  int64_t rewrite(GraphId root) {
    for (const GraphId graph : graph_tree(module_, root)) {
      for (const NodeId node : module_.nodes(graph)) visit(node);
    }
    report(autocast_, "an autocast bracket names a device and was left as it is",
           "autocast of the target device may choose other dtypes: check the model's autocast call");
    report(elsewhere_, "a device constant that is not in a device position was left as it is",
           "if it must follow the target device, change it in the model");
    report(meta_, "the device 'meta' was left as it is", "a meta tensor has no data; make the tensor on a real device in the model");
    return count_;
  }

 private:
  void visit(NodeId node) {
    const NodeOp op = module_.node(node).op;
    if (op == NodeOp::placeholder || op == NodeOp::get_attr) return;
    if (op == NodeOp::call_function && is_autocast(node)) return autocast_.add(node);
    if (op == NodeOp::call_method && device_method(node)) return;
    if (op == NodeOp::output) return leave(node, module_.args(node)[0]);
    if (is_device_constructor(node)) return device_constructor(node);
    for (uint32_t i = 0; i < module_.node(node).kwargs_count; ++i) {
      const Keyword keyword = module_.kwargs(node)[i];
      if (module_.text(keyword.name) == "device" && is_literal(keyword.value)) {
        module_.kwargs(node)[i].value = replaced(node, keyword.value);
      } else {
        leave(node, keyword.value);
      }
    }
    positional(node);
  }

  // ---- positions that the schema tells
  void positional(NodeId node) {
    const std::span<const Arg> args = std::as_const(module_).args(node);
    if (!std::ranges::any_of(args, [&](const Arg& arg) { return mentions_device(arg); })) return;
    const std::vector<bool> device_positions = positions(node);
    for (size_t i = 0; i < module_.args(node).size(); ++i) {
      const Arg arg = module_.args(node)[i];
      if (i < device_positions.size() && device_positions[i]) {
        module_.args(node)[i] = replaced(node, arg);
      } else {
        leave(node, arg);
      }
    }
  }

  // By positional argument: does it bind to a parameter of type device?
  std::vector<bool> positions(NodeId node) {
    const auto bound = binder_.bind(node, {});
    if (!bound) return {};
    std::vector<bool> out;
    const std::span<const Arg> args = std::as_const(module_).args(node);
    size_t position = 0;
    for (size_t p = 0; p < bound->op->params.size() && position < args.size(); ++p) {
      const Param& param = bound->op->params[p];
      if (param.keyword_only) break;
      if (!bound->values[p].given) continue;
      // Sizes given one by one take as many positions as they have parts.
      const Arg& value = bound->values[p].arg;
      const bool spread = param.variadic && value.has_parts() && !args[position].has_parts();
      const size_t width = spread ? std::max<size_t>(value.b, 1) : 1;
      out.insert(out.end(), width, param.type == ParamType::device);
      position += width;
    }
    return out;
  }

  // ---- x.cpu(), x.cuda(1): become x.to(target)
  bool device_method(NodeId node) {
    const std::string_view method = module_.target(node);
    if (!std::ranges::binary_search(kDeviceMethods, method)) return false;
    if (method == target_.type && target_.index.empty()) return true;
    std::vector<Keyword> kwargs;
    Args args(module_.args(node).begin(), module_.args(node).end());
    if (args.empty()) return false;
    // cuda(device, non_blocking, memory_format); cpu(memory_format)
    size_t next = 1;
    std::string index;
    if (method != "cpu" && next < args.size()) index = index_text(args[next++]);
    for (const Keyword& keyword : module_.kwargs(node)) {
      if (module_.text(keyword.name) == "device") {
        index = index_text(keyword.value);
      } else {
        kwargs.push_back(keyword);
      }
    }
    if (index == "?") {
      elsewhere_.add(node);
      return true;
    }
    if (method != "cpu" && next < args.size()) kwargs.push_back({module_.intern("non_blocking"), args[next++]});
    if (next < args.size()) kwargs.push_back({module_.intern("memory_format"), args[next++]});
    const std::array<Arg, 2> changed{args[0], Arg::text(ArgKind::device, target_text(index))};
    module_.node(node).target = module_.intern("to");
    module_.set_args(node, changed);
    module_.set_kwargs(node, kwargs);
    ++count_;
    return true;
  }

  // The index that the device argument of x.cuda(...) names: "1"; "" if none; "?" if it is computed.
  std::string index_text(const Arg& arg) const {
    if (arg.is_none()) return "";
    if (arg.is_integer()) return std::to_string(arg.as_integer());
    if (arg.kind != ArgKind::device && arg.kind != ArgKind::string) return "?";
    const std::optional<Device> device = parse_device(module_.text(arg.as_text()));
    return device ? std::string(device->index) : "?";
  }

  // ---- torch.device('cuda', 1) as a call
  bool is_device_constructor(NodeId node) const {
    return module_.node(node).op == NodeOp::call_function && module_.target(node) == "torch.device";
  }

  void device_constructor(NodeId node) {
    const bool separate_index = module_.node(node).args_count > 1 || module_.node(node).kwargs_count > 1;
    if (separate_index && !target_.index.empty()) return elsewhere_.add(node);
    if (module_.node(node).args_count > 0) {
      Arg& first = module_.args(node)[0];
      first = replaced(node, first);
    }
    for (Keyword& keyword : module_.kwargs(node)) {
      const std::string_view name = module_.text(keyword.name);
      if (name == "type" || name == "device") keyword.value = replaced(node, keyword.value);
    }
  }

  // ---- literals
  static bool is_literal(const Arg& arg) { return arg.kind == ArgKind::device || arg.kind == ArgKind::string; }

  Arg replaced(NodeId node, Arg arg) {
    if (!is_literal(arg)) {
      leave(node, arg);
      return arg;
    }
    const std::string_view text = module_.text(arg.as_text());
    const std::optional<Device> device = parse_device(text);
    if (!device || (arg.kind == ArgKind::string && !has_type_of_list(text))) {
      elsewhere_.add(node);
      return arg;
    }
    if (device->type == "meta") {
      meta_.add(node);
      return arg;
    }
    const StringId to = target_text(device->index);
    if (to == arg.as_text()) return arg;
    ++count_;
    return Arg::text(arg.kind, to);
  }

  StringId target_text(std::string_view index) {
    const std::string_view wanted = target_.index.empty() ? index : target_.index;
    std::string text(target_.type);
    if (!wanted.empty()) {
      text += ':';
      text += wanted;
    }
    return module_.intern(text);
  }

  // ---- what is left
  bool mentions_device(const Arg& arg) const {
    switch (arg.kind) {
      case ArgKind::device: return true;
      case ArgKind::string: {
        const std::string_view text = module_.text(arg.as_text());
        return has_type_of_list(text) || text.starts_with("torch.cuda.");
      }
      case ArgKind::opaque: {
        const std::string_view text = module_.text(arg.as_text());
        return text.find("device(type=") != std::string_view::npos || text.find("torch.cuda.") != std::string_view::npos;
      }
      case ArgKind::slice:
      case ArgKind::list:
      case ArgKind::tuple:
      case ArgKind::dict: return std::ranges::any_of(module_.parts(arg), [&](const Arg& part) { return mentions_device(part); });
      case ArgKind::none:
      case ArgKind::node:
      case ArgKind::boolean:
      case ArgKind::integer:
      case ArgKind::real:
      case ArgKind::imaginary:
      case ArgKind::ellipsis:
      case ArgKind::dtype:
      case ArgKind::layout:
      case ArgKind::memory_format:
      case ArgKind::symbolic: return false;
    }
    return false;
  }

  void leave(NodeId node, const Arg& arg) {
    if (mentions_device(arg)) elsewhere_.add(node);
  }

  bool is_autocast(NodeId node) const {
    if (module_.target(node).find("autocast") == std::string_view::npos) return false;
    return std::ranges::any_of(ops_.find(CallableKind::function, module_.target(node)),
                               [](const OpDef* op) { return op->bracket == BracketKind::autocast_enter; });
  }

  void report(const Finding& finding, std::string message, std::string advice) {
    if (finding.count == 0) return;
    if (finding.count == 2) message += " (here and in 1 more place)";
    if (finding.count > 2) message += " (here and in " + std::to_string(finding.count - 1) + " more places)";
    diagnostics_.warning(located(module_, finding.first, std::move(message), std::move(advice)));
  }

  Module& module_;
  Device target_;
  const OpTable& ops_;
  Diagnostics& diagnostics_;
  Diagnostics scratch_;  // an argument that does not bind is reported as a finding
  Binder binder_;
  int64_t count_ = 0;
  Finding autocast_;
  Finding elsewhere_;
  Finding meta_;
};

}  // namespace

Result<DeviceRewrite> device_rewriter(Module& module, GraphId graph, std::string_view target_device, const OpTable& ops,
                                      Diagnostics& diagnostics) {
  const std::optional<Device> target = parse_device(target_device);
  if (!target) {
    return std::unexpected(
        diagnostics.error("'" + std::string(target_device) + "' is no device", "write a type, or a type and an index: xla, xla:0"));
  }
  DeviceState state(module, *target, ops, diagnostics);
  return DeviceRewrite{state.rewrite(graph)};
}

}  // namespace outplace
