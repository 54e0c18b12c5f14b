// Tensors of the abstract machine: windows onto storages that they share.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "interp/element.h"

namespace outplace::interp {

// Why the machine cannot go on with a node. Raised anywhere below an operator, caught once, where the node is run.
class Stop : public std::runtime_error {
 public:
  enum class Kind : uint8_t {
    refused,       // eager PyTorch raises here
    out_of_range,  // the same, because of an index: other inputs may do
    unknown,       // the machine does not know
  };
  Stop(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};
[[noreturn]] void refuse(const std::string& message);   // PyTorch raises
[[noreturn]] void give_up(const std::string& message);  // not known here

using Sizes = std::vector<int64_t>;

int64_t count_of(const Sizes& sizes);
Sizes dense_strides(const Sizes& sizes);  // row-major; a size of 0 counts as 1
std::string to_text(const Sizes& sizes);

// Elements 0 to n-1 that never change. Few elements are held; of many, those that are asked for are computed then, and kept.
class Array {
 public:
  using Function = std::function<Elem(int64_t)>;
  static constexpr int64_t kHeld = int64_t{1} << 21;

  Array() = default;
  explicit Array(std::vector<Elem> elements);
  static Array generate(int64_t count, const Function& function);
  static Array filled(int64_t count, const Elem& e);

  int64_t size() const { return impl_ ? impl_->count : 0; }
  bool held() const { return !impl_ || !impl_->function; }
  Elem operator[](int64_t i) const { return held() ? impl_->elements[static_cast<size_t>(i)] : computed(i); }
  // The elements to be changed in place: a copy if others hold them too. Only if held.
  std::vector<Elem>& own();
  const std::vector<Elem>& elements() const { return impl_->elements; }

 private:
  struct Impl {
    int64_t count = 0;
    std::vector<Elem> elements;
    Function function;  // none: all elements are held
    std::unordered_map<int64_t, Elem> known;
  };
  Elem computed(int64_t i) const;
  std::shared_ptr<Impl> impl_;
};

// Sizes, strides and offset, in elements of a storage that has elements of that size.
struct Window {
  Sizes sizes;
  Sizes strides;
  int64_t offset = 0;

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  int64_t count() const { return count_of(sizes); }
  bool contiguous() const;
  bool dense() const;               // a permutation of a contiguous one
  bool overlapping() const;         // a dimension of more than one element has stride 0
  int64_t at(int64_t index) const;  // the offset of an element by its row-major index
  // The first and last offset; meaningless without elements.
  std::pair<int64_t, int64_t> extent() const;
};

// Memory in cells of equal size. A cell is an element of the dtype that wrote it last.
struct Storage {
  Array cells;
  int cell_bytes = 1;
  uint64_t id = 0;
  bool writable = true;  // false: an input of a graph that claims to be pure
  bool written = false;
  std::string alias;  // an operator that is not interpreted and may see this memory in its result
};

struct Tensor {
  std::shared_ptr<Storage> storage;
  Window window;
  DType dtype = DType::unknown;
  bool conjugate = false;
  bool negative = false;
  bool strides_known = true;  // false: the strides were assumed
  std::string device;

  const Sizes& sizes() const { return window.sizes; }
  int64_t rank() const { return window.rank(); }
  int64_t count() const { return window.count(); }
  int64_t size(int64_t dim) const {
    if (dim < 0 || dim >= rank()) refuse("a dimension of a tensor that has none");
    return window.sizes[static_cast<size_t>(dim)];
  }
};
using TensorRef = std::shared_ptr<Tensor>;

// Where large tensors are looked at, by their number of elements: positions in and around what was written.
using Probes = std::map<int64_t, std::set<int64_t>>;

// Reads and writes through windows.
class Memory {
 public:
  static constexpr int64_t kLarge = int64_t{1} << 16;  // tensors of more elements are looked at by samples

  // The samples depend on `probes` alone, so that all runs that are compared look at the same places.
  Memory(Elements& elements, Probes probes) : elements_(elements), probes_(std::move(probes)) {}

  // A tensor of its own storage. `values` are in row-major order; its elements must not overlap.
  TensorRef make(Sizes sizes, DType dtype, const Array& values, const Sizes* strides = nullptr);
  std::shared_ptr<Storage> make_storage(Array cells, int cell_bytes);

  // The elements in row-major order.
  Array read(const Tensor& t);
  Elem read_one(const Tensor& t, int64_t index);
  // Puts `values` (t.count() of them, of any dtype) into t's elements.
  void write(const Tensor& t, const Array& values);
  // Gives the storage cells of at most that size, so that elements of the dtype can be seen in it.
  void divide_cells(Storage& storage, DType to);
  // The number of elements of the dtype that the storage has room for.
  static int64_t room(const Storage& storage, DType dtype);

  // The positions at which a tensor of that many elements is looked at.
  std::vector<int64_t> sample(int64_t count) const;
  // Notes a written position for the samples of later worlds.
  void note_written(int64_t count, int64_t position);
  const Probes& written() const { return written_; }

  Elements& elements() { return elements_; }

 private:
  void note_window(const Window& window, int64_t cells);
  Elem load(const Array& cells, int cell_bytes, const Tensor& t, int64_t offset);
  void check_room(const Tensor& t) const;
  void write_lazily(const Tensor& t, const Array& values);

  Elements& elements_;
  Probes probes_;
  Probes written_;
  uint64_t storages_ = 0;
};

}  // namespace outplace::interp
