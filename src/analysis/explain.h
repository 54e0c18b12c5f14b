// What a graph does to memory, told for people: which tensors share memory, which nodes write it, what each write costs.
//
//   setitem = kv_cache[slice(0, 32, None)] = new_keys
//     model.py:7 in forward
//     writes kv_cache[0:32]: 1024 of 2048 bytes
//
//   memory of the input kv_cache: f32[64, 8][8, 1]cpu, 2048 bytes
//     seen by:
//       kv_cache       all of it
//     written by:
//       setitem        kv_cache[0:32], 1024 bytes   model.py:7 in forward
//
// A write costs the bytes of its region where a buffer is updated in place; as a value, all bytes of the memory are made anew. Bytes are
// counted as the elements that a tensor shows times the size of one.
//
// The graph is walked once, and every answer takes time in proportion to the memory that it speaks of. A graph that analysis refuses is
// told as far as it was walked; the diagnostics say why it ends there.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/graph_effects.h"

namespace outplace {

class Explanation {
 public:
  Explanation(Module& module, GraphId graph, const InputFacts* facts, const OpTable& table, const KernelProvider* kernels,
              Diagnostics& diagnostics);

  // Was all of the graph walked?
  bool complete() const { return complete_; }
  // All memory that is written, in the order of the first writes.
  std::string of_graph();
  // What the node is, what it writes, and the memory that it names.
  std::string of_node(NodeId node);

 private:
  struct Touch {
    NodeId node;
    PlaceId place;
  };
  struct History {
    std::vector<Touch> seen_by;
    std::vector<Touch> writes;
  };

  void note(NodeId node, const NodeEffects& effects);
  void note_name(NodeId node);
  void note_write(NodeId node, PlaceId place);
  History& history(PlaceId place);
  std::string value(NodeId node);
  std::string memory(StorageId storage, PlaceId from, NodeId asked);
  std::string owner(StorageId storage) const;
  std::string relation(PlaceId other, PlaceId from);
  std::string sharing(const History& history, PlaceId from);
  std::string writing(const History& history, PlaceId from, NodeId asked);
  std::string bytes(const TensorMeta* meta) const;
  std::string line(NodeId node) const;

  Module& module_;
  GraphEffects effects_;
  Memory& memory_;
  std::vector<PlaceId> places_;     // by node: the place of the tensor that it names, at the node
  std::vector<uint32_t> position_;  // by node, from 1; 0: not walked
  std::vector<History> histories_;  // by storage
  std::vector<Touch> writes_;       // in the order of the graph
  std::vector<StorageId> written_;
  bool complete_ = false;
};

}  // namespace outplace
