// Resolves names of callables.
#include "ops/op_names.h"

#include <algorithm>
#include <set>

#include "ops/op_attributes.h"
#include "ops/schema.h"

namespace outplace {
namespace {

constexpr std::string_view kTorchOps = "torch.ops.";
constexpr int kMaxAliasDepth = 4;

std::string_view key_prefix(CallableKind kind) {
  switch (kind) {
    case CallableKind::function: return "py::";
    case CallableKind::method: return "method::";
    case CallableKind::attribute: return "attribute::";
  }
  return {};
}

// "aten::add.Tensor" as an alias target.
OpName packet_target(const OpLines& lines, std::string_view target) {
  if (lines.has_packet(target)) return {std::string(target), {}, false};
  const size_t dot = target.find('.', target.find("::"));
  if (dot == std::string_view::npos || !lines.has_packet(target.substr(0, dot))) return {};
  const std::string_view overload = target.substr(dot + 1);
  return {std::string(target.substr(0, dot)), std::string(overload == "default" ? "" : overload), true};
}

class Resolver {
 public:
  explicit Resolver(const OpLines& lines) : lines_(lines) {}

  std::vector<OpName> run(CallableKind kind, std::string_view name) {
    const std::string key = std::string(key_prefix(kind)) + std::string(name);
    if (lines_.has_packet(key)) return {{key, {}, false}};
    if (kind == CallableKind::function) {
      if (name.starts_with("_operator.")) return run(kind, name.substr(1));
      if (const OpName ops = torch_ops_name(name); lines_.has_packet(ops.packet)) return {ops};
    }
    return follow(lines_.alias(kind == CallableKind::function ? name : std::string_view(key)));
  }

  // What one target of an alias means.
  std::vector<OpName> target_names(std::string_view target) {
    for (const CallableKind kind : {CallableKind::function, CallableKind::method, CallableKind::attribute}) {
      if (target.starts_with(key_prefix(kind))) return run(kind, target.substr(key_prefix(kind).size()));
    }
    if (OpName name = packet_target(lines_, target); !name.packet.empty()) return {name};
    return {};
  }

 private:
  std::vector<OpName> follow(OpAlias alias) {
    std::vector<OpName> names;
    if (++depth_ > kMaxAliasDepth) return names;
    for (std::string_view target = take_word(alias.targets); !target.empty(); target = take_word(alias.targets)) {
      std::string full(target);
      if (full.ends_with('*')) full = full.substr(0, full.size() - 1) + std::string(alias.name);
      const std::vector<OpName> found = target_names(full);
      names.insert(names.end(), found.begin(), found.end());
    }
    --depth_;
    return names;
  }

  const OpLines& lines_;
  int depth_ = 0;
};

std::string mangled(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

// Calls f(name) for every function that has a name of its own in the files.
template <class F>
void for_each_function(const OpLines& lines, F&& f) {
  for (std::string_view line : lines.declared_lines()) {
    const std::string_view packet = schema_name(line).packet;
    if (packet.starts_with("py::")) f(packet.substr(4));
  }
  for (const OpAlias& alias : lines.exact_aliases()) {
    if (alias.name.find("::") == std::string_view::npos) f(alias.name);
  }
}

std::string_view without_number(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  if (end == std::string_view::npos || end + 1 == name.size() || name[end] != '_') return name;
  return name.substr(0, end);
}

// A function with a name of its own that is printed as `text` when it is a global.
std::string_view declared_as(const OpLines& lines, std::string_view text) {
  std::string_view match;
  for_each_function(lines, [&](std::string_view known) {
    if (known.size() == text.size() && mangled(known) == text) match = known;
  });
  return match;
}

// A function whose own name ends in a number, printed with the next free one; none if two come into question.
std::string_view declared_with_another_number(const OpLines& lines, std::string_view text) {
  const std::string_view base = without_number(text);
  if (base.size() == text.size()) return {};
  std::string_view match;
  bool several = false;
  for_each_function(lines, [&](std::string_view known) {
    const std::string_view own = without_number(known);
    if (own.size() == known.size() || own.size() != base.size() || mangled(own) != base) return;
    several = several || !match.empty();
    match = known;
  });
  return several ? std::string_view() : match;
}

// A function that a name with '*' covers: the longest one.
std::vector<OpName> resolve_mangled_pattern(const OpLines& lines, std::string_view text) {
  if (text.starts_with("_operator_")) return Resolver(lines).run(CallableKind::function, "operator." + std::string(text.substr(10)));
  std::string_view prefix;
  for (const OpAlias& pattern : lines.alias_patterns()) {
    if (pattern.name.size() > prefix.size() && text.starts_with(mangled(pattern.name))) prefix = pattern.name;
  }
  if (prefix.empty()) return {};
  return Resolver(lines).run(CallableKind::function, std::string(prefix) + std::string(text.substr(prefix.size())));
}

// Functions that are printed as globals: dots become underscores, and a number is added where the name is taken.
std::vector<OpName> resolve_mangled(const OpLines& lines, std::string_view name) {
  for (std::string_view text : {name, without_number(name)}) {
    if (const std::string_view known = declared_as(lines, text); !known.empty()) return Resolver(lines).run(CallableKind::function, known);
  }
  if (const std::string_view known = declared_with_another_number(lines, name); !known.empty()) {
    return Resolver(lines).run(CallableKind::function, known);
  }
  for (std::string_view text : {name, without_number(name)}) {
    if (std::vector<OpName> names = resolve_mangled_pattern(lines, text); !names.empty()) return names;
  }
  return {};
}

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  if ((a.size() > b.size() ? a.size() - b.size() : b.size() - a.size()) > limit) return limit + 1;
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string_view last_part(std::string_view name) { return name.substr(name.find_last_of(".:") + 1); }

}  // namespace

OpName torch_ops_name(std::string_view name) {
  if (!name.starts_with(kTorchOps)) return {};
  name.remove_prefix(kTorchOps.size());
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view rest = name.substr(dot + 1);
  const size_t second = rest.find('.');
  OpName result{std::string(name.substr(0, dot)) + "::" + std::string(rest.substr(0, second)), {}, second != std::string_view::npos};
  if (result.has_overload && rest.substr(second + 1) != "default") result.overload = rest.substr(second + 1);
  return result;
}

std::vector<OpName> resolve(const OpLines& lines, CallableKind kind, std::string_view name) {
  std::vector<OpName> names = Resolver(lines).run(kind, name);
  if (names.empty() && kind == CallableKind::function && name.find('.') == std::string_view::npos) names = resolve_mangled(lines, name);
  return names;
}

std::vector<std::string> similar_names(const OpLines& lines, CallableKind kind, std::string_view name) {
  const std::string_view wanted = last_part(name);
  const size_t limit = std::min<size_t>(2, wanted.size() / 3);
  std::set<std::pair<size_t, std::string>> best;
  const auto consider = [&](std::string_view known, std::string spelled) {
    const size_t distance = edit_distance(wanted, known, limit);
    if (distance <= limit) best.emplace(distance, std::move(spelled));
    if (best.size() > 3) best.erase(std::prev(best.end()));
  };
  const std::string prefix = kind == CallableKind::function ? "torch." : "";
  for (std::string_view line : lines.sorted_lines()) {
    const std::string_view packet = sorted_packet(line);
    if (packet.starts_with("aten::") && kind != CallableKind::attribute) consider(packet.substr(6), prefix + std::string(packet.substr(6)));
  }
  for (std::string_view line : lines.declared_lines()) {
    const std::string_view packet = schema_name(line).packet;
    if (packet.starts_with(key_prefix(kind))) consider(last_part(packet), std::string(packet.substr(key_prefix(kind).size())));
  }
  std::vector<std::string> names;
  for (const auto& [distance, spelled] : best) names.push_back(spelled);
  return names;
}

std::vector<NameError> wrong_names(const OpLines& lines, size_t first_alias, size_t first_target) {
  std::vector<NameError> errors;
  const auto nothing = [&](std::string_view where) { errors.push_back({where, "nothing is called '" + std::string(where) + "'"}); };
  for (size_t i = first_alias; i < lines.exact_aliases().size(); ++i) {
    std::string_view targets = lines.exact_aliases()[i].targets;
    for (std::string_view target = take_word(targets); !target.empty(); target = take_word(targets)) {
      if (Resolver(lines).target_names(target).empty()) nothing(target);
    }
  }
  for (size_t i = first_target; i < lines.attribute_targets().size(); ++i) {
    const std::string_view target = lines.attribute_targets()[i].name;
    if (lines.concerned_lines(target).empty()) nothing(target);
  }
  return errors;
}

}  // namespace outplace
