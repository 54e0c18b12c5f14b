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

bool is_legal(std::string_view name) { return !name.empty() && !is_digit(name.front()) && std::ranges::all_of(name, is_word); }

std::string legal(std::string_view candidate) {
  std::string out(candidate.empty() ? "_unnamed" : candidate);
  std::ranges::replace_if(out, [](char c) { return !is_word(c); }, '_');
  if (is_digit(out.front())) out.insert(0, 1, '_');
  return out;
}

void append_number(std::string& name, uint64_t number) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  name += '_';
  name.append(digits, end);
}

}  // namespace

Namer::Namer(Module& module, GraphId graph) : module_(module) {
  for (const NodeId n : module.nodes(graph)) take(module.node(n).name);
}

bool Namer::is_taken(std::string_view name) const { return is_taken(module_.find_string(name)); }

void Namer::mark(StringId name) {
  if (name.value >= taken_.size()) taken_.resize(std::max<size_t>(name.value + size_t{1}, taken_.size() * 2));
  taken_[name.value] = true;
}

void Namer::take(StringId name) {
  if (!name) return;
  mark(name);
  const auto [stem, number] = split(module_.text(name));
  if (!number) return;
  uint64_t& last = last_[module_.intern(stem)];
  last = std::max(last, *number);
}

StringId Namer::fresh(StringId candidate) {
  if (const auto known = numbers_.find(candidate); known != numbers_.end()) return numbered(known->second);
  const std::string_view text = module_.text(candidate);
  const StringId wanted = is_legal(text) ? candidate : module_.intern(legal(text));
  if (!is_taken(wanted) && !is_reserved_name(module_.text(wanted))) {
    take(wanted);
    return wanted;
  }
  const StringId stem = module_.intern(split(module_.text(wanted)).stem);
  return numbered(numbers_.emplace(candidate, Numbers{stem, &last_[stem]}).first->second);
}

StringId Namer::numbered(const Numbers& numbers) {
  buffer_ = module_.text(numbers.stem);
  append_number(buffer_, ++*numbers.last);
  const StringId id = module_.intern(buffer_);
  OUTPLACE_CHECK(!is_taken(id), "a name beyond its stem's highest number is taken");
  mark(id);
  return id;
}

StringId Namer::modified(StringId root) {
  if (root.value >= versions_.size()) versions_.resize(std::max<size_t>(root.value + size_t{1}, versions_.size() * 2));
  Versions& versions = versions_[root.value];
  StringId id;
  do {
    buffer_ = module_.text(root);
    buffer_ += "_modified";
    if (!versions.stem) versions.stem = module_.intern(buffer_);
    id = versions.stem;
    if (++versions.count > 1) {
      append_number(buffer_, versions.count);
      id = module_.intern(buffer_);
    }
  } while (is_taken(id));
  mark(id);
  if (versions.count > 1) {
    uint64_t& last = last_[versions.stem];
    last = std::max<uint64_t>(last, versions.count);
  }
  return id;
}

}  // namespace outplace
