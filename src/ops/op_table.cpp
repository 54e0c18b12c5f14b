// The table: texts, their index, and the operators parsed so far. Parsing is lazy and guarded by one mutex; what was parsed never moves.
#include "ops/op_table.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>

#include "ops/builtin_ops.h"
#include "ops/op_attributes.h"
#include "ops/op_lines.h"
#include "ops/op_names.h"
#include "ops/op_rules.h"
#include "ops/schema.h"
#include "support/check.h"

namespace outplace {
namespace {

using Overloads = std::vector<const OpDef*>;
constexpr int kMaxBuildDepth = 8;

bool has_out(const OpDef& op) {
  return std::any_of(op.params.begin(), op.params.end(), [](const Param& p) { return p.out; });
}

auto tensor_count(const OpDef& op) {
  return std::count_if(op.params.begin(), op.params.end(), [](const Param& p) { return p.type == ParamType::tensor && !p.list; });
}

// Overloads with more tensors are tried first (a node of unknown kind is most likely a tensor), out= forms and fallbacks last.
// TorchScript's own are left out where there are others.
void order_overloads(Overloads& overloads) {
  const bool all_script = std::all_of(overloads.begin(), overloads.end(), [](const OpDef* op) { return op->script; });
  if (!all_script) std::erase_if(overloads, [](const OpDef* op) { return op->script; });
  using Ranked = std::tuple<bool, bool, std::ptrdiff_t, size_t>;  // the last keeps the order of equals
  std::vector<std::pair<Ranked, const OpDef*>> ranked;
  for (const OpDef* op : overloads) {
    const std::ptrdiff_t tensors = op->packet.starts_with("aten") ? -tensor_count(*op) : 0;
    ranked.push_back({{op->last, has_out(*op), tensors, ranked.size()}, op});
  }
  std::sort(ranked.begin(), ranked.end());
  for (size_t i = 0; i < ranked.size(); ++i) overloads[i] = ranked[i].second;
}

std::string dotted(std::string packet) {
  const size_t at = packet.find("::");
  return at == std::string::npos ? packet : packet.replace(at, 2, ".");
}

// The functional form of torch.ops.ns.name or torch.ops.ns.name.overload, spelled with an overload where that was.
std::string torch_ops_twin(const OpDef& op, const OpName& written) {
  const OpName functional = torch_ops_name(op.twin_function);
  if (functional.packet.empty()) return std::string(op.twin_function);
  if (op.recipe == "out" && !written.has_overload) return "torch.ops." + dotted(written.packet);
  std::string target = "torch.ops." + dotted(functional.packet);
  if (written.has_overload) target += "." + (functional.overload.empty() ? "default" : functional.overload);
  return target;
}

}  // namespace

struct OpTable::State {
  OpLines lines;
  std::string extra;  // the text of with_extra

  mutable std::recursive_mutex mutex;
  mutable std::unordered_map<const char*, const OpDef*> built;  // by the beginning of its line
  mutable std::deque<OpDef> ops;
  mutable std::deque<std::string> texts;
  mutable std::map<std::string, Overloads, std::less<>> found[3];
  mutable std::string error;  // of the last build that failed
  mutable int depth = 0;

  const OpDef* build(std::string_view line) const {
    if (const auto it = built.find(line.data()); it != built.end()) return it->second;
    if (depth == kMaxBuildDepth) return nullptr;
    ++depth;
    OpDraft draft;
    error = make(line, draft);
    --depth;
    if (!error.empty()) return nullptr;
    const OpDef* op = &ops.emplace_back(std::move(draft.op));
    built.emplace(line.data(), op);
    return op;
  }

  std::string make(std::string_view line, OpDraft& draft) const {
    const OpLine parts = split_line(line);
    if (std::string wrong = parse_schema(parts.head, draft.op); !wrong.empty()) return wrong;
    if (std::string wrong = apply_attributes(parts.attributes, draft); !wrong.empty()) return wrong;
    for (std::string_view attributes : lines.attributes_for(draft.op.packet, draft.op.overload)) {
      if (std::string wrong = apply_attributes(attributes, draft); !wrong.empty()) return wrong;
    }
    return complete(draft, {lines, texts, [this](std::string_view other) { return build(other); }});
  }

  // All overloads of a packet, or the one that is named.
  void append_packet(const OpName& name, Overloads& overloads) const {
    lines.for_each_overload(name.packet, [&](std::string_view line) {
      const SchemaName schema = schema_name(line);
      if (name.has_overload && schema.overload != name.overload) return;
      const auto shadowed = [&](const OpDef* op) { return op->qualified == schema.qualified; };
      if (std::any_of(overloads.begin(), overloads.end(), shadowed)) return;
      const OpDef* op = build(line);
      OUTPLACE_CHECK(op != nullptr, "operator line '" + std::string(line) + "': " + error);
      overloads.push_back(op);
    });
  }

  const Overloads& find(CallableKind kind, std::string_view name) const {
    const std::lock_guard lock(mutex);
    auto& cache = found[static_cast<size_t>(kind)];
    if (const auto it = cache.find(name); it != cache.end()) return it->second;
    Overloads overloads;
    for (const OpName& target : resolve(lines, kind, name)) {
      Overloads part;
      append_packet(target, part);
      if (!target.has_overload) order_overloads(part);
      overloads.insert(overloads.end(), part.begin(), part.end());
    }
    return cache.emplace(std::string(name), std::move(overloads)).first->second;
  }
};

OpTable::OpTable() : state_(std::make_unique<State>()) {
  for (const BuiltinText& file : builtin_ops()) {
    if (file.name == "schemas.ops") {
      state_->lines.add_sorted(file.text);
      continue;
    }
    const std::vector<LineError> errors = state_->lines.add(file.text);
    OUTPLACE_CHECK(errors.empty(),
                   std::string(file.name) + ":" + std::to_string(errors.empty() ? 0 : errors[0].line) + ": not an operator line");
  }
}
OpTable::OpTable(OpTable&&) noexcept = default;
OpTable& OpTable::operator=(OpTable&&) noexcept = default;
OpTable::~OpTable() = default;

const OpTable& OpTable::builtin() {
  static const OpTable table;
  return table;
}

Result<OpTable> OpTable::with_extra(std::string_view text, std::string_view file, Diagnostics& diagnostics) {
  OpTable table;
  State& state = *table.state_;
  state.extra = std::string(text);
  std::optional<Failed> failed;
  const auto report = [&](uint32_t line, std::string message) {
    Diagnostic diagnostic;
    diagnostic.message = std::move(message);
    diagnostic.position = {.file = std::string(file), .line = line, .column = 1};
    diagnostic.advice =
        "the form of the lines is described in ops/README.md, for example: mylib::scale_(Tensor(a!) self, float by) -> Tensor(a!)";
    failed = diagnostics.error(std::move(diagnostic));
  };
  const auto line_of = [&](std::string_view part) {
    const char* begin = state.extra.data();
    return static_cast<uint32_t>(1 + std::count(begin, part.data(), '\n'));
  };
  OpLines& lines = state.lines;
  const size_t first_line = lines.declared_lines().size();
  const size_t first_alias = lines.exact_aliases().size();
  const size_t first_target = lines.attribute_targets().size();
  for (const LineError& error : lines.add_first(state.extra)) report(error.line, error.message);
  for (size_t i = first_line; i < lines.declared_lines().size(); ++i) {
    if (state.build(lines.declared_lines()[i]) == nullptr) report(line_of(lines.declared_lines()[i]), state.error);
  }
  std::string_view wrong;  // attributes of which that is known
  for (size_t i = first_target; i < lines.attribute_targets().size(); ++i) {
    const OpTarget& target = lines.attribute_targets()[i];
    if (target.attributes.data() == wrong.data()) continue;
    for (const std::string_view line : lines.concerned_lines(target.name)) {
      if (state.build(line) != nullptr) continue;
      report(line_of(target.name), std::string(schema_name(line).qualified) + ": " + state.error);
      wrong = target.attributes;
      break;
    }
  }
  for (const NameError& error : wrong_names(lines, first_alias, first_target)) report(line_of(error.where), error.message);
  if (failed) return std::unexpected(*failed);
  return table;
}

std::span<const OpDef* const> OpTable::find(CallableKind kind, std::string_view name) const { return state_->find(kind, name); }

const OpDef* OpTable::overload(std::string_view qualified) const {
  const std::lock_guard lock(state_->mutex);
  const SchemaName name = schema_name(qualified);
  Overloads overloads;
  state_->append_packet({std::string(name.packet), std::string(name.overload), true}, overloads);
  return overloads.empty() ? nullptr : overloads.front();
}

size_t OpTable::overload_count() const { return state_->lines.sorted_lines().size() + state_->lines.declared_lines().size(); }

std::vector<std::string> OpTable::similar(CallableKind kind, std::string_view name) const {
  return similar_names(state_->lines, kind, name);
}

std::optional<std::string> OpTable::check() const {
  const std::lock_guard lock(state_->mutex);
  const auto sound = [&](std::string_view line) { return state_->build(line) != nullptr; };
  for (const std::vector<std::string_view>* lines : {&state_->lines.sorted_lines(), &state_->lines.declared_lines()}) {
    for (std::string_view line : *lines) {
      if (!sound(line)) return std::string(line) + ": " + state_->error;
    }
  }
  const std::vector<NameError> wrong = wrong_names(state_->lines, 0, 0);
  return wrong.empty() ? std::nullopt : std::optional(wrong.front().message);
}

std::vector<const OpDef*> OpTable::all() const {
  const std::lock_guard lock(state_->mutex);
  std::vector<const OpDef*> ops;
  for (const std::vector<std::string_view>* lines : {&state_->lines.sorted_lines(), &state_->lines.declared_lines()}) {
    for (std::string_view line : *lines) {
      if (const OpDef* op = state_->build(line)) ops.push_back(op);
    }
  }
  return ops;
}

Twin OpTable::twin(const OpDef& op, CallableKind kind, std::string_view name) const {
  if (op.writes_conditionally()) return {kind, std::string(name)};
  const bool as_method = kind == CallableKind::method || name.starts_with("torch.Tensor.") || op.twin_function.empty();
  if (as_method && !op.twin_method.empty() && !op.foreach) return {CallableKind::method, std::string(op.twin_method)};
  const Twin function{CallableKind::function, std::string(op.twin_function)};
  if (as_method) return function;
  if (name.starts_with("torch.ops.")) return {kind, torch_ops_twin(op, torch_ops_name(name))};
  if (has_out(op) && op.recipe == "out") return {kind, std::string(name)};
  if (!op.twin_method.empty() && !op.foreach && name.ends_with('_') && !name.ends_with("__"))
    return {kind, std::string(name.substr(0, name.size() - 1))};
  return function;
}

}  // namespace outplace
