// Texts of mutations in blocks; a line of the model that was said for the mutation before is not stored again.
#include "passes/rewritten.h"

#include <algorithm>

namespace outplace {
namespace {

constexpr size_t kBlock = size_t{1} << 16;

}  // namespace

void Mutations::add(const Rewritten& rewritten) {
  const size_t size = rewritten.kind.size() + rewritten.node.size() + rewritten.became.size();
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < size) blocks_.emplace_back().reserve(std::max(kBlock, size));
  if (lines_.empty() || lines_.back() != rewritten.model_line) lines_.emplace_back(rewritten.model_line);
  std::string& block = blocks_.back();
  Entry entry;
  entry.block = static_cast<uint32_t>(blocks_.size() - 1);
  entry.begin = static_cast<uint32_t>(block.size());
  entry.kind = static_cast<uint32_t>(rewritten.kind.size());
  entry.node = static_cast<uint32_t>(rewritten.node.size());
  entry.became = static_cast<uint32_t>(rewritten.became.size());
  entry.line = static_cast<uint32_t>(lines_.size() - 1);
  block.append(rewritten.kind).append(rewritten.node).append(rewritten.became);
  entries_.push_back(entry);
}

Rewritten Mutations::operator[](size_t i) const {
  const Entry& entry = entries_[i];
  const std::string_view text = std::string_view(blocks_[entry.block]).substr(entry.begin);
  return {text.substr(0, entry.kind), text.substr(entry.kind, entry.node), text.substr(entry.kind + entry.node, entry.became),
          lines_[entry.line]};
}

}  // namespace outplace
