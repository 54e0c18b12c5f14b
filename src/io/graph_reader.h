// Reads the body of one "forward": parameters, then a statement a line, each of them a node.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/arg_reader.h"
#include "io/fx_text.h"
#include "io/last_uses.h"
#include "io/scanner.h"

namespace outplace {

// Errors of one text: turns places into lines and columns, and stops counting after a limit.
class ErrorReporter {
 public:
  ErrorReporter(std::string_view text, std::string file, Diagnostics& diagnostics)
      : text_(text), file_(std::move(file)), diagnostics_(diagnostics) {}

  void report(const Scanner::Failure& failure);
  uint32_t line_of(const char* where);  // fast when asked in order of the text
  size_t count() const { return count_; }
  Failed proof() const { return *proof_; }  // if count() > 0
  bool too_many() const { return count_ >= kMostErrors; }
  static constexpr size_t kMostErrors = 20;

 private:
  std::string_view text_;
  std::string file_;
  Diagnostics& diagnostics_;
  size_t count_ = 0;
  std::optional<Failed> proof_;
  const char* counted_to_ = nullptr;
  uint32_t line_ = 1;
};

class GraphReader {
 public:
  GraphReader(Scanner& scanner, Document& document, ErrorReporter& errors);

  // Reads a graph whose "def" is at the cursor, `indent` spaces in; the cursor then is behind the line of the return. Errors are reported.
  void read(GraphId graph, uint32_t indent, TextStyle& style);

 private:
  struct Parameter {
    std::string_view name;
    StringId annotation;
    Arg value;
    bool has_value = false;
    std::string_view comment;
    const char* where = nullptr;
  };

  enum class Spacing : uint8_t { tight, spaced };  // "x: f32[2]", "x : torch.Tensor"

  // signature_reader.cpp
  bool read_signature();
  bool read_parameters();
  bool read_parameter(Parameter& parameter);
  bool make_placeholder(const Parameter& parameter);
  bool read_special_header(const char* def);
  bool read_pytree_header(const char* def);
  bool read_boxed_header(const char* def);
  bool read_annotation(StringId& out, Spacing spacing);
  bool check_annotation(std::string_view text, const char* where);
  void note_annotation(std::string_view text);

  // graph_reader.cpp
  void read_body();
  void read_comment();
  bool define(std::string_view name, const char* where, StringId annotation);
  void recover(const char* start);
  StringId name_of_effect(std::string_view line);
  void finish();

  // statement_reader.cpp
  bool read_statement();
  bool read_value(std::string_view name);
  bool read_rename(std::string_view name, NodeId node, const char* where);
  bool read_after_operand(Arg operand);
  bool read_index(Arg& index);
  bool read_call_of(std::string_view target);
  bool read_self_value();
  bool read_self_path(std::string& path, int depth);
  bool read_effect(const char* start, std::string_view base_text);
  bool read_binding(std::string_view base_text);
  bool read_return();
  bool read_end(std::string_view name);
  bool skip_trailer(std::string_view name);

  void reset_call(NodeOp op, std::string_view target) {
    op_ = op;
    target_ = module_.intern(target);
  }

  Scanner& s_;
  Document& document_;
  Module& module_;
  ErrorReporter& errors_;
  Names names_;
  ArgReader args_;
  LastUses uses_;

  GraphId graph_;
  TextStyle* style_ = nullptr;
  uint32_t indent_ = 0;
  bool returned_ = false;
  std::vector<Parameter> parameters_;

  // The statement being read.
  NodeOp op_ = NodeOp::call_function;
  StringId target_;
  std::vector<Arg> call_args_;
  std::vector<Keyword> call_kwargs_;
  const char* statement_ = nullptr;
  StringId name_being_defined_;

  StringId comment_;
  std::string comment_text_;
  bool comment_again_ = false;
  bool saw_blank_ = false;
  bool saw_comment_ = false;
  bool saw_trailer_ = false;
  bool saw_self_free_ = false;
  bool saw_value_annotation_ = false;
  bool renamed_ = false;  // the statement named an input and makes no node
  std::vector<bool> annotation_known_;
};

}  // namespace outplace
