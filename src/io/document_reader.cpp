// Finds the graphs in a text: which lines begin one, how they nest, and what stands around them.
#include <algorithm>
#include <optional>
#include <string>

#include "io/foreign_text.h"
#include "io/fx_text.h"
#include "io/graph_reader.h"
#include "io/listing_reader.h"
#include "io/tabular_reader.h"
#include "io/text_cleaning.h"

namespace outplace {
namespace {

struct ClassLine {
  bool found = false;
  size_t column = 0;  // of the word "class", or 0 if other text stands before it
  const char* start = nullptr;
  std::string_view name;
};

// "class NAME(torch.nn.Module):" at the end of a line, maybe with text before it.
ClassLine class_in(std::string_view line) {
  if (!line.ends_with("Module):") || line.substr(0, line.find_first_not_of(' ') + 1).ends_with('#')) return {};
  const size_t open = line.rfind('(');
  const size_t at = line.rfind("class ", open);
  if (open == std::string_view::npos || at == std::string_view::npos || at + 6 >= open || (at > 0 && line[at - 1] != ' ')) return {};
  ClassLine out;
  out.found = true;
  out.start = line.data() + at;
  out.name = line.substr(at + 6, open - at - 6);
  out.column = line.find_first_not_of(' ') == at ? at : 0;
  return out;
}

class DocumentReader {
 public:
  DocumentReader(std::string_view text, const ReadOptions& options, Diagnostics& diagnostics)
      : text_(text), s_(text), errors_(text, options.file, diagnostics), graphs_(s_, document_, errors_) {
    document_.file = options.file;
  }

  std::optional<Failed> read() {
    const auto lines = static_cast<size_t>(std::count(text_.begin(), text_.end(), '\n'));
    const size_t most = std::min(lines, text_.size() / 24) + 16;  // a node takes a line of some length
    document_.module.reserve(most, most * 4);
    lead_ = s_.begin();
    while (!s_.at_end() && !errors_.too_many()) {
      const char* before = s_.position();
      read_line();
      if (s_.position() == before) s_.next_line();
    }
    document_.tail = std::string_view(lead_, static_cast<size_t>(s_.end() - lead_));
    document_.texts.resize(document_.module.graph_count());
    if (document_.roots.empty() && errors_.count() == 0) report_nothing_found();
    if (errors_.count() > 0) return errors_.proof();
    return std::nullopt;
  }
  Document take() { return std::move(document_); }

 private:
  struct Open {
    GraphId graph;
    size_t def_column = 0;
    bool is_class = false;
  };

  void read_line() {
    const char* start = s_.position();
    const char* end = s_.line_end();
    const std::string_view line(start, static_cast<size_t>(end - start));
    const size_t column = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view rest = line.substr(column);
    if (rest.starts_with("def forward(")) {
      read_forward({}, start, column);
    } else if (const ClassLine found = class_in(line); found.found) {
      read_class(found);
    } else if (rest.starts_with("graph(") && rest.ends_with("):")) {
      read_listing(start, column);
    } else if (is_table_title(rest) || (is_table_row(rest) && start < last_output_row())) {
      read_table(start);
    } else {
      check_stray(rest, column);
      s_.next_line();
    }
  }

  void read_class(const ClassLine& found) {
    const char* forward = find_forward(found.column);
    while (!open_.empty() && open_.back().def_column > found.column) open_.pop_back();
    const bool nested = !open_.empty() && open_.back().is_class && open_.back().def_column == found.column;
    if (forward == nullptr) {
      if (nested) {
        s_.fail_at(found.start, "expected 'def forward' in this class", "the text may have been cut off");
        errors_.report(s_.take_failure());
      }
      s_.next_line();
      return;
    }
    if (open_.size() >= static_cast<size_t>(kMaxNesting)) {
      s_.fail_at(found.start, "classes are nested more than " + std::to_string(kMaxNesting) + " deep");
      errors_.report(s_.take_failure());
      s_.move_to(s_.end());
      return;
    }
    if (!nested) open_.clear();
    const char* class_end = s_.line_end();
    const char* def_line = forward;
    while (def_line > class_end && def_line[-1] != '\n') --def_line;
    Pending pending;
    pending.name = found.name;
    pending.class_line = std::string_view(found.start, static_cast<size_t>(class_end - found.start));
    if (def_line > class_end + 1) pending.before_forward = std::string_view(class_end + 1, static_cast<size_t>(def_line - class_end - 1));
    s_.move_to(forward);
    read_forward(pending, found.start, static_cast<size_t>(forward - def_line));
  }

  struct Pending {
    std::string_view name;
    std::string_view class_line;
    std::string_view before_forward;
  };

  // `first` is where the graph's own text begins: its class, or the line of its def.
  void read_forward(const Pending& pending, const char* first, size_t column) {
    if (pending.class_line.empty()) {
      first += column;
      s_.move_to(first);
      open_.clear();
    }
    const GraphId parent = open_.empty() ? GraphId() : open_.back().graph;
    const GraphId graph = begin_graph(pending.name, parent, first);
    GraphText& text = document_.texts[graph.value];
    text.class_line = pending.class_line;
    text.before_forward = pending.before_forward;
    if (pending.class_line.empty() && column > 0) text.lead.resize(text.lead.size() - std::min(text.lead.size(), column));
    graphs_.read(graph, static_cast<uint32_t>(column), document_.styles.back());
    open_.push_back({graph, column, !pending.class_line.empty()});
    lead_ = s_.position();
  }

  GraphId begin_graph(std::string_view name, GraphId parent, const char* first) {
    const GraphId graph = document_.module.add_graph(document_.module.intern(name), parent);
    document_.texts.resize(document_.module.graph_count());
    document_.texts[graph.value].lead = std::string_view(lead_, static_cast<size_t>(first - lead_));
    if (!parent) {
      document_.roots.push_back(graph);
      TextStyle style;
      style.comments = style.annotations = false;
      document_.styles.push_back(style);
    }
    return graph;
  }

  // Where "def forward(" of a class stands, the cursor being on the class line; null if the class has none.
  const char* find_forward(size_t class_column) const {
    for (const char* line = s_.line_end(); line < s_.end(); line = s_.line_end(line)) {
      ++line;
      const std::string_view text(line, static_cast<size_t>(s_.line_end(line) - line));
      const size_t column = text.find_first_not_of(' ');
      if (column == std::string_view::npos) continue;
      if (column <= class_column) return nullptr;
      const std::string_view rest = text.substr(column);
      if (rest.starts_with("def forward(")) return line + column;
      if (class_in(text).found) return nullptr;
    }
    return nullptr;
  }

  void read_listing(const char* start, size_t column) {
    open_.clear();
    const GraphId graph = begin_graph("", {}, start);
    TextStyle& style = document_.styles.back();
    style.form = TextForm::listing;
    document_.texts[graph.value].indent = static_cast<uint32_t>(column);
    ListingReader(s_, document_, errors_).read(graph, style);
    lead_ = s_.position();
  }

  void read_table(const char* start) {
    open_.clear();
    const GraphId graph = begin_graph("", {}, start);
    TextStyle& style = document_.styles.back();
    style.form = TextForm::tabular;
    TabularReader(s_, document_, errors_).read(graph, style);
    lead_ = s_.position();
  }

  // A statement behind the return of a graph, at the indentation of its body.
  void check_stray(std::string_view rest, size_t column) {
    if (rest.empty() || rest[0] == '#' || open_.empty() || s_.position() != lead_) return;
    if (column <= open_.back().def_column || errors_.count() > 0) return;  // the return itself may be what is wrong
    s_.fail_at(rest.data(), "this line stands behind the graph's 'return'");
    errors_.report(s_.take_failure());
  }

  void report_nothing_found() {
    s_.fail_at(
        s_.begin(), describe_foreign_text(text_),
        "an FX graph begins with 'class NAME(torch.nn.Module):' and 'def forward(self, ...)', with 'def forward(', with 'graph():', or "
        "with a table headed "
        "'opcode  name  target  args  kwargs'; gm.print_readable() prints one");
    errors_.report(s_.take_failure());
  }

  // Rows without a title are a table only if an output row comes. Searched for once.
  const char* last_output_row() {
    if (!last_output_) {
      const size_t at = text_.rfind("\noutput  ");
      last_output_ = text_.data() + (at == std::string_view::npos ? 0 : at + 1);
    }
    return *last_output_;
  }

  std::string_view text_;
  Scanner s_;
  Document document_;
  ErrorReporter errors_;
  GraphReader graphs_;
  std::vector<Open> open_;
  const char* lead_ = nullptr;
  std::optional<const char*> last_output_;
};

}  // namespace

Result<Document> read_fx_text(std::string_view text, const ReadOptions& options, Diagnostics& diagnostics) {
  if (const size_t zero = text.find('\0'); zero != std::string_view::npos) {
    Diagnostic d;
    d.message = "this is not a text: byte " + std::to_string(zero) + " is zero";
    d.position.file = options.file;
    return std::unexpected(diagnostics.error(std::move(d)));
  }
  const std::optional<std::string> cleaned = clean_text(text);
  DocumentReader reader(cleaned ? std::string_view(*cleaned) : text, options, diagnostics);
  if (const std::optional<Failed> failed = reader.read()) return std::unexpected(*failed);
  return reader.take();
}

}  // namespace outplace
