// Numbers from a seed are splitmix64's; a byte string gives one or two bytes a decision.
#include "choices.h"

#include <utility>

namespace outplace::property {

Choices Choices::from_seed(uint64_t seed) {
  Choices out(Source::seed);
  out.state_ = seed;
  return out;
}

Choices Choices::from_bytes(std::span<const uint8_t> bytes) {
  Choices out(Source::bytes);
  out.bytes_ = bytes;
  return out;
}

Choices Choices::from_record(ChoiceRecord record) {
  Choices out(Source::record);
  out.replayed_ = std::move(record);
  return out;
}

bool Choices::begin_part() {
  const size_t index = record_.size();
  record_.emplace_back();
  if (source_ != Source::record) return true;
  position_ = 0;
  record_.back().enabled = index < replayed_.size() && replayed_[index].enabled;
  return record_.back().enabled;
}

uint32_t Choices::below(size_t n) {
  if (record_.empty()) begin_part();
  const uint32_t value = draw(static_cast<uint32_t>(n));
  record_.back().values.push_back(value);
  return value;
}

uint32_t Choices::draw(uint32_t n) {
  switch (source_) {
    case Source::seed: {
      state_ += 0x9e3779b97f4a7c15U;
      uint64_t z = state_;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
      return static_cast<uint32_t>(((z ^ (z >> 31)) >> 32) * n >> 32);
    }
    case Source::bytes: {
      uint32_t value = 0;
      for (uint32_t reach = 1; reach < n && position_ < bytes_.size(); reach *= 256) value = value * 256 + bytes_[position_++];
      return value % n;
    }
    case Source::record: {
      const size_t part = record_.size() - 1;
      if (part >= replayed_.size() || position_ >= replayed_[part].values.size()) return 0;
      return replayed_[part].values[position_++] % n;
    }
  }
  return 0;
}

}  // namespace outplace::property
