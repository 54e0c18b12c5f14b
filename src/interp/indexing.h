// What stands in x[...]: the view that its basic parts select, and the positions that its tensors name.
#pragma once

#include <optional>
#include <vector>

#include "interp/operators.h"

namespace outplace::interp {

// The numbers of one index tensor. A mask becomes one of these for each of its dimensions.
struct IndexTensor {
  Sizes sizes;
  Sizes numbers;
};

struct Indexed {
  Tensor view;                                      // after int, slice, None and ...
  std::vector<std::optional<IndexTensor>> tensors;  // by dimension of the view
  bool advanced = false;                            // any tensor at all
  bool masks_only = true;
  bool by_mask = false;  // any of them comes from a mask
  bool nothing = false;  // x[False] = v does nothing
};

// Python's x[index].
Indexed resolve_index(Call& call, const Tensor& t, const Value& index);
// aten.index: None or a tensor for each dimension.
Indexed resolve_tensors(Call& call, const Tensor& t, const Value& indices);

// The row-major positions in the view of the elements that are named, and the shape in which they come out.
struct Positions {
  Sizes sizes;
  Sizes at;
};
Positions positions_of(const Indexed& indexed);

}  // namespace outplace::interp
