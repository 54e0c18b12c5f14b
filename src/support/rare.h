// A list that is mostly empty, in the space of one pointer.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>

namespace outplace {

// Behaves like the list type T; memory is taken when something is put in.
template <class T>
class Rare {
 public:
  using value_type = typename T::value_type;

  Rare() = default;
  Rare(T list) : list_(list.empty() ? nullptr : std::make_unique<T>(std::move(list))) {}  // NOLINT: implicit on purpose
  Rare(std::initializer_list<value_type> values) : Rare(T(values)) {}
  Rare(const Rare& other) : list_(other.list_ ? std::make_unique<T>(*other.list_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(const Rare& other) {
    if (this != &other) list_ = other.list_ ? std::make_unique<T>(*other.list_) : nullptr;
    return *this;
  }
  Rare& operator=(Rare&&) noexcept = default;
  ~Rare() = default;

  const T& get() const {
    static const T kEmpty;
    return list_ ? *list_ : kEmpty;
  }
  operator const T&() const { return get(); }  // NOLINT: implicit on purpose
  size_t size() const { return list_ ? list_->size() : 0; }
  bool empty() const { return size() == 0; }
  const value_type& operator[](size_t i) const { return (*list_)[i]; }
  value_type& operator[](size_t i) { return (*list_)[i]; }
  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }
  void push_back(value_type value) {
    if (!list_) list_ = std::make_unique<T>();
    list_->push_back(std::move(value));
  }

  friend bool operator==(const Rare& a, const Rare& b) { return a.list_ == b.list_ || a.get() == b.get(); }
  friend bool operator==(const Rare& a, const T& b) { return a.get() == b; }

 private:
  std::unique_ptr<T> list_;
};

}  // namespace outplace
