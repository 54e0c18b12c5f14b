// The JSON that the built-in provider writes. Keys are in a fixed order, so equal calls give equal bytes.
#include "ir/kernel_provider.h"

#include <string_view>

#include "support/sha256.h"

namespace outplace {
namespace {

std::string quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 0xf];
    } else {
      out += c;
    }
  }
  return out + '"';
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || text.size() > 18 || (text.size() > 1 && text.front() == '0')) return false;
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string json_size(const std::string& size) { return is_decimal(size) ? size : quoted(size); }

// Numbers and truth values as JSON's own, anything else as its Python text.
std::string json_constant(const std::string& value) {
  if (value == "True") return "true";
  if (value == "False") return "false";
  if (value == "None") return "null";
  return is_decimal(value) ? value : quoted(value);
}

std::string json_argument(const KernelArgument& argument) {
  std::string out = "{\"name\": " + quoted(argument.name);
  if (argument.kind == KernelArgument::Kind::constant) return out + ", \"constant\": " + json_constant(argument.value) + "}";
  out += ", \"dtype\": " + (argument.dtype.empty() ? std::string("null") : quoted(argument.dtype)) + ", \"shape\": ";
  if (!argument.shape_known) return out + "null}";
  out += '[';
  for (size_t i = 0; i < argument.shape.size(); ++i) {
    if (i > 0) out += ", ";
    out += json_size(argument.shape[i]);
  }
  return out + "]}";
}

std::string json_aliases(const KernelAliases& aliases) {
  std::string out = "{";
  for (const auto& [operand, result] : aliases) {
    if (out.size() > 1) out += ", ";
    out += quoted(std::to_string(operand)) + ": " + std::to_string(result);
  }
  return out + "}";
}

}  // namespace

std::optional<KernelAliases> DeclaredKernels::aliases(int64_t kernel_idx) const {
  const auto kernel = kernels_.find(kernel_idx);
  if (kernel == kernels_.end()) return std::nullopt;
  return kernel->second.aliases;
}

std::expected<KernelConfiguration, std::string> DeclaredKernels::configure(const KernelCall& call) const {
  const auto found = kernels_.find(call.kernel_idx);
  if (found == kernels_.end()) return std::unexpected("kernel " + std::to_string(call.kernel_idx) + " is not declared");
  const KernelDeclaration& kernel = found->second;
  for (const auto& [operand, result] : kernel.aliases) {
    const std::string place = "kernel " + kernel.name + " declares that operand " + std::to_string(operand);
    if (operand < 0 || static_cast<size_t>(operand) >= call.arguments.size()) {
      return std::unexpected(place + " is written, but the call has " + std::to_string(call.arguments.size()) + " arguments");
    }
    if (call.arguments[static_cast<size_t>(operand)].kind != KernelArgument::Kind::tensor) {
      return std::unexpected(place + " is written, but it is a constant");
    }
    if (result < 0) return std::unexpected(place + " is result " + std::to_string(result));
  }
  std::string body = "\"kernel\": " + quoted(kernel.name) + ", \"source_hash\": " + quoted(kernel.source_hash) +
                     ", \"grid\": " + quoted(call.grid) + ", \"arguments\": [";
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) body += ", ";
    body += json_argument(call.arguments[i]);
  }
  body += "], \"operand_output_aliases\": " + json_aliases(kernel.aliases);
  return KernelConfiguration{"{" + body + ", \"content_hash\": \"" + sha256_hex("{" + body + "}") + "\"}", kernel.aliases};
}

}  // namespace outplace
