// Reading with errors that name the place in the file, and writing in a fixed order.
#include "cli/json_files.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "support/dtype.h"

namespace outplace::cli {
namespace {

using Json = nlohmann::ordered_json;  // as it is written
using Input = nlohmann::json;         // as it is read: keys are looked up

constexpr int kMaxListDepth = 16;

// One JSON text: values are fetched by path, errors go to the diagnostics with that path.
class JsonReader {
 public:
  JsonReader(std::string_view text, const std::string& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {
    try {
      root_ = Input::parse(text);
    } catch (const Input::parse_error& error) {
      // "[json.exception.parse_error.101] parse error at line 1, column 2: what is wrong"
      const std::string_view what = error.what();
      complain_at(text, error.byte, text.empty() ? "the file is empty" : what.substr(std::min(what.find(": "), what.size() - 2) + 2));
    } catch (const Input::out_of_range& error) {
      // "[json.exception.out_of_range.406] number overflow parsing '1e999'"
      std::string_view number = error.what();
      number = number.substr(number.find('\'') + 1);
      number.remove_suffix(1);
      complain_at(text, text.find(number) + 1, "the number is too large");
    }
  }

  const Input& root() const { return root_; }
  bool ok() const { return !failed_; }
  Failed failure() { return *failed_; }

  // Always returns nullopt, so that callers can return what it returns.
  std::nullopt_t complain(const std::string& path, const std::string& message, std::string advice = {}) {
    Diagnostic diagnostic;
    diagnostic.message = (path.empty() ? "" : path + ": ") + message;
    diagnostic.position.file = file_;
    diagnostic.advice = std::move(advice);
    failed_ = diagnostics_.error(std::move(diagnostic));
    return std::nullopt;
  }

  // A misspelt key would silently change the meaning, so keys must be known. One that recurs is reported once.
  void only_keys(const Input& object, const std::string& path, std::initializer_list<std::string_view> allowed) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(allowed.begin(), allowed.end(), key) != allowed.end() || !unknown_.insert(key).second) continue;
      std::string advice = "known keys:";
      for (const std::string_view name : allowed) advice += " " + std::string(name);
      complain(path, "unknown key \"" + key + "\"", advice);
    }
  }

  const Input* field(const Input& object, const char* key) const {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  }

  std::string string_or(const Input& object, const char* key, const std::string& path, std::string fallback) {
    const Input* value = field(object, key);
    if (value == nullptr || value->is_null()) return fallback;
    if (!value->is_string()) complain(path + "." + key, "expected a string");
    return value->is_string() ? value->get<std::string>() : fallback;
  }

  std::optional<bool> boolean(const Input& object, const char* key, const std::string& path) {
    const Input* value = field(object, key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_boolean()) return complain(path.empty() ? key : path + "." + key, "expected true or false");
    return value->get<bool>();
  }

  std::optional<int64_t> integer(const Input& object, const char* key, const std::string& path) {
    const Input* value = field(object, key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!value->is_number_integer()) return complain(path + "." + key, "expected an integer");
    return value->get<int64_t>();
  }

  // A size, stride or offset: an integer or a symbolic expression.
  std::string extent(const Input& value, const std::string& path) {
    if (value.is_number_integer()) return std::to_string(value.get<int64_t>());
    if (value.is_string() && !value.get<std::string>().empty()) return value.get<std::string>();
    complain(path, "expected an integer or a symbolic expression in quotes, as in \"s0*2\"");
    return {};
  }

  std::vector<std::string> extents(const Input& object, const char* key, const std::string& path) {
    std::vector<std::string> result;
    const Input* value = field(object, key);
    if (value == nullptr) return result;
    if (!value->is_array()) complain(path + "." + key, "expected a list");
    if (!value->is_array()) return result;
    for (size_t i = 0; i < value->size(); ++i) result.push_back(extent((*value)[i], path + "." + key + "[" + std::to_string(i) + "]"));
    return result;
  }

 private:
  void complain_at(std::string_view text, size_t byte, std::string_view what) {
    const size_t end = std::min(byte == 0 ? 0 : byte - 1, text.size());
    const std::string_view before = text.substr(0, end);
    const size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    Diagnostic diagnostic;
    diagnostic.position = {file_, static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
                           static_cast<uint32_t>(end - line_start + 1)};
    diagnostic.message = "this is not JSON: " + std::string(what);
    failed_ = diagnostics_.error(std::move(diagnostic));
  }

  std::string file_;
  Diagnostics& diagnostics_;
  Input root_;
  std::optional<Failed> failed_;
  std::set<std::string> unknown_;
};

std::optional<InputKind> kind_named(std::string_view name) {
  if (name == "tensor") return InputKind::tensor;
  if (name == "symint") return InputKind::symint;
  if (name == "number") return InputKind::number;
  if (name == "list") return InputKind::list;
  if (name == "other") return InputKind::other;
  return std::nullopt;
}

void read_tensor(JsonReader& reader, const Input& entry, const std::string& path, InputFact& fact) {
  fact.dtype = reader.string_or(entry, "dtype", path, "");
  if (fact.dtype.empty()) {
    reader.complain(path, "a tensor needs a \"dtype\"");
  } else if (const auto dtype = dtype_from_torch_name(fact.dtype)) {
    fact.dtype = torch_name(*dtype);
  } else {
    reader.complain(path + ".dtype", "unknown dtype \"" + fact.dtype + "\"",
                    "write PyTorch's name of it: float32, bfloat16, int64, bool, ...");
  }
  if (reader.field(entry, "shape") == nullptr) reader.complain(path, "a tensor needs a \"shape\"");
  fact.shape = reader.extents(entry, "shape", path);
  for (size_t i = 0; i < fact.shape.size(); ++i) {
    const std::string& size = fact.shape[i];  // "-s0 + 8" may well be positive
    if (!size.starts_with('-') || size.find_first_not_of("0123456789", 1) != std::string::npos) continue;
    reader.complain(path + ".shape[" + std::to_string(i) + "]", "a size is not negative");
  }
  fact.stride = reader.extents(entry, "stride", path);
  if (reader.field(entry, "stride") != nullptr && fact.stride.size() != fact.shape.size()) {
    reader.complain(
        path, "\"stride\" has " + std::to_string(fact.stride.size()) + " numbers, \"shape\" has " + std::to_string(fact.shape.size()));
  }
  if (const Input* offset = reader.field(entry, "storage_offset")) fact.storage_offset = reader.extent(*offset, path + ".storage_offset");
  fact.storage = reader.integer(entry, "storage", path);
  fact.storage_bytes = reader.integer(entry, "storage_nbytes", path).value_or(-1);
  fact.requires_grad = reader.boolean(entry, "requires_grad", path).value_or(false);
  fact.device = reader.string_or(entry, "device", path, "");
}

std::vector<InputFact> read_list(JsonReader& reader, const Input& list, const std::string& path, int depth);

InputFact read_fact(JsonReader& reader, const Input& entry, const std::string& path, int depth) {
  InputFact fact;
  if (!entry.is_object()) {
    reader.complain(path, "expected an object {\"name\": ..., \"kind\": ..., ...}");
    return fact;
  }
  reader.only_keys(entry, path,
                   {"name", "kind", "dtype", "shape", "stride", "storage_offset", "storage", "storage_nbytes", "requires_grad", "device",
                    "items", "role", "source", "shape_hint", "stride_hint", "value", "values", "expr"});
  fact.name = reader.string_or(entry, "name", path, "");
  const std::string kind = reader.string_or(entry, "kind", path, "tensor");
  const auto known = kind_named(kind);
  if (!known) reader.complain(path + ".kind", "unknown kind \"" + kind + "\"", "kinds are: tensor, symint, number, list, other");
  fact.kind = known.value_or(InputKind::other);
  if (fact.kind == InputKind::tensor) read_tensor(reader, entry, path, fact);
  if (fact.kind != InputKind::list) return fact;
  if (const Input* items = reader.field(entry, "items")) {
    fact.items = read_list(reader, *items, path + ".items", depth + 1);
  } else {
    reader.complain(path, "a list needs \"items\"");
  }
  return fact;
}

std::vector<InputFact> read_list(JsonReader& reader, const Input& list, const std::string& path, int depth) {
  std::vector<InputFact> facts;
  if (!list.is_array()) {
    reader.complain(path, "expected a list of inputs");
    return facts;
  }
  if (depth > kMaxListDepth) {
    reader.complain(path, "lists are nested too deep");
    return facts;
  }
  facts.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i) facts.push_back(read_fact(reader, list[i], path + "[" + std::to_string(i) + "]", depth));
  return facts;
}

std::optional<int64_t> index_from(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::vector<int64_t> read_row(JsonReader& reader, const Input& row, const std::string& path) {
  std::vector<int64_t> ranks;
  if (!row.is_array() || row.empty()) reader.complain(path, "expected a list of ranks, as in [0, 1]");
  if (!row.is_array()) return ranks;
  for (const Input& rank : row) {
    if (!rank.is_number_integer() || rank.get<int64_t>() < 0) {
      reader.complain(path, "a rank is an integer from 0");
    } else {
      ranks.push_back(rank.get<int64_t>());
    }
  }
  return ranks;
}

void read_group(JsonReader& reader, const std::string& name, const Input& rows, Groups& groups) {
  const std::string path = "\"" + name + "\"";
  if (!rows.is_array()) {
    reader.complain(path, "expected all rows of the group, as in [[0, 1], [2, 3]]");
    return;
  }
  groups[name];  // a group without rows is one
  std::set<int64_t> seen;
  for (size_t i = 0; i < rows.size(); ++i) {
    std::vector<int64_t> row = read_row(reader, rows[i], path + "[" + std::to_string(i) + "]");
    for (const int64_t rank : row) {
      if (!seen.insert(rank).second) reader.complain(path, "rank " + std::to_string(rank) + " is listed twice");
    }
    groups[name].push_back(std::move(row));
  }
}

void read_kernel(JsonReader& reader, const std::string& key, const Input& entry, Kernels& kernels) {
  const std::string path = "\"" + key + "\"";
  const auto index = index_from(key);
  if (!index) reader.complain(path, "a kernel is named by its index, as in \"0\"");
  if (!entry.is_object()) reader.complain(path, "expected an object {\"name\": ..., \"aliases\": {...}}");
  if (!index || !entry.is_object()) return;
  reader.only_keys(entry, path, {"name", "aliases", "source_hash"});
  KernelDeclaration& kernel = kernels[*index];
  kernel.name = reader.string_or(entry, "name", path, "");
  kernel.source_hash = reader.string_or(entry, "source_hash", path, "");
  const Input* aliases = reader.field(entry, "aliases");
  if (aliases == nullptr) return;
  if (!aliases->is_object()) {
    reader.complain(path + ".aliases", "expected an object {\"operand\": result}");
    return;
  }
  std::set<int> results;
  for (const auto& [operand, result] : aliases->items()) {
    const auto position = index_from(operand);
    if (!position || *position > INT32_MAX || !result.is_number_unsigned() || result.get<uint64_t>() > INT32_MAX) {
      reader.complain(path + ".aliases", "operands and results are positions from 0, as in {\"0\": 0}");
    } else {
      kernel.aliases[static_cast<int>(*position)] = result.get<int>();
      if (!results.insert(result.get<int>()).second)
        reader.complain(path + ".aliases", "result " + std::to_string(result.get<int>()) + " cannot be the new content of two operands");
    }
  }
}

// Appended: a look-up by key goes through the whole object.
template <class T>
Json by_output(const std::map<int64_t, T>& map) {
  Json::object_t result;
  result.reserve(map.size());
  for (const auto& [output, value] : map) result.emplace_back(std::to_string(output), value);
  return result;
}

// Text from graphs need not be valid UTF-8; such bytes become U+FFFD.
std::string dump(const Json& value) { return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json message_list(const Diagnostics& diagnostics) {
  Json result = Json::array();
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == Severity::error) continue;
    Json entry = {{"message", diagnostic.message}};
    if (!diagnostic.node.empty()) entry["node"] = diagnostic.node;
    if (!diagnostic.model_line.empty()) entry["model_line"] = diagnostic.model_line;
    if (!diagnostic.advice.empty()) entry["advice"] = diagnostic.advice;
    result.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

Result<InputFacts> read_input_facts(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  JsonReader reader(text, file, diagnostics);
  if (!reader.ok()) return std::unexpected(reader.failure());
  InputFacts facts;
  const Input& root = reader.root();
  if (root.is_array()) {
    facts.placeholders = read_list(reader, root, "inputs", 0);
  } else if (root.is_object()) {
    reader.only_keys(root, "", {"inputs", "attributes", "grad_enabled"});
    if (const Input* inputs = reader.field(root, "inputs")) {
      facts.placeholders = read_list(reader, *inputs, "inputs", 0);
    } else {
      reader.complain("", "the key \"inputs\" is missing");
    }
    if (const Input* attributes = reader.field(root, "attributes")) facts.attributes = read_list(reader, *attributes, "attributes", 0);
    facts.grad_enabled = reader.boolean(root, "grad_enabled", "").value_or(true);
  } else {
    reader.complain("", "expected a list of inputs, or an object {\"inputs\": [...], \"attributes\": [...], \"grad_enabled\": true}");
  }
  for (size_t i = 0; i < facts.attributes.size(); ++i) {
    std::string& name = facts.attributes[i].name;
    if (name.starts_with("self.")) name.erase(0, 5);
    if (name.empty()) reader.complain("attributes[" + std::to_string(i) + "]", "an attribute needs a \"name\"");
  }
  if (!reader.ok()) return std::unexpected(reader.failure());
  return facts;
}

Result<Groups> read_groups(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  JsonReader reader(text, file, diagnostics);
  Groups groups;
  if (reader.ok() && !reader.root().is_object()) reader.complain("", "expected an object {\"group name\": [[0, 1], [2, 3]]}");
  if (reader.ok()) {
    for (const auto& [name, rows] : reader.root().items()) read_group(reader, name, rows, groups);
  }
  if (!reader.ok()) return std::unexpected(reader.failure());
  return groups;
}

Result<Kernels> read_kernels(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  JsonReader reader(text, file, diagnostics);
  Kernels kernels;
  if (reader.ok() && !reader.root().is_object())
    reader.complain("", "expected an object {\"kernel index\": {\"name\": ..., \"aliases\": {...}}}");
  if (reader.ok()) {
    for (const auto& [key, entry] : reader.root().items()) read_kernel(reader, key, entry, kernels);
  }
  if (!reader.ok()) return std::unexpected(reader.failure());
  return kernels;
}

Result<interp::Claims> read_io_map(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  JsonReader reader(text, file, diagnostics);
  interp::Claims claims;
  if (reader.ok() && !reader.root().is_object()) reader.complain("", "expected the object that rewrite writes with --io-map");
  if (!reader.ok()) return std::unexpected(reader.failure());
  reader.only_keys(reader.root(), "", {"io_map", "state_map", "original_output_count"});
  const auto count = reader.integer(reader.root(), "original_output_count", "");
  if (!count) reader.complain("original_output_count", "expected the number of outputs that the original graph has");
  claims.original_output_count = count.value_or(0);
  const Input inputs = reader.root().value("io_map", Input::object());
  for (const auto& [key, value] : inputs.items()) {
    const auto output = index_from(key);
    if (!output || !value.is_number_integer()) reader.complain("io_map", "expected {\"output\": input}, as in {\"1\": 0}");
    if (output && value.is_number_integer()) claims.io_map[*output] = value.get<int64_t>();
  }
  const Input states = reader.root().value("state_map", Input::object());
  for (const auto& [key, value] : states.items()) {
    const auto output = index_from(key);
    if (!output || !value.is_string()) reader.complain("state_map", "expected {\"output\": \"attribute.path\"}");
    if (output && value.is_string()) claims.state_map[*output] = value.get<std::string>();
  }
  if (!reader.ok()) return std::unexpected(reader.failure());
  return claims;
}

std::string write_io_map(const RewriteReport& report) {
  return dump({{"io_map", by_output(report.io_map)},
               {"state_map", by_output(report.state_map)},
               {"original_output_count", report.original_output_count}});
}

std::string write_report(const RewriteReport& report, const Diagnostics& diagnostics, const std::string& file) {
  Json mutations = Json::array();
  for (size_t i = 0; i < report.mutations.size(); ++i) {
    const Rewritten rewritten = report.mutations[i];
    mutations.push_back(
        {{"kind", rewritten.kind}, {"node", rewritten.node}, {"became", rewritten.became}, {"model_line", rewritten.model_line}});
  }
  Json passes = Json::array();
  for (const auto& pass : report.passes) passes.push_back({{"name", pass.name}, {"counts", pass.counts}});
  return dump({{"graph", file},
               {"mutated_inputs", report.mutated_inputs},
               {"io_map", by_output(report.io_map)},
               {"state_map", by_output(report.state_map)},
               {"original_output_count", report.original_output_count},
               {"mutations", mutations},
               {"assumptions", report.assumptions},
               {"messages", message_list(diagnostics)},
               {"passes", passes}});
}

std::string write_timings(const RewriteReport& report, double read_seconds, double print_seconds) {
  Json passes = Json::array();
  for (const auto& pass : report.passes) passes.push_back({{"name", pass.name}, {"seconds", pass.seconds}, {"counts", pass.counts}});
  return dump({{"read_seconds", read_seconds}, {"passes", passes}, {"print_seconds", print_seconds}});
}

}  // namespace outplace::cli
