// The names of operators, from those of the table.
#include "interp/names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace outplace::interp {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 62> kAliases = {{
    {"__and__", "bitwise_and"},
    {"__iand__", "bitwise_and_"},
    {"__ilshift__", "bitwise_left_shift_"},
    {"__ior__", "bitwise_or_"},
    {"__irshift__", "bitwise_right_shift_"},
    {"__ixor__", "bitwise_xor_"},
    {"__lshift__", "bitwise_left_shift"},
    {"__or__", "bitwise_or"},
    {"__rshift__", "bitwise_right_shift"},
    {"__xor__", "bitwise_xor"},
    {"_conj", "conj"},
    {"_unsafe_index", "index"},
    {"_unsafe_index_put", "index_put"},
    {"_unsafe_view", "view"},
    {"absolute", "abs"},
    {"adjoint", "mH"},
    {"arccos", "acos"},
    {"arccosh", "acosh"},
    {"arcsin", "asin"},
    {"arcsinh", "asinh"},
    {"arctan", "atan"},
    {"arctan2", "atan2"},
    {"arctanh", "atanh"},
    {"clip", "clamp"},
    {"concat", "cat"},
    {"concatenate", "cat"},
    {"constant_pad_nd", "pad"},
    {"det", "linalg_det"},
    {"divide", "div"},
    {"fix", "trunc"},
    {"greater", "gt"},
    {"greater_equal", "ge"},
    {"less", "lt"},
    {"less_equal", "le"},
    {"linalg_diagonal", "diagonal"},
    {"matrix_H", "mH"},
    {"moveaxis", "movedim"},
    {"multiply", "mul"},
    {"ndimension", "dim"},
    {"negative", "neg"},
    {"nelement", "numel"},
    {"normal", "normal_functional"},
    {"not_equal", "ne"},
    {"numpy_T", "T"},
    {"row_stack", "vstack"},
    {"special_erf", "erf"},
    {"special_erfc", "erfc"},
    {"special_exp2", "exp2"},
    {"special_expit", "sigmoid"},
    {"special_expm1", "expm1"},
    {"special_log1p", "log1p"},
    {"special_round", "round"},
    {"special_softmax", "softmax"},
    {"subtract", "sub"},
    {"swapaxes", "transpose"},
    {"swapdims", "transpose"},
    {"sym_numel", "numel"},
    {"sym_size", "size"},
    {"sym_storage_offset", "storage_offset"},
    {"sym_stride", "stride"},
    {"true_divide", "div"},
    {"unsafe_chunk", "chunk"},
}};
static_assert(std::ranges::is_sorted(kAliases));

constexpr std::array<std::string_view, 7> kOwnNamespaces = {
    "_c10d_functional", "aten", "attribute", "higher_order", "method", "prims", "py",
};

// Does the operator belong to a library of the user's?
bool is_foreign(std::string_view packet) {
  const size_t colons = packet.find("::");
  return colons == std::string_view::npos || std::ranges::find(kOwnNamespaces, packet.substr(0, colons)) == kOwnNamespaces.end();
}

// The packet without namespace and module: "add_", "getitem", "mylib::op".
std::string bare(std::string_view packet) {
  if (is_foreign(packet)) return std::string(packet);
  std::string_view name = packet.substr(packet.find("::") + 2);
  if (const size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  return std::string(name);
}

std::string settled(std::string name) {
  const auto alias = std::ranges::lower_bound(kAliases, std::string_view(name), {}, &std::pair<std::string_view, std::string_view>::first);
  return alias != kAliases.end() && alias->first == name ? std::string(alias->second) : name;
}

// Python's functions on numbers share entries of the table.
bool is_plain(const OpDef& op) {
  return op.packet.starts_with("py::plain_") || op.packet.starts_with("py::builtins.") || op.packet.starts_with("py::math");
}

}  // namespace

OperatorName OperatorNames::make(const OpDef& op, std::string_view target) const {
  if (is_plain(op)) {
    std::string_view name = target;
    if (const size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
    return {"python." + std::string(name), "python." + std::string(name)};
  }
  const bool twin_is_declared = is_foreign(op.packet) && op.updates && !op.twin_function.empty();
  if (twin_is_declared || (op.packet.starts_with("py::operator.i") && op.inplace)) {
    const auto twins = table_.find(CallableKind::function, op.twin_function);
    if (!twins.empty()) {
      const std::string functional = settled(bare(twins.front()->packet));
      return {functional + "_", functional};
    }
  }
  std::string own = settled(bare(op.packet));
  if (!(op.inplace || op.inplace_view || op.foreach || op.updates) || !own.ends_with("_") || own.ends_with("__")) return {own, own};
  std::string functional = settled(own.substr(0, own.size() - 1));
  return {functional == "normal_functional" ? own : functional + "_", functional};
}

const OperatorName& OperatorNames::of(const OpDef& op, std::string_view target) {
  if (is_plain(op)) {
    const auto [entry, is_new] = plain_.try_emplace(std::string(target));
    if (is_new) entry->second = make(op, target);
    return entry->second;
  }
  const auto [entry, is_new] = known_.try_emplace(&op);
  if (is_new) entry->second = make(op, target);
  return entry->second;
}

}  // namespace outplace::interp
