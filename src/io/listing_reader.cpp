// A line of a listing is a node; only the names of nodes are marked (%), strings are bare.
#include "io/listing_reader.h"

namespace outplace {

std::string_view listing_to_target(std::string_view spelled) {
  if (spelled == "builtins.getattr") return "getattr";
  if (spelled.starts_with("_operator.")) return spelled.substr(1);
  return spelled;
}

std::string target_to_listing(std::string_view target) { return target == "getattr" ? "builtins.getattr" : std::string(target); }

void ListingReader::read(GraphId graph, TextStyle& style) {
  graph_ = graph;
  style_ = &style;
  args_.begin_graph(graph);
  args_.spell(ArgSpelling::listing);
  const char* start = s_.position();
  s_.move_to(s_.line_end());
  std::string_view title = s_.since(start);
  while (title.starts_with(' ')) title.remove_prefix(1);
  document_.texts[graph.value].class_line = title;
  s_.next_line();
  while (!s_.at_end() && !returned_ && !errors_.too_many()) {
    line_ = s_.position();
    name_being_defined_ = {};
    while (s_.peek() == ' ') s_.advance();
    if (s_.peek() == '\n' || s_.peek() == '#') {
      s_.next_line();
      continue;
    }
    const bool fine = s_.peek() == '%' ? read_node() : s_.starts_with("return") ? read_return() : s_.expected("'%NAME : ...' or 'return'");
    if (fine) continue;
    errors_.report(s_.take_failure());
    s_.forget_brackets();
    s_.next_line();
    args_.stand_in(name_being_defined_);
  }
  if (!returned_ && !errors_.too_many()) {
    s_.fail("the graph ends without 'return'", "the text may have been cut off");
    errors_.report(s_.take_failure());
  }
}

bool ListingReader::read_node() {
  s_.advance();
  const std::string_view name = s_.word();
  if (name.empty()) return s_.expected("a name after '%'");
  name_being_defined_ = module_.intern(name);
  StringId annotation;
  if (!s_.skip(" : ")) return s_.expected("' : ' after the name");
  if (!read_users(annotation)) return false;
  if (!s_.skip(" = ")) return s_.expected("' = '");
  const char* where = s_.position();
  const NodeOp op = op_named(s_.word()).value_or(NodeOp::output);
  if (op == NodeOp::output) return s_.fail_at(where, "expected placeholder, get_attr, call_function, call_method or call_module");
  std::string_view target;
  if (!read_target(target)) return false;
  std::vector<Arg> args;
  std::vector<Keyword> kwargs;
  if (op == NodeOp::placeholder) {
    if (s_.skip("(default=")) {
      Arg value;
      if (!args_.read(value)) return false;
      if (!s_.skip(')')) return s_.expected("')'");
      args.push_back(value);
    }
  } else if (op != NodeOp::get_attr && !read_call(args, kwargs)) {
    return false;
  }
  s_.skip_space();
  if (!s_.at_end() && s_.peek() != '\n') return s_.expected("the end of the line");
  if (!define(op, name, op == NodeOp::call_function ? listing_to_target(target) : target, args, kwargs)) return false;
  module_.node(module_.graph(graph_).last).annotation = annotation;
  s_.next_line();
  return true;
}

bool ListingReader::read_users(StringId& annotation) {
  const char* start = s_.position();
  const std::string_view line(start, static_cast<size_t>(s_.line_end() - start));
  const size_t now = line.find("[num_users=");
  const size_t before = line.find("[#users=");
  if (now == std::string_view::npos && before == std::string_view::npos) return s_.expected("[num_users=N]");
  const size_t at = std::min(now, before);
  if (before < now) style_->users_with_hash = true;
  if (at > 0) annotation = module_.intern(line.substr(0, at - 1));
  const size_t close = line.find(']', at);
  if (close == std::string_view::npos) return s_.expected("']'");
  s_.move_to(start + close + 1);
  return true;
}

bool ListingReader::read_target(std::string_view& target) {
  if (!s_.skip("[target=")) return s_.expected("'[target='");
  const char* start = s_.position();
  while (!s_.at_end() && s_.peek() != '\n' && s_.peek() != ']') {
    if (s_.peek() == '<') {
      if (!s_.skip_balanced()) return false;
    } else {
      s_.advance();
    }
  }
  target = s_.since(start);
  if (target.empty()) return s_.expected("a target");
  return s_.skip(']') || s_.expected("']'");
}

bool ListingReader::read_call(std::vector<Arg>& args, std::vector<Keyword>& kwargs) {
  if (!s_.skip("(args = ")) return s_.expected("'(args = '");
  const char* start = s_.position();
  Arg tuple;
  if (!args_.read(tuple)) return false;
  if (tuple.kind != ArgKind::tuple) return s_.fail_at(start, "expected a tuple of arguments");
  const auto parts = module_.parts(tuple);
  args.assign(parts.begin(), parts.end());
  if (!s_.skip(", kwargs = ")) return s_.expected("', kwargs = '");
  if (!args_.read_keywords(kwargs)) return false;
  return s_.skip(')') || s_.expected("')'");
}

bool ListingReader::read_return() {
  s_.skip("return");
  returned_ = true;
  // Here nodes stand without '%' and strings in quotes, as in Python.
  args_.spell(ArgSpelling::python);
  Arg value;
  if (!args_.read(value)) return false;
  s_.skip_space();
  if (!s_.at_end() && s_.peek() != '\n') return s_.expected("the end of the line");
  std::string name = "output";
  for (int n = 1; names_.find(module_.find_string(name), graph_); ++n) name = "output_" + std::to_string(n);
  const Arg args[] = {value};
  if (!define(NodeOp::output, name, "output", args, {})) return false;
  document_.ends_with_newline = !s_.at_end();
  s_.next_line();
  return true;
}

bool ListingReader::define(NodeOp op, std::string_view name, std::string_view target, std::span<const Arg> args,
                           std::span<const Keyword> kwargs) {
  const StringId id = module_.intern(name);
  if (const NodeId other = names_.find(id, graph_); other && !args_.is_stand_in(other))
    return s_.fail_at(line_, quoted(name) + " is defined twice");
  const NodeId node = module_.create(graph_, op, id, module_.intern(target));
  module_.set_args(node, args);
  module_.set_kwargs(node, kwargs);
  module_.append(node);
  module_.node(node).line = errors_.line_of(line_);
  names_.bind(id, graph_, node);
  return true;
}

}  // namespace outplace
