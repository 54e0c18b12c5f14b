// What operators on lists of tensors and operators with running state become: foreach item by item, batch_norm, instance_norm, embedding
// with max_norm.
#include <algorithm>
#include <list>

#include "analysis/infer.h"
#include "passes/rewriter.h"

namespace outplace {
namespace {

// Operators that take this argument by keyword only, though their foreach form takes it by position.
bool keyword_in_item(std::string_view name) { return name == "value" || name == "alpha"; }

}  // namespace

// Item after item, each seeing what earlier ones wrote.
Result<void> Rewriter::foreach (NodeId node) {
  const BoundCall call = now_->call;
  const WriteTargets writes = now_->writes;
  const OpDef& op = *call.op;
  const Shown before = shown(node);
  const std::string kind(op.packet.substr(op.packet.rfind(':') + 1));
  for (const WriteTarget& target : writes) {
    const PlaceId place = memory_.place_of(target.object);
    const auto item = static_cast<size_t>(target.item);
    const auto at_item = [&](const Arg& arg) { return arg.is_sequence() ? module_.parts(arg)[item] : arg; };
    const Arg self = at_item(call.values[static_cast<size_t>(target.param)].arg);
    Result<Call> made = Call();
    if (op.twin_method.empty()) {
      auto shape = shape_of(self.as_node());
      if (!shape) return std::unexpected(shape.error());
      if (op.recipe == "foreach_zero") {
        made = filled(target.object, place, *shape, Arg::none());
      } else {
        auto source = versions_.read(at_item(*call.find("src")).as_node());
        if (!source) return std::unexpected(source.error());
        made = copy_call(node, place, *shape, *source);
      }
    } else {
      made = item_call(call, target);
    }
    if (!made) return std::unexpected(made.error());
    const Call final = cast(std::move(*made), place);
    const NodeId value = emitter_.emit(final, emitter_.version_name(root_of(target.object)));
    record(node, kind, before, module_.node(value).name);
    if (auto done = versions_.write(node, place, value); !done) return done;
  }
  drop(node);
  return {};
}

Result<Call> Rewriter::item_call(const BoundCall& call, const WriteTarget& target) {
  const PlaceId place = memory_.place_of(target.object);
  const auto item = static_cast<size_t>(target.item);
  const std::string_view name = call.op->twin_method;
  Call out = Call::method(name, {});
  std::vector<const TensorMeta*> metas;
  for (size_t i = 0; i < call.values.size(); ++i) {
    if (!call.values[i].given) continue;
    const Param& param = call.op->params[i];
    const Arg whole = call.values[i].arg;
    const Arg arg = whole.is_sequence() ? module_.parts(whole)[item] : whole;
    Arg read = arg;
    if (!is_number(arg) && arg.is_node()) {
      auto value = versions_.read(arg.as_node());
      if (!value) return std::unexpected(value.error());
      read = Arg::node(*value);
      metas.push_back(types_.meta(*value));
    }
    const bool scalars = param.name == "scalars";
    const bool by_keyword = param.keyword_only || keyword_in_item(param.name) || (scalars && (name == "addcdiv" || name == "addcmul"));
    if (by_keyword) {
      out.kwargs.emplace_back(scalars ? std::string_view("value") : param.name, read);
    } else {
      out.args.push_back(read);
    }
  }
  const TensorMeta* wanted = place_meta(place);
  if (wanted == nullptr) return out;
  out = std::move(out).with(wanted);
  // Pointwise: the operands' dtypes decide; 0-d operands do not lift a tensor with dims.
  for (const TensorMeta* m : metas) {
    if (m == nullptr || m->dtype == DType::unknown) {
      out.meta.change().dtype = DType::unknown;
      break;
    }
    const bool counts = !m->has_sizes || m->rank() > 0 || wanted->rank() == 0 || category(m->dtype) > category(wanted->dtype);
    if (counts) out.meta.change().dtype = promote(out.meta->dtype, m->dtype);
  }
  out.meta.change().has_strides =
      wanted->has_sizes && std::ranges::all_of(metas, [](const TensorMeta* m) { return m != nullptr && m->has_strides; });
  if (out.meta->has_strides) {
    std::list<Geometry> seen;
    Operands operands;
    for (const TensorMeta* m : metas) {
      operands.push_back(m->lazy == 0 ? &m->geometry : &seen.emplace_back(resolved_geometry(*m, memory_.syms())));
    }
    out.meta.change().geometry.strides = elementwise_strides(wanted->geometry.sizes, operands, memory_.syms());
  }
  return out;
}

// The functional norm in training of the input, weight, bias and statistics in `args`, with the call's momentum and eps.
NodeId Rewriter::training_norm(const BoundCall& call, Args args) {
  const Arg* momentum = call.find("momentum");
  const Arg* eps = call.find("eps");
  args.push_back(Arg::boolean(true));
  args.push_back(momentum != nullptr ? *momentum : module_.make_text(ArgKind::real, "0.1"));
  args.push_back(eps != nullptr ? *eps : module_.make_text(ArgKind::real, "1e-05"));
  return emitter_.emit(Call::function("torch.ops.aten._native_batch_norm_legit_functional.default", std::move(args)));
}

// batch_norm(x, mean, var, ...) in training: the functional operator returns the new statistics, too.
Result<void> Rewriter::batch_norm(NodeId node) {
  const BoundCall call = now_->call;
  const WriteTargets writes = now_->writes;
  if (writes.size() != 2 || call.op->returns.size() > 1) {
    return std::unexpected(fail(node, "NotImplementedError: this form of batch_norm in training is not rewritten",
                                "call torch.nn.functional.batch_norm with both running statistics"));
  }
  const Shown before = shown(node);
  const auto read = [&](std::string_view name) -> Result<Arg> {
    const Arg* arg = call.find(name);
    return arg == nullptr ? Result<Arg>(Arg::none()) : operand(*arg);
  };
  Args args;
  for (const char* name : {"input", "weight", "bias", "running_mean", "running_var"}) {
    auto arg = read(name);
    if (!arg) return std::unexpected(arg.error());
    args.push_back(*arg);
  }
  const NodeId all = training_norm(call, std::move(args));
  return norm_results(node, before, all, writes, "batch_norm");
}

// `node` becomes the first result; results 3 and 4 are the new statistics.
Result<void> Rewriter::norm_results(NodeId node, const Shown& before, NodeId all, const WriteTargets& writes, const std::string& kind) {
  for (size_t i = 0; i < writes.size(); ++i) {
    const PlaceId place = memory_.place_of(writes[i].object);
    Call item = Call::function("operator.getitem", {Arg::node(all), Arg::integer(static_cast<int64_t>(i) + 3)}).with(place_meta(place));
    const NodeId value = emitter_.emit(item, emitter_.version_name(root_of(writes[i].object)));
    record(node, kind, before, module_.node(value).name);
    if (auto done = versions_.write(node, place, value); !done) return done;
  }
  first_result(node, all);
  return {};
}

// `node` becomes the first of the results, under its name.
void Rewriter::first_result(NodeId node, NodeId all) {
  const Call first = Call::function("operator.getitem", {Arg::node(all), Arg::integer(0)}).with(types_.meta(node));
  const StringId name = module_.node(node).name;
  const StringId annotation = module_.node(node).annotation;
  emitter_.become(node, first, name);
  if (annotation) module_.node(node).annotation = annotation;
  if (memory_.known_object(node)) versions_.holds(node);
}

// instance_norm with running statistics: batch_norm over the instances as channels, the statistics averaged over the batch.
Result<void> Rewriter::instance_norm(NodeId node) {
  const BoundCall call = now_->call;
  const WriteTargets writes = now_->writes;
  const Arg* input = call.find("input");
  const TensorMeta* meta = input != nullptr ? arg_meta(*input) : nullptr;
  const auto sizes = meta != nullptr && meta->has_sizes && meta->rank() >= 2 ? emitter_.integers(meta->geometry.sizes) : std::nullopt;
  if (writes.size() != 2 || !sizes || !meta->geometry.sizes[0].is_constant() || !meta->geometry.sizes[1].is_constant()) {
    return std::unexpected(fail(node, "NotImplementedError: instance_norm with running statistics on a tensor of unknown shape",
                                "give the graph's annotations"));
  }
  const TensorMeta x_meta = *meta;
  const Shown before = shown(node);
  const Arg batch = (*sizes)[0];
  const auto repeated = [&](std::string_view name) -> Result<Arg> {
    const Arg* arg = call.find(name);
    if (arg == nullptr || arg->is_none()) return Arg::none();
    auto value = operand(*arg);
    if (!value) return value;
    TensorMeta out = *arg_meta(*arg);
    out.geometry.sizes = {memory_.syms().mul(x_meta.geometry.sizes[0], x_meta.geometry.sizes[1])};
    out.geometry.strides = {1};
    return Arg::node(emitter_.emit(Call::method("repeat", {*value, batch}).with(out)));
  };
  auto x = operand(*input);
  if (!x) return std::unexpected(x.error());
  TensorMeta flat = x_meta;
  flat.geometry.sizes[0] = 1;
  flat.geometry.sizes[1] = memory_.syms().mul(x_meta.geometry.sizes[0], x_meta.geometry.sizes[1]);
  flat.geometry.strides = contiguous_strides(flat.geometry.sizes, memory_.syms());
  Args flat_args = {Arg::node(contiguous(x->as_node()))};
  flat_args.push_back(Arg::integer(1));
  flat_args.push_back(Arg::integer(-1));
  flat_args.insert(flat_args.end(), sizes->begin() + 2, sizes->end());
  const NodeId in_line = emitter_.emit(Call::method("view", std::move(flat_args)).with(flat));
  Args args = {Arg::node(in_line)};
  for (const char* name : {"weight", "bias", "running_mean", "running_var"}) {
    auto arg = repeated(name);
    if (!arg) return std::unexpected(arg.error());
    args.push_back(*arg);
  }
  const NodeId all = training_norm(call, std::move(args));
  for (size_t i = 0; i < writes.size(); ++i) {
    const PlaceId place = memory_.place_of(writes[i].object);
    const NodeId line = emitter_.emit(Call::function("operator.getitem", {Arg::node(all), Arg::integer(static_cast<int64_t>(i) + 3)}));
    const NodeId table = emitter_.emit(Call::method("view", {Arg::node(line), batch, (*sizes)[1]}));
    const NodeId value = emitter_.emit(Call::method("mean", {Arg::node(table), Arg::integer(0)}).with(place_meta(place)),
                                       emitter_.version_name(root_of(writes[i].object)));
    record(node, "instance_norm", before, module_.node(value).name);
    if (auto done = versions_.write(node, place, value); !done) return done;
  }
  const NodeId first = emitter_.emit(Call::function("operator.getitem", {Arg::node(all), Arg::integer(0)}).with(flat));
  Args back = {Arg::node(first)};
  back.insert(back.end(), sizes->begin(), sizes->end());
  const StringId annotation = module_.node(node).annotation;
  emitter_.become(node, Call::method("view", std::move(back)).with(types_.meta(node)), module_.node(node).name);
  module_.node(node).annotation = annotation;
  if (memory_.known_object(node)) versions_.holds(node);
  return {};
}

NodeId Rewriter::contiguous(NodeId value) {
  const TensorMeta* meta = types_.meta(value);
  const bool told = layout_ == Layout::exact && meta != nullptr && meta->has_strides;
  if (told && is_contiguous(meta->geometry, memory_.syms())) return value;
  Call call = Call::method("contiguous", {Arg::node(value)}).with(meta);
  if (call.meta && call.meta->has_sizes)
    call.meta.change().geometry.strides = contiguous_strides(call.meta->geometry.sizes, memory_.syms());
  return emitter_.emit(call);
}

// embedding(i, w, max_norm=n) first scales the rows of w that it looks up.
Result<void> Rewriter::embedding(NodeId node) {
  const BoundCall call = now_->call;
  const WriteTarget target = now_->writes[0];
  const PlaceId place = memory_.place_of(target.object);
  const Arg* indices = call.find("input");
  const Arg* norm = call.find("max_norm");
  const Arg* kind = call.find("norm_type");
  if (indices == nullptr || norm == nullptr) return std::unexpected(fail(node, "embedding with max_norm in a form that is not known", ""));
  const Shown before = shown(node);
  auto read = operand(*indices);
  if (!read) return std::unexpected(read.error());
  auto weight = versions_.read(call.values[static_cast<size_t>(target.param)].arg.as_node());
  if (!weight) return std::unexpected(weight.error());
  Call renormed = Call::function("torch.ops.aten.embedding_renorm",
                                 {Arg::node(*weight), *read, *norm, kind != nullptr ? *kind : module_.make_text(ArgKind::real, "2.0")})
                      .with(place_meta(place));
  const NodeId value = emitter_.emit(renormed, emitter_.version_name(root_of(target.object)));
  record(node, "embedding", before, module_.node(value).name);
  if (auto done = versions_.write(node, place, value); !done) return done;
  if (auto done = substitute(node); !done) return done;
  const auto position = static_cast<size_t>(call.param("max_norm"));
  if (position < module_.args(node).size()) module_.args(node)[position] = Arg::none();
  for (Keyword& k : module_.kwargs(node)) {
    if (module_.text(k.name) == "max_norm") k.value = Arg::none();
  }
  if (memory_.known_object(node)) versions_.holds(node);
  return {};
}

}  // namespace outplace
