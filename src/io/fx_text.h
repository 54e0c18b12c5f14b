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
  bool blank_before_comments = true;
  uint32_t comment_margin = 0;        // spaces before '#' beyond the body's indentation: one in many versions
  bool blank_lines_indented = false;  // blank lines hold the indentation of the body
  bool bare_annotations = false;      // f32[3] without quotes, as in 2022
  bool users_with_hash = false;       // listing: [#users=1], before PyTorch 2.0
  bool table_header = true;           // tabular: column titles and rule
};

// The text around one graph, so far as it is not made of nodes.
struct GraphText {
  std::string lead;                       // before the graph's first line: preamble of a root, blank lines before a nested class
  std::string class_line;                 // from "class" to the end of the line; empty for a bare "def forward". Listing: "graph():"
  std::string before_forward;             // between the class line and def: a constructor
  uint32_t indent = 4;                    // spaces before def
  std::string head = "def forward(self";  // up to the first parameter
  std::string header;                     // pytree and boxed signatures: all lines before the body, instead of parameters
  std::string return_annotation;          // between ")" and ":"
  bool one_parameter_a_line = false;
  std::vector<NodeId> comment_again;  // nodes whose comment stood in the text though the node before has the same one; in order
  std::string return_before;          // what a pytree signature wraps around the value that is returned
  std::string return_after;
  std::string after;  // what stands behind "return ..." on its line
};

// A text and what was read from it.
struct Document {
  Module module;
  std::string file;               // for messages
  std::vector<GraphId> roots;     // in order of the text
  std::vector<TextStyle> styles;  // one per root
  std::vector<GraphText> texts;   // one per graph of the module
  std::string tail;               // text after the last graph
  bool ends_with_newline = true;  // does the last graph's last line end, if no tail follows
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
