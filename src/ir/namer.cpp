// How names are split into stem and number, and which number comes next.
#include "ir/namer.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "support/check.h"

namespace outplace {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Split {
  std::string_view stem;
  std::optional<uint64_t> number;
};

// "add_12" is stem "add" and 12. A number of more than 18 digits belongs to the stem.
Split split(std::string_view name) {
  size_t digits = name.size();
  while (digits > 0 && is_digit(name[digits - 1])) --digits;
  const size_t count = name.size() - digits;
  if (count == 0 || count > 18 || digits < 2 || name[digits - 1] != '_') return {name, std::nullopt};
  uint64_t number = 0;
  std::from_chars(name.data() + digits, name.data() + name.size(), number);
  return {name.substr(0, digits - 1), number};
}

std::string legal(std::string_view candidate) {
  std::string out(candidate.empty() ? "_unnamed" : candidate);
  std::ranges::replace_if(out, [](char c) { return !is_word(c); }, '_');
  if (is_digit(out.front())) out.insert(0, 1, '_');
  return out;
}

std::string numbered(std::string_view stem, uint64_t number) {
  std::string out(stem);
  out += '_';
  out += std::to_string(number);
  return out;
}

}  // namespace

Namer::Namer(Module& module, GraphId graph) : module_(module) {
  for (const NodeId n : module.nodes(graph)) take(module.node(n).name);
}

bool Namer::is_taken(std::string_view name) const {
  const StringId id = module_.find_string(name);
  return id && id.value < taken_.size() && taken_[id.value];
}

void Namer::take(StringId name) {
  if (!name) return;
  if (name.value >= taken_.size()) taken_.resize(std::max<size_t>(name.value + size_t{1}, taken_.size() * 2));
  taken_[name.value] = true;
  const auto [stem, number] = split(module_.text(name));
  if (!number) return;
  uint64_t& last = last_[module_.intern(stem)];
  last = std::max(last, *number);
}

StringId Namer::fresh(std::string_view candidate) {
  std::string name = legal(candidate);
  const auto [stem, number] = split(name);
  const bool reserved = is_reserved_name(name);
  if (reserved || is_taken(name)) {
    const StringId stem_id = module_.intern(stem);
    const auto known = last_.find(stem_id);
    name = numbered(module_.text(stem_id), (known == last_.end() ? 0 : known->second) + 1);
    OUTPLACE_CHECK(!is_taken(name), "a name beyond its stem's highest number is taken");
  }
  const StringId id = module_.intern(name);
  take(id);
  return id;
}

StringId Namer::modified(StringId root) {
  const std::string base = std::string(module_.text(root)) + "_modified";
  uint64_t& version = versions_[root];
  std::string name;
  do {
    ++version;
    name = version == 1 ? base : numbered(base, version);
  } while (is_taken(name));
  const StringId id = module_.intern(name);
  take(id);
  return id;
}

}  // namespace outplace
