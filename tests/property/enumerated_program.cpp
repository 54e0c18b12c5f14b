// The number of a program in mixed radix: the inputs, then for each step the operation and how far back its operand stands in scope.
#include "enumerated_program.h"

#include <span>
#include <vector>

#include "makers.h"

namespace outplace::property {
namespace {

constexpr uint64_t kInputs = 4;

// One input; a second one that is a part of it; a transposed one with a contiguous one beside it; complex numbers.
void add_inputs(ProgramBuilder& b, uint64_t which, std::vector<TensorRef>& scope) {
  b.begin_part();
  const int storage = b.add_storage();
  const auto add = [&](EagerTensor t, int of) {
    t.storage = of;
    scope.push_back(b.input(std::move(t)));
  };
  const EagerTensor plain = fresh(DType::float32, {2, 4});
  switch (which) {
    case 0: add(plain, storage); break;
    case 1:
      add(plain, storage);
      add(slice(slice(plain, 0, 1, 2, 1), 1, 1, 3, 1), storage);
      break;
    case 2:
      add(permute(fresh(DType::float32, {2, 3}), {1, 0}), storage);
      add(fresh(DType::float32, {2}), b.add_storage());
      break;
    default: add(fresh(DType::complex64, {2, 2}), storage); break;
  }
}

// How many tensors there may be to choose from at a step.
uint64_t most_in_scope(int step) { return 2 + static_cast<uint64_t>(step); }

}  // namespace

uint64_t enumerated_count(const Enumeration& all) {
  uint64_t count = kInputs;
  for (int i = 0; i < all.operations; ++i) count *= small_operations(all.set).size() * most_in_scope(i);
  return count;
}

std::optional<Program> enumerated_program(const Enumeration& all, uint64_t number) {
  const auto take = [&](uint64_t radix) {
    const uint64_t digit = number % radix;
    number /= radix;
    return digit;
  };
  const std::span<const SmallOperation> set = small_operations(all.set);
  Choices none = Choices::from_record({});
  ProgramBuilder b(none);
  std::vector<TensorRef> scope;
  add_inputs(b, take(kInputs), scope);
  bool writes = false;
  for (int i = 0; i < all.operations; ++i) {
    const SmallOperation& operation = set[take(set.size())];
    const uint64_t back = take(most_in_scope(i));
    if (back >= scope.size()) return std::nullopt;
    b.begin_part();
    if (!operation.apply(b, scope, scope[scope.size() - 1 - back])) return std::nullopt;
    writes = writes || operation.writes;
  }
  if (!writes) return std::nullopt;
  std::vector<Arg> outputs;
  for (const TensorRef t : scope) outputs.push_back(ref(t));
  return b.finish(outputs, Annotations::sizes_and_strides);
}

}  // namespace outplace::property
