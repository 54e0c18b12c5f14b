// What the built-in table knows, and what must hold for all of it.
#include "ops/op_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "ops/builtin_ops.h"

namespace outplace {
namespace {

const OpTable& table() { return OpTable::builtin(); }

const OpDef& op(std::string_view qualified) {
  const OpDef* found = table().overload(qualified);
  if (found == nullptr) throw std::runtime_error("no " + std::string(qualified));
  return *found;
}

std::vector<std::string> names(CallableKind kind, std::string_view name) {
  std::vector<std::string> found;
  for (const OpDef* overload : table().find(kind, name)) found.emplace_back(overload->qualified);
  return found;
}
std::vector<std::string> functions(std::string_view name) { return names(CallableKind::function, name); }
std::vector<std::string> methods(std::string_view name) { return names(CallableKind::method, name); }
using Names = std::vector<std::string>;

// ---- guards over the whole table

TEST(OpTable, EveryLineIsSound) { EXPECT_EQ(table().check().value_or("sound"), "sound"); }

TEST(OpTable, KnowsAllOfPyTorch) {
  EXPECT_GT(table().overload_count(), 4500U);
  EXPECT_EQ(table().all().size(), table().overload_count());
}

TEST(OpTable, SchemasAreSorted) {
  for (const BuiltinText& file : builtin_ops()) {
    if (file.name != "schemas.ops") continue;
    std::string_view text = file.text;
    text.remove_prefix(text.find('\n') + 1);
    std::string_view previous;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      ASSERT_LT(previous, line);
      previous = line;
      text.remove_prefix(line.size() + 1);
    }
  }
}

TEST(OpTable, NoOverloadIsDeclaredTwice) {
  std::set<std::string_view> seen;
  for (const OpDef* overload : table().all()) EXPECT_TRUE(seen.insert(overload->qualified).second) << overload->qualified;
}

TEST(OpTable, EveryWriteHasAFunctionalFormOrSaysWhyNot) {
  for (const OpDef* overload : table().all()) {
    if (!overload->updates || overload->setitem) continue;
    const bool has_form =
        !overload->twin_method.empty() || !overload->twin_function.empty() || (!overload->recipe.empty() && overload->recipe != "none");
    EXPECT_TRUE(has_form || !overload->note.empty()) << overload->qualified;
    EXPECT_TRUE(overload->recipe != "none" || !overload->note.empty()) << overload->qualified;
  }
}

TEST(OpTable, RecipesAreTheDocumentedOnes) {
  const std::set<std::string_view> known = {"",
                                            "copy",
                                            "fill",
                                            "zero",
                                            "normal",
                                            "bernoulli_p",
                                            "random",
                                            "fill_diagonal",
                                            "batch_norm",
                                            "instance_norm",
                                            "embedding_renorm",
                                            "foreach",
                                            "foreach_copy",
                                            "foreach_zero",
                                            "functional",
                                            "out",
                                            "collective",
                                            "set",
                                            "resize",
                                            "none"};
  for (const OpDef* overload : table().all())
    EXPECT_TRUE(known.contains(overload->recipe)) << overload->qualified << " " << overload->recipe;
}

TEST(OpTable, FunctionalFormsArePureAndExist) {
  for (const OpDef* overload : table().all()) {
    if (!overload->twin_function.starts_with("torch.ops.")) continue;
    const auto found = table().find(CallableKind::function, overload->twin_function);
    ASSERT_FALSE(found.empty()) << overload->qualified << " -> " << overload->twin_function;
    for (const OpDef* twin : found)
      EXPECT_FALSE(twin->updates && !twin->params.back().out) << overload->qualified << " -> " << twin->qualified;
  }
}

TEST(OpTable, FunctionalMethodsArePureAndExist) {
  for (const OpDef* overload : table().all()) {
    if (overload->twin_method.empty()) continue;
    const auto found = table().find(CallableKind::method, overload->twin_method);
    ASSERT_FALSE(found.empty()) << overload->qualified << " -> " << overload->twin_method;
    EXPECT_FALSE(found.front()->updates) << overload->qualified;
  }
}

TEST(OpTable, NothingIsBothAWriteAndAMetadataChange) {
  for (const OpDef* overload : table().all()) EXPECT_FALSE(overload->inplace_view && overload->updates) << overload->qualified;
}

TEST(OpTable, ConditionsNameParameters) {
  for (const OpDef* overload : table().all()) {
    if (!overload->writes_conditionally()) continue;
    const auto has = [&](std::string_view name) {
      return std::any_of(overload->params.begin(), overload->params.end(), [&](const Param& p) { return p.name == name; });
    };
    EXPECT_TRUE(has(overload->condition)) << overload->qualified;
    for (std::string_view name : overload->conditional_writes) EXPECT_TRUE(has(name)) << overload->qualified;
  }
}

// ---- names

TEST(OpTable, FindsPacketsOverloadsAndDefaults) {
  EXPECT_EQ(functions("torch.ops.aten.add_.Tensor"), Names{"aten::add_.Tensor"});
  EXPECT_EQ(functions("torch.ops.aten.view.default"), Names{"aten::view"});
  EXPECT_EQ(functions("torch.ops.aten.add_"), (Names{"aten::add_.Tensor", "aten::add_.Scalar"}));
  EXPECT_TRUE(functions("torch.ops.aten.add_.Nothing").empty());
  EXPECT_TRUE(functions("torch.ops.aten.no_such_operator").empty());
}

TEST(OpTable, TriesTensorsBeforeScalarsAndOutFormsLast) {
  const Names add = functions("torch.add");
  ASSERT_GE(add.size(), 4U);
  EXPECT_EQ(add[0], "aten::add.Tensor");
  EXPECT_EQ(add[1], "aten::add.Scalar");
  EXPECT_EQ(std::set<std::string>(add.begin() + 2, add.end()), (std::set<std::string>{"aten::add.out", "aten::add.Scalar_out"}));
}

TEST(OpTable, LeavesTorchScriptsOverloadsOut) {
  for (const std::string& name : functions("torch.ops.aten.add")) EXPECT_NE(name, "aten::add.int");
  EXPECT_EQ(functions("torch.ops.aten.add.int"), Names{"aten::add.int"});
  EXPECT_TRUE(op("aten::append.t").script);
}

TEST(OpTable, FindsPythonSpellings) {
  EXPECT_EQ(functions("torch.relu_"), Names{"aten::relu_"});
  EXPECT_EQ(functions("torch._C._nn.gelu")[0], "aten::gelu");
  EXPECT_EQ(functions("torch._C._fft.fft_rfft")[0], "aten::fft_rfft");
  EXPECT_EQ(functions("torch.fft.rfft")[0], "aten::fft_rfft");
  EXPECT_EQ(functions("torch.linalg.norm")[0], "aten::linalg_norm");
  EXPECT_EQ(functions("torch.special.expit")[0], "aten::special_expit");
  EXPECT_EQ(functions("torch.nn.functional.relu"), Names{"py::torch.nn.functional.relu"});
  EXPECT_EQ(functions("torch.nn.functional.hardtanh_"), Names{"aten::hardtanh_"});
  EXPECT_EQ(functions("torch.functional.einsum"), functions("torch.einsum"));
  EXPECT_EQ(functions("torch.Tensor.set_"), methods("set_"));
  EXPECT_EQ(methods("__iadd__"), methods("add_"));
}

TEST(OpTable, FindsOperatorsWithAndWithoutUnderscore) {
  EXPECT_EQ(functions("operator.iadd")[0], "py::operator.iadd");
  EXPECT_EQ(functions("_operator.iadd"), functions("operator.iadd"));
  EXPECT_EQ(functions("operator.imatmul"), (std::vector<std::string>{"py::operator.imatmul"}));
}

TEST(OpTable, FindsMangledGlobals) {
  EXPECT_EQ(functions("torch_Tensor_set_"), methods("set_"));
  EXPECT_EQ(functions("_operator_not_"), functions("operator.not_"));
  EXPECT_EQ(functions("torch__dynamo_utils_wrapped_exp_1"), functions("torch._dynamo.utils.wrapped_exp"));
  EXPECT_EQ(functions("torch__dynamo_variables_builtin__lower_version_count_by_2"), Names{"py::torch._lower_version_count_by_1"})
      << "another function of a name that is taken, which ends in a number itself";
  EXPECT_EQ(functions("torch__dynamo_variables_builtin__lower_version_count_2"), Names{});
  EXPECT_EQ(functions("torch__dynamo_utils_wrapped_iadd"), Names{"py::torch._dynamo.utils.wrapped_iadd"});
  EXPECT_EQ(functions("torch__dynamo_compiled_autograd_ops_AccumulateGrad_3"),
            Names{"py::torch._dynamo.compiled_autograd.ops.AccumulateGrad"});
  EXPECT_TRUE(functions("__main___helper").empty());
}

TEST(OpTable, FindsAttributes) {
  EXPECT_EQ(op("attribute::T").view, ViewRule::numpy_t);
  EXPECT_TRUE(table().find(CallableKind::attribute, "shape").front()->reads_metadata_only);
  EXPECT_TRUE(table().find(CallableKind::attribute, "no_such").empty());
  EXPECT_TRUE(table().find(CallableKind::attribute, "add_").empty());
}

TEST(OpTable, SuggestsSimilarNames) {
  const Names methods_like = table().similar(CallableKind::method, "softmx");
  EXPECT_LE(methods_like.size(), 3U);
  EXPECT_EQ(std::count(methods_like.begin(), methods_like.end(), "softmax"), 1);
  const Names functions_like = table().similar(CallableKind::function, "torch.relluu_");
  EXPECT_EQ(std::count(functions_like.begin(), functions_like.end(), "torch.relu_"), 1);
  EXPECT_TRUE(table().similar(CallableKind::method, "qqqqqqqqqqqq").empty());
}

// ---- writes and their forms

TEST(OpTable, KnowsInPlaceOperators) {
  EXPECT_TRUE(op("aten::add_.Tensor").inplace);
  EXPECT_EQ(op("aten::add_.Tensor").twin_method, "add");
  EXPECT_EQ(op("aten::add_.Tensor").twin_function, "torch.ops.aten.add.Tensor");
  EXPECT_EQ(op("aten::add_.Tensor").dtype, DTypeRule::promote);
  EXPECT_EQ(op("aten::ge_.Scalar").dtype, DTypeRule::boolean);
  EXPECT_EQ(op("aten::floor_divide_.Tensor").twin_function, "torch.ops.aten.floor_divide");
  EXPECT_FALSE(op("aten::add.Tensor").inplace || op("aten::add.Tensor").updates);
}

TEST(OpTable, DoesNotStripTheUnderscoreWhereTheMeaningChanges) {
  for (const std::string_view name :
       {"copy_", "fill_", "zero_", "normal_", "bernoulli_", "uniform_", "exponential_", "random_", "fill_diagonal_", "resize_", "set_"}) {
    for (const OpDef* overload : table().find(CallableKind::method, name)) EXPECT_EQ(overload->twin_method, "") << overload->qualified;
  }
  EXPECT_EQ(op("aten::normal_").recipe, "normal");
  EXPECT_EQ(op("aten::normal_").twin_function, "torch.ops.aten.normal_functional");
  EXPECT_EQ(op("aten::bernoulli_.float").twin_function, "torch.ops.aten.bernoulli.p");
}

TEST(OpTable, OperatorMatmulInPlaceIsNoWrite) {
  for (const OpDef* overload : table().find(CallableKind::function, "operator.imatmul")) EXPECT_FALSE(overload->inplace);
}

TEST(OpTable, KnowsConditionalWrites) {
  const OpDef& relu = op("py::torch.nn.functional.relu");
  EXPECT_EQ(relu.condition, "inplace");
  EXPECT_TRUE(relu.conditional_returns_self);
  EXPECT_FALSE(relu.updates || relu.inplace);
  EXPECT_EQ(relu.layout, LayoutRule::elementwise);
  EXPECT_EQ(op("aten::batch_norm").conditional_writes, (std::vector<std::string_view>{"running_mean", "running_var"}));
  EXPECT_EQ(op("py::torch.nn.functional.embedding").condition, "max_norm");
}

TEST(OpTable, KnowsOutForms) {
  const OpDef& max = op("aten::max.dim_max");
  EXPECT_EQ(max.recipe, "out");
  EXPECT_EQ(max.twin_function, "torch.ops.aten.max.dim");
  EXPECT_FALSE(max.inplace);
}

TEST(OpTable, KnowsListForms) {
  EXPECT_TRUE(op("aten::_foreach_add_.List").foreach);
  EXPECT_EQ(op("aten::_foreach_add_.List").twin_method, "add");
  EXPECT_EQ(op("aten::_foreach_copy_").recipe, "foreach_copy");
  EXPECT_FALSE(op("aten::_foreach_add.List").updates);
  EXPECT_EQ(op("aten::_fused_adamw_").recipe, "functional");
}

TEST(OpTable, MetadataChangesAreNoWrites) {
  for (const std::string_view name :
       {"aten::t_", "aten::squeeze_.dim", "aten::unsqueeze_", "aten::set_.source_Tensor", "aten::resize_", "aten::detach_"}) {
    EXPECT_TRUE(op(name).inplace_view) << name;
    EXPECT_FALSE(op(name).updates || op(name).inplace || op(name).params[0].written) << name;
  }
  EXPECT_EQ(op("aten::set_.source_Tensor").view, ViewRule::set_data);
  EXPECT_EQ(op("aten::squeeze_.dim").view, ViewRule::squeeze_dim);
}

TEST(OpTable, SpellsFunctionalFormsAsTheCall) {
  const auto spelled = [](std::string_view qualified, CallableKind kind, std::string_view name) {
    const Twin twin = table().twin(op(qualified), kind, name);
    return (twin.kind == CallableKind::method ? "." : "") + twin.target;
  };
  EXPECT_EQ(spelled("aten::add_.Tensor", CallableKind::method, "add_"), ".add");
  EXPECT_EQ(spelled("aten::add_.Tensor", CallableKind::method, "__iadd__"), ".add");
  EXPECT_EQ(spelled("aten::relu_", CallableKind::function, "torch.relu_"), "torch.relu");
  EXPECT_EQ(spelled("aten::elu_", CallableKind::function, "torch._C._nn.elu_"), "torch._C._nn.elu");
  EXPECT_EQ(spelled("aten::add_.Tensor", CallableKind::function, "torch.ops.aten.add_"), "torch.ops.aten.add");
  EXPECT_EQ(spelled("aten::add_.Tensor", CallableKind::function, "torch.ops.aten.add_.Tensor"), "torch.ops.aten.add.Tensor");
  EXPECT_EQ(spelled("aten::relu_", CallableKind::function, "torch.ops.aten.relu_.default"), "torch.ops.aten.relu.default");
  EXPECT_EQ(spelled("aten::add.out", CallableKind::function, "torch.ops.aten.add"), "torch.ops.aten.add");
  EXPECT_EQ(spelled("aten::bernoulli_.float", CallableKind::function, "torch.ops.aten.bernoulli_"), "torch.ops.aten.bernoulli");
  EXPECT_EQ(spelled("py::operator.iadd", CallableKind::function, "operator.iadd"), "operator.add");
  EXPECT_EQ(spelled("aten::add.out", CallableKind::function, "torch.add"), "torch.add");
  EXPECT_EQ(spelled("aten::add.out", CallableKind::function, "torch.ops.aten.add.out"), "torch.ops.aten.add.Tensor");
  EXPECT_EQ(spelled("py::torch.nn.functional.relu", CallableKind::function, "torch.nn.functional.relu"), "torch.nn.functional.relu");
  EXPECT_EQ(spelled("aten::uniform_", CallableKind::method, "uniform_"), "torch.ops.aten.uniform");
  EXPECT_EQ(spelled("aten::zero_", CallableKind::function, "torch.zero_"), "torch.ops.aten.zero");
  EXPECT_EQ(spelled("aten::fill_diagonal_", CallableKind::method, "fill_diagonal_"), "");
}

// ---- views, effects

TEST(OpTable, KnowsViews) {
  EXPECT_EQ(op("aten::view").view, ViewRule::view);
  EXPECT_EQ(op("aten::view.dtype").view, ViewRule::view_dtype);
  EXPECT_EQ(op("aten::split.Tensor").view, ViewRule::split);
  EXPECT_EQ(op("aten::split.sizes").view, ViewRule::split_with_sizes);
  EXPECT_EQ(op("aten::unsafe_split.Tensor").view, ViewRule::split);
  EXPECT_EQ(op("py::operator.getitem").view, ViewRule::getitem);
  EXPECT_EQ(op("aten::clone").view, ViewRule::none);
  EXPECT_EQ(op("aten::diag").view, ViewRule::none);
  EXPECT_EQ(op("aten::view_copy").view, ViewRule::none);
}

TEST(OpTable, KnowsWhatDetaches) {
  const auto detaches = [](CallableKind kind, std::string_view name) {
    const auto overloads = table().find(kind, name);
    EXPECT_FALSE(overloads.empty()) << name;
    return !overloads.empty() && overloads[0]->detaches;
  };
  EXPECT_TRUE(detaches(CallableKind::method, "detach"));
  EXPECT_TRUE(detaches(CallableKind::function, "torch.detach"));
  EXPECT_TRUE(detaches(CallableKind::function, "torch.ops.aten.detach.default"));
  EXPECT_TRUE(detaches(CallableKind::function, "torch._C._autograd._get_data_attr"));
  EXPECT_TRUE(detaches(CallableKind::attribute, "data"));
  EXPECT_FALSE(detaches(CallableKind::function, "torch.ops.aten.alias"));
  EXPECT_TRUE(detaches(CallableKind::method, "detach_"));
  EXPECT_FALSE(detaches(CallableKind::method, "view"));
}

TEST(OpTable, AnAliasWithoutARuleIsUnknown) {
  EXPECT_EQ(op("aten::indices").view, ViewRule::unknown);
  EXPECT_EQ(op("aten::_nested_view_from_buffer").view, ViewRule::unknown);
  EXPECT_EQ(op("py::torch._functorch.predispatch._add_batch_dim").view, ViewRule::unknown);
}

TEST(OpTable, KnowsWhatReturnsItsArgument) {
  EXPECT_EQ(op("aten::contiguous").same_when, SameWhen::contiguous);
  EXPECT_EQ(op("method::to@dtype").same_when, SameWhen::to_same);
  EXPECT_EQ(op("method::float").result_dtype, DType::float32);
  EXPECT_EQ(op("py::torch.nn.functional.dropout").same_when, SameWhen::not_training);
  EXPECT_EQ(op("_c10d_functional::wait_tensor").same_when, SameWhen::always);
  EXPECT_EQ(op("aten::real").same_when, SameWhen::real_dtype);
}

TEST(OpTable, KnowsEffectsAndBrackets) {
  EXPECT_TRUE(op("aten::rand").random && op("aten::rand").effect);
  EXPECT_TRUE(op("aten::_assert_scalar").effect);
  EXPECT_TRUE(op("_c10d_functional::all_reduce").collective);
  EXPECT_EQ(op("py::torch._C._set_grad_enabled").bracket, BracketKind::grad_mode);
  EXPECT_FALSE(op("aten::add.Tensor").effect);
}

TEST(OpTable, KnowsLayouts) {
  EXPECT_EQ(op("aten::mul.Tensor").layout, LayoutRule::elementwise);
  EXPECT_TRUE(op("aten::masked_fill.Scalar").layout_known);
  EXPECT_EQ(op("aten::masked_fill_.Scalar").layout, LayoutRule::contiguous);
  EXPECT_EQ(op("aten::slice_scatter").layout, LayoutRule::self);
  EXPECT_EQ(op("aten::clone").layout, LayoutRule::preserve);
  EXPECT_FALSE(op("aten::mm").layout_known);
}

// ---- declared by the user

TEST(OpTable, TakesExtraLines) {
  Diagnostics diagnostics;
  const auto extended = OpTable::with_extra(
      "# ours\nmylib::scale_(Tensor(a!) self, float by) -> Tensor(a!)\nmylib::scale(Tensor self, float by) -> Tensor : layout=preserve\n"
      "py::helpers.norm(Tensor(a!) out, Tensor x) -> () :\n  recipe=none\n  note: our own kernel\n",
      "mine.ops", diagnostics);
  ASSERT_TRUE(extended.has_value()) << diagnostics.text();
  const OpDef* scale = extended->overload("mylib::scale_");
  ASSERT_NE(scale, nullptr);
  EXPECT_EQ(scale->twin_function, "torch.ops.mylib.scale");
  EXPECT_EQ(scale->layout, LayoutRule::preserve);
  const auto norm = extended->find(CallableKind::function, "helpers_norm");
  ASSERT_EQ(norm.size(), 1U);
  EXPECT_EQ(norm[0]->note, "our own kernel");
  EXPECT_FALSE(extended->find(CallableKind::function, "torch.add").empty());
  EXPECT_TRUE(table().find(CallableKind::function, "torch.ops.mylib.scale_").empty());
}

TEST(OpTable, ExtraLinesComeFirst) {
  Diagnostics diagnostics;
  const auto extended =
      OpTable::with_extra("aten::relu(Tensor self) -> Tensor : effect\naten::relu_ : note: ours\n", "mine.ops", diagnostics);
  ASSERT_TRUE(extended.has_value()) << diagnostics.text();
  EXPECT_TRUE(extended->find(CallableKind::method, "relu").front()->effect);
  EXPECT_EQ(extended->overload("aten::relu_")->note, "ours");
}

TEST(OpTable, ReportsWrongExtraLinesWithTheirPlace) {
  const auto message = [](std::string_view text) {
    Diagnostics diagnostics;
    EXPECT_FALSE(OpTable::with_extra(text, "mine.ops", diagnostics).has_value()) << text;
    return diagnostics.all().empty() ? std::string()
                                     : diagnostics.all()[0].position.file + ":" + std::to_string(diagnostics.all()[0].position.line) +
                                           ": " + diagnostics.all()[0].message;
  };
  EXPECT_EQ(message("\nmylib::f(Tensor x) Tensor\n"), "mine.ops:2: expected '->' at column 20");
  EXPECT_EQ(message("mylib::f(Tensor x) -> Tensor : view=sideways\n"), "mine.ops:1: unknown or unfitting attribute 'view=sideways'");
  EXPECT_EQ(message("mylib::f(Tensor x) -> Tensor : when=y writes=x\n"), "mine.ops:1: unknown or unfitting attribute 'when=y'");
  EXPECT_EQ(message("# a\n\nnonsense\n"), "mine.ops:3: expected 'SCHEMA : ATTRIBUTES', 'TARGETS : ATTRIBUTES' or 'NAME = TARGETS'");
  EXPECT_EQ(message("mylib::f(Tensor x) -> Tensor : like=aten::nothing\n"), "mine.ops:1: no operator 'aten::nothing' to be like");
  EXPECT_EQ(message("aten::no_such_thing : effect\n"), "mine.ops:1: nothing is called 'aten::no_such_thing'");
  EXPECT_EQ(message("# a\naten::add_.Tensor : r\n"), "mine.ops:2: aten::add_.Tensor: unknown or unfitting attribute 'r'");
  EXPECT_EQ(message("aten::add_.Tensor aten::sub_.Tensor : r\n"), "mine.ops:1: aten::add_.Tensor: unknown or unfitting attribute 'r'");
  EXPECT_EQ(message("aten::relu_ : when=nothing\n"), "mine.ops:1: aten::relu_: unknown or unfitting attribute 'when=nothing'");
  EXPECT_EQ(message("aten::t.default : r\n"), "mine.ops:1: aten::t: unknown or unfitting attribute 'r'");
  EXPECT_EQ(message("aten::relu_* : r\n"), "mine.ops:1: aten::relu_: unknown or unfitting attribute 'r'");
  EXPECT_EQ(message("aten::no_such* : effect\n"), "mine.ops:1: nothing is called 'aten::no_such*'");
  EXPECT_EQ(message("mylib.f = aten::no_such_thing\n"), "mine.ops:1: nothing is called 'aten::no_such_thing'");
}

TEST(OpTable, AnOperatorMayBeLikeItselfWithoutHarm) {
  Diagnostics diagnostics;
  EXPECT_FALSE(OpTable::with_extra("mylib::f(Tensor x) -> Tensor : like=mylib::f\n", "mine.ops", diagnostics).has_value());
}

TEST(OpTable, IsSafeToAskFromSeveralThreads) {
  Diagnostics diagnostics;
  const auto fresh = OpTable::with_extra("", "none", diagnostics);
  ASSERT_TRUE(fresh.has_value());
  std::vector<std::thread> threads;
  std::vector<size_t> counts(4);
  for (size_t t = 0; t < counts.size(); ++t)
    threads.emplace_back([&, t] { counts[t] = fresh->find(CallableKind::method, "add_").size() + fresh->all().size(); });
  for (std::thread& thread : threads) thread.join();
  for (const size_t count : counts) EXPECT_EQ(count, counts[0]);
}

}  // namespace
}  // namespace outplace
