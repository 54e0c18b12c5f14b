// Distances in memory are taken apart into steps along the tensor's dims, the largest stride first.
#include "passes/strided_elements.h"

#include <algorithm>
#include <vector>

namespace outplace {
namespace {

struct Dim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t weight = 1;  // distance of neighbours in row-major numbers
  int64_t reached = 0;
};

// Dims of more than one element, the largest stride first.
std::optional<std::vector<Dim>> nested_dims(const TensorMeta& tensor) {
  const Geometry& g = tensor.geometry;
  if (!tensor.has_sizes || !tensor.has_strides || !all_constant(g.sizes) || !all_constant(g.strides)) return std::nullopt;
  std::vector<Dim> dims;
  int64_t weight = 1;
  for (size_t i = g.sizes.size(); i-- > 0;) {
    if (g.sizes[i].value == 0) return std::nullopt;
    if (g.sizes[i].value > 1) dims.push_back({g.sizes[i].value, g.strides[i].value, weight, 0});
    weight *= g.sizes[i].value;
  }
  std::sort(dims.begin(), dims.end(), [](const Dim& a, const Dim& b) { return a.stride > b.stride; });
  int64_t reach = 0;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i].stride <= reach) return std::nullopt;
    reach += (dims[i].size - 1) * dims[i].stride;
  }
  return dims;
}

// A distance as a difference of element numbers, if it is `times` steps from element to element that stay inside.
std::optional<int64_t> numbered(int64_t distance, int64_t times, std::vector<Dim>& dims) {
  int64_t number = 0;
  for (Dim& dim : dims) {
    const int64_t steps = distance / dim.stride;
    distance %= dim.stride;
    number += steps * dim.weight;
    if (steps > dim.size) return std::nullopt;
    dim.reached += steps * times;
    if (dim.reached >= dim.size) return std::nullopt;
  }
  return distance == 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<ViewStep> in_element_numbers(const ViewStep& as_strided, const TensorMeta& tensor) {
  auto dims = nested_dims(tensor);
  if (!dims || !tensor.has_offset || !tensor.geometry.offset.is_constant() || !as_strided.start.is_constant()) return std::nullopt;
  if (!all_constant(as_strided.sizes) || !all_constant(as_strided.strides)) return std::nullopt;
  const int64_t start = as_strided.start.value - tensor.geometry.offset.value;
  const auto first = start < 0 ? std::nullopt : numbered(start, 1, *dims);
  if (!first) return std::nullopt;
  ViewStep out = as_strided;
  out.start = *first;
  for (size_t i = 0; i < as_strided.sizes.size(); ++i) {
    const int64_t size = as_strided.sizes[i].value;
    if (size == 0 || as_strided.strides[i].value < 0) return std::nullopt;
    if (size == 1) {
      out.strides[i] = 1;
      continue;
    }
    const auto stride = numbered(as_strided.strides[i].value, size - 1, *dims);
    if (!stride) return std::nullopt;
    out.strides[i] = *stride;
  }
  return out;
}

std::optional<int64_t> span(const TensorMeta& tensor) {
  const auto dims = nested_dims(tensor);
  if (!dims) return std::nullopt;
  int64_t last = 0;
  for (const Dim& dim : *dims) last += (dim.size - 1) * dim.stride;
  return last + 1;
}

}  // namespace outplace
