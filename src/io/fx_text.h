// Reading and printing FX graphs as PyTorch prints them: every form of text that it has, in one pass over the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace outplace {

enum class TextForm : uint8_t {
  python,   // print_readable, .code, minifier repro, ExportedProgram
  listing,  // str(graph)
  tabular,  // print_tabular
};

// How the text was written, so that a graph that was not changed is printed as it came.
struct TextStyle {
  TextForm form = TextForm::python;
  bool frees = true;              // ";  x = None" after the last use
  bool frees_unused_self = true;  // also the node itself if nothing uses it (PyTorch since 2.0)
  bool comments = true;           // "# File: ..." blocks
  bool annotations = true;        // of body lines
  bool strides = false;           // annotations show strides
  bool device = false;            // annotations show the device
  // further fields are the reader's and printer's own business: put them here
};

// A text and what was read from it.
struct Document {
  Module module;
  std::string file;                // for messages
  std::vector<GraphId> roots;      // in order of the text
  std::vector<TextStyle> styles;   // one per root
  // text that is not graph (preamble, between graphs, after) is kept so that printing gives it back; the reader adds the fields
};

struct ReadOptions {
  std::string file = "<input>";
};

// Reads one text. All errors of the text are reported (up to a limit), each with file:line:column, the line, a caret and what was expected.
Result<Document> read_fx_text(std::string_view text, const ReadOptions& options, Diagnostics& diagnostics);

// Prints all graphs of the document in the form in which they came (log prefixes and colours are not printed again).
std::string print_fx_text(const Document& document);
// One graph as Python source / as node listing (str(graph)), for dumps.
std::string print_python(const Module& module, GraphId graph, const TextStyle& style);
std::string print_listing(const Module& module, GraphId graph);

}  // namespace outplace
