// Reads form C, what graph.print_tabular() prints: a row per node in the columns opcode, name, target, args, kwargs.
#pragma once

#include <array>

#include "io/arg_reader.h"
#include "io/fx_text.h"
#include "io/graph_reader.h"

namespace outplace {

bool is_table_title(std::string_view line);
bool is_table_row(std::string_view line);  // looks like a row that a table without titles can begin with

class TabularReader {
 public:
  TabularReader(Scanner& scanner, Document& document, ErrorReporter& errors)
      : s_(scanner), document_(document), module_(document.module), errors_(errors), args_(scanner, document.module, names_) {}

  void read(GraphId graph, TextStyle& style);

 private:
  static constexpr size_t kColumns = 5;

  bool read_row();
  bool split_row(std::array<const char*, kColumns>& cells);
  bool read_cells(NodeOp op, const std::array<const char*, kColumns>& cells, std::vector<Arg>& args, std::vector<Keyword>& kwargs);
  std::string_view cell(const std::array<const char*, kColumns>& cells, size_t index) const;

  Scanner& s_;
  Document& document_;
  Module& module_;
  ErrorReporter& errors_;
  Names names_;
  ArgReader args_;
  GraphId graph_;
  std::array<size_t, kColumns> starts_{};  // from the rule; all 0 without one
  StringId name_being_defined_;
  bool returned_ = false;
};

// "aten.slice.Tensor" is torch.ops.aten.slice.Tensor, "<built-in function setitem>" is operator.setitem.
std::string table_to_target(std::string_view cell);

}  // namespace outplace
