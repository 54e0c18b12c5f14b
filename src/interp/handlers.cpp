// The table of interpreted operators.
#include <unordered_map>

#include "interp/operators.h"

namespace outplace::interp {

Handler find_handler(std::string_view name) {
  static const std::unordered_map<std::string_view, Handler> all = [] {
    std::unordered_map<std::string_view, Handler> table;
    for (const auto part : {view_handlers(), split_handlers(), complex_handlers(), rebind_handlers(), reshape_handlers(), copy_handlers(),
                            gather_handlers(), scatter_handlers(), index_handlers(), factory_handlers(), reduce_handlers(),
                            python_handlers(), training_handlers(), dropout_handlers(), body_handlers()}) {
      for (const NamedHandler& entry : part) table.emplace(entry.name, entry.handler);
    }
    return table;
  }();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

}  // namespace outplace::interp
