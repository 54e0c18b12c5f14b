// A vector of a few plain values without heap memory: up to N live in the object itself.
//
// The interface is the part of std::vector's that shapes and strides need. Elements must be trivially copyable. As with std::vector,
// growing invalidates references; moving does, too, since elements may live in the object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

namespace outplace {

template <class T, uint32_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T> && N > 0);

 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<T*>;
  using const_reverse_iterator = std::reverse_iterator<const T*>;

  SmallVector() noexcept : heap_(nullptr) {}
  explicit SmallVector(size_t count, const T& value = T()) : SmallVector() { resize(count, value); }
  SmallVector(std::initializer_list<T> values) : SmallVector(values.begin(), values.end()) {}
  template <std::input_iterator I>
  SmallVector(I first, I last) : SmallVector() {
    for (; first != last; ++first) push_back(*first);
  }
  SmallVector(const T* first, const T* last) : SmallVector() { copy(first, static_cast<uint32_t>(last - first)); }
  SmallVector(const SmallVector& other) : SmallVector() { copy(other.data(), other.size_); }
  SmallVector(SmallVector&& other) noexcept : SmallVector() { steal(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) copy(other.data(), other.size_);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this == &other) return *this;
    release();
    steal(other);
    return *this;
  }
  SmallVector& operator=(std::initializer_list<T> values) {
    copy(values.begin(), static_cast<uint32_t>(values.size()));
    return *this;
  }
  ~SmallVector() { release(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return capacity_ == N ? inline_ : heap_; }
  const T* data() const { return capacity_ == N ? inline_ : heap_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  const T* cbegin() const { return begin(); }
  const T* cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void clear() { size_ = 0; }
  void reserve(size_t count) {
    if (count > capacity_) grow(static_cast<uint32_t>(count));
  }
  void resize(size_t count, const T& value = T()) {
    const T filler = value;
    reserve(count);
    if (count > size_) std::fill(end(), data() + count, filler);
    size_ = static_cast<uint32_t>(count);
  }
  void push_back(const T& value) {
    const T copy = value;
    if (size_ == capacity_) grow(2 * capacity_);
    data()[size_++] = copy;
  }
  void pop_back() { --size_; }
  T* insert(const T* at, const T& value) {
    const auto index = at - begin();
    const T copy = value;
    push_back(copy);
    std::copy_backward(begin() + index, end() - 1, end());
    begin()[index] = copy;
    return begin() + index;
  }
  template <class I>
  T* insert(const T* at, I first, I last) {
    const auto index = at - begin();
    const std::vector<T> values(first, last);
    const size_t moved = size_ - static_cast<size_t>(index);
    resize(size_ + values.size());
    std::copy_backward(begin() + index, begin() + index + moved, end());
    std::copy(values.begin(), values.end(), begin() + index);
    return begin() + index;
  }
  T* erase(const T* at) { return erase(at, at + 1); }
  T* erase(const T* first, const T* last) {
    T* const to = begin() + (first - begin());
    std::copy(last, static_cast<const T*>(end()), to);
    size_ -= static_cast<uint32_t>(last - first);
    return to;
  }
  template <class I>
  void assign(I first, I last) {
    *this = SmallVector(first, last);
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  void copy(const T* from, uint32_t count) {
    reserve(count);
    std::copy(from, from + count, data());
    size_ = count;
  }
  void steal(SmallVector& other) noexcept {
    if (other.capacity_ == N) {
      std::copy(other.inline_, other.inline_ + other.size_, inline_);
    } else {
      heap_ = other.heap_;
    }
    size_ = other.size_;
    capacity_ = other.capacity_;
    other.size_ = 0;
    other.capacity_ = N;
  }
  void release() {
    if (capacity_ != N) delete[] heap_;
    size_ = 0;
    capacity_ = N;
  }
  void grow(uint32_t capacity) {
    capacity = std::max(capacity, N + 1);
    T* const made = new T[capacity];
    std::copy(begin(), end(), made);
    const uint32_t size = size_;
    release();
    heap_ = made;
    size_ = size;
    capacity_ = capacity;
  }

  uint32_t size_ = 0;
  uint32_t capacity_ = N;
  union {
    T inline_[N];
    T* heap_;
  };
};

}  // namespace outplace
