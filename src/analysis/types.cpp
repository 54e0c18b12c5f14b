// Node metadata from annotations, sidecar facts and analysis.
#include "analysis/types.h"

#include <algorithm>

#include "support/check.h"
#include "support/dtype.h"

namespace outplace {
namespace {

uint64_t mix(uint64_t a, uint64_t b) { return (a ^ b) * 0x9e3779b97f4a7c15ULL + (a >> 31U); }

// Views of one tensor that are a step apart, or an element longer, are neighbours.
uint64_t hash_of(const TensorMeta& m) {
  const auto mix_sym = [](uint64_t h, const Sym& s) { return mix(h, static_cast<uint64_t>(s.value) ^ uint64_t{s.expr.value} << 32U); };
  uint64_t h = mix(static_cast<uint64_t>(m.dtype) << 2U | m.lazy, m.device.size());
  const Geometry& g = m.geometry;
  for (const Sym& s : g.strides) h = mix_sym(h, s);
  for (size_t d = 1; d < g.sizes.size(); ++d) h = mix_sym(h, g.sizes[d]);
  const Sym length = g.sizes.empty() ? Sym(-1) : g.sizes[0];
  const int64_t step = !g.strides.empty() && g.strides[0].value > 0 ? g.strides[0].value : 1;
  h = mix(h, static_cast<uint64_t>(g.offset.value % step));
  h = mix(h, uint64_t{g.offset.expr.value} << 32U | length.expr.value);
  return neighbourly_hash(mix(h, g.sizes.size()), static_cast<uint32_t>(g.offset.value / step), static_cast<uint32_t>(length.value));
}

NodeValueKind kind_from(std::string_view annotation) {
  if (annotation.empty()) return NodeValueKind::unknown;
  if (annotation.starts_with("Sym(")) {
    const bool is_boolean = annotation.find_first_of("<>=") != std::string_view::npos;
    return is_boolean ? NodeValueKind::boolean : NodeValueKind::integer;
  }
  return NodeValueKind::tensor;
}

}  // namespace

Types::Types(Module& module, GraphId graph, const InputFacts* facts) : module_(module) {
  for (const NodeId n : module.nodes(graph)) {
    const StringId annotation = module.node(n).annotation;
    const std::string_view text = module.text(annotation);
    if (!text.empty()) set_kind(n, kind_from(text));
    if (module.node(n).op == NodeOp::placeholder) {
      // Sizes of inputs are the symbols that are never negative.
      if (kind(n) == NodeValueKind::integer) sym(n);
      const TensorMeta* m = meta(n);
      if (m == nullptr) continue;
      annotated_ = true;
      style_.strides = style_.strides || m->has_strides;
      style_.device = style_.device || !m->device.empty();
      const Sizes sizes = m->geometry.sizes;
      for (size_t d = 0; d < sizes.size(); ++d) {
        syms_.assume_nonnegative(sizes[d]);
        if (!sizes[d].is_constant()) size_sources_.try_emplace(sizes[d].expr.value, n, static_cast<int64_t>(d));
      }
    }
  }
  if (facts != nullptr) apply_facts(graph, *facts);
}

void Types::apply_facts(GraphId graph, const InputFacts& facts) {
  for (const auto& [n, told] : facts_by_node(module_, graph, facts)) {
    const InputFact& fact = *told;
    facts_.emplace(n, told);
    if (fact.kind == InputKind::symint) set_kind(n, NodeValueKind::integer);
    if (fact.kind != InputKind::tensor) continue;
    set_kind(n, NodeValueKind::tensor);
    TensorMeta m;
    const auto dtype = dtype_from_torch_name(fact.dtype);
    m.dtype = dtype ? *dtype : DType::unknown;
    m.device = fact.device;
    const auto parse_all = [&](const std::vector<std::string>& texts, Sizes& out) {
      for (const std::string& text : texts) {
        const auto value = syms_.parse(text);
        if (!value) return false;
        out.push_back(*value);
      }
      return true;
    };
    m.has_sizes = parse_all(fact.shape, m.geometry.sizes);
    m.has_strides = m.has_sizes && fact.stride.size() == fact.shape.size() && parse_all(fact.stride, m.geometry.strides);
    if (const auto offset = syms_.parse(fact.storage_offset)) {
      m.geometry.offset = *offset;
      m.has_offset = true;
    }
    // What the sidecar leaves out the text may say.
    if (const TensorMeta* said = meta(n); said != nullptr) {
      if (m.device.empty()) m.device = said->device;
      if (!m.has_strides && said->has_strides && said->geometry.sizes == m.geometry.sizes) {
        m.geometry.strides = said->geometry.strides;
        m.has_strides = true;
      }
    }
    for (const Sym& size : m.geometry.sizes) syms_.assume_nonnegative(size);
    set(n, m);
  }
}

void Types::grow(NodeId node) {
  if (node.value >= by_node_.size())
    by_node_.resize(std::max<size_t>(node.value + 1, module_.node_count() + module_.node_count() / 2), kUnset);
}

uint32_t Types::parse(StringId annotation) {
  if (annotation.value >= by_annotation_.size()) by_annotation_.resize(annotation.value + 1, kUnset);
  uint32_t& slot = by_annotation_[annotation.value];
  if (slot != kUnset) return slot;
  auto parsed = parse_annotation(module_.text(annotation), syms_);
  if (!parsed) return slot = kNothing;
  return slot = intern(*parsed);
}

uint32_t Types::intern(const TensorMeta& meta) {
  const uint64_t hash = hash_of(meta);
  const auto equal = [&](uint32_t i) { return static_cast<const TensorMeta&>(metas_[i]) == meta; };
  if (const auto found = meta_index_.find(hash, equal)) return *found;
  meta_index_.insert(hash);
  const auto number = static_cast<uint32_t>(metas_.size());
  metas_.emplace_back(Kept{meta, number});
  return number;
}

void Types::set(NodeId node, const TensorMeta& meta) {
  grow(node);
  set_kind(node, NodeValueKind::tensor);
  by_node_[node.value] = intern(meta);
}

void Types::set_kept(NodeId node, const TensorMeta* kept) {
  grow(node);
  set_kind(node, NodeValueKind::tensor);
  const uint32_t number = static_cast<const Kept*>(kept)->number;
  OUTPLACE_CHECK(number < metas_.size() && &metas_[number] == kept, "metadata that is not kept");
  by_node_[node.value] = number;
}

void Types::distrust(NodeId node) {
  grow(node);
  by_node_[node.value] = kNothing;
}

void Types::set_kind(NodeId node, NodeValueKind kind) {
  if (node.value >= kinds_.size())
    kinds_.resize(std::max<size_t>(node.value + 1, module_.node_count() + module_.node_count() / 2), NodeValueKind::unknown);
  kinds_[node.value] = kind;
}

Sym Types::sym(NodeId node) {
  const StringId annotation = module_.node(node).annotation;
  Sym value;
  if (const auto found = values_.find(node); found != values_.end()) return found->second;
  const auto parsed = annotation ? parse_sym_annotation(module_.text(annotation), syms_) : std::nullopt;
  value = parsed ? *parsed : syms_.symbol("%" + std::string(module_.name(node)));
  remember(value, node);
  return value;
}

std::optional<Sym> Types::sym(const Arg& arg) {
  switch (arg.kind) {
    case ArgKind::integer: return Sym(arg.as_integer());
    case ArgKind::node: return sym(arg.as_node());
    case ArgKind::symbolic: return syms_.parse(module_.text(arg.as_text()));
    case ArgKind::none:
    case ArgKind::boolean:
    case ArgKind::real:
    case ArgKind::imaginary:
    case ArgKind::string:
    case ArgKind::ellipsis:
    case ArgKind::slice:
    case ArgKind::list:
    case ArgKind::tuple:
    case ArgKind::dict:
    case ArgKind::dtype:
    case ArgKind::device:
    case ArgKind::layout:
    case ArgKind::memory_format:
    case ArgKind::opaque: return std::nullopt;
  }
  return std::nullopt;
}

NodeId Types::node_of(Sym value) const {
  const auto it = value.is_constant() ? sym_nodes_.end() : sym_nodes_.find(value.expr.value);
  return it == sym_nodes_.end() ? NodeId() : it->second;
}

void Types::remember(Sym value, NodeId node) {
  if (!value.is_constant()) sym_nodes_.try_emplace(value.expr.value, node);
}

std::optional<std::pair<NodeId, int64_t>> Types::size_of(Sym value) const {
  const auto it = value.is_constant() ? size_sources_.end() : size_sources_.find(value.expr.value);
  return it == size_sources_.end() ? std::nullopt : std::optional(it->second);
}

const InputFact* Types::fact(NodeId input) const {
  const auto it = facts_.find(input);
  return it == facts_.end() ? nullptr : it->second;
}

}  // namespace outplace
