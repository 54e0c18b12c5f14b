// Reads form B, what str(graph) gives: "%add_ : [num_users=1] = call_method[target=add_](args = (%x, 1), kwargs = {})".
#pragma once

#include "io/arg_reader.h"
#include "io/fx_text.h"
#include "io/graph_reader.h"

namespace outplace {

class ListingReader {
 public:
  ListingReader(Scanner& scanner, Document& document, ErrorReporter& errors)
      : s_(scanner), document_(document), module_(document.module), errors_(errors), args_(scanner, document.module, names_) {}

  // Reads the graph whose line "graph():" is at the cursor, up to its return.
  void read(GraphId graph, TextStyle& style);

 private:
  bool read_node();
  bool read_users(StringId& annotation);
  bool read_target(std::string_view& target);
  bool read_call(std::vector<Arg>& args, std::vector<Keyword>& kwargs);
  bool read_return();
  bool define(NodeOp op, std::string_view name, std::string_view target, std::span<const Arg> args, std::span<const Keyword> kwargs);

  Scanner& s_;
  Document& document_;
  Module& module_;
  ErrorReporter& errors_;
  Names names_;
  ArgReader args_;
  GraphId graph_;
  TextStyle* style_ = nullptr;
  const char* line_ = nullptr;
  StringId name_being_defined_;
  bool returned_ = false;
};

// The canonical spelling of a function in a listing, and the way back: builtins.getattr is getattr.
std::string_view listing_to_target(std::string_view spelled);
std::string target_to_listing(std::string_view target);

}  // namespace outplace
