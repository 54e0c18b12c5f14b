// Operators that give an object another window: every later reader of the object sees it, views taken before do not.
#include <algorithm>
#include <array>

#include "interp/operators.h"
#include "interp/view_windows.h"

namespace outplace::interp {
namespace {

Value rebound(Call& call, Window window) {
  call.self()->window = std::move(window);
  return Value::of(call.self());
}

Value rebind_t(Call& call) { return rebound(call, t_window(*call.self())); }
Value rebind_transpose(Call& call) { return rebound(call, transposed_as_called(call, *call.self())); }
Value rebind_squeeze(Call& call) { return rebound(call, squeezed(call, *call.self())); }
Value rebind_unsqueeze(Call& call) { return rebound(call, unsqueezed(call, *call.self())); }
Value rebind_as_strided(Call& call) { return rebound(call, strided(call, *call.self())); }
Value same_object(Call& call) { return Value::of(call.self()); }

Value set(Call& call) {
  const TensorRef t = call.self();
  const Value* source = call.find("source");
  if (source == nullptr) source = call.find("new_data");
  if (source == nullptr || !source->is_tensor() || call.find("size") != nullptr) give_up("set_ with anything but a tensor");
  *t = *source->tensor;
  return Value::of(t);
}

Value resize(Call& call) {
  const TensorRef t = call.self();
  const Sizes sizes = call.find("the_template") != nullptr ? call.tensor("the_template")->sizes() : call.integers("size");
  const Window w{sizes, dense_strides(sizes), t->window.offset};
  if (sizes == t->sizes()) return Value::of(t);
  if (w.count() > 0 && w.extent().second >= Memory::room(*t->storage, t->dtype)) give_up("resize_ to more elements than the storage holds");
  return rebound(call, w);
}

constexpr auto kRebindHandlers = std::to_array<NamedHandler>({
    {"as_strided_", rebind_as_strided},
    {"detach_", same_object},
    {"resize_", resize},
    {"resize_as_", resize},
    {"set_", set},
    {"set_data", set},
    {"squeeze_", rebind_squeeze},
    {"t_", rebind_t},
    {"transpose_", rebind_transpose},
    {"unsqueeze_", rebind_unsqueeze},
});

}  // namespace

std::span<const NamedHandler> rebind_handlers() { return kRebindHandlers; }

}  // namespace outplace::interp
