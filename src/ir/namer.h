// Fresh names for the nodes of one graph, as torch.fx's namespace gives them.
//
// A candidate that is free and no reserved word is taken as it is: "add", "add_5". Else the number at its end is replaced by the next one
// of its stem: add, add_1, add_2; a reserved word always gets a number: "sum" becomes "sum_1". Illegal characters become "_", a leading
// digit gets "_" before it. Unlike torch.fx a stem's counter never goes back, so that a name costs O(1) whatever was asked for before. The
// names that a graph has when its namer is made are taken for good, also if their nodes are unlinked later; one namer per graph at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace outplace {

class Namer {
 public:
  Namer(Module& module, GraphId graph);

  StringId fresh(std::string_view candidate) { return fresh(module_.intern(candidate)); }
  StringId fresh(StringId candidate);

  // The name of the next version of a mutated node: "<root>_modified", then "<root>_modified_2", "<root>_modified_3", ...
  StringId modified(StringId root);
  std::string version_name(StringId root) { return std::string(module_.text(modified(root))); }

  bool is_taken(std::string_view name) const;

 private:
  struct Numbers {
    StringId stem;
    uint64_t* last = nullptr;
  };
  struct Versions {
    StringId stem;
    uint32_t count = 0;
  };

  bool is_taken(StringId name) const { return name && name.value < taken_.size() && taken_[name.value]; }
  StringId numbered(const Numbers& numbers);
  void mark(StringId name);
  void take(StringId name);

  Module& module_;
  std::vector<bool> taken_;                        // by StringId
  std::unordered_map<StringId, uint64_t> last_;    // stem -> highest number seen
  std::unordered_map<StringId, Numbers> numbers_;  // of candidates that are taken
  std::vector<Versions> versions_;                 // by root: versions given
  std::string buffer_;
};

// Python's keywords and built-in names, and the globals that generated code uses.
bool is_reserved_name(std::string_view name);

}  // namespace outplace
