// JSON by hand: names, numbers and symbolic expressions need no escapes.
#include "print_program.h"

#include <filesystem>
#include <fstream>

namespace outplace::property {
namespace {

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) {
    if (out.size() > 1) out += ", ";
    const bool number = item.find_first_not_of("0123456789") == std::string::npos;
    out += number ? item : in_quotes(item);
  }
  return out + "]";
}

std::string list(const Ints& items) {
  std::vector<std::string> texts;
  for (const int64_t i : items) texts.push_back(std::to_string(i));
  return list(texts);
}

std::string entry(const InputFact& fact, const InputHint& hint) {
  if (fact.kind == InputKind::symint)
    return "{\"name\": " + in_quotes(fact.name) + ", \"kind\": \"symint\", \"value\": " + std::to_string(hint.value) + "}";
  std::string out =
      "{\"name\": " + in_quotes(fact.name) + ", \"kind\": \"tensor\", \"role\": \"input\", \"dtype\": " + in_quotes(fact.dtype);
  out += ", \"shape\": " + list(fact.shape) + ", \"stride\": " + list(fact.stride);
  out += ", \"shape_hint\": " + list(hint.shape) + ", \"stride_hint\": " + list(hint.stride);
  out += ", \"storage_offset\": " + fact.storage_offset + ", \"storage\": " + std::to_string(*fact.storage);
  out += ", \"storage_nbytes\": " + std::to_string(fact.storage_bytes) + ", \"requires_grad\": false, \"device\": \"cpu\"";
  if (!hint.values.empty()) out += ", \"values\": " + list(hint.values);
  return out + "}";
}

bool write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return file.good();
}

}  // namespace

std::string sidecar_text(const Program& program) {
  const auto entries = [](const std::vector<InputFact>& facts, const std::vector<InputHint>& hints) {
    std::string out = "[";
    for (size_t i = 0; i < facts.size(); ++i) out += (i > 0 ? ",\n" : "\n") + entry(facts[i], hints[i]);
    return out + "\n]";
  };
  return "{\"grad_enabled\": false, \"attributes\": " + entries(program.facts.attributes, program.attribute_hints) +
         ", \"inputs\": " + entries(program.facts.placeholders, program.hints) + "}\n";
}

bool write_files(const Program& program, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path path(folder);
  return !error && write(path / "graph.py", print_fx_text(program.document)) && write(path / "inputs.json", sidecar_text(program));
}

}  // namespace outplace::property
