// The body of a graph, line by line: comments, statements, recovery after errors, and how the text was styled.
#include "io/graph_reader.h"

#include <algorithm>

#include "ir/node_text.h"

namespace outplace {

void ErrorReporter::report(const Scanner::Failure& failure) {
  ++count_;
  if (count_ > kMostErrors) return;
  const auto offset = static_cast<size_t>(failure.where - text_.data());
  const size_t line_start = offset == 0 ? 0 : text_.rfind('\n', offset - 1) + 1;
  Diagnostic d;
  d.message = failure.message;
  d.advice = failure.advice;
  d.position.file = file_;
  d.position.line = 1 + static_cast<uint32_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(line_start), '\n'));
  d.position.column = static_cast<uint32_t>(offset - line_start) + 1;
  // Long lines are shown around the place only.
  constexpr size_t kBefore = 100;
  constexpr size_t kAfter = 60;
  const size_t cut = offset - line_start > kBefore ? offset - line_start - kBefore : 0;
  std::string_view line = text_.substr(line_start + cut, kBefore + kAfter);
  line = line.substr(0, line.find('\n'));
  d.line_text = line;
  d.line_text_start = static_cast<uint32_t>(cut);
  proof_ = diagnostics_.error(std::move(d));
  if (count_ == kMostErrors) {
    Diagnostic last;
    last.message = "too many errors; the rest of the text was not read";
    last.position.file = file_;
    diagnostics_.error(std::move(last));
  }
}

uint32_t ErrorReporter::line_of(const char* where) {
  if (counted_to_ == nullptr || where < counted_to_) {
    counted_to_ = text_.data();
    line_ = 1;
  }
  line_ += static_cast<uint32_t>(std::count(counted_to_, where, '\n'));
  counted_to_ = where;
  return line_;
}

GraphReader::GraphReader(Scanner& scanner, Document& document, ErrorReporter& errors)
    : s_(scanner), document_(document), module_(document.module), errors_(errors), args_(scanner, document.module, names_) {}

void GraphReader::read(GraphId graph, uint32_t indent, TextStyle& style) {
  graph_ = graph;
  indent_ = indent;
  style_ = &style;
  returned_ = saw_blank_ = saw_comment_ = saw_trailer_ = saw_self_free_ = comment_again_ = false;
  saw_value_annotation_ = style.annotations;
  comment_ = {};
  parameters_.clear();
  args_.begin_graph(graph);
  s_.forget_brackets();
  const char* start = s_.position();
  if (!read_signature()) {
    recover(start);
  }
  read_body();
  finish();
}

void GraphReader::read_body() {
  bool first = true;
  bool comment_pending = false;
  while (!s_.at_end() && !errors_.too_many()) {
    const char* line = s_.position();
    while (s_.peek() == ' ' || s_.peek() == '\t') s_.advance();
    const char c = s_.peek();
    if (c == '\n' || s_.at_end()) {
      saw_blank_ = !first;
      if (s_.position() > line) style_->blank_lines_indented = true;
      s_.next_line();
      continue;
    }
    if (s_.position() - line <= static_cast<std::ptrdiff_t>(indent_)) {
      s_.move_to(line);
      return;
    }
    if (c == '#' || s_.starts_with("\"\"\"")) {
      if (c == '#' && !first && !saw_comment_) style_->blank_before_comments = saw_blank_;
      saw_comment_ = saw_comment_ || (c == '#' && !first);
      const auto column = static_cast<uint32_t>(s_.position() - line);
      style_->comment_margin = column > indent_ + 4 ? column - indent_ - 4 : 0;
      s_.move_to(line);
      read_comment();
      comment_pending = true;
    } else {
      statement_ = s_.position();
      if (saw_blank_ && !comment_pending) comment_ = module_.intern(module_.text(comment_).empty() && comment_ ? " " : "");
      if (!read_statement()) recover(statement_);
      if (returned_) return;
      comment_pending = false;
    }
    saw_blank_ = false;
    first = false;
  }
}

// Takes all comment lines and meta blocks up to the next statement as one comment.
void GraphReader::read_comment() {
  comment_text_.clear();
  style_->comments = true;
  while (!s_.at_end()) {
    const char* line = s_.position();
    while (s_.peek() == ' ' || s_.peek() == '\t') s_.advance();
    const char* start = s_.position();
    if (s_.starts_with("\"\"\"")) {
      const size_t close = s_.rest().find("\"\"\"", 3);
      if (close != std::string_view::npos) s_.advance(close);
    } else if (s_.peek() != '#') {
      s_.move_to(line);
      break;
    }
    const char* end = s_.line_end();
    // The lines of a block lose the indentation of the first, as printing gives it back.
    const auto indentation = static_cast<size_t>(start - line);
    for (const char* part = start; part <= end;) {
      const char* part_end = std::min(s_.line_end(part), end);
      if (!comment_text_.empty()) comment_text_ += '\n';
      comment_text_.append(part, part_end);
      part = part_end + 1;
      for (size_t i = 0; i < indentation && part < end && *part == ' '; ++i) ++part;
    }
    s_.next_line();
  }
  const StringId comment = module_.intern(comment_text_);
  comment_again_ = comment == comment_;
  comment_ = comment;
}

void GraphReader::recover(const char* start) {
  Scanner::Failure failure = s_.take_failure();
  if (failure.where == nullptr) failure.where = start;
  failure.where = std::clamp(failure.where, s_.begin(), s_.end());
  // An unclosed bracket runs on into later lines: they are read again, as statements.
  const char* line_end = s_.line_end(start);
  if (failure.where > line_end) {
    if (failure.advice.empty()) failure.advice = "a bracket may be left open on line " + std::to_string(errors_.line_of(start));
    s_.move_to(line_end);
  }
  errors_.report(failure);
  s_.forget_brackets();
  s_.next_line();
  args_.stand_in(name_being_defined_ ? name_being_defined_ : name_of_effect(std::string_view(start, line_end)));
}

// "x[0] = !;  setitem = x" names its node behind what cannot be read.
StringId GraphReader::name_of_effect(std::string_view line) {
  const size_t end = line.find(';');
  if (end == std::string_view::npos) return {};
  Scanner behind(line.substr(end + 1));
  behind.skip_space();
  const std::string_view name = behind.word();
  return name.empty() ? StringId() : module_.intern(name);
}

bool GraphReader::define(std::string_view name, const char* where, StringId annotation) {
  const StringId id = module_.intern(name);
  if (const NodeId other = names_.find(id, graph_); other && !args_.is_stand_in(other)) {
    std::string message = quoted(name) + " is defined twice";
    if (module_.node(other).line > 0) message += ", first on line " + std::to_string(module_.node(other).line);
    return s_.fail_at(where, std::move(message));
  }
  const NodeId node = module_.create(graph_, op_, id, target_);
  module_.set_args(node, call_args_);
  if (!call_kwargs_.empty()) module_.set_kwargs(node, call_kwargs_);
  module_.append(node);
  Node& n = module_.node(node);
  n.annotation = annotation;
  n.comment = comment_;
  n.line = errors_.line_of(where);
  names_.bind(id, graph_, node);
  if (comment_again_) document_.texts[graph_.value].comment_again.push_back(node);
  comment_again_ = false;
  return true;
}

// What can be said about the style only when the whole graph is known.
void GraphReader::finish() {
  if (!returned_ && !errors_.too_many()) {
    s_.fail_at(s_.position(), "the graph ends without 'return'", "the text may have been cut off");
    errors_.report(s_.take_failure());
  }
  for (const auto& [name, where] : args_.symbols()) {
    const NodeId node = names_.find(name, graph_);
    if (!node || args_.is_stand_in(node)) continue;
    s_.fail_at(where, quoted(module_.text(name)) + " is used before the line that defines it");
    errors_.report(s_.take_failure());
  }
  style_->annotations = saw_value_annotation_;
  if (errors_.count() > 0) return;
  if (saw_trailer_ && saw_self_free_) return;
  uses_.grow(module_.node_count());
  uses_.compute(module_, graph_, saw_trailer_ ? LastUses::Self::kept : LastUses::Self::freed);
  if (!saw_trailer_) {
    if (uses_.any()) style_->frees = false;
    return;
  }
  for (const NodeId node : module_.nodes(graph_)) {
    const NodeOp op = module_.node(node).op;
    if (op != NodeOp::placeholder && op != NodeOp::output && !uses_.is_used(node)) style_->frees_unused_self = false;
  }
}

}  // namespace outplace
