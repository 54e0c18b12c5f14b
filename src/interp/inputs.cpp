// Making of inputs. Floating-point elements are unknowns; integers are small numbers, so that they can be indices, and booleans are random.
#include "interp/inputs.h"

#include <algorithm>
#include <numeric>

namespace outplace::interp {
namespace {

// Different numbers below `range`, in an order that hangs on the seed.
std::vector<int64_t> shuffled(int64_t range, uint64_t seed) {
  std::vector<int64_t> numbers(static_cast<size_t>(range));
  std::iota(numbers.begin(), numbers.end(), 0);
  for (size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[mix(seed, i) % i]);
  return numbers;
}

int64_t bytes_of(const Window& window, DType dtype) { return window.count() == 0 ? 0 : (window.extent().second + 1) * item_size(dtype); }

}  // namespace

InputMaker::InputMaker(World& world, const VerifyOptions& options, Writing writing) : world_(world), writing_(writing) {
  if (options.inputs == nullptr) return;
  for (const InputFact& fact : options.inputs->placeholders) measure(fact);
  for (const InputFact& fact : options.inputs->attributes) measure(fact);
}

void InputMaker::measure(const InputFact& fact) {
  for (const InputFact& item : fact.items) measure(item);
  if (fact.kind != InputKind::tensor || !fact.storage) return;
  int64_t& bytes = bytes_[*fact.storage];
  bytes = std::max(bytes, fact.storage_bytes);
  if (const auto where = place(&fact, std::nullopt)) bytes = std::max(bytes, bytes_of(where->window, where->dtype));
}

std::optional<Sizes> InputMaker::numbers(const std::vector<std::string>& texts) {
  Sizes out;
  for (const std::string& text : texts) {
    const auto value = world_.symbols.evaluate(text);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

std::optional<InputMaker::Place> InputMaker::place(const InputFact* fact, const std::optional<Annotation>& annotation) {
  Place out;
  if (annotation) {
    out.dtype = annotation->dtype;
    out.window.sizes = annotation->sizes;
    out.device = annotation->device;
    out.strides_known = annotation->strides.has_value();
    out.window.strides = annotation->strides.value_or(dense_strides(annotation->sizes));
  }
  if (fact == nullptr || fact->dtype.empty()) return annotation ? std::optional(out) : std::nullopt;
  out.dtype = dtype_from_torch_name(fact->dtype).value_or(DType::unknown);
  const auto sizes = numbers(fact->shape);
  const auto strides = numbers(fact->stride);
  const auto offset = fact->storage_offset.empty() ? std::optional<int64_t>(0) : world_.symbols.evaluate(fact->storage_offset);
  if (!sizes || !strides || !offset || out.dtype == DType::unknown) return std::nullopt;
  out.window.sizes = *sizes;
  out.strides_known = strides->size() == sizes->size();
  out.window.strides = out.strides_known ? *strides : dense_strides(*sizes);
  out.window.offset = *offset;
  return out;
}

Array InputMaker::contents(DType dtype, int64_t count, uint64_t origin) const {
  const uint64_t seed = mix(mix(world_.seed, origin), 0x1a9u);
  if (!is_integral(dtype))
    return Array::generate(count, [seed, dtype](int64_t i) { return Elements::opaque(mix(seed, static_cast<uint64_t>(i)), dtype); });
  if (dtype == DType::boolean) {
    return Array::generate(count, [seed](int64_t i) {
      return Elements::integer(static_cast<int64_t>(mix(seed, static_cast<uint64_t>(i)) & 1U), DType::boolean);
    });
  }
  const int64_t range = world_.index_range;
  if (count <= range) {
    return Array::generate(
        count, [numbers = shuffled(range, seed), dtype](int64_t i) { return Elements::integer(numbers[static_cast<size_t>(i)], dtype); });
  }
  return Array::generate(count, [seed, dtype, range](int64_t i) {
    return Elements::integer(static_cast<int64_t>(mix(seed, static_cast<uint64_t>(i)) % static_cast<uint64_t>(range)), dtype);
  });
}

std::shared_ptr<Storage> InputMaker::storage(const InputFact* fact, const Place& place, uint64_t origin) {
  const bool is_shared = fact != nullptr && fact->storage.has_value();
  if (is_shared) {
    if (const auto known = shared_.find(*fact->storage); known != shared_.end()) {
      world_.memory.divide_cells(*known->second, place.dtype);
      return known->second;
    }
    origin = mix(0x5707a6e, static_cast<uint64_t>(*fact->storage));
  }
  const int size = item_size(place.dtype);
  int64_t bytes = std::max(bytes_of(place.window, place.dtype), fact != nullptr ? fact->storage_bytes : 0);
  if (is_shared) bytes = std::max(bytes, bytes_[*fact->storage]);
  auto made = world_.memory.make_storage(contents(place.dtype, (bytes + size - 1) / size, origin), size);
  made->writable = writing_ == Writing::allowed;
  if (is_shared) shared_[*fact->storage] = made;
  return made;
}

Value InputMaker::make(const InputFact* fact, const std::optional<Annotation>& annotation, std::string_view text, uint64_t origin) {
  if (fact != nullptr && fact->kind == InputKind::list) {
    std::vector<Value> items;
    for (const InputFact& item : fact->items) items.push_back(make(&item, std::nullopt, {}, mix(origin, items.size() + 1)));
    return Value::of(std::move(items));
  }
  const bool is_tensor = annotation || (fact != nullptr && fact->kind == InputKind::tensor && !fact->dtype.empty());
  if (!is_tensor) {
    const std::string_view symbol = symbolic_text(text);
    const auto number = symbol.empty() ? std::nullopt : world_.symbols.evaluate(symbol);
    if (number) return Value::of(*number);
    if (fact != nullptr && fact->kind == InputKind::symint) return Value::of(world_.symbols.value_of(fact->name));
    return Value::of(Elements::opaque(mix(mix(world_.seed, origin), 0x5ca1a6), DType::float64));
  }
  const auto where = place(fact, annotation);
  if (!where) give_up("the sizes of this input are not known");
  // Other numbers for the symbols may fit.
  if (std::ranges::any_of(where->window.sizes, [](int64_t size) { return size < 0; }))
    refuse("an input of sizes " + to_text(where->window.sizes));
  auto t = std::make_shared<Tensor>();
  t->dtype = where->dtype;
  t->window = where->window;
  t->device = where->device;
  t->strides_known = where->strides_known;
  t->storage = storage(fact, *where, origin);
  return Value::of(std::move(t));
}

}  // namespace outplace::interp
