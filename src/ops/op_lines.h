// The lines of operator files, indexed but not parsed: a text of half a megabyte is ready in well under a millisecond.
//
// Three kinds of line (a line that begins with a blank continues the one before; '#' begins a comment line):
//   SCHEMA [: ATTRIBUTES]           declares an overload
//   TARGET... : ATTRIBUTES          adds to overloads that are declared elsewhere; a target is a packet, an overload ("aten::view.default"
//   for the one
//                                   without a name), or a pattern with one '*' at its beginning or end
//   NAME = TARGET...                a callable that is another; NAME may end in '*', which then stands in the targets
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace outplace {

struct OpLine {
  std::string_view head;  // the schema, or the targets
  std::string_view attributes;
};
// Splits a declaring line.
OpLine split_line(std::string_view line);

// An alias rule: `prefix` is what stands before the '*' of the name.
struct OpAlias {
  std::string_view name;
  std::string_view targets;
};

// A target of an attribute line.
struct OpTarget {
  std::string_view name;
  std::string_view attributes;
};

struct LineError {
  uint32_t line = 0;
  std::string message;
};

class OpLines {
 public:
  // A generated file: declarations only, sorted by name. Found by binary search.
  void add_sorted(std::string_view text);
  // Any file. Returns the lines that are none of the three kinds.
  std::vector<LineError> add(std::string_view text);
  // The same; its declarations of a packet come before those that are there.
  std::vector<LineError> add_first(std::string_view text);

  // Calls f(line) for each declaration of a packet, the sorted file last.
  template <class F>
  void for_each_overload(std::string_view packet, F&& f) const;
  bool has_packet(std::string_view packet) const;
  // The attribute lines that concern an overload, the most special last.
  std::vector<std::string_view> attributes_for(std::string_view packet, std::string_view overload) const;
  // The declarations that a target of an attribute line names.
  std::vector<std::string_view> concerned_lines(std::string_view target) const;
  // The targets of an alias ("" if there is none) and what '*' stands for.
  OpAlias alias(std::string_view name) const;

  const std::vector<std::string_view>& sorted_lines() const { return sorted_; }
  const std::vector<std::string_view>& declared_lines() const { return declared_; }
  const std::vector<OpAlias>& exact_aliases() const { return aliases_; }
  const std::vector<OpAlias>& alias_patterns() const { return alias_patterns_; }  // their names end before the '*'
  const std::vector<OpTarget>& attribute_targets() const { return targets_; }

 private:
  enum class Place : uint8_t { first, last };
  struct PacketLines {
    std::vector<std::string_view> lines;
    size_t first = 0;  // how many of them were added by add_first
  };
  struct Pattern {
    std::string_view before;
    std::string_view after;
    std::string_view attributes;
  };
  std::vector<LineError> add_lines(std::string_view text, Place place);
  bool add_line(std::string_view line, Place place);
  void add_attributes(std::string_view targets, std::string_view attributes);
  size_t first_sorted(std::string_view packet) const;

  std::vector<std::string_view> sorted_;
  std::vector<std::string_view> declared_;
  std::unordered_map<std::string_view, PacketLines> declared_by_packet_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> attributes_;
  std::vector<Pattern> patterns_;
  std::vector<OpTarget> targets_;
  std::vector<OpAlias> aliases_;
  std::unordered_map<std::string_view, std::string_view> alias_targets_;
  std::vector<OpAlias> alias_patterns_;  // names without their '*'
};

// The packet of a sorted line. Overloads there are marked by '.'.
inline std::string_view sorted_packet(std::string_view line) { return line.substr(0, line.find_first_of(".(")); }

template <class F>
void OpLines::for_each_overload(std::string_view packet, F&& f) const {
  if (const auto it = declared_by_packet_.find(packet); it != declared_by_packet_.end()) {
    for (std::string_view line : it->second.lines) f(line);
  }
  for (size_t i = first_sorted(packet); i < sorted_.size() && sorted_packet(sorted_[i]) == packet; ++i) f(sorted_[i]);
}

}  // namespace outplace
