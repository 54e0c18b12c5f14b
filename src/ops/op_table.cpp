// The table: texts, their index, and the operators parsed so far. Parsing is lazy and guarded by one mutex; what was parsed never moves.
#include "ops/op_table.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
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

// Overloads with more tensors are tried first (a node of unknown kind is most likely a tensor), out= forms and fallbacks last. TorchScript's own are left out where
// there are others.
void order_overloads(Overloads& overloads) {
  const bool all_script = std::all_of(overloads.begin(), overloads.end(), [](const OpDef* op) { return op->script; });
  if (!all_script) std::erase_if(overloads, [](const OpDef* op) { return op->script; });
  const auto rank = [](const OpDef* op) { return std::tuple(op->last, has_out(*op), op->packet.starts_with("aten") ? -tensor_count(*op) : 0); };
  std::stable_sort(overloads.begin(), overloads.end(), [&](const OpDef* a, const OpDef* b) { return rank(a) < rank(b); });
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
    OUTPLACE_CHECK(errors.empty(), std::string(file.name) + ":" + std::to_string(errors.empty() ? 0 : errors[0].line) + ": not an operator line");
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
  const auto report = [&](uint32_t line, std::string message) {
    Diagnostic diagnostic;
    diagnostic.message = std::move(message);
    diagnostic.position = {.file = std::string(file), .line = line, .column = 1};
    diagnostic.advice = "the form of the lines is described in ops/README.md, for example: mylib::scale_(Tensor(a!) self, float by) -> Tensor(a!) : twin=mylib.scale";
    return diagnostics.error(std::move(diagnostic));
  };
  std::optional<Failed> failed;
  const size_t before = state.lines.declared_lines().size();
  for (const LineError& error : state.lines.add(state.extra)) failed = report(error.line, error.message);
  const auto line_of = [&](std::string_view part) {
    return static_cast<uint32_t>(1 + std::count(static_cast<const char*>(state.extra.data()), part.data(), '\n'));
  };
  const std::vector<std::string_view>& declared = state.lines.declared_lines();
  for (size_t i = before; i < declared.size(); ++i) {
    if (state.build(declared[i]) == nullptr) failed = report(line_of(declared[i]), state.error);
  }
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

std::vector<std::string> OpTable::similar(CallableKind kind, std::string_view name) const { return similar_names(state_->lines, kind, name); }

std::optional<std::string> OpTable::check() const {
  const std::lock_guard lock(state_->mutex);
  const auto sound = [&](std::string_view line) { return state_->build(line) != nullptr; };
  for (const std::vector<std::string_view>* lines : {&state_->lines.sorted_lines(), &state_->lines.declared_lines()}) {
    for (std::string_view line : *lines) {
      if (!sound(line)) return std::string(line) + ": " + state_->error;
    }
  }
  return check_names(state_->lines);
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
  const Twin function{CallableKind::function, std::string(op.twin_function)};
  const bool as_method = kind == CallableKind::method || name.starts_with("torch.Tensor.") || op.twin_function.empty();
  if (as_method && !op.twin_method.empty()) return {CallableKind::method, std::string(op.twin_method)};
  if (as_method) return function;
  const OpName written = torch_ops_name(name);
  if (has_out(op) && !written.has_overload && op.recipe == "out") return {kind, std::string(name)};
  if (name.starts_with("torch.ops.")) {
    if (written.has_overload || op.twin_function.empty()) return function;
    return {kind, function.target.substr(0, function.target.find('.', function.target.find('.', sizeof("torch.ops.") - 1) + 1))};
  }
  if (!op.twin_method.empty() && !op.foreach && name.ends_with('_') && !name.ends_with("__")) return {kind, std::string(name.substr(0, name.size() - 1))};
  return function;
}

}  // namespace outplace
