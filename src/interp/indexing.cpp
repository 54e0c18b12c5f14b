// Python's indexing rules.
#include "interp/indexing.h"

#include <algorithm>

namespace outplace::interp {
namespace {

bool is_mask(DType dtype) { return dtype == DType::boolean || dtype == DType::uint8; }
bool is_truth(const Value& v) { return v.is_number() && v.number.dtype == DType::boolean; }

bool is_tensor_index(const Value& v) { return v.is_sequence() || (v.is_tensor() && !(v.tensor->rank() == 0 && !is_mask(v.tensor->dtype))); }

// A list is taken for a tuple if it holds anything but numbers.
bool acts_as_tuple(const Value& index) {
  if (!index.is_sequence()) return false;
  if (!index.list) return true;
  return index.items->size() < 32 && std::ranges::any_of(*index.items, [](const Value& v) { return !v.is_number(); });
}

class Resolver {
 public:
  Resolver(Call& call, const Tensor& t) : call_(call) { out_.view = t; }

  Indexed run(const Value& index) {
    const std::vector<Value> items = acts_as_tuple(index) ? *index.items : std::vector<Value>{index};
    int64_t specified = 0;
    for (const Value& item : items) specified += dims_of(item);
    if (specified > out_.view.rank()) refuse("too many indices for a tensor of rank " + std::to_string(out_.view.rank()));
    const int64_t skipped = out_.view.rank() - specified;
    for (const Value& item : items) take(item, skipped);
    finish();
    return std::move(out_);
  }

  void record(const Value& item) {
    if (item.is_sequence()) return record_list(item);
    const Tensor& t = *item.tensor;
    const Array elements = call_.memory().read(t);
    if (!is_mask(t.dtype)) {
      if (t.dtype != DType::int64 && t.dtype != DType::int32) refuse("an index of dtype " + std::string(torch_name(t.dtype)));
      IndexTensor index{t.sizes(), {}};
      for (int64_t i = 0; i < elements.size(); ++i) index.numbers.push_back(index_within(elements[i], size_at(dim_)));
      return put(std::move(index), false);
    }
    record_mask(t.sizes(), true_positions(elements));
  }

  void skip() { ++dim_; }

  Indexed finished() {
    finish();
    return std::move(out_);
  }

 private:
  static int64_t dims_of(const Value& item) {
    if (item.is_none() || item.kind == Value::Kind::ellipsis || is_truth(item)) return 0;
    if (item.is_tensor() && is_mask(item.tensor->dtype)) return item.tensor->rank();
    return 1;
  }

  int64_t size_at(int64_t dim) const { return dim < out_.view.rank() ? out_.view.size(dim) : 1; }

  void take(const Value& item, int64_t skipped) {
    Window& w = out_.view.window;
    if (item.kind == Value::Kind::ellipsis) {
      dim_ += skipped;
    } else if (item.is_none()) {
      insert_dim();
      ++dim_;
    } else if (item.kind == Value::Kind::slice) {
      const auto bound = [&](size_t k, int64_t otherwise) { return (*item.items)[k].is_none() ? otherwise : as_index((*item.items)[k]); };
      w = sliced(w, dim_, bound(0, 0), bound(1, INT64_MAX), bound(2, 1));
      ++dim_;
    } else if (is_truth(item)) {
      record_truth(Elements::truth(item.number));
    } else if (item.is_tensor() && item.tensor->rank() == 0 && is_mask(item.tensor->dtype)) {
      record_truth(Elements::truth(call_.memory().read_one(*item.tensor, 0)));
    } else if (is_tensor_index(item)) {
      record(item);
    } else {
      const Elem at = item.is_tensor() ? call_.memory().read_one(*item.tensor, 0) : item.number;
      if (!is_integral(at.dtype)) refuse("an index that is no integer");
      const auto d = static_cast<size_t>(dim_);
      w.offset += index_within(at, w.sizes.at(d)) * w.strides[d];
      w.sizes.erase(w.sizes.begin() + dim_);
      w.strides.erase(w.strides.begin() + dim_);
    }
  }

  void insert_dim() {
    Window& w = out_.view.window;
    const auto d = static_cast<size_t>(dim_);
    const int64_t stride = d < w.sizes.size() ? w.sizes[d] * w.strides[d] : 1;
    w.sizes.insert(w.sizes.begin() + dim_, 1);
    w.strides.insert(w.strides.begin() + dim_, stride);
  }

  void record_truth(bool truth) {
    insert_dim();
    out_.nothing = out_.nothing || !truth;
    put(truth ? IndexTensor{{1}, {0}} : IndexTensor{{0}, {}}, true);
  }

  void record_list(const Value& list) {
    IndexTensor index{{static_cast<int64_t>(list.items->size())}, {}};
    if (!list.items->empty() && is_truth((*list.items)[0])) {
      Sizes found;
      for (size_t i = 0; i < list.items->size(); ++i) {
        if (Elements::truth((*list.items)[i].number)) found.push_back(static_cast<int64_t>(i));
      }
      return record_mask(index.sizes, found);
    }
    for (const Value& item : *list.items) index.numbers.push_back(index_within(Elements::integer(as_index(item)), size_at(dim_)));
    put(std::move(index), false);
  }

  void record_mask(const Sizes& sizes, const Sizes& found) {
    const Sizes strides = dense_strides(sizes);
    for (size_t d = 0; d < sizes.size(); ++d) {
      if (size_at(dim_) != sizes[d]) refuse("a mask of " + to_text(sizes) + " for a tensor of " + to_text(out_.view.sizes()));
      IndexTensor index{{static_cast<int64_t>(found.size())}, {}};
      for (const int64_t at : found) index.numbers.push_back(at / strides[d] % sizes[d]);
      put(std::move(index), true);
    }
  }

  void put(IndexTensor index, bool mask) {
    out_.advanced = true;
    out_.masks_only = out_.masks_only && mask;
    out_.by_mask = out_.by_mask || mask;
    const auto d = static_cast<size_t>(dim_++);
    if (out_.tensors.size() <= d) out_.tensors.resize(d + 1);
    out_.tensors[d] = std::move(index);
  }

  void finish() {
    if (out_.tensors.size() > out_.view.sizes().size()) refuse("too many indices");
    out_.tensors.resize(out_.view.sizes().size());
  }

  Call& call_;
  Indexed out_;
  int64_t dim_ = 0;
};

// Where the dimensions of the index tensors come out: in place of the indexed ones if these are adjacent, else first.
size_t place_of(const Indexed& indexed) {
  size_t first = indexed.tensors.size();
  size_t last = 0;
  size_t count = 0;
  for (size_t d = 0; d < indexed.tensors.size(); ++d) {
    if (!indexed.tensors[d]) continue;
    first = std::min(first, d);
    last = d;
    ++count;
  }
  return last - first + 1 == count ? first : 0;
}

}  // namespace

Indexed resolve_index(Call& call, const Tensor& t, const Value& index) { return Resolver(call, t).run(index); }

Indexed resolve_tensors(Call& call, const Tensor& t, const Value& indices) {
  Resolver resolver(call, t);
  if (!indices.is_sequence()) give_up("a list of index tensors that is not known");
  for (const Value& item : *indices.items) {
    if (item.is_none()) {
      resolver.skip();
    } else {
      resolver.record(item);
    }
  }
  return resolver.finished();
}

Positions positions_of(const Indexed& indexed) {
  const Sizes& view = indexed.view.sizes();
  Sizes shared;
  for (const auto& index : indexed.tensors) {
    if (index) shared = broadcast_sizes(shared, index->sizes);
  }
  const size_t place = place_of(indexed);
  Positions out;
  Sizes kept;  // the view's dimension behind each dimension of the result, -1 for those of the index tensors
  for (size_t d = 0; d <= view.size(); ++d) {
    if (d == place) {
      out.sizes.insert(out.sizes.end(), shared.begin(), shared.end());
      kept.insert(kept.end(), shared.size(), -1);
    }
    if (d < view.size() && !indexed.tensors[d]) {
      out.sizes.push_back(view[d]);
      kept.push_back(static_cast<int64_t>(d));
    }
  }
  const Sizes strides = dense_strides(view);
  const int64_t count = count_of(out.sizes);
  if (count > Array::kHeld) give_up("more indexed elements than can be followed");
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    int64_t at = 0;
    Sizes where(shared.size(), 0);
    size_t k = shared.size();
    for (size_t d = out.sizes.size(); d-- > 0;) {
      const int64_t coordinate = rest % out.sizes[d];
      rest /= out.sizes[d];
      if (kept[d] >= 0) {
        at += coordinate * strides[static_cast<size_t>(kept[d])];
      } else {
        where[--k] = coordinate;
      }
    }
    for (size_t d = 0; d < view.size(); ++d) {
      if (!indexed.tensors[d]) continue;
      const IndexTensor& index = *indexed.tensors[d];
      const Sizes steps = dense_strides(index.sizes);
      int64_t entry = 0;
      for (size_t b = 0; b < index.sizes.size(); ++b) {
        if (index.sizes[b] != 1) entry += where[shared.size() - index.sizes.size() + b] * steps[b];
      }
      at += index.numbers[static_cast<size_t>(entry)] * strides[d];
    }
    out.at.push_back(at);
  }
  return out;
}

}  // namespace outplace::interp
