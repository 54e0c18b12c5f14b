// permute and its other spellings: the dims in another order.
#include <algorithm>
#include <numeric>

#include "ops/view_kinds.h"

namespace outplace {
namespace {

StepResult in_normal_form(std::vector<int64_t> dims) {
  if (std::ranges::is_sorted(dims)) return {identity_step(), {}};
  ViewStep step{.kind = StepKind::permute};
  step.dims = std::move(dims);
  return {std::move(step), {}};
}

// The dims in range and each once, or why not.
std::string wrap_all(std::vector<int64_t>& dims, int64_t rank) {
  std::vector<bool> seen(at(std::max<int64_t>(rank, 1)));
  for (int64_t& dim : dims) {
    const auto d = wrapped_dim(dim, rank);
    if (!d) return dim_out_of_range(dim, rank);
    if (seen[at(*d)]) return "dimension " + std::to_string(*d) + " appears twice";
    seen[at(*d)] = true;
    dim = *d;
  }
  return {};
}

}  // namespace

StepResult make_permute(const TensorMeta& m, std::vector<int64_t> dims, SymPool&) {
  if (static_cast<int64_t>(dims.size()) != m.rank()) {
    return {{}, "permute of a tensor with " + std::to_string(m.rank()) + " dimensions got " + std::to_string(dims.size())};
  }
  if (std::string why = wrap_all(dims, m.rank()); !why.empty()) return {{}, std::move(why)};
  return in_normal_form(std::move(dims));
}

StepResult make_transpose(const TensorMeta& m, int64_t dim0, int64_t dim1, SymPool&) {
  const auto a = wrapped_dim(dim0, m.rank());
  const auto b = wrapped_dim(dim1, m.rank());
  if (!a || !b) return {{}, dim_out_of_range(a ? dim1 : dim0, m.rank())};
  if (*a == *b) return {identity_step(), {}};
  std::vector<int64_t> dims(at(m.rank()));
  std::iota(dims.begin(), dims.end(), 0);
  std::swap(dims[at(*a)], dims[at(*b)]);
  return in_normal_form(std::move(dims));
}

StepResult make_movedim(const TensorMeta& m, const std::vector<int64_t>& source, const std::vector<int64_t>& destination, SymPool&) {
  if (source.size() != destination.size()) return {{}, "movedim needs as many destinations as sources"};
  std::vector<int64_t> from = source;
  std::vector<int64_t> to = destination;
  if (std::string why = wrap_all(from, m.rank()); !why.empty()) return {{}, std::move(why)};
  if (std::string why = wrap_all(to, m.rank()); !why.empty()) return {{}, std::move(why)};
  if (m.rank() == 0) return {identity_step(), {}};
  std::vector<int64_t> dims(at(m.rank()), -1);
  std::vector<bool> moved(dims.size());
  for (size_t i = 0; i < from.size(); ++i) {
    dims[at(to[i])] = from[i];
    moved[at(from[i])] = true;
  }
  int64_t next = 0;
  for (int64_t& dim : dims) {
    if (dim >= 0) continue;
    while (moved[at(next)]) ++next;
    dim = next++;
  }
  return in_normal_form(std::move(dims));
}

void apply_permute(const ViewStep& step, const TensorMeta& m, TensorMeta& out) {
  for (size_t i = 0; i < step.dims.size(); ++i) {
    out.geometry.sizes[i] = m.geometry.sizes[at(step.dims[i])];
    if (m.has_strides) out.geometry.strides[i] = m.geometry.strides[at(step.dims[i])];
  }
}

}  // namespace outplace
