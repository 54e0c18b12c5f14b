// Arguments of a node: small tagged values whose parts live in the module's arenas.
#pragma once

#include <bit>
#include <cstdint>

#include "support/ids.h"
#include "support/small_vector.h"

namespace outplace {

enum class ArgKind : uint8_t {
  none,           // None
  node,           // another node
  boolean,        // True, False
  integer,        // fits 64 bits
  real,           // the text is kept: 1e-05, inf, -inf, nan
  imaginary,      // complex literal, text kept: 1j, (1+2j)
  string,         // the decoded contents
  ellipsis,       // ...
  slice,          // three parts: start, stop, step
  list,           // parts
  tuple,          // parts
  dict,           // parts alternate key, value
  dtype,          // torch.float32: text with the prefix
  device,         // device(type='cuda', index=0): the text "cuda:0"
  layout,         // torch.strided: text with the prefix
  memory_format,  // torch.contiguous_format: text with the prefix
  symbolic,       // a symbolic integer spelled as an expression: text
  opaque,         // anything else: text as it was read, printed unchanged
};

// What `a` and `b` mean depends on the kind: a NodeId, a StringId, a 64-bit integer split in two (b is the high word), or a range of
// parts in the module (a = offset, b = count). Copying an Arg copies the reference to its parts; the parts of one node's
// arguments are never shared with another node's.
struct Arg {
  ArgKind kind = ArgKind::none;
  uint32_t a = 0;
  uint32_t b = 0;

  static Arg none() { return {}; }
  static Arg node(NodeId id) { return {ArgKind::node, id.value, 0}; }
  static Arg boolean(bool value) { return {ArgKind::boolean, value ? 1U : 0U, 0}; }
  static Arg integer(int64_t value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    return {ArgKind::integer, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
  }
  static Arg ellipsis() { return {ArgKind::ellipsis, 0, 0}; }
  // real, imaginary, string, dtype, device, layout, memory_format, symbolic, opaque
  static Arg text(ArgKind kind, StringId id) { return {kind, id.value, 0}; }
  // slice, list, tuple, dict: made by Module::make_parts
  static Arg range(ArgKind kind, uint32_t offset, uint32_t count) { return {kind, offset, count}; }

  bool is_none() const { return kind == ArgKind::none; }
  bool is_node() const { return kind == ArgKind::node; }
  bool is_integer() const { return kind == ArgKind::integer; }
  bool is_sequence() const { return kind == ArgKind::list || kind == ArgKind::tuple; }
  bool has_parts() const { return kind == ArgKind::slice || kind == ArgKind::list || kind == ArgKind::tuple || kind == ArgKind::dict; }

  NodeId as_node() const { return kind == ArgKind::node ? NodeId(a) : NodeId(); }
  bool as_boolean() const { return a != 0; }
  int64_t as_integer() const { return std::bit_cast<int64_t>((uint64_t{b} << 32) | a); }
  StringId as_text() const { return StringId(a); }
  // Of ranges: the same range.
  friend bool operator==(const Arg&, const Arg&) = default;
};

using Args = SmallVector<Arg, 6>;  // of one call, mostly

struct Keyword {
  StringId name;
  Arg value;
};

}  // namespace outplace
