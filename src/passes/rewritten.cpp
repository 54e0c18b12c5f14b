// Texts of mutations in one block; a line of the model that was said for the mutation before is not stored again.
#include "passes/rewritten.h"

namespace outplace {

size_t Mutations::store(std::string_view text) {
  text_ += text;
  return text_.size() - text.size();
}

void Mutations::add(const Rewritten& rewritten) {
  Entry entry;
  entry.begin = store(rewritten.kind);
  store(rewritten.node);
  store(rewritten.became);
  entry.kind = static_cast<uint32_t>(rewritten.kind.size());
  entry.node = static_cast<uint32_t>(rewritten.node.size());
  entry.became = static_cast<uint32_t>(rewritten.became.size());
  entry.line = static_cast<uint32_t>(rewritten.model_line.size());
  const bool again = !empty() && (*this)[size() - 1].model_line == rewritten.model_line;
  entry.line_begin = again ? entries_.back().line_begin : store(rewritten.model_line);
  entries_.push_back(entry);
}

Rewritten Mutations::operator[](size_t i) const {
  const Entry& entry = entries_[i];
  const std::string_view text = text_;
  const size_t node = entry.begin + entry.kind;
  const size_t became = node + entry.node;
  return {text.substr(entry.begin, entry.kind), text.substr(node, entry.node), text.substr(became, entry.became),
          text.substr(entry.line_begin, entry.line)};
}

}  // namespace outplace
