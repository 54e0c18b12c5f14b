// Indexes the lines of operator files.
#include "ops/op_lines.h"

#include <algorithm>

#include "ops/op_attributes.h"
#include "ops/schema.h"

namespace outplace {
namespace {

constexpr size_t kColonSize = 3;
constexpr std::string_view kEquals = " = ";

// Takes the next physical line off `text`.
std::string_view take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// " : ", or " :" at the end of a physical line.
size_t find_colon(std::string_view line) {
  size_t at = line.find(" :");
  while (at != std::string_view::npos && at + 2 < line.size() && line[at + 2] != ' ' && line[at + 2] != '\n') at = line.find(" :", at + 1);
  return at + 2 < line.size() ? at : std::string_view::npos;
}

bool is_content(std::string_view line) { return !line.empty() && line[0] != '#'; }

// Does a pattern, split at its '*', fit the packet?
bool fits(std::string_view packet, std::string_view before, std::string_view after) {
  return packet.size() >= before.size() + after.size() && packet.starts_with(before) && packet.ends_with(after);
}

}  // namespace

OpLine split_line(std::string_view line) {
  const size_t colon = find_colon(line);
  if (colon == std::string_view::npos) return {line, {}};
  return {line.substr(0, colon), line.substr(colon + kColonSize)};
}

void OpLines::add_sorted(std::string_view text) {
  sorted_.reserve(text.size() / 96);
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (is_content(line)) sorted_.push_back(line);
  }
}

std::vector<LineError> OpLines::add(std::string_view text) { return add_lines(text, Place::last); }
std::vector<LineError> OpLines::add_first(std::string_view text) { return add_lines(text, Place::first); }

std::vector<LineError> OpLines::add_lines(std::string_view text, Place place) {
  std::vector<LineError> errors;
  uint32_t number = 0;
  while (!text.empty()) {
    const char* const start = text.data();
    std::string_view line = take_line(text);
    const uint32_t first = ++number;
    if (!is_content(line)) continue;
    while (text.starts_with(' ')) {
      const std::string_view next = take_line(text);
      ++number;
      line = {start, static_cast<size_t>(next.data() + next.size() - start)};
    }
    if (!add_line(line, place)) errors.push_back({first, "expected 'SCHEMA : ATTRIBUTES', 'TARGETS : ATTRIBUTES' or 'NAME = TARGETS'"});
  }
  return errors;
}

std::vector<std::string_view> OpLines::concerned_lines(std::string_view target) const {
  std::vector<std::string_view> found;
  if (const size_t star = target.find('*'); star != std::string_view::npos) {
    for (const std::vector<std::string_view>* lines : {&declared_, &sorted_}) {
      for (const std::string_view line : *lines) {
        if (fits(schema_name(line).packet, target.substr(0, star), target.substr(star + 1))) found.push_back(line);
      }
    }
    return found;
  }
  const size_t dot = target.find('.', target.find("::") == std::string_view::npos ? 0 : target.find("::"));
  const std::string_view overload = dot == std::string_view::npos ? std::string_view() : target.substr(dot + 1);
  for_each_overload(target, [&](std::string_view line) { found.push_back(line); });
  if (!found.empty() || dot == std::string_view::npos) return found;
  for_each_overload(target.substr(0, dot), [&](std::string_view line) {
    const std::string_view own = schema_name(line).overload;
    if (own == overload || (own.empty() && overload == "default")) found.push_back(line);
  });
  return found;
}

bool OpLines::add_line(std::string_view line, Place place) {
  const size_t paren = line.find('(');
  const size_t colon = find_colon(line);
  const size_t equals = line.find(kEquals);
  if (equals < paren && equals < colon) {
    OpAlias alias{line.substr(0, equals), line.substr(equals + kEquals.size())};
    if (alias.name.ends_with('*')) {
      alias.name.remove_suffix(1);
      alias_patterns_.push_back(alias);
    } else {
      aliases_.push_back(alias);
      alias_targets_[alias.name] = alias.targets;
    }
    return true;
  }
  if (paren < colon) {
    const std::string_view packet = schema_name(line).packet;
    if (packet.find("::") == std::string_view::npos) return false;
    declared_.push_back(line);
    PacketLines& overloads = declared_by_packet_[packet];
    const size_t at = place == Place::first ? overloads.first++ : overloads.lines.size();
    overloads.lines.insert(overloads.lines.begin() + static_cast<std::ptrdiff_t>(at), line);
    return true;
  }
  if (colon == std::string_view::npos) return false;
  add_attributes(line.substr(0, colon), line.substr(colon + kColonSize));
  return true;
}

void OpLines::add_attributes(std::string_view targets, std::string_view attributes) {
  for (std::string_view target = take_word(targets); !target.empty(); target = take_word(targets)) {
    const size_t star = target.find('*');
    targets_.push_back({target, attributes});
    if (star == std::string_view::npos) {
      attributes_[target].push_back(attributes);
    } else {
      patterns_.push_back({target.substr(0, star), target.substr(star + 1), attributes});
    }
  }
}

size_t OpLines::first_sorted(std::string_view packet) const {
  const auto it = std::lower_bound(sorted_.begin(), sorted_.end(), packet,
                                   [](std::string_view line, std::string_view key) { return sorted_packet(line) < key; });
  return static_cast<size_t>(it - sorted_.begin());
}

bool OpLines::has_packet(std::string_view packet) const {
  if (declared_by_packet_.contains(packet)) return true;
  const size_t at = first_sorted(packet);
  return at < sorted_.size() && sorted_packet(sorted_[at]) == packet;
}

std::vector<std::string_view> OpLines::attributes_for(std::string_view packet, std::string_view overload) const {
  std::vector<std::string_view> found;
  for (const Pattern& pattern : patterns_) {
    if (fits(packet, pattern.before, pattern.after)) found.push_back(pattern.attributes);
  }
  const auto append = [&](std::string_view key) {
    if (const auto it = attributes_.find(key); it != attributes_.end()) found.insert(found.end(), it->second.begin(), it->second.end());
  };
  append(packet);
  const std::string full = std::string(packet) + "." + std::string(overload.empty() ? "default" : overload);
  append(full);
  return found;
}

OpAlias OpLines::alias(std::string_view name) const {
  if (const auto it = alias_targets_.find(name); it != alias_targets_.end()) return {{}, it->second};
  const OpAlias* best = nullptr;
  for (const OpAlias& pattern : alias_patterns_) {
    if (name.starts_with(pattern.name) && (best == nullptr || pattern.name.size() > best->name.size())) best = &pattern;
  }
  if (best == nullptr) return {};
  return {name.substr(best->name.size()), best->targets};
}

}  // namespace outplace
