// Python objects by the texts that stand for them in the core: callables by their qualified names, and what the core cannot spell.
//
// A text means one object: where two objects have one name, or one repr, the later one gets a number.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/module.h"
#include "known.h"
#include "pointer_map.h"

namespace outplace::python {

class Objects {
 public:
  explicit Objects(Module& module) : module_(module) {}

  // The target of a call_function: torch.fx's qualified name.
  StringId callable(nb::handle object);
  // The object that a target means: one that the graph called before, or what is to be imported under that name.
  nb::object find_callable(std::string_view name);

  // The text of an object that has no form of its own in the core.
  StringId opaque(nb::handle object);
  // A dtype, device, layout or memory format: its str().
  StringId constant(nb::handle object);
  // A symbolic integer: its expression.
  StringId symbolic(nb::handle object);

  // The object that was given this text; null if none was.
  nb::handle find(StringId text) const;
  nb::handle find(std::string_view text) const { return find(module_.find_string(text)); }

 private:
  StringId remember(nb::handle object, std::string text);
  StringId remember_shared(nb::handle object, std::string_view text);

  Module& module_;
  PointerMap<StringId> texts_;
  std::unordered_map<StringId, nb::object> objects_;
  std::vector<nb::object> kept_;  // so that no address is used twice
};

}  // namespace outplace::python
