// Outputs by storage: inputs name theirs, what is left over shares among itself.
#include "passes/output_aliases.h"

#include <algorithm>
#include <unordered_map>

namespace outplace {
namespace {

std::vector<std::string> printed(const Sizes& sizes, const SymPool& syms) {
  std::vector<std::string> out;
  for (const Sym& size : sizes) out.push_back(syms.print(size));
  return out;
}

OutputAlias describe_alias(Memory& memory, int64_t output, PlaceId place) {
  OutputAlias alias;
  alias.output = output;
  const Place& seen = memory.place(place);
  alias.conjugated = (seen.parity & kConjugated) != 0;
  alias.negated = (seen.parity & kNegated) != 0;
  if (seen.meta == nullptr) return alias;
  const TensorMeta& meta = *seen.meta;
  alias.dtype = torch_name(meta.dtype);
  alias.layout_known = meta.has_sizes && meta.has_strides;
  if (meta.has_sizes) alias.size = printed(meta.geometry.sizes, memory.syms());
  if (alias.layout_known) alias.stride = printed(meta.geometry.strides, memory.syms());
  if (meta.has_offset) alias.storage_offset = memory.syms().print(meta.geometry.offset);
  return alias;
}

}  // namespace

OutputAliases find_output_aliases(Memory& memory, const std::vector<NamedInput>& inputs, const Args& leaves) {
  std::unordered_map<ObjectId, const NamedInput*> by_object;
  std::unordered_map<StorageId, const NamedInput*> by_storage;
  for (const NamedInput& input : inputs) {
    const ObjectId object = memory.known_object(input.node);
    by_object.try_emplace(object, &input);
    by_storage.try_emplace(memory.place(memory.place_of(object)).storage, &input);
  }
  OutputAliases out;
  std::unordered_map<StorageId, std::vector<int64_t>> fresh;
  std::vector<StorageId> order;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const auto output = static_cast<int64_t>(i);
    const ObjectId object = leaves[i].is_node() ? memory.known_object(leaves[i].as_node()) : ObjectId();
    if (!object) continue;
    const PlaceId place = memory.place_of(object);
    const StorageId storage = memory.place(place).storage;
    const auto found = by_storage.find(storage);
    if (found == by_storage.end()) {
      if (memory.storage(storage).maybe_alias) out.undecided.push_back(output);
      std::vector<int64_t>& sharers = fresh[storage];
      if (sharers.empty()) order.push_back(storage);
      sharers.push_back(output);
      continue;
    }
    OutputAlias alias = describe_alias(memory, output, place);
    const auto itself = by_object.find(object);
    const NamedInput& input = itself == by_object.end() ? *found->second : *itself->second;
    alias.is_input = itself != by_object.end();
    alias.input = input.index;
    if (input.index < 0) alias.attribute = memory.module().target(input.node);
    out.inputs.push_back(std::move(alias));
  }
  for (const StorageId storage : order) {
    if (fresh[storage].size() > 1) out.groups.push_back(fresh[storage]);
  }
  return out;
}

}  // namespace outplace
