// Outputs, final inputs and maps.
#include "interp/compare.h"

#include <algorithm>
#include <set>

namespace outplace::interp {
namespace {

constexpr int64_t kComparedWhole = int64_t{1} << 22;

std::string position(int64_t index, const Sizes& sizes) {
  Sizes at(sizes.size());
  for (size_t d = sizes.size(); d-- > 0;) {
    at[d] = index % sizes[d];
    index /= sizes[d];
  }
  return to_text(at);
}

bool same_layout(const Window& a, const Window& b) {
  if (a.count() < 2) return true;
  for (size_t d = 0; d < a.sizes.size(); ++d) {
    if (a.sizes[d] > 1 && a.strides[d] != b.strides[d]) return false;
  }
  return true;
}

std::optional<Difference> compare_tensors(Memory& memory, const Tensor& a, const Tensor& b, StrideCheck strides, Tally& tally) {
  if (a.dtype != b.dtype)
    return Difference{"dtype " + std::string(torch_name(b.dtype)) + " instead of " + std::string(torch_name(a.dtype)), {}, {}};
  if (a.sizes() != b.sizes()) return Difference{"shape " + to_text(b.sizes()) + " instead of " + to_text(a.sizes()), {}, {}};
  const Array x = memory.read(a);
  const Array y = memory.read(b);
  const auto differs = [&](int64_t i) -> std::optional<Difference> {
    ++tally.elements;
    if (x[i] == y[i]) return std::nullopt;
    return Difference{"element " + position(i, a.sizes()), x[i], y[i]};
  };
  const int64_t count = x.size();
  if (count > kComparedWhole) {
    ++tally.sampled;
    for (const int64_t i : memory.sample(count)) {
      if (auto difference = differs(i)) return difference;
    }
  } else {
    for (int64_t i = 0; i < count; ++i) {
      if (auto difference = differs(i)) return difference;
    }
  }
  const bool known = a.strides_known && b.strides_known && strides == StrideCheck::compare;
  if (known && !same_layout(a.window, b.window)) {
    return Difference{"strides " + to_text(b.window.strides) + " instead of " + to_text(a.window.strides), {}, {}};
  }
  return std::nullopt;
}

std::string kind_name(const Value& value) {
  switch (value.kind) {
    case Value::Kind::none: return "None";
    case Value::Kind::tensor: return "a tensor";
    case Value::Kind::number: return "a number";
    case Value::Kind::sequence:
    case Value::Kind::bundle: return "a list";
    case Value::Kind::slice: return "a slice";
    case Value::Kind::dict: return "a dict";
    case Value::Kind::ellipsis: return "...";
    case Value::Kind::text:
    case Value::Kind::dtype:
    case Value::Kind::graph: return "something else";
  }
  return "";
}

// The tensor as the graph got it, whatever was rebound since.
Value as_given(const Value& value, const Value& shape_of) {
  if (!value.is_tensor() || !shape_of.is_tensor()) return value;
  auto t = std::make_shared<Tensor>(*value.tensor);
  t->window = shape_of.tensor->window;
  return Value::of(std::move(t));
}

std::string named(const std::string& what, size_t index, const std::string& name) {
  return what + " " + std::to_string(index) + " (" + name + ")";
}

}  // namespace

std::optional<Difference> compare(Memory& memory, const Value& before, const Value& after, StrideCheck strides, Tally& tally) {
  if (before.is_tensor() && after.is_tensor()) return compare_tensors(memory, *before.tensor, *after.tensor, strides, tally);
  if (before.kind != after.kind) return Difference{kind_name(after) + " instead of " + kind_name(before), {}, {}};
  ++tally.elements;
  if (before.is_number() && !(before.number == after.number)) return Difference{"another number", before.number, after.number};
  if (before.kind == Value::Kind::bundle && before.hash != after.hash) return Difference{"another result", {}, {}};
  if (before.kind == Value::Kind::text && before.text != after.text) return Difference{"another value", {}, {}};
  return std::nullopt;
}

std::string broken_rule(const Claims& claims, const Machine& before, const Machine& after) {
  const auto count = static_cast<int64_t>(after.outputs().size());
  const auto own = static_cast<int64_t>(before.outputs().size());
  if (claims.original_output_count != own) {
    return "the map says that the graph had " + std::to_string(claims.original_output_count) + " outputs, it had " + std::to_string(own);
  }
  if (before.inputs().size() != after.inputs().size()) return "the number of inputs differs";
  std::set<int64_t> inputs;
  for (const auto& [output, input] : claims.io_map) {
    if (output < 0 || output >= count) return "io_map names output " + std::to_string(output) + " of " + std::to_string(count);
    if (input < 0 || input >= static_cast<int64_t>(after.inputs().size()))
      return "io_map names input " + std::to_string(input) + ", which is not there";
    if (!inputs.insert(input).second) return "io_map names two outputs for input " + std::to_string(input);
    if (claims.state_map.contains(output)) return "output " + std::to_string(output) + " is in both maps";
  }
  std::set<std::string> paths;
  for (const auto& [output, path] : claims.state_map) {
    if (output < 0 || output >= count) return "state_map names output " + std::to_string(output) + " of " + std::to_string(count);
    if (!paths.insert(path).second) return "state_map names two outputs for " + path;
    if (!before.attributes().contains(path)) return "state_map names " + path + ", which the graph does not read";
  }
  if (count < own) return "the rewritten graph has " + std::to_string(count) + " outputs, the original " + std::to_string(own);
  for (int64_t output = own; output < count; ++output) {
    if (!claims.io_map.contains(output) && !claims.state_map.contains(output)) {
      return "output " + std::to_string(output) + " is neither an output of the original nor the new content of an input: pass --io-map";
    }
  }
  return {};
}

std::optional<Finding> compare_runs(Machine& before, Machine& after, const Claims& claims, StrideCheck strides, Verdict& counts) {
  Memory& memory = before.world().memory;
  Tally tally;
  std::optional<Finding> found;
  const auto check = [&](const std::string& subject, const Value& a, const Value& b) {
    if (found) return;
    if (auto difference = compare(memory, a, b, strides, tally)) found = Finding{subject, *difference};
  };
  for (size_t i = 0; i < before.outputs().size(); ++i) {
    check("output " + std::to_string(i), before.outputs()[i], after.outputs()[i]);
    ++counts.outputs;
  }
  std::vector<std::optional<size_t>> output_of(before.inputs().size());
  for (const auto& [output, input] : claims.io_map) output_of[static_cast<size_t>(input)] = static_cast<size_t>(output);
  for (size_t j = 0; j < before.inputs().size(); ++j) {
    ++counts.inputs;
    const Value& input = before.inputs()[j];
    if (const auto output = output_of[j]) {
      check(named("the new content of input", j, before.input_names()[j]) + ", output " + std::to_string(*output), input,
            after.outputs()[*output]);
    } else {
      check(named("input", j, before.input_names()[j]) + ", which the map takes for unchanged", as_given(input, after.inputs()[j]),
            after.inputs()[j]);
    }
  }
  for (const auto& [path, value] : before.attributes()) {
    ++counts.inputs;
    const auto output = std::ranges::find(claims.state_map, path, [](const auto& entry) { return entry.second; });
    if (output != claims.state_map.end()) {
      check("the new content of attribute " + path, value, after.outputs()[static_cast<size_t>(output->first)]);
    } else if (const auto same = after.attributes().find(path); same != after.attributes().end()) {
      check("attribute " + path + ", which the map takes for unchanged", as_given(value, same->second), same->second);
    } else if (value.is_tensor() && value.tensor->storage->written && !found) {
      found = Finding{"attribute " + path, {"it is written, and the map has no output for it", {}, {}}};
    }
  }
  if (!found && before.effects() != after.effects())
    found = Finding{"the effects (assertions and the like)", {"others, or another order", {}, {}}};
  if (!found && before.randoms() != after.randoms()) found = Finding{"the random numbers", {"another number of draws", {}, {}}};
  counts.elements += tally.elements;
  counts.sampled += tally.sampled;
  return found;
}

}  // namespace outplace::interp
