// Calls as they stand in graphs, and the overloads that PyTorch would take for them.
#include "ir/bind.h"

#include <gtest/gtest.h>

#include "ir/graph_builder.h"

namespace outplace {
namespace {

using Kind = NodeValueKind;
using Parts = std::initializer_list<Arg>;

class Bind : public ::testing::Test {
 protected:
  // An input of a kind.
  Arg input(Kind kind) {
    const NodeId id = builder_.placeholder("p" + std::to_string(module_.node_count()));
    kinds_.resize(module_.node_count(), Kind::unknown);
    kinds_[id.value] = kind;
    return Arg::node(id);
  }
  Arg tensor() { return input(Kind::tensor); }
  Arg integer() { return input(Kind::integer); }
  Arg any() { return input(Kind::unknown); }
  static Arg num(int64_t value) { return Arg::integer(value); }
  Arg real(std::string_view text) { return builder_.text(ArgKind::real, text); }
  Arg str(std::string_view text) { return builder_.string(text); }
  Arg dtype(std::string_view text) { return builder_.text(ArgKind::dtype, text); }
  Arg device(std::string_view text) { return builder_.text(ArgKind::device, text); }
  Arg list(Parts parts) { return builder_.parts(ArgKind::list, parts); }
  Arg tuple(Parts parts) { return builder_.parts(ArgKind::tuple, parts); }

  std::string bound(NodeId node) {
    Binder binder(module_, OpTable::builtin(), diagnostics_);
    Result<BoundCall> call = binder.bind(node, kinds_);
    if (!call) return "error";
    call_ = std::move(*call);
    return std::string(call_.op->qualified);
  }
  std::string function(std::string_view target, Parts args, GraphBuilder::Keywords kwargs = {}) {
    return bound(builder_.function("n", target, args, kwargs));
  }
  std::string method(std::string_view target, Parts args, GraphBuilder::Keywords kwargs = {}) {
    return bound(builder_.method("n", target, args, kwargs));
  }
  const Arg& value(std::string_view name) {
    const Arg* found = call_.find(name);
    if (found == nullptr) throw std::runtime_error("not given: " + std::string(name));
    return *found;
  }
  bool given(std::string_view name) { return call_.find(name) != nullptr; }

  Module module_;
  GraphBuilder builder_{module_, "GraphModule"};
  std::vector<Kind> kinds_;
  Diagnostics diagnostics_;
  BoundCall call_;
};

TEST_F(Bind, TensorOrScalar) {
  EXPECT_EQ(method("add_", {tensor(), tensor()}), "aten::add_.Tensor");
  EXPECT_EQ(method("add_", {tensor(), num(2)}), "aten::add_.Scalar");
  EXPECT_EQ(method("add_", {tensor(), real("1e-05")}), "aten::add_.Scalar");
  EXPECT_EQ(method("add_", {tensor(), integer()}), "aten::add_.Scalar");
  EXPECT_EQ(method("add_", {tensor(), any()}), "aten::add_.Tensor");
  EXPECT_EQ(method("mul", {tensor(), Arg::boolean(true)}), "aten::mul.Scalar");
}

TEST_F(Bind, KeywordsByEveryName) {
  EXPECT_EQ(method("add_", {tensor()}, {{"other", tensor()}, {"alpha", num(2)}}), "aten::add_.Tensor");
  EXPECT_EQ(value("alpha").as_integer(), 2);
  EXPECT_EQ(function("torch.sum", {tensor()}, {{"axis", num(1)}, {"keepdims", Arg::boolean(true)}}), "aten::sum.dim_IntList");
  EXPECT_EQ(value("dim").as_integer(), 1);
  EXPECT_EQ(function("torch.add", {}, {{"input", tensor()}, {"other", num(1)}}), "aten::add.Scalar");
  EXPECT_EQ(function("torch.clamp", {tensor()}, {{"min", num(1)}}), "aten::clamp");
  EXPECT_FALSE(given("max"));
  EXPECT_EQ(method("copy_", {tensor()}, {{"other", tensor()}}), "aten::copy_");
  EXPECT_TRUE(given("src"));
  EXPECT_EQ(method("add_", {tensor(), tensor()}, {{"nothing", num(1)}}), "error");
}

TEST_F(Bind, AnArgumentIsNotGivenTwice) { EXPECT_EQ(method("add_", {tensor(), tensor()}, {{"other", tensor()}}), "error"); }

TEST_F(Bind, OneByOneArguments) {
  EXPECT_EQ(method("view", {tensor(), num(2), num(-1)}), "aten::view");
  EXPECT_EQ(value("size").kind, ArgKind::tuple);
  EXPECT_EQ(module_.parts(value("size")).size(), 2U);
  EXPECT_EQ(method("view", {tensor(), tuple({num(2), num(3)})}), "aten::view");
  EXPECT_EQ(module_.parts(value("size")).size(), 2U);
  EXPECT_EQ(method("view", {tensor(), num(6)}), "aten::view");
  EXPECT_EQ(module_.parts(value("size")).size(), 1U);
  EXPECT_EQ(method("view", {tensor(), integer(), num(3)}), "aten::view");
  EXPECT_EQ(method("view", {tensor(), dtype("torch.uint8")}), "aten::view.dtype");
  EXPECT_EQ(method("permute", {tensor(), num(2), num(0), num(1)}), "aten::permute");
  EXPECT_EQ(method("expand", {tensor(), num(-1), integer()}), "aten::expand");
  EXPECT_EQ(method("new_zeros", {tensor(), num(1), num(2)}, {{"dtype", dtype("torch.int32")}}), "aten::new_zeros");
  EXPECT_EQ(function("torch.zeros", {num(2), num(3)}), "aten::zeros");
  EXPECT_EQ(function("torch.zeros", {tuple({})}, {{"device", device("cpu")}}), "aten::zeros");
  EXPECT_EQ(method("sum", {tensor(), num(0), num(1), num(2)}), "error");
  const Arg sizes = any();
  EXPECT_EQ(method("view", {tensor(), sizes}), "aten::view");
  EXPECT_EQ(value("size").a, sizes.a);
  EXPECT_TRUE(value("size").is_node());
}

TEST_F(Bind, TuplesOfTensorsOneByOne) {
  EXPECT_EQ(function("torch.functional.einsum", {str("ij->ji"), tensor()}), "py::torch.functional.einsum");
  EXPECT_EQ(module_.parts(value("operands")).size(), 1U);
  EXPECT_EQ(function("torch.functional.einsum", {str("ij,jk->ik"), tuple({tensor(), tensor()})}), "py::torch.functional.einsum");
  EXPECT_EQ(module_.parts(value("operands")).size(), 2U);
  EXPECT_EQ(function("torch.functional.broadcast_tensors", {tensor(), tensor(), tensor()}), "py::torch.functional.broadcast_tensors");
  EXPECT_EQ(module_.parts(value("tensors")).size(), 3U);
}

TEST_F(Bind, ViewsWithSeveralForms) {
  EXPECT_EQ(method("split", {tensor(), num(2)}), "method::split@size");
  EXPECT_EQ(method("split", {tensor(), list({num(1), num(2)}), num(1)}), "method::split@sizes");
  EXPECT_EQ(method("split", {tensor(), integer()}), "method::split@size");
  EXPECT_EQ(function("torch.functional.split", {tensor(), list({num(8), integer()})}, {{"dim", num(-1)}}),
            "py::torch.functional.split@sizes");
  EXPECT_EQ(function("torch.ops.aten.split", {tensor(), num(2)}), "aten::split.Tensor");
  EXPECT_EQ(method("transpose", {tensor(), num(0), num(1)}), "aten::transpose.int");
  EXPECT_EQ(method("squeeze", {tensor()}), "aten::squeeze");
  EXPECT_EQ(method("squeeze", {tensor(), num(0)}), "aten::squeeze.dim");
  EXPECT_EQ(method("squeeze", {tensor(), tuple({num(0), num(1)})}), "aten::squeeze.dims");
  EXPECT_EQ(method("squeeze", {tensor(), num(0), num(1)}), "aten::squeeze.dims");
  EXPECT_EQ(method("unbind", {tensor()}), "aten::unbind.int");
  EXPECT_EQ(method("flatten", {tensor(), num(1), num(-1)}), "aten::flatten.using_ints");
  EXPECT_EQ(method("movedim", {tensor(), num(0), num(1)}), "aten::movedim.int");
  EXPECT_EQ(method("movedim", {tensor(), tuple({num(0)}), tuple({num(1)})}), "aten::movedim.intlist");
  EXPECT_EQ(method("narrow", {tensor(), num(1), num(16), num(8)}), "aten::narrow");
  EXPECT_EQ(method("narrow", {tensor(), num(1), tensor(), num(8)}), "aten::narrow.Tensor");
  EXPECT_EQ(method("tensor_split", {tensor(), num(3)}), "aten::tensor_split.sections");
  EXPECT_EQ(method("tensor_split", {tensor(), list({num(2), num(5)})}), "aten::tensor_split.indices");
  EXPECT_EQ(function("torch.ops.aten.slice", {tensor(), num(0), num(0), num(-1), num(2)}), "aten::slice.Tensor");
}

TEST_F(Bind, FormsOfTo) {
  EXPECT_EQ(method("to", {tensor(), dtype("torch.bfloat16")}), "method::to@dtype");
  EXPECT_EQ(method("to", {tensor(), device("cuda:0")}), "method::to@device");
  EXPECT_EQ(method("to", {tensor(), str("cpu")}), "method::to@device");
  EXPECT_EQ(method("to", {tensor(), device("cpu"), dtype("torch.float32")}), "method::to@device");
  EXPECT_EQ(method("to", {tensor()}, {{"device", device("cpu")}, {"dtype", dtype("torch.bool")}}), "method::to@device");
  EXPECT_EQ(method("to", {tensor()}, {{"dtype", dtype("torch.bool")}}), "method::to@dtype");
  EXPECT_EQ(method("to", {tensor(), tensor()}), "method::to@other");
  EXPECT_EQ(function("torch.ops.aten.to.dtype", {tensor(), dtype("torch.float16")}), "aten::to.dtype");
  EXPECT_EQ(function("torch.ops.aten.to.dtype", {tensor(), tensor()}), "error");
}

TEST_F(Bind, ReductionsAndComparisons) {
  EXPECT_EQ(method("max", {tensor()}), "aten::max");
  EXPECT_EQ(method("max", {tensor(), num(1)}), "aten::max.dim");
  EXPECT_EQ(method("max", {tensor()}, {{"dim", num(-1)}}), "aten::max.dim");
  EXPECT_EQ(function("torch.max", {tensor(), tensor()}), "aten::max.other");
  EXPECT_EQ(method("sum", {tensor()}), "aten::sum");
  EXPECT_EQ(method("sum", {tensor(), num(0)}), "aten::sum.dim_IntList");
  EXPECT_EQ(method("sum", {tensor(), list({num(0), num(1)})}, {{"dtype", dtype("torch.float32")}}), "aten::sum.dim_IntList");
  EXPECT_EQ(method("norm", {tensor(), num(2), num(-1)}), "method::norm");
  EXPECT_EQ(method("any", {tensor()}), "aten::any");
  EXPECT_EQ(function("torch.clamp", {tensor(), num(0), num(1)}), "aten::clamp");
  EXPECT_EQ(function("torch.clamp", {tensor(), tensor(), Arg::none()}), "aten::clamp.Tensor");
  EXPECT_EQ(function("torch.div", {tensor(), num(8)}, {{"rounding_mode", str("floor")}}), "aten::div.Scalar_mode");
  EXPECT_EQ(function("torch.div", {tensor(), tensor()}, {{"rounding_mode", Arg::none()}}), "aten::div.Tensor_mode");
  EXPECT_EQ(function("torch.where", {tensor(), tensor(), real("-1.5")}), "aten::where.ScalarOther");
  EXPECT_EQ(function("torch.where", {tensor(), tensor(), tensor()}), "aten::where.self");
  EXPECT_EQ(function("torch.where", {tensor(), num(1), tensor()}), "aten::where.ScalarSelf");
  EXPECT_EQ(method("repeat_interleave", {tensor(), num(2)}, {{"dim", num(0)}}), "aten::repeat_interleave.self_int");
  EXPECT_EQ(method("pow", {tensor(), num(2)}), "aten::pow.Tensor_Scalar");
  EXPECT_EQ(function("torch.pow", {num(2), tensor()}), "aten::pow.Scalar");
  EXPECT_EQ(function("torch.sort", {tensor()}, {{"descending", Arg::boolean(false)}}), "aten::sort");
  EXPECT_EQ(function("torch.sort", {tensor()}, {{"stable", Arg::boolean(true)}}), "aten::sort.stable");
  EXPECT_EQ(function("torch.arange", {num(0), num(8), num(2)}), "aten::arange.start_step");
  EXPECT_EQ(function("torch.randint", {num(0), num(8), tuple({num(8)})}), "aten::randint.low");
}

TEST_F(Bind, IndexedWrites) {
  EXPECT_EQ(method("index_put_", {tensor(), tuple({tensor(), tensor()}), tensor()}), "aten::index_put_");
  EXPECT_EQ(method("index_put_", {tensor(), list({Arg::none(), tensor()}), tensor(), Arg::boolean(true)}), "aten::index_put_");
  EXPECT_EQ(method("scatter_", {tensor(), num(1), tensor(), num(1)}), "aten::scatter_.value");
  EXPECT_EQ(method("scatter_", {tensor(), num(1), tensor(), tensor()}), "aten::scatter_.src");
  EXPECT_EQ(method("scatter_", {tensor(), num(1), tensor(), num(2)}, {{"reduce", str("multiply")}}), "aten::scatter_.value_reduce");
  EXPECT_EQ(method("masked_fill_", {tensor(), tensor(), real("-inf")}), "aten::masked_fill_.Scalar");
  EXPECT_EQ(method("masked_fill_", {tensor(), tensor(), tensor()}), "aten::masked_fill_.Tensor");
  EXPECT_EQ(method("index_fill_", {tensor(), num(1), tensor(), num(0)}), "aten::index_fill_.int_Scalar");
  EXPECT_EQ(method("fill_", {tensor(), num(7)}), "aten::fill_.Scalar");
  EXPECT_EQ(method("copy_", {tensor(), num(7)}), "aten::copy_");
  EXPECT_EQ(method("bernoulli_", {tensor(), real("0.3")}), "aten::bernoulli_.float");
  EXPECT_EQ(method("set_", {tensor(), tensor()}), "aten::set_.source_Tensor");
  EXPECT_EQ(function("torch_Tensor_set_", {tensor(), tensor()}), "aten::set_.source_Tensor");
}

TEST_F(Bind, TheReceiverIsSelfWhereverItStands) {
  const Arg self = tensor();
  const Arg condition = tensor();
  EXPECT_EQ(method("where", {self, condition, num(0)}), "method::where");
  EXPECT_EQ(method("polygamma_", {self, num(1)}), "aten::polygamma_");
  EXPECT_EQ(method("polygamma", {self, num(1)}), "aten::polygamma");
  EXPECT_EQ(value("self").a, self.a);
  EXPECT_EQ(value("n").as_integer(), 1);
}

TEST_F(Bind, OperatorsOnTensorsAndOnNumbers) {
  EXPECT_EQ(function("operator.iadd", {tensor(), tensor()}), "py::operator.iadd");
  EXPECT_EQ(function("operator.iadd", {tensor(), num(1)}), "py::operator.iadd@Scalar");
  EXPECT_EQ(function("operator.iadd", {integer(), num(1)}), "py::operator.iadd@number");
  EXPECT_FALSE(call_.op->updates);
  EXPECT_EQ(function("operator.iadd", {any(), any()}), "py::operator.iadd");
  EXPECT_EQ(function("operator.iadd", {input(Kind::tuple), list({num(1)})}), "py::operator.iadd@any");
  EXPECT_EQ(function("operator.add", {num(1), tensor()}), "aten::add.Tensor");
  EXPECT_EQ(function("operator.add", {integer(), num(1)}), "py::plain_binary");
  EXPECT_EQ(function("operator.add", {tuple({num(1)}), tuple({num(2)})}), "py::plain_any");
  EXPECT_EQ(function("operator.sub", {num(1), tensor()}), "aten::sub.Tensor");
  EXPECT_EQ(function("operator.eq", {tensor(), num(0)}), "aten::eq.Scalar");
  EXPECT_EQ(function("operator.imatmul", {tensor(), tensor()}), "py::operator.imatmul");
  EXPECT_EQ(function("_operator_not_", {any()}), "py::operator.not_");
}

TEST_F(Bind, Items) {
  EXPECT_EQ(function("operator.getitem", {tensor(), num(0)}), "py::operator.getitem");
  EXPECT_EQ(function("operator.getitem", {tensor(), tuple({Arg::ellipsis(), builder_.slice(num(1), Arg::none()), Arg::none(), tensor()})}),
            "py::operator.getitem");
  EXPECT_EQ(function("operator.getitem", {input(Kind::tuple), num(0)}), "py::operator.getitem@item");
  EXPECT_EQ(function("operator.setitem", {tensor(), builder_.slice(num(0), integer()), real("1.0")}), "py::operator.setitem");
  EXPECT_TRUE(call_.op->setitem);
}

TEST_F(Bind, Attributes) {
  EXPECT_EQ(function("getattr", {tensor(), str("T")}), "attribute::T");
  EXPECT_EQ(call_.values.size(), 1U);
  EXPECT_EQ(function("getattr", {tensor(), str("real")}), "attribute::real");
  EXPECT_EQ(function("getattr", {tensor(), str("nonsense")}), "error");
  EXPECT_EQ(diagnostics_.all().back().message, "unknown tensor attribute 'nonsense'");
}

TEST_F(Bind, OutArguments) {
  EXPECT_EQ(function("torch.add", {tensor(), tensor()}, {{"out", tensor()}}), "aten::add.out");
  EXPECT_EQ(function("torch.where", {tensor(), tensor(), tensor()}, {{"out", tensor()}}), "aten::where.self_out");
  const Arg values = tensor();
  const Arg indices = tensor();
  EXPECT_EQ(function("torch.max", {tensor(), num(0)}, {{"out", tuple({values, indices})}}), "aten::max.dim_max");
  EXPECT_EQ(value("max").a, values.a);
  EXPECT_EQ(value("max_values").a, indices.a);
  EXPECT_EQ(function("torch.ops.aten.max.dim_max", {tensor(), num(0)}, {{"max", values}, {"max_values", indices}}), "aten::max.dim_max");
  EXPECT_EQ(function("torch.max", {tensor(), num(0)}, {{"out", tuple({values})}}), "error");
}

TEST_F(Bind, Lists) {
  EXPECT_EQ(function("torch._foreach_add_", {list({tensor(), tensor()}), list({tensor(), tensor()})}), "aten::_foreach_add_.List");
  EXPECT_EQ(function("torch._foreach_add_", {list({tensor(), tensor()}), num(1)}), "aten::_foreach_add_.Scalar");
  EXPECT_EQ(function("torch._foreach_add_", {list({tensor()}), list({real("0.5")})}), "aten::_foreach_add_.ScalarList");
  EXPECT_EQ(function("torch.cat", {tuple({tensor(), tensor()})}, {{"dim", num(-1)}}), "aten::cat");
  EXPECT_EQ(function("torch.stack", {input(Kind::tuple)}), "aten::stack");
}

TEST_F(Bind, FullNamesChooseTheirOverloadOnly) {
  EXPECT_EQ(function("torch.ops.aten.add_.Tensor", {tensor(), num(1)}), "aten::add_.Tensor");
  EXPECT_EQ(function("torch.ops.aten.add_.Scalar", {tensor(), list({num(1)})}), "error");
  EXPECT_EQ(function("torch.ops.prims.fma.default", {tensor(), num(1), tensor()}), "prims::fma");
  EXPECT_EQ(function("torch.ops.aten.add.int", {integer(), num(1)}), "aten::add.int");
}

TEST_F(Bind, Factories) {
  EXPECT_EQ(function("torch.full", {tuple({}), real("0.25")}, {{"dtype", dtype("torch.float32")}, {"requires_grad", Arg::boolean(false)}}),
            "aten::full");
  EXPECT_EQ(function("torch.tensor", {list({num(1), num(2)})}), "py::torch.tensor");
  EXPECT_EQ(function("torch.rand_like", {tensor()}), "aten::rand_like");
  EXPECT_EQ(function("torch.as_tensor", {tensor()}), "py::torch.as_tensor@Tensor");
  EXPECT_EQ(function("torch.as_tensor", {list({num(1)})}), "py::torch.as_tensor");
}

TEST_F(Bind, ConditionsOfWrites) {
  const auto condition = [&](std::string_view target, Parts args, GraphBuilder::Keywords kwargs = {}) {
    EXPECT_NE(function(target, args, kwargs), "error");
    return condition_of(call_);
  };
  EXPECT_EQ(condition("torch.nn.functional.relu", {tensor()}), Condition::no);
  EXPECT_EQ(condition("torch.nn.functional.relu", {tensor(), Arg::boolean(true)}), Condition::yes);
  EXPECT_EQ(condition("torch.nn.functional.relu", {tensor()}, {{"inplace", Arg::boolean(false)}}), Condition::no);
  EXPECT_EQ(condition("torch.nn.functional.dropout", {tensor(), real("0.1"), Arg::boolean(true), Arg::boolean(true)}), Condition::yes);
  EXPECT_EQ(condition("torch.nn.functional.hardtanh", {tensor(), real("-0.5"), real("0.5"), Arg::boolean(true)}), Condition::yes);
  EXPECT_EQ(condition("torch.nn.functional.batch_norm", {tensor(), tensor(), tensor(), Arg::none(), Arg::none(), Arg::boolean(true)}),
            Condition::yes);
  EXPECT_EQ(condition("torch.nn.functional.batch_norm", {tensor(), tensor(), tensor()}), Condition::no);
  EXPECT_EQ(condition("torch.nn.functional.batch_norm", {tensor(), tensor(), tensor()}, {{"training", any()}}), Condition::unknown);
  EXPECT_EQ(condition("torch.nn.functional.instance_norm", {tensor(), tensor(), tensor()}), Condition::yes);
  EXPECT_EQ(condition("torch.nn.functional.embedding", {tensor(), tensor(), Arg::none(), real("1.0")}), Condition::yes);
  EXPECT_EQ(condition("torch.nn.functional.embedding", {tensor(), tensor(), num(0), Arg::none()}), Condition::no);
}

TEST_F(Bind, SaysWhatItDoesNotKnow) {
  EXPECT_EQ(method("sofmax", {tensor()}), "error");
  const Diagnostic& unknown = diagnostics_.all().back();
  EXPECT_EQ(unknown.message, "unknown tensor method 'sofmax'");
  EXPECT_NE(unknown.advice.find("softmax"), std::string::npos) << unknown.advice;
  EXPECT_NE(unknown.advice.find("method::sofmax(Tensor self) -> Tensor"), std::string::npos) << unknown.advice;
  EXPECT_FALSE(unknown.node.empty());
  EXPECT_EQ(function("torch.ops.mylib.kernel", {tensor()}), "error");
  EXPECT_NE(diagnostics_.all().back().advice.find("--ops FILE"), std::string::npos);
}

TEST_F(Bind, ListsTheFormsThatItTried) {
  EXPECT_EQ(method("lerp_", {tensor()}), "error");
  EXPECT_EQ(diagnostics_.all().back().message, "no form of 'lerp_' takes these arguments");
  EXPECT_NE(diagnostics_.all().back().advice.find("aten::lerp_.Tensor(self, end, weight)"), std::string::npos)
      << diagnostics_.all().back().advice;
}

TEST_F(Bind, KindsBeyondTheVectorAreUnknown) {
  const NodeId x = builder_.placeholder("x");
  kinds_.clear();
  EXPECT_EQ(method("add_", {Arg::node(x), Arg::node(x)}), "aten::add_.Tensor");
}

TEST_F(Bind, ACallMayBeBoundIntoTheSameSpace) {
  Binder binder(module_, OpTable::builtin(), diagnostics_);
  const NodeId wide = builder_.method("n", "add_", {tensor(), tensor()}, {{"alpha", num(2)}});
  const NodeId narrow = builder_.method("n", "zero_", {tensor()});
  BoundCall call;
  ASSERT_TRUE(binder.bind_into(wide, kinds_, call).has_value());
  ASSERT_TRUE(binder.bind_into(narrow, kinds_, call).has_value());
  EXPECT_EQ(call.values.size(), 1U);
  EXPECT_EQ(call.op->qualified, "aten::zero_");
}

}  // namespace
}  // namespace outplace
