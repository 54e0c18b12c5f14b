// Calls into Python; what it raises is the reason why there is no configuration.
#include "kernel_callbacks.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

namespace outplace::python {
namespace {

class KernelCallbacks : public KernelProvider {
 public:
  KernelCallbacks(nb::object aliases, nb::object configure) : aliases_(std::move(aliases)), configure_(std::move(configure)) {}
  KernelCallbacks(const KernelCallbacks&) = delete;
  KernelCallbacks& operator=(const KernelCallbacks&) = delete;
  ~KernelCallbacks() override {
    const nb::gil_scoped_acquire held;
    aliases_.reset();
    configure_.reset();
  }

  std::optional<KernelAliases> aliases(int64_t kernel_idx) const override {
    const nb::gil_scoped_acquire held;
    const nb::object told = aliases_(kernel_idx);
    if (told.is_none()) return std::nullopt;
    return nb::cast<KernelAliases>(told);
  }

  std::expected<KernelConfiguration, std::string> configure(const KernelCall& call) const override {
    const nb::gil_scoped_acquire held;
    nb::list arguments;
    for (const KernelArgument& a : call.arguments) {
      arguments.append(nb::make_tuple(a.name, a.kind == KernelArgument::Kind::tensor, a.dtype, a.shape_known, a.shape, a.value));
    }
    try {
      const nb::object told = configure_(call.kernel_idx, call.grid, arguments);
      return KernelConfiguration{nb::cast<std::string>(told[0]), nb::cast<KernelAliases>(nb::object(told[1]))};
    } catch (nb::python_error& error) {
      const nb::object text = checked(PyObject_Str(error.value().ptr()));
      return std::unexpected(std::string(characters(text)));
    } catch (const nb::cast_error&) {
      return std::unexpected("the provider returned something else than a configuration and a dict of aliases");
    }
  }

 private:
  nb::object aliases_;
  nb::object configure_;
};

}  // namespace

std::shared_ptr<KernelProvider> kernel_callbacks(nb::object aliases, nb::object configure) {
  return std::make_shared<KernelCallbacks>(std::move(aliases), std::move(configure));
}

}  // namespace outplace::python
