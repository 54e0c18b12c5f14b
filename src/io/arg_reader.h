// Reads arguments as they stand in the text into a module: names of nodes, literals, nested tuples, and whatever else is kept as it is.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/scanner.h"
#include "ir/module.h"

namespace outplace {

// Which node a name means in the graph that is being read.
class Names {
 public:
  void bind(StringId name, GraphId graph, NodeId node) {
    if (name.value >= bound_.size()) bound_.resize(std::max<size_t>(name.value + 1, bound_.size() * 2));
    bound_[name.value] = {graph, node};
  }
  void unbind(StringId name) {
    if (name && name.value < bound_.size()) bound_[name.value] = {};
  }
  NodeId find(StringId name, GraphId graph) const {
    if (!name || name.value >= bound_.size() || bound_[name.value].graph != graph) return {};
    return bound_[name.value].node;
  }
  void reserve(size_t names) { bound_.reserve(names); }

 private:
  struct Bound {
    GraphId graph;
    NodeId node;
  };
  std::vector<Bound> bound_;
};

// How arguments are spelled.
enum class ArgSpelling : uint8_t {
  python,   // nodes by name, strings quoted
  listing,  // nodes as %name, strings and devices bare
};

class ArgReader {
 public:
  ArgReader(Scanner& scanner, Module& module, Names& names) : s_(scanner), module_(module), names_(names) {}

  void begin_graph(GraphId graph) {
    graph_ = graph;
    symbols_.clear();
  }
  GraphId graph() const { return graph_; }
  void spell(ArgSpelling spelling) { spelling_ = spelling; }

  // One argument. `Place::operand` is a side of an operator, where what follows is not part of it.
  enum class Place : uint8_t { argument, operand };
  bool read(Arg& out, Place place = Place::argument) { return read(out, place, 0); }

  // Everything up to the closing bracket of a call, the cursor being behind the opening one. Arguments are added to the two lists.
  bool read_call(std::vector<Arg>& args, std::vector<Keyword>& kwargs);
  // "(a, b)" or "[a]" as form B and C write the arguments of a node; dictionaries give keywords.
  bool read_keywords(std::vector<Keyword>& kwargs);

  NodeId find(std::string_view name) const { return names_.find(module_.find_string(name), graph_); }

  // Reports that `name` means nothing; a stand-in takes its place. Always false.
  bool undefined(const char* where, std::string_view name);
  // Binds a name that no sound line defines, so that its further uses are not errors of their own.
  void stand_in(StringId name);
  bool is_stand_in(NodeId node) const { return module_.text(module_.node(node).target).empty(); }

  // Words that were taken for symbolic sizes, to be checked against the names that came later.
  const std::vector<std::pair<StringId, const char*>>& symbols() const { return symbols_; }

 private:
  bool read(Arg& out, Place place, int depth);
  bool read_parts(char closer, ArgKind kind, Arg& out, int depth);
  bool read_parenthesis(Arg& out, int depth);
  bool read_dict(Arg& out, int depth);
  bool read_slice(Arg& out, int depth);
  bool read_number(Arg& out);
  bool read_string(Arg& out);
  bool read_word(Arg& out, int depth);
  bool read_path(Arg& out, const char* start, std::string_view first);
  bool read_device(Arg& out, const char* start);
  bool read_opaque_call(Arg& out, const char* start, ArgKind kind);
  bool read_percent(Arg& out);
  bool read_bare(Arg& out);
  bool read_bare_key(Arg& out);
  bool read_expression(Arg& out, const char* start);
  bool check_no_nodes(std::string_view text, const char* where);
  bool is_complex() const;

  Scanner& s_;
  Module& module_;
  Names& names_;
  GraphId graph_;
  ArgSpelling spelling_ = ArgSpelling::python;
  bool names_are_bare_ = false;  // inside slice() of a listing
  std::vector<Arg> stack_;
  std::vector<std::pair<StringId, const char*>> symbols_;
  std::string decoded_;
};

bool is_symbol_name(std::string_view word);  // s0, u3, zuf1
// What a dotted name such as torch.float32 is: dtype, layout, memory_format, or opaque.
ArgKind kind_of_path(std::string_view path);

}  // namespace outplace
