// x[...], x[...] = v, index and index_put.
#include <algorithm>
#include <array>

#include "interp/indexing.h"
#include "interp/writing.h"

namespace outplace::interp {
namespace {

Value taken(Call& call, const Indexed& indexed) {
  const Positions positions = positions_of(indexed);
  std::vector<Elem> out;
  for (const int64_t at : positions.at) out.push_back(call.memory().read_one(indexed.view, at));
  return call.fresh(positions.sizes, indexed.view.dtype, Array(std::move(out)));
}

Value item_of_sequence(const std::vector<Value>& items, const Value& index) {
  const auto size = static_cast<int64_t>(items.size());
  if (index.kind == Value::Kind::slice) {
    Window w{{size}, {1}, 0};
    const auto bound = [&](size_t k, int64_t otherwise) { return (*index.items)[k].is_none() ? otherwise : as_index((*index.items)[k]); };
    w = sliced(w, 0, bound(0, 0), bound(1, INT64_MAX), bound(2, 1));
    std::vector<Value> out;
    for (int64_t i = 0; i < w.sizes[0]; ++i) out.push_back(items[static_cast<size_t>(w.at(i))]);
    return Value::of(std::move(out));
  }
  int64_t at = as_index(index);
  if (at < 0) at += size;
  if (at < 0 || at >= size) refuse("there is no item " + std::to_string(at));
  return items[static_cast<size_t>(at)];
}

Value item_of_dict(const std::vector<Value>& items, const Value& key) {
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    const Value& k = items[i];
    if (k.kind == key.kind && k.text == key.text && (!k.is_number() || k.number == key.number)) return items[i + 1];
  }
  refuse("a key that is not there");
}

const Value& index_argument(Call& call) {
  for (const Call::Argument& argument : call.arguments) {
    if (argument.param->name == "index") return argument.value;
  }
  give_up("an index that is missing");
}

Value getitem(Call& call) {
  const Value& whole = call.arguments.at(0).value;
  const Value& index = index_argument(call);
  if (whole.is_sequence()) return item_of_sequence(*whole.items, index);
  if (whole.kind == Value::Kind::dict) return item_of_dict(*whole.items, index);
  if (whole.kind == Value::Kind::bundle) return bundle_item(call, whole, as_index(index));
  if (!whole.is_tensor()) give_up("an item of a value that is not known");
  const Indexed indexed = resolve_index(call, *whole.tensor, index);
  if (indexed.advanced) return taken(call, indexed);
  return Value::of(std::make_shared<Tensor>(indexed.view));
}

Value index(Call& call) { return taken(call, resolve_tensors(call, *call.self(), *call.find("indices"))); }

// The value without leading dimensions of size 1, as assignments take it.
Tensor stripped(Tensor t, int64_t rank) {
  while (t.rank() > rank && t.rank() > 0 && t.size(0) == 1) {
    t.window.sizes.erase(t.window.sizes.begin());
    t.window.strides.erase(t.window.strides.begin());
  }
  return t;
}

// How many elements a mask has hangs on the contents of the inputs: others may fit.
void check_fits_mask(const Tensor& value, const Sizes& sizes) {
  for (size_t back = 1; back <= std::min(value.sizes().size(), sizes.size()); ++back) {
    const int64_t given = value.sizes()[value.sizes().size() - back];
    if (given == 1 || given == sizes[sizes.size() - back]) continue;
    throw Stop(Stop::Kind::out_of_range, "values of " + to_text(value.sizes()) + " for a mask that selects " + to_text(sizes));
  }
}

Array with_put(Call& call, const Indexed& indexed, const Tensor& value, bool accumulate) {
  const bool fills = indexed.masks_only && value.count() == 1;
  if (value.dtype != indexed.view.dtype && !fills) {
    refuse("index_put_ of " + std::string(torch_name(value.dtype)) + " into " + std::string(torch_name(indexed.view.dtype)));
  }
  const Positions positions = positions_of(indexed);
  if (indexed.by_mask && value.count() != 1) check_fits_mask(value, positions.sizes);
  const Array values = read_broadcast(call.memory(), stripped(value, static_cast<int64_t>(positions.sizes.size())), positions.sizes);
  const Array base = call.memory().read(indexed.view);
  Elements& elements = call.elements();
  std::unordered_map<int64_t, Elem> latest;
  std::vector<Update> updates;
  for (size_t i = 0; i < positions.at.size(); ++i) {
    Elem e = elements.cast(values[static_cast<int64_t>(i)], indexed.view.dtype);
    const int64_t at = positions.at[i];
    call.memory().note_written(indexed.view.window.contiguous() ? base.size() : 0, at);
    if (accumulate) {
      const auto known = latest.find(at);
      e = elements.accumulated(known != latest.end() ? known->second : base[at], e);
      latest[at] = e;
    }
    updates.push_back({at, e});
  }
  return updated(base, updates);
}

void put_into(Call& call, const Indexed& indexed, const Array& values) {
  if (!indexed.view.window.overlapping()) return call.memory().write(indexed.view, values);
  Tensor one = indexed.view;
  one.window.sizes.clear();
  one.window.strides.clear();
  const Array before = call.memory().read(indexed.view);
  for (int64_t i = 0; i < values.size(); ++i) {
    if (values[i] == before[i]) continue;
    one.window.offset = indexed.view.window.at(i);
    call.memory().write(one, Array({values[i]}));
  }
}

TensorRef assigned_value(Call& call, const Tensor& target) {
  const Value* value = call.find("value");
  if (value == nullptr) refuse("an assignment of None");
  if (value->is_tensor()) return value->tensor;
  if (!value->is_number()) refuse("an assignment of something that is neither a tensor nor a number");
  return call.memory().make({}, target.dtype, Array({call.elements().cast(value->number, target.dtype)}));
}

Value setitem(Call& call) {
  const TensorRef t = call.self();
  const TensorRef value = assigned_value(call, *t);
  const Indexed indexed = resolve_index(call, *t, index_argument(call));
  if (indexed.nothing && indexed.tensors.size() == indexed.view.sizes().size() && positions_of(indexed).at.empty()) return Value::of(t);
  if (indexed.advanced) {
    put_into(call, indexed, with_put(call, indexed, *value, false));
    return Value::of(t);
  }
  const auto target = std::make_shared<Tensor>(indexed.view);
  const Tensor source = value->sizes() == target->sizes() ? *value : stripped(*value, 0);
  const Array values = read_broadcast(call.memory(), source, target->sizes());
  const bool is_number = !call.find("value")->is_tensor();
  if (is_number && target->window.overlapping() && target->rank() == 0) call.memory().write(*target, values);
  const Value operands[] = {Value::of(value)};
  write_checked(call, target, values, operands);
  return Value::of(t);
}

Value index_put(Call& call) {
  const Indexed indexed = resolve_tensors(call, *call.self(), *call.find("indices"));
  const Array values = with_put(call, indexed, *call.tensor("values"), call.flag("accumulate", false));
  return call.fresh(call.self()->sizes(), call.self()->dtype, values, preserved_strides(call.self()->window));
}

Value index_put_in_place(Call& call) {
  const TensorRef t = call.self();
  const Indexed indexed = resolve_tensors(call, *t, *call.find("indices"));
  const TensorRef source = call.tensor("values");
  check_overlap(*t, *source);
  put_into(call, indexed, with_put(call, indexed, *source, call.flag("accumulate", false)));
  return Value::of(t);
}

constexpr auto kIndexHandlers = std::to_array<NamedHandler>({
    {"__getitem__", getitem},
    {"__setitem__", setitem},
    {"getitem", getitem},
    {"index", index},
    {"index_put", index_put},
    {"index_put_", index_put_in_place},
    {"setitem", setitem},
});

}  // namespace

std::span<const NamedHandler> index_handlers() { return kIndexHandlers; }

}  // namespace outplace::interp
