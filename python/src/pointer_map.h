// A hash table whose keys are the addresses of Python objects.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace outplace::python {

// Open addressing; nothing is removed. Whoever inserts an object sees to it that it lives as long as the map is asked for it.
template <class Value>
class PointerMap {
 public:
  void reserve(size_t count) {
    size_t size = kFirstSlots;
    while (size < 2 * count) size *= 2;
    if (size > slots_.size()) resize(size);
  }

  // Null if the object is not there. Valid until the next insertion.
  const Value* find(nanobind::handle object) const {
    if (slots_.empty()) return nullptr;
    const Slot& found = slots_[place(object.ptr())];
    return found.key != nullptr ? &found.value : nullptr;
  }

  // An object that is there keeps its value.
  void insert(nanobind::handle object, Value value) {
    if (2 * (count_ + 1) > slots_.size()) resize(slots_.empty() ? kFirstSlots : 2 * slots_.size());
    Slot& slot = slots_[place(object.ptr())];
    if (slot.key != nullptr) return;
    slot = {object.ptr(), std::move(value)};
    ++count_;
  }

 private:
  struct Slot {
    PyObject* key = nullptr;
    Value value{};
  };
  static constexpr size_t kFirstSlots = 64;

  size_t place(PyObject* key) const {
    const uint64_t hash = (reinterpret_cast<uintptr_t>(key) >> 4U) * 0x9e3779b97f4a7c15ULL;
    const size_t mask = slots_.size() - 1;
    size_t i = (hash >> 32U) & mask;
    while (slots_[i].key != nullptr && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }

  void resize(size_t size) {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(size));
    for (const Slot& slot : old) {
      if (slot.key != nullptr) slots_[place(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two
  size_t count_ = 0;
};

}  // namespace outplace::python
