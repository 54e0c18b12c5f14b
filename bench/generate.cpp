// Each builder repeats the few nodes of its pattern until the wanted size is reached.
#include "generate.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "ir/graph_builder.h"

namespace outplace::bench {
namespace {

// A graph under construction: numbered names, and one source line for all nodes.
class Writer {
 public:
  explicit Writer(Module& module) : module_(module), builder_(module, "GraphModule") {}

  GraphBuilder& build() { return builder_; }

  NodeId input(const std::string& name, std::string_view annotation) {
    const NodeId node = builder_.placeholder(name, annotation);
    module_.node(node).target = module_.intern("L_" + name + "_");
    return node;
  }
  NodeId method(std::string_view stem, std::string_view target, std::initializer_list<Arg> args, std::string_view annotation) {
    return finish(builder_.method(numbered(stem), target, args), annotation);
  }
  NodeId function(std::string_view stem, std::string_view target, std::initializer_list<Arg> args, std::string_view annotation) {
    return finish(builder_.function(numbered(stem), target, args), annotation);
  }
  Arg slice(size_t start, size_t stop) { return builder_.slice(integer(start), integer(stop)); }

  static Arg integer(size_t value) { return Arg::integer(static_cast<int64_t>(value)); }

 private:
  std::string numbered(std::string_view stem) { return std::string(stem) + "_" + std::to_string(next_++); }
  NodeId finish(NodeId node, std::string_view annotation) {
    if (!comment_) comment_ = module_.intern("# File: model.py:1 in forward, code: step(x)");
    module_.node(node).comment = comment_;
    return builder_.annotate(node, annotation);
  }

  Module& module_;
  GraphBuilder builder_;
  StringId comment_;
  size_t next_ = 1;
};

std::string shape(std::initializer_list<size_t> sizes) {
  std::string out = "f32[";
  for (const size_t size : sizes) {
    if (!out.ends_with('[')) out += ", ";
    out += std::to_string(size);
  }
  return out + "]";
}

Arg ref(NodeId node) { return Arg::node(node); }

void no_mutation(Module& module, size_t nodes) {
  Writer w(module);
  NodeId x = w.input("x", "f32[64, 64]");
  for (size_t i = 0; i < nodes; ++i) x = w.function("relu", "torch.relu", {ref(x)}, "f32[64, 64]");
  w.build().output({ref(x)});
}

void one_buffer(Module& module, size_t nodes) {
  Writer w(module);
  const NodeId x = w.input("x", "f32[64, 64]");
  const NodeId y = w.input("y", "f32[64, 64]");
  for (size_t i = 0; i < nodes; ++i) w.method("add_", "add_", {ref(x), ref(y)}, "f32[64, 64]");
  w.build().output({ref(x)});
}

// A row is read, changed, and written back; then the row before it is read.
void slices(Module& module, size_t nodes) {
  Writer w(module);
  const size_t rows = std::max<size_t>(nodes / 4, 2);
  const NodeId buffer = w.input("buffer", shape({rows, 8}));
  NodeId sum = w.input("y", "f32[1, 8]");
  for (size_t i = 0; i < rows; ++i) {
    const NodeId row = w.function("getitem", "operator.getitem", {ref(buffer), w.slice(i, i + 1)}, "f32[1, 8]");
    sum = w.function("add", "torch.add", {ref(row), ref(sum)}, "f32[1, 8]");
    w.function("setitem", "operator.setitem", {ref(buffer), w.slice(i, i + 1), ref(sum)}, "");
    const size_t before = i == 0 ? rows - 1 : i - 1;
    sum = w.function("getitem", "operator.getitem", {ref(buffer), w.slice(before, before + 1)}, "f32[1, 8]");
  }
  w.build().output({ref(sum)});
}

void fresh_views(Module& module, size_t nodes) {
  Writer w(module);
  const NodeId x = w.input("x", "f32[64, 64]");
  for (size_t i = 0; i < nodes / 2; ++i) {
    const NodeId view = w.method("view", "view", {ref(x), Arg::integer(-1)}, "f32[4096]");
    w.method("add_", "add_", {ref(view), Arg::integer(1)}, "f32[4096]");
  }
  w.build().output({ref(x)});
}

// Each part is written, then each part is read.
void parts(Writer& w, NodeId all, size_t count, std::string_view annotation) {
  std::vector<NodeId> items(count);
  for (size_t i = 0; i < count; ++i) items[i] = w.function("getitem", "operator.getitem", {ref(all), Writer::integer(i)}, annotation);
  for (const NodeId item : items) w.method("add_", "add_", {ref(item), Arg::integer(1)}, annotation);
  NodeId sum = items[0];
  for (const NodeId item : items) sum = w.function("add", "torch.add", {ref(sum), ref(item)}, annotation);
  w.build().output({ref(sum)});
}

void unbind(Module& module, size_t nodes) {
  Writer w(module);
  const size_t count = std::max<size_t>(nodes / 3, 1);
  const NodeId x = w.input("x", shape({count, 8}));
  parts(w, w.method("unbind", "unbind", {ref(x), Arg::integer(0)}, ""), count, "f32[8]");
}

void split(Module& module, size_t nodes) {
  Writer w(module);
  const size_t count = std::max<size_t>(nodes / 3, 1);
  const NodeId x = w.input("x", shape({2 * count, 8}));
  parts(w, w.method("split", "split", {ref(x), Arg::integer(2)}, ""), count, "f32[2, 8]");
}

// A chain of views, one inside the other; the innermost is written, then all are read.
void deep_views(Module& module, size_t nodes) {
  Writer w(module);
  const size_t depth = std::max<size_t>(nodes / 2, 1);
  std::vector<NodeId> chain{w.input("x", shape({depth + 8}))};
  for (size_t i = 1; i <= depth; ++i) {
    const Arg index = w.build().slice(Arg::integer(1), Arg::none());
    chain.push_back(w.function("getitem", "operator.getitem", {ref(chain.back()), index}, shape({depth + 8 - i})));
  }
  w.method("add_", "add_", {ref(chain.back()), Arg::integer(1)}, "f32[8]");
  NodeId last = chain.front();
  for (const NodeId view : chain) last = w.method("sum", "sum", {ref(view)}, "f32[]");
  w.build().output({ref(last)});
}

// Every layer has a cache of its own: a token is written, the cache is read.
void layer_caches(Module& module, size_t nodes) {
  Writer w(module);
  const size_t layers = std::max<size_t>(nodes / 4, 1);
  NodeId token = w.input("token", "f32[1, 4, 1, 16]");
  std::vector<NodeId> caches;
  for (size_t i = 0; i < layers; ++i) caches.push_back(w.input("cache_" + std::to_string(i), "f32[1, 4, 128, 16]"));
  for (size_t i = 0; i < layers; ++i) {
    const auto all = [&] { return w.build().slice(Arg::none(), Arg::none()); };
    const Arg index = w.build().parts(ArgKind::tuple, {all(), all(), w.slice(i % 128, i % 128 + 1)});
    w.function("setitem", "operator.setitem", {ref(caches[i]), index, ref(token)}, "");
    const NodeId scores = w.function("mul", "torch.mul", {ref(caches[i]), ref(token)}, "f32[1, 4, 128, 16]");
    const Arg row = w.build().parts(ArgKind::tuple, {all(), all(), w.slice(0, 1)});
    token = w.function("getitem", "operator.getitem", {ref(scores), row}, "f32[1, 4, 1, 16]");
  }
  w.build().output({ref(token)});
}

constexpr auto kWorkloads = std::to_array<Workload>({
    {"none", "no mutation at all", no_mutation},
    {"one_buffer", "x.add_(y), again and again", one_buffer},
    {"slices", "a row of one buffer is read, written, and its neighbour read", slices},
    {"fresh_views", "every write goes through a view of its own", fresh_views},
    {"unbind", "thousands of unbound rows, each written and read", unbind},
    {"split", "thousands of split parts, each written and read", split},
    {"deep_views", "a chain of slices of slices, the innermost written and all read", deep_views},
    {"layer_caches", "one cache per layer, written and read", layer_caches},
});

}  // namespace

std::span<const Workload> workloads() { return kWorkloads; }

const Workload* find_workload(std::string_view name) {
  const auto found = std::ranges::find(kWorkloads, name, &Workload::name);
  return found == kWorkloads.end() ? nullptr : &*found;
}

Document generate(const Workload& workload, size_t nodes) {
  Document document;
  document.file = std::string(workload.name);
  workload.build(document.module, nodes);
  document.roots = document.module.roots();
  document.styles.resize(document.roots.size());
  document.texts.resize(document.module.graph_count());
  document.texts[0].class_line = "class GraphModule(torch.nn.Module):";
  return document;
}

}  // namespace outplace::bench
