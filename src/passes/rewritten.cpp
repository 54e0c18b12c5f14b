// Texts of mutations in blocks; a line of the model that was said for the mutation before is not stored again.
#include "passes/rewritten.h"

#include <algorithm>

namespace outplace {
namespace {

constexpr size_t kBlock = size_t{1} << 16;

}  // namespace

void Mutations::add(const Rewritten& rewritten) {
  const size_t size = rewritten.kind.size() + rewritten.node.size() + rewritten.became.size() + rewritten.name.size();
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < size) blocks_.emplace_back().reserve(std::max(kBlock, size));
  if (lines_.empty() || lines_.back() != rewritten.model_line) lines_.emplace_back(rewritten.model_line);
  std::string& block = blocks_.back();
  Entry entry;
  entry.block = static_cast<uint32_t>(blocks_.size() - 1);
  entry.begin = static_cast<uint32_t>(block.size());
  entry.kind = static_cast<uint32_t>(rewritten.kind.size());
  entry.node = static_cast<uint32_t>(rewritten.node.size());
  entry.became = static_cast<uint32_t>(rewritten.became.size());
  entry.name = static_cast<uint32_t>(rewritten.name.size());
  entry.line = static_cast<uint32_t>(lines_.size() - 1);
  block.append(rewritten.kind).append(rewritten.node).append(rewritten.became).append(rewritten.name);
  entries_.push_back(entry);
}

Rewritten Mutations::operator[](size_t i) const {
  const Entry& entry = entries_[i];
  std::string_view text = std::string_view(blocks_[entry.block]).substr(entry.begin);
  const auto take = [&](uint32_t size) {
    const std::string_view part = text.substr(0, size);
    text.remove_prefix(size);
    return part;
  };
  Rewritten out;
  out.kind = take(entry.kind);
  out.node = take(entry.node);
  out.became = take(entry.became);
  out.name = take(entry.name);
  out.model_line = lines_[entry.line];
  return out;
}

}  // namespace outplace
