// Windows, and the reading and writing of memory through them.
#include "interp/tensor.h"

#include <algorithm>
#include <numeric>

#include "support/check.h"

namespace outplace::interp {
namespace {

// Calls f(offset) for the elements of a window in row-major order.
template <class F>
void for_each_offset(const Window& window, F&& f) {
  const int64_t count = window.count();
  const auto rank = window.sizes.size();
  Sizes index(rank, 0);
  int64_t offset = window.offset;
  for (int64_t i = 0; i < count; ++i) {
    f(offset);
    for (size_t d = rank; d-- > 0;) {
      offset += window.strides[d];
      if (++index[d] < window.sizes[d]) break;
      offset -= window.strides[d] * window.sizes[d];
      index[d] = 0;
    }
  }
}

DType raw_dtype(int bytes) {
  switch (bytes) {
    case 1: return DType::uint8;
    case 2: return DType::int16;
    case 4: return DType::int32;
    case 8: return DType::int64;
    default: return DType::unknown;
  }
}

// Dims of more than one element, widest stride first.
std::vector<size_t> by_stride(const Window& window) {
  std::vector<size_t> dims;
  for (size_t d = 0; d < window.sizes.size(); ++d) {
    if (window.sizes[d] != 1) dims.push_back(d);
  }
  std::sort(dims.begin(), dims.end(),
            [&](size_t a, size_t b) { return window.strides[a] != window.strides[b] ? window.strides[a] > window.strides[b] : a < b; });
  return dims;
}

// Finds the row-major index of the element at an offset, for windows whose dims nest.
class Locator {
 public:
  explicit Locator(const Window& window) : window_(window), dims_(by_stride(window)), dense_(dense_strides(window.sizes)) {
    int64_t inner = 0;
    for (auto d = dims_.rbegin(); d != dims_.rend(); ++d) {
      nested_ = nested_ && window.strides[*d] > inner;
      inner += window.strides[*d] * (window.sizes[*d] - 1);
    }
  }
  bool nested() const { return nested_; }
  std::optional<int64_t> find(int64_t offset) const {
    int64_t rest = offset - window_.offset;
    int64_t index = 0;
    if (rest < 0 || window_.count() == 0) return std::nullopt;
    for (const size_t d : dims_) {
      const int64_t at = rest / window_.strides[d];
      if (at >= window_.sizes[d]) return std::nullopt;
      rest -= at * window_.strides[d];
      index += at * dense_[d];
    }
    return rest == 0 ? std::optional(index) : std::nullopt;
  }

 private:
  Window window_;
  std::vector<size_t> dims_;
  Sizes dense_;
  bool nested_ = true;
};

// How deep elements that are computed on demand may hang on each other.
constexpr int kMaxDepth = 3000;
thread_local int computing = 0;

struct Deeper {
  Deeper() { ++computing; }
  ~Deeper() { --computing; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
};

}  // namespace

void refuse(const std::string& message) { throw Stop(Stop::Kind::refused, message); }
void give_up(const std::string& message) { throw Stop(Stop::Kind::unknown, message); }

int64_t count_of(const Sizes& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) {
    if (__builtin_mul_overflow(count, size, &count)) give_up("a tensor of more elements than can be counted");
  }
  return count;
}

Sizes dense_strides(const Sizes& sizes) {
  Sizes strides(sizes.size());
  int64_t step = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = step;
    step *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

std::string to_text(const Sizes& sizes) {
  std::string text = "[";
  for (size_t d = 0; d < sizes.size(); ++d) text += (d == 0 ? "" : ", ") + std::to_string(sizes[d]);
  return text + "]";
}

Array::Array(std::vector<Elem> elements) : impl_(std::make_shared<Impl>()) {
  impl_->count = static_cast<int64_t>(elements.size());
  impl_->elements = std::move(elements);
}

Array Array::generate(int64_t count, const Function& function) {
  if (count > kHeld) {
    Array array;
    array.impl_ = std::make_shared<Impl>();
    array.impl_->count = count;
    array.impl_->function = function;
    return array;
  }
  std::vector<Elem> elements;
  elements.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) elements.push_back(function(i));
  return Array(std::move(elements));
}

Array Array::filled(int64_t count, const Elem& e) {
  if (count > kHeld) return generate(count, [e](int64_t) { return e; });
  return Array(std::vector<Elem>(static_cast<size_t>(count), e));
}

Elem Array::computed(int64_t i) const {
  const auto found = impl_->known.find(i);
  if (found != impl_->known.end()) return found->second;
  const Deeper deeper;
  if (computing > kMaxDepth) give_up("elements of large tensors hang on each other over too many operators");
  const Elem e = impl_->function(i);
  impl_->known.emplace(i, e);
  return e;
}

std::vector<Elem>& Array::own() {
  OUTPLACE_CHECK(held(), "only elements that are held can be changed");
  if (!impl_) impl_ = std::make_shared<Impl>();
  if (impl_.use_count() > 1) impl_ = std::make_shared<Impl>(*impl_);
  return impl_->elements;
}

bool Window::contiguous() const {
  int64_t step = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 0) return true;
    if (sizes[d] == 1) continue;
    if (strides[d] != step) return count() == 0;
    step *= sizes[d];
  }
  return true;
}

bool Window::dense() const {
  if (count() < 2) return true;
  std::vector<size_t> dims = by_stride(*this);
  int64_t step = 1;
  for (auto d = dims.rbegin(); d != dims.rend(); ++d) {
    if (strides[*d] != step) return false;
    step *= sizes[*d];
  }
  return true;
}

bool Window::overlapping() const {
  if (count() == 0) return false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1 && strides[d] == 0) return true;
  }
  return false;
}

int64_t Window::at(int64_t index) const {
  int64_t position = offset;
  for (size_t d = sizes.size(); d-- > 0;) {
    position += strides[d] * (index % sizes[d]);
    index /= sizes[d];
  }
  return position;
}

std::pair<int64_t, int64_t> Window::extent() const {
  int64_t last = offset;
  for (size_t d = 0; d < sizes.size(); ++d) last += strides[d] * (sizes[d] - 1);
  return {offset, last};
}

std::shared_ptr<Storage> Memory::make_storage(Array cells, int cell_bytes) {
  auto storage = std::make_shared<Storage>();
  storage->cells = std::move(cells);
  storage->cell_bytes = cell_bytes;
  storage->id = ++storages_;
  return storage;
}

TensorRef Memory::make(Sizes sizes, DType dtype, const Array& values, const Sizes* strides) {
  OUTPLACE_CHECK(values.size() == count_of(sizes), "a tensor gets as many elements as it has");
  auto t = std::make_shared<Tensor>();
  t->dtype = dtype;
  t->window = {sizes, dense_strides(sizes), 0};
  Array cells = values;
  if (strides != nullptr) t->window.strides = *strides;
  if (!t->window.contiguous()) {
    OUTPLACE_CHECK(!t->window.overlapping(), "elements of fresh tensors do not overlap");
    const int64_t room = t->window.extent().second + 1;
    const Elem gap = Elements::opaque(hash_text("gap"), dtype);
    if (values.held() && room <= Array::kHeld) {
      std::vector<Elem> placed(static_cast<size_t>(room), gap);
      int64_t i = 0;
      for_each_offset(t->window, [&](int64_t offset) { placed[static_cast<size_t>(offset)] = values[i++]; });
      cells = Array(std::move(placed));
    } else {
      cells = Array::generate(room, [values, gap, locator = Locator(t->window)](int64_t offset) {
        const auto index = locator.find(offset);
        return index ? values[*index] : gap;
      });
    }
  }
  t->storage = make_storage(std::move(cells), item_size(dtype));
  return t;
}

int64_t Memory::room(const Storage& storage, DType dtype) {
  const int bytes = item_size(dtype);
  return bytes == 0 ? 0 : storage.cells.size() * storage.cell_bytes / bytes;
}

void Memory::check_room(const Tensor& t) const {
  if (t.count() == 0) return;
  const auto [first, last] = t.window.extent();
  if (first < 0 || last >= room(*t.storage, t.dtype)) refuse("the tensor reaches out of its storage");
}

Elem Memory::load(const Array& cells, int cell_bytes, const Tensor& t, int64_t offset) {
  const int bytes = item_size(t.dtype);
  Elem e;
  if (bytes == cell_bytes) {
    e = cells[offset];
    if (e.dtype != t.dtype) e = elements_.piece(e, 0, t.dtype);
  } else {
    OUTPLACE_CHECK(bytes > cell_bytes, "cells are divided before smaller elements are seen in them");
    const int64_t n = bytes / cell_bytes;
    std::vector<Elem> parts;
    const DType raw =
        is_complex(t.dtype) && item_size(real_part_dtype(t.dtype)) == cell_bytes ? real_part_dtype(t.dtype) : raw_dtype(cell_bytes);
    for (int64_t k = 0; k < n; ++k) parts.push_back(elements_.piece(cells[offset * n + k], 0, raw));
    e = elements_.joined(parts, t.dtype);
  }
  if (t.conjugate) e = elements_.conjugated(e);
  return t.negative ? elements_.negated(e) : e;
}

Elem Memory::read_one(const Tensor& t, int64_t index) { return load(t.storage->cells, t.storage->cell_bytes, t, t.window.at(index)); }

Array Memory::read(const Tensor& t) {
  check_room(t);
  const Array& cells = t.storage->cells;
  const int64_t count = t.count();
  if (count > Array::kHeld) {
    return Array::generate(count,
                           [this, t, cells, bytes = t.storage->cell_bytes](int64_t i) { return load(cells, bytes, t, t.window.at(i)); });
  }
  std::vector<Elem> out;
  out.reserve(static_cast<size_t>(count));
  for_each_offset(t.window, [&](int64_t offset) { out.push_back(load(cells, t.storage->cell_bytes, t, offset)); });
  return Array(std::move(out));
}

void Memory::divide_cells(Storage& storage, DType to) {
  const int bytes = item_size(to);
  if (bytes == 0 || bytes >= storage.cell_bytes) return;
  const int n = storage.cell_bytes / bytes;
  const Array old = storage.cells;
  storage.cells = Array::generate(
      old.size() * n, [this, old, n, bytes, to](int64_t i) { return elements_.piece(old[i / n], static_cast<int>(i % n) * bytes, to); });
  storage.cell_bytes = bytes;
}

void Memory::note_written(int64_t count, int64_t position) {
  constexpr size_t kMost = 4096;
  if (count <= kLarge || position < 0 || position >= count) return;
  std::set<int64_t>& known = written_[count];
  if (known.size() < kMost) known.insert(position);
}

// The corners of the region, the middles between them, and what lies next to these.
void Memory::note_window(const Window& window, int64_t cells) {
  constexpr size_t kMost = 512;
  if (cells <= kLarge || window.count() == 0) return;
  std::vector<int64_t> corners = {window.offset};
  for (size_t d = 0; d < window.sizes.size(); ++d) {
    const std::vector<int64_t> before = corners;
    for (const int64_t at : {window.sizes[d] / 2, window.sizes[d] - 1}) {
      if (at == 0 || corners.size() > kMost) continue;
      for (const int64_t corner : before) corners.push_back(corner + at * window.strides[d]);
    }
  }
  for (const int64_t corner : corners) {
    note_written(cells, corner);
    for (const int64_t stride : window.strides) {
      note_written(cells, corner - stride);
      note_written(cells, corner + stride);
    }
  }
}

std::vector<int64_t> Memory::sample(int64_t count) const {
  constexpr int64_t kEach = 1024;
  std::set<int64_t> out;
  if (const auto known = probes_.find(count); known != probes_.end()) out = known->second;
  for (int64_t k = 0; k < std::min(kEach, count); ++k) {
    out.insert(k);
    out.insert(count - 1 - k);
    out.insert(static_cast<int64_t>(mix(static_cast<uint64_t>(count), static_cast<uint64_t>(k)) % static_cast<uint64_t>(count)));
  }
  return {out.begin(), out.end()};
}

void Memory::write(const Tensor& t, const Array& values) {
  OUTPLACE_CHECK(values.size() == t.count(), "a write has as many elements as its target");
  Storage& storage = *t.storage;
  if (!storage.writable) refuse("it writes to an input of a graph that should be pure");
  if (!storage.alias.empty()) give_up("a write to memory that the result of " + storage.alias + " may share");
  check_room(t);
  storage.written = true;
  note_window(t.window, room(storage, t.dtype));
  if (!storage.cells.held() || !values.held()) return write_lazily(t, values);
  std::vector<Elem>& cells = storage.cells.own();
  const int n = item_size(t.dtype) / storage.cell_bytes;
  int64_t i = 0;
  for_each_offset(t.window, [&](int64_t offset) {
    Elem e = elements_.cast(values[i++], t.dtype);
    if (t.negative) e = elements_.negated(e);
    if (t.conjugate) e = elements_.conjugated(e);
    if (n == 1) {
      cells[static_cast<size_t>(offset)] = e;
      return;
    }
    for (int k = 0; k < n; ++k) {
      const DType part = is_complex(t.dtype) && n == 2 ? real_part_dtype(t.dtype) : raw_dtype(storage.cell_bytes);
      cells[static_cast<size_t>(offset * n + k)] = elements_.piece(e, k * storage.cell_bytes, part);
    }
  });
}

void Memory::write_lazily(const Tensor& t, const Array& values) {
  Storage& storage = *t.storage;
  const Locator locator(t.window);
  if (!locator.nested() || item_size(t.dtype) != storage.cell_bytes)
    give_up("a write through this layout, to a tensor this large, is not followed");
  const Array old = storage.cells;
  // The tensor itself is not held: its storage would hold itself.
  const auto look = [this, old, values, locator, dtype = t.dtype, negative = t.negative, conjugate = t.conjugate](int64_t cell) {
    const auto index = locator.find(cell);
    if (!index) return old[cell];
    Elem e = elements_.cast(values[*index], dtype);
    if (negative) e = elements_.negated(e);
    return conjugate ? elements_.conjugated(e) : e;
  };
  storage.cells = Array::generate(old.size(), look);
}

}  // namespace outplace::interp
