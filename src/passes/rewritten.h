// The record of the mutations that were made pure, in the order of the graph.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace outplace {

// One mutation that was made pure.
struct Rewritten {
  std::string_view kind;        // "setitem", "copy_", "add_"
  std::string_view node;        // the node that mutated, as printed; a long one is cut
  std::string_view became;      // the name of the new value
  std::string_view model_line;  // "model.py:12 in forward", "" if not known
  std::string_view name = {};   // of the node that mutated, as it was
};

// A list of them. Its texts lie in a few blocks: a graph may have a million.
class Mutations {
 public:
  Mutations() = default;
  Mutations(std::initializer_list<Rewritten> list) {
    for (const Rewritten& rewritten : list) add(rewritten);
  }

  void add(const Rewritten& rewritten);
  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  // Valid until something is added.
  Rewritten operator[](size_t i) const;
  Rewritten front() const { return (*this)[0]; }

 private:
  struct Entry {
    uint32_t block = 0;
    uint32_t begin = 0;  // of the kind, the node, the new value's name and the old one, one after the other
    uint32_t kind = 0;   // sizes
    uint32_t node = 0;
    uint32_t became = 0;
    uint32_t name = 0;
    uint32_t line = 0;  // in `lines_`
  };

  std::vector<std::string> blocks_;
  std::vector<std::string> lines_;
  std::vector<Entry> entries_;
};

}  // namespace outplace
