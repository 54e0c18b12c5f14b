// What a node of the graph holds when it has been run.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interp/tensor.h"
#include "support/ids.h"

namespace outplace::interp {

struct Value {
  enum class Kind : uint8_t {
    none,
    tensor,
    number,    // int, float, bool, complex
    sequence,  // list or tuple
    slice,     // items: start, stop, step
    dict,      // items: key, value, key, value
    ellipsis,
    text,    // strings, devices, layouts and whatever else has no meaning here
    dtype,   // number.dtype
    bundle,  // the results of an operator that is not interpreted, taken out one by one
    graph,   // a sub-graph
  };
  Kind kind = Kind::none;
  TensorRef tensor;
  Elem number;
  std::shared_ptr<std::vector<Value>> items;
  std::string text;
  uint64_t hash = 0;  // of a bundle
  int64_t bound = 0;  // of the indices in a bundle; 0: not known
  GraphId graph;
  bool list = false;  // of a sequence: written with [], which matters to indexing

  static Value of(TensorRef t) {
    Value v;
    v.kind = Kind::tensor;
    v.tensor = std::move(t);
    return v;
  }
  static Value of(const Elem& e) {
    Value v;
    v.kind = Kind::number;
    v.number = e;
    return v;
  }
  static Value of(int64_t n) { return of(Elements::integer(n)); }
  static Value of(DType dtype) {
    Value v;
    v.kind = Kind::dtype;
    v.number.dtype = dtype;
    return v;
  }
  static Value of(std::vector<Value> list, Kind kind = Kind::sequence) {
    Value v;
    v.kind = kind;
    v.items = std::make_shared<std::vector<Value>>(std::move(list));
    return v;
  }
  static Value of_text(std::string text) {
    Value v;
    v.kind = Kind::text;
    v.text = std::move(text);
    return v;
  }
  static Value truth(bool b) { return of(Elements::integer(b ? 1 : 0, DType::boolean)); }
  static Value list_of(const Sizes& sizes) {
    std::vector<Value> list;
    for (const int64_t size : sizes) list.push_back(of(size));
    return of(std::move(list));
  }

  bool is_none() const { return kind == Kind::none; }
  bool is_tensor() const { return kind == Kind::tensor; }
  bool is_number() const { return kind == Kind::number; }
  bool is_sequence() const { return kind == Kind::sequence; }
};

}  // namespace outplace::interp
