// The tensors that a graph starts from: placeholders and attributes, with the layout and the sharing that is known of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "interp/value.h"
#include "interp/verify.h"
#include "interp/world.h"

namespace outplace::interp {

enum class Writing : uint8_t { allowed, refused };

class InputMaker {
 public:
  InputMaker(World& world, const VerifyOptions& options, Writing writing);

  // The input of that name. `origin` says which one it is: equal origins give equal elements.
  Value make(const InputFact* fact, const std::optional<Annotation>& annotation, std::string_view text, uint64_t origin);

 private:
  struct Place {
    DType dtype = DType::unknown;
    Window window;
    bool strides_known = false;
    std::string device;
  };
  std::optional<Place> place(const InputFact* fact, const std::optional<Annotation>& annotation);
  std::optional<Sizes> numbers(const std::vector<std::string>& texts);
  void measure(const InputFact& fact);
  std::shared_ptr<Storage> storage(const InputFact* fact, const Place& place, uint64_t origin);
  Array contents(DType dtype, int64_t count, uint64_t origin) const;

  World& world_;
  Writing writing_;
  std::map<int64_t, int64_t> bytes_;  // that a shared storage must have
  std::map<int64_t, std::shared_ptr<Storage>> shared_;
};

}  // namespace outplace::interp
