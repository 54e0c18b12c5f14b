// What is known about hand-written kernels: the protocol by which passes ask for a kernel's configuration, and the one provider that is
// built in.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace outplace {

// Operand position among all arguments -> result position that holds the operand's new content.
using KernelAliases = std::map<int, int>;

// One argument of a kernel call: a tensor, of which dtype and shape are known or empty, or a constant.
struct KernelArgument {
  enum class Kind : uint8_t { tensor, constant };
  std::string name;
  Kind kind = Kind::tensor;
  std::string dtype;               // "float32"; "" if not known
  std::vector<std::string> shape;  // sizes, symbolic ones as text
  bool shape_known = false;
  std::string value;  // of a constant: its Python text
};

// What a graph says about one call.
struct KernelCall {
  int64_t kernel_idx = 0;
  std::string grid;  // Python text: "(1,)"
  std::vector<KernelArgument> arguments;
};

struct KernelConfiguration {
  std::string backend_config;
  KernelAliases aliases;
};

// Where compiled configurations come from.
class KernelProvider {
 public:
  KernelProvider() = default;
  KernelProvider(const KernelProvider&) = default;
  KernelProvider& operator=(const KernelProvider&) = default;
  virtual ~KernelProvider() = default;

  // The aliases of a kernel, none if the kernel is not known. Asked by the passes that run before configurations are written.
  virtual std::optional<KernelAliases> aliases(int64_t kernel_idx) const = 0;
  // The configuration for one call, or the reason why there is none.
  virtual std::expected<KernelConfiguration, std::string> configure(const KernelCall& call) const = 0;
};

// What a user declares about a kernel.
struct KernelDeclaration {
  std::string name;
  KernelAliases aliases;
  std::string source_hash;
};

// The built-in provider: takes declared aliases and writes a JSON configuration that holds the kernel's name, source hash, grid, arguments
// and a content hash of these. The kernel's index is not in it, since registration order differs between processes.
class DeclaredKernels : public KernelProvider {
 public:
  explicit DeclaredKernels(std::map<int64_t, KernelDeclaration> kernels) : kernels_(std::move(kernels)) {}
  std::optional<KernelAliases> aliases(int64_t kernel_idx) const override;
  std::expected<KernelConfiguration, std::string> configure(const KernelCall& call) const override;

 private:
  std::map<int64_t, KernelDeclaration> kernels_;
};

}  // namespace outplace
