// Whole graphs before and after: who reads which value once memory is written, through whichever alias.
#include "passes/inplace_to_outofplace.h"

#include "ir/input_facts.h"
#include "ir/verifier.h"
#include "passes/pass_fixture.h"

namespace outplace {
namespace {

class InPlaceToOutOfPlaceTest : public PassFixture {
 protected:
  // The graph after the pass, or the message of the error.
  std::string rewritten(std::string_view parameters, std::string_view body) {
    diagnostics_ = Diagnostics();
    read(parameters, body);
    return run();
  }
  std::string run() {
    auto done = inplace_to_outofplace(module(), graph(), options_, diagnostics_);
    if (!done) return "error: " + diagnostics_.all().back().message + "\n";
    result_ = std::move(*done);
    EXPECT_TRUE(verify(module(), graph(), diagnostics_)) << diagnostics_.text();
    return lines();
  }
  std::string ignoring_layout(std::string_view parameters, std::string_view body) {
    options_.layout = Layout::ignore;
    std::string out = rewritten(parameters, body);
    options_.layout = Layout::exact;
    return out;
  }
  MemoryOptions options_;
  OutOfPlace result_;
};

TEST_F(InPlaceToOutOfPlaceTest, NoModify) {
  read(R"(x: "f32[4, 4]", y: "f32[4, 4]")", R"(t = x.t()
row = x[0]
split = x.split(2)
part = split[1]
same = x.contiguous()
add = same + y
size = t.size(0)
out = torch.mm(t, add)
return (out, row, part, size)
)");
  const std::string before = lines();
  EXPECT_EQ(run(), before);
  EXPECT_TRUE(result_.mutations.empty());
  EXPECT_TRUE(result_.counts.empty());
}

// ---- aliases

TEST_F(InPlaceToOutOfPlaceTest, AnAliasMadeBeforeTheWriteReadsTheNewValue) {
  EXPECT_EQ(rewritten(R"(x: "f32[2, 3][3, 1]cpu", y: "f32[2, 3][3, 1]cpu")", R"(flat = x.view(6)
add_ = x.add_(y)
neg = flat.neg()
return (neg, x)
)"),
            R"(flat = x.view(6)
x_modified: f32[2, 3][3, 1]cpu = x.add(y)
view: f32[6][1]cpu = x_modified.view(6)
neg = view.neg()
return (neg, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, AReadBeforeTheWriteKeepsTheOldValue) {
  EXPECT_EQ(rewritten(R"(x: "f32[2, 3][3, 1]cpu", y: "f32[2, 3][3, 1]cpu")", R"(flat = x.view(6)
before = flat.neg()
add_ = x.add_(y)
after = flat.neg()
return (before, after, add_)
)"),
            R"(flat = x.view(6)
before = flat.neg()
x_modified: f32[2, 3][3, 1]cpu = x.add(y)
view: f32[6][1]cpu = x_modified.view(6)
after = view.neg()
return (before, after, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, TheBaseReadsWhatAViewWrote) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu")", R"(row = x[1]
mul_ = row.mul_(2)
sum = x.sum()
return (sum, x, row)
)"),
            R"(row = x[1]
x_modified: f32[3][1]cpu = row.mul(2)
x_modified_2: f32[4, 3][3, 1]cpu = torch.select_scatter(x, x_modified, dim = 0, index = 1)
sum = x_modified_2.sum()
return (sum, x_modified_2, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ASiblingThatOverlapsIsDerivedAnewAndOneThatDoesNotStays) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu")", R"(a = x[slice(0, 2, None)]
b = x[slice(1, 3, None)]
c = x[3]
add_ = a.add_(1)
p = b.neg()
q = c.neg()
return (p, q, x)
)"),
            R"(a = x[slice(0, 2, None)]
b = x[slice(1, 3, None)]
c = x[3]
x_modified: f32[2, 3][3, 1]cpu = a.add(1)
x_modified_2: f32[4, 3][3, 1]cpu = torch.slice_scatter(x, x_modified, dim = 0, end = 2)
slice_1: f32[2, 3][3, 1]cpu = torch.ops.aten.slice.Tensor(x_modified_2, 0, 1, 3)
p = slice_1.neg()
q = c.neg()
return (p, q, x_modified_2)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, WritesToOneViewAreFlushedOnceAndLate) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu")", R"(row = x[1]
a = row.add_(1)
b = row.mul_(2)
c = row.relu_()
sum = x.sum()
neg = x.neg()
return (sum, neg)
)"),
            R"(row = x[1]
x_modified: f32[3][1]cpu = row.add(1)
x_modified_2: f32[3][1]cpu = x_modified.mul(2)
x_modified_3: f32[3][1]cpu = x_modified_2.relu()
x_modified_4: f32[4, 3][3, 1]cpu = torch.select_scatter(x, x_modified_3, dim = 0, index = 1)
sum = x_modified_4.sum()
neg = x_modified_4.neg()
return (sum, neg)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, AWriteThatNobodyReadsIsNeverFlushed) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu", y: "f32[3][1]cpu")", R"(z: "f32[4, 3][3, 1]cpu" = x + 1
row = z[1]
a = row.add_(y)
return (x,)
)"),
            R"(z: f32[4, 3][3, 1]cpu = x + 1
row = z[1]
row_modified: f32[3][1]cpu = row.add(y)
return (x,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, OverlappingWritesKeepTheirOrder) {
  EXPECT_EQ(rewritten(R"(x: "f32[8][1]cpu")", R"(a = x[slice(0, 5, None)]
b = x[slice(3, 8, None)]
first = a.add_(1)
second = b.mul_(10)
child = a[slice(0, 2, None)]
third = child.sub_(7)
return (x,)
)"),
            R"(a = x[slice(0, 5, None)]
b = x[slice(3, 8, None)]
x_modified: f32[5][1]cpu = a.add(1)
x_modified_2: f32[8][1]cpu = torch.slice_scatter(x, x_modified, dim = 0, end = 5)
slice_1: f32[5][1]cpu = torch.ops.aten.slice.Tensor(x_modified_2, 0, 3, 8)
x_modified_3: f32[5][1]cpu = slice_1.mul(10)
x_modified_4: f32[8][1]cpu = torch.slice_scatter(x_modified_2, x_modified_3, dim = 0, start = 3, end = 8)
slice_2: f32[5][1]cpu = torch.ops.aten.slice.Tensor(x_modified_4, 0, 0, 5)
slice_3: f32[2][1]cpu = torch.ops.aten.slice.Tensor(slice_2, 0, 0, 2)
x_modified_5: f32[2][1]cpu = slice_3.sub(7)
x_modified_6: f32[5][1]cpu = torch.slice_scatter(slice_2, x_modified_5, dim = 0, end = 2)
x_modified_7: f32[8][1]cpu = torch.slice_scatter(x_modified_4, x_modified_6, dim = 0, end = 5)
return (x_modified_7,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, OverlappingWritesKeepTheirOrderAlsoWhenAllWriteTheSame) {
  EXPECT_EQ(rewritten(R"(x: "f32[8][1]cpu")", R"(a = x[slice(0, 5, None)]
b = x[slice(3, 8, None)]
first = b.mul_(10)
second = a.add_(1)
third = b.mul_(3)
return (x, a)
)"),
            R"(a = x[slice(0, 5, None)]
b = x[slice(3, 8, None)]
x_modified: f32[5][1]cpu = b.mul(10)
x_modified_2: f32[8][1]cpu = torch.slice_scatter(x, x_modified, dim = 0, start = 3, end = 8)
slice_1: f32[5][1]cpu = torch.ops.aten.slice.Tensor(x_modified_2, 0, 0, 5)
x_modified_3: f32[5][1]cpu = slice_1.add(1)
x_modified_4: f32[8][1]cpu = torch.slice_scatter(x_modified_2, x_modified_3, dim = 0, end = 5)
slice_2: f32[5][1]cpu = torch.ops.aten.slice.Tensor(x_modified_4, 0, 3, 8)
x_modified_5: f32[5][1]cpu = slice_2.mul(3)
x_modified_6: f32[8][1]cpu = torch.slice_scatter(x_modified_4, x_modified_5, dim = 0, start = 3, end = 8)
slice_3: f32[5][1]cpu = torch.ops.aten.slice.Tensor(x_modified_6, 0, 0, 5)
return (x_modified_6, slice_3)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, DisjointWritesNeedNoOrder) {
  EXPECT_EQ(rewritten(R"(x: "f32[8][1]cpu")", R"(a = x[slice(0, 4, None)]
b = x[slice(4, 8, None)]
first = a.add_(1)
second = b.mul_(10)
third = a.sub_(3)
return (x,)
)"),
            R"(a = x[slice(0, 4, None)]
b = x[slice(4, 8, None)]
x_modified: f32[4][1]cpu = a.add(1)
x_modified_2: f32[4][1]cpu = b.mul(10)
x_modified_3: f32[4][1]cpu = x_modified.sub(3)
x_modified_4: f32[8][1]cpu = torch.slice_scatter(x, x_modified_2, dim = 0, start = 4, end = 8)
x_modified_5: f32[8][1]cpu = torch.slice_scatter(x_modified_4, x_modified_3, dim = 0, end = 4)
return (x_modified_5,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, AWriteBelowAStaleView) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 6][6, 1]cpu", y: "f32[4, 6][6, 1]cpu")", R"(row = x[1]
part = row[slice(2, 4, None)]
add_ = x.add_(y)
mul_ = part.mul_(5)
return (row, x)
)"),
            R"(row = x[1]
part = row[slice(2, 4, None)]
x_modified: f32[4, 6][6, 1]cpu = x.add(y)
select: f32[6][1]cpu = torch.select(x_modified, 0, 1)
slice_1: f32[2][1]cpu = torch.ops.aten.slice.Tensor(select, 0, 2, 4)
x_modified_2: f32[2][1]cpu = slice_1.mul(5)
x_modified_3: f32[6][1]cpu = torch.slice_scatter(select, x_modified_2, dim = 0, start = 2, end = 4)
x_modified_4: f32[4, 6][6, 1]cpu = torch.select_scatter(x_modified, x_modified_3, dim = 0, index = 1)
return (x_modified_3, x_modified_4)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, AWriteThroughSeveralSteps) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 6][6, 1]cpu")", R"(t = x.t()
row = t[2]
pairs = row.view(2, 2)
column = pairs[(slice(None, None, None), 1)]
fill_ = column.fill_(0.5)
return (x,)
)"),
            R"(t = x.t()
row = t[2]
pairs = row.view(2, 2)
column = pairs[(slice(None, None, None), 1)]
x_modified: f32[2][1]cpu = torch.full_like(column, 0.5)
x_modified_2: f32[2, 2][12, 6]cpu = torch.select_scatter(pairs, x_modified, dim = 1, index = 1)
x_modified_3: f32[4][6]cpu = x_modified_2.reshape(4)
x_modified_4: f32[6, 4][1, 6]cpu = torch.select_scatter(t, x_modified_3, dim = 0, index = 2)
x_modified_5: f32[4, 6][6, 1]cpu = x_modified_4.permute(1, 0)
return (x_modified_5,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, TheWholeOverwriteDropsWhatWasPendingBelow) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu", y: "f32[4, 3][3, 1]cpu")", R"(row = x[1]
a = row.add_(1)
b = x.copy_(y)
return (x, row)
)"),
            R"(row = x[1]
x_modified: f32[3][1]cpu = row.add(1)
expand_as: f32[4, 3][3, 1]cpu = y.expand_as(x)
x_modified_2: f32[4, 3][3, 1]cpu = torch.slice_scatter(x, expand_as)
select: f32[3][1]cpu = torch.select(x_modified_2, 0, 1)
return (x_modified_2, select)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, UnbindIsReplayedForEachPartThatIsRead) {
  EXPECT_EQ(rewritten(R"(x: "f32[3, 2][2, 1]cpu")", R"(unbind = x.unbind()
a = unbind[0]
b = unbind[1]
add_ = a.add_(b)
mul_ = b.mul_(a)
cat = torch.cat([a, b])
return (cat, x)
)"),
            R"(unbind = x.unbind()
a = unbind[0]
b = unbind[1]
x_modified: f32[2][1]cpu = a.add(b)
x_modified_2: f32[2][1]cpu = b.mul(x_modified)
cat = torch.cat([x_modified, x_modified_2])
x_modified_3: f32[3, 2][2, 1]cpu = torch.select_scatter(x, x_modified, dim = 0, index = 0)
x_modified_4: f32[3, 2][2, 1]cpu = torch.select_scatter(x_modified_3, x_modified_2, dim = 0, index = 1)
return (cat, x_modified_4)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ACopyOfTheOldValueIsKeptForItsReaders) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu")", R"(y = x + 0
c = x.clone()
add_ = x.add_(1)
sum = y + c
return (sum, x)
)"),
            R"(y = x + 0
c = x.clone()
x_modified: f32[4][1]cpu = x.add(1)
sum = y + c
return (sum, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, WhatIsHandedBackIsTheTensorItself) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu")", R"(same = x.contiguous()
to = x.to(torch.float32)
add_ = to.add_(1)
neg = same.neg()
return (neg, x)
)"),
            R"(same = x.contiguous()
to = x.to(torch.float32)
x_modified: f32[4][1]cpu = to.add(1)
neg = x_modified.neg()
return (neg, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ACopyOntoItselfIsNoWrite) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 4][4, 1]cpu")", R"(a = x[0]
b = x[0]
copy_ = a.copy_(b)
setitem = operator.setitem(x, 0, a)
neg = x.neg()
return (neg,)
)"),
            R"(a = x[0]
b = x[0]
neg = x.neg()
return (neg,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, AugmentedAssignmentToARowWritesOnce) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 4][4, 1]cpu", y: "f32[4][1]cpu")", R"(a = x[0]
iadd = operator.iadd(a, y)
setitem = operator.setitem(x, 0, iadd)
return (x,)
)"),
            R"(a = x[0]
x_modified: f32[4][1]cpu = a + y
x_modified_2: f32[4, 4][4, 1]cpu = torch.select_scatter(x, x_modified, dim = 0, index = 0)
return (x_modified_2,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, OperandsAreReadBeforeTheWrite) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", y: "f32[4][1]cpu")", R"(a = x.mul_(x)
b = x.add_(y)
c = y.sub_(x)
d = x.copy_(y)
return (x, y)
)"),
            R"(x_modified: f32[4][1]cpu = x.mul(x)
x_modified_2: f32[4][1]cpu = x_modified.add(y)
y_modified: f32[4][1]cpu = y.sub(x_modified_2)
expand_as: f32[4][1]cpu = y_modified.expand_as(x_modified_2)
x_modified_3: f32[4][1]cpu = torch.slice_scatter(x_modified_2, expand_as)
return (x_modified_3, y_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ReadersOfMetadataFlushNothing) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu", y: "f32[3][1]cpu")", R"(row = x[1]
add_ = row.add_(y)
size = x.size(0)
n = torch.numel(x)
dim = row.dim()
neg = y.neg()
return (neg, size, n, dim)
)"),
            R"(row = x[1]
x_modified: f32[3][1]cpu = row.add(y)
size = x.size(0)
n = torch.numel(x)
dim = x_modified.dim()
neg = y.neg()
return (neg, size, n, dim)
)");
}

// ---- names, records

TEST_F(InPlaceToOutOfPlaceTest, VersionsAreNamedAfterTheInput) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", y: "f32[4][1]cpu", z: "f32[4][1]cpu")", R"(add_ = x.add_(y)
mul_ = x.mul_(z)
v = x[slice(0, 2, None)]
neg_ = v.neg_()
w: "f32[4][1]cpu" = x + 1
relu_ = w.relu_()
return (x, w)
)"),
            R"(x_modified: f32[4][1]cpu = x.add(y)
x_modified_2: f32[4][1]cpu = x_modified.mul(z)
slice_1: f32[2][1]cpu = torch.ops.aten.slice.Tensor(x_modified_2, 0, 0, 2)
x_modified_3: f32[2][1]cpu = slice_1.neg()
x_modified_4: f32[4][1]cpu = torch.slice_scatter(x_modified_2, x_modified_3, dim = 0, end = 2)
w: f32[4][1]cpu = x_modified_4 + 1
w_modified: f32[4][1]cpu = w.relu()
return (x_modified_4, w_modified)
)");
  ASSERT_EQ(result_.mutations.size(), 4U);
  EXPECT_EQ(result_.mutations[0].kind, "add_");
  EXPECT_EQ(result_.mutations[0].became, "x_modified");
  EXPECT_EQ(result_.mutations[1].became, "x_modified_2");
  EXPECT_EQ(result_.mutations[3].became, "w_modified");
  EXPECT_EQ(result_.counts, (std::map<std::string, int64_t>{{"add_", 1}, {"mul_", 1}, {"neg_", 1}, {"relu_", 1}}));
}

// The name is kept also where what is shown of the node is cut before it.
TEST_F(InPlaceToOutOfPlaceTest, TheReportNamesTheNodeThatWrote) {
  std::string rows = "0";
  for (int i = 1; i < 80; ++i) rows += ", " + std::to_string(i);
  rewritten(R"(x: "f32[80, 4][4, 1]cpu", y: "f32[4][1]cpu")", "x[[" + rows + "]] = y;  rows = x\nx += 1;  grown = x\nreturn (grown,)\n");
  ASSERT_EQ(result_.mutations.size(), 2U);
  EXPECT_TRUE(result_.mutations[0].node.ends_with(" ..."));
  EXPECT_EQ(result_.mutations[0].name, "rows");
  EXPECT_EQ(result_.mutations[1].name, "grown");
}

TEST_F(InPlaceToOutOfPlaceTest, ANameThatIsTakenIsPassedOver) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", x_modified: "f32[4][1]cpu")", R"(add_ = x.add_(x_modified)
mul_ = x.mul_(2)
return (x, x_modified)
)"),
            R"(x_modified_2: f32[4][1]cpu = x.add(x_modified)
x_modified_3: f32[4][1]cpu = x_modified_2.mul(2)
return (x_modified_3, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, RunningTwiceChangesNothing) {
  const std::string once = rewritten(R"(x: "f32[4, 3][3, 1]cpu", y: "f32[3][1]cpu")", R"(row = x[1]
add_ = row.add_(y)
setitem = operator.setitem(x, (slice(None, None, None), slice(1, None, None)), 2.0)
return (x, row)
)");
  EXPECT_EQ(run(), once);
  EXPECT_TRUE(result_.mutations.empty());
}

// ---- objects that move

TEST_F(InPlaceToOutOfPlaceTest, ATransposeInPlaceMovesTheObjectAndNotItsViews) {
  EXPECT_EQ(rewritten(R"(x: "f32[2, 3][3, 1]cpu")", R"(y = x + 1
row = y[0]
t_ = y.t_()
add_ = y.add_(1)
return (y, row)
)"),
            R"(y = x + 1
row = y[0]
permute: f32[3, 2][1, 3]cpu = y.permute(1, 0)
y_modified: f32[3, 2][1, 3]cpu = permute.add(1)
y_modified_2: f32[2, 3][3, 1]cpu = y_modified.permute(1, 0)
select: f32[3][1]cpu = torch.select(y_modified_2, 0, 0)
return (y_modified, select)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, SetMakesOneMemoryOfTwo) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", y: "f32[4][1]cpu")", R"(z = x + 1
set_ = z.set_(y)
add_ = z.add_(1)
return (y, z)
)"),
            R"(z = x + 1
y_modified: f32[4][1]cpu = y.add(1)
return (y_modified, y_modified)
)");
}

// ---- forms of writes

TEST_F(InPlaceToOutOfPlaceTest, ResultsAreCastToTheTensorsType) {
  EXPECT_EQ(rewritten(R"(x: "f16[4][1]cpu", y: "f32[4][1]cpu", i: "i64[4][1]cpu")", R"(add_ = x.add_(y)
ge_ = x.ge_(0.5)
mul_ = i.mul_(2)
eq_ = i.eq_(4)
return (x, i)
)"),
            R"(add: f32[4][1]cpu = x.add(y)
x_modified: f16[4][1]cpu = add.to(torch.float16)
ge: b8[4][1]cpu = x_modified.ge(0.5)
x_modified_2: f16[4][1]cpu = ge.to(torch.float16)
i_modified: i64[4][1]cpu = i.mul(2)
eq: b8[4][1]cpu = i_modified.eq(4)
i_modified_2: i64[4][1]cpu = eq.to(torch.int64)
return (x_modified_2, i_modified_2)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, OutArgumentsAreWrites) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", y: "f32[4][1]cpu", i: "i64[4][1]cpu")", R"(v = y.view(2, 2)
add = torch.add(x, 1, out = y)
sort = torch.sort(y, out = (x, i))
return (v, x, i, add)
)"),
            R"(v = y.view(2, 2)
y_modified: f32[4][1]cpu = torch.add(x, 1)
sort_1 = torch.sort(y_modified)
x_modified: f32[4][1]cpu = sort_1[0]
i_modified: i64[4][1]cpu = sort_1[1]
view: f32[2, 2][2, 1]cpu = y_modified.view(2, 2)
return (view, x_modified, i_modified, y_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ForeachActsItemAfterItem) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", y: "f32[4][1]cpu")", R"(a = torch._foreach_add_([x, y, x], 1)
b = torch._foreach_mul_([x, y], [y, x])
item = b[0]
return (item, x, y)
)"),
            R"(x_modified: f32[4][1]cpu = x.add(1)
y_modified: f32[4][1]cpu = y.add(1)
x_modified_2: f32[4][1]cpu = x_modified.add(1)
x_modified_3: f32[4][1]cpu = x_modified_2.mul(y_modified)
y_modified_2: f32[4][1]cpu = y_modified.mul(x_modified_3)
return (x_modified_3, x_modified_3, y_modified_2)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, FillsAndCopies) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu", y: "f64[3][1]cpu", s: "f32[][]cpu")", R"(a = x[0]
zero_ = a.zero_()
b = x[1]
fill_ = b.fill_(2)
c = x[2]
copy_ = c.copy_(y)
d = s.copy_(2.5)
return (x, s)
)"),
            R"(a = x[0]
x_modified: f32[3][1]cpu = torch.zeros_like(a)
x_modified_2: f32[4, 3][3, 1]cpu = torch.select_scatter(x, x_modified, dim = 0, index = 0)
select: f32[3][1]cpu = torch.select(x_modified_2, 0, 1)
x_modified_3: f32[3][1]cpu = torch.full_like(select, 2)
x_modified_4: f32[4, 3][3, 1]cpu = torch.select_scatter(x_modified_2, x_modified_3, dim = 0, index = 1)
select_1: f32[3][1]cpu = torch.select(x_modified_4, 0, 2)
expand_as: f64[3][1]cpu = y.expand_as(select_1)
x_modified_5: f32[3][1]cpu = torch.slice_scatter(select_1, expand_as)
s_modified: f32[][]cpu = torch.full_like(s, 2.5)
x_modified_6: f32[4, 3][3, 1]cpu = torch.select_scatter(x_modified_4, x_modified_5, dim = 0, index = 2)
return (x_modified_6, s_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ItemAssignmentThroughAView) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 6][6, 1]cpu", v: "f32[2][1]cpu", m: "b8[6][1]cpu")", R"(t = x.t()
setitem = operator.setitem(t, (slice(0, 2, None), 1), v)
row = x[0]
setitem_1 = operator.setitem(row, m, 3.0)
return (x,)
)"),
            R"(t = x.t()
slice_1: f32[2, 4][1, 6]cpu = torch.ops.aten.slice.Tensor(t, 0, 0, 2)
select_scatter: f32[2, 4][1, 6]cpu = torch.select_scatter(slice_1, v, dim = 1, index = 1)
x_modified: f32[6, 4][1, 6]cpu = torch.slice_scatter(t, select_scatter, dim = 0, end = 2)
x_modified_2: f32[4, 6][6, 1]cpu = x_modified.permute(1, 0)
select: f32[6][1]cpu = torch.select(x_modified_2, 0, 0)
full_like: f32[6][1]cpu = torch.full_like(select, 3.0)
x_modified_3: f32[6][1]cpu = torch.where(m, full_like, select)
x_modified_4: f32[4, 6][6, 1]cpu = torch.select_scatter(x_modified_2, x_modified_3, dim = 0, index = 0)
return (x_modified_4,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, TuplesOfViewsAsOperands) {
  EXPECT_EQ(rewritten(R"(x: "f32[4, 3][3, 1]cpu")", R"(split = x.split(2)
a = split[0]
add_ = a.add_(1)
cat = torch.cat(split)
return (cat, x)
)"),
            R"(split = x.split(2)
a = split[0]
x_modified: f32[2, 3][3, 1]cpu = a.add(1)
x_modified_2: f32[4, 3][3, 1]cpu = torch.slice_scatter(x, x_modified, dim = 0, end = 2)
slice_1: f32[2, 3][3, 1]cpu = torch.ops.aten.slice.Tensor(x_modified_2, 0, 2, None)
cat = torch.cat((x_modified, slice_1))
return (cat, x_modified_2)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, WritesInNestedOutputsAreSeen) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu", y: "f32[4][1]cpu")", R"(add_ = x.add_(y)
return ({'a': x, 'b': [add_, (y, None)]}, 3)
)"),
            R"(x_modified: f32[4][1]cpu = x.add(y)
return ({'a': x_modified, 'b': [x_modified, (y, None)]}, 3)
)");
}

// ---- layout

TEST_F(InPlaceToOutOfPlaceTest, LayoutThatAnOperatorLosesIsRepaired) {
  constexpr std::string_view inputs = R"(x: "f32[3, 4][1, 3]cpu", m: "b8[3, 4][4, 1]cpu")";
  constexpr std::string_view body = R"(masked_fill_ = x.masked_fill_(m, 0)
t = x.t()
view = t.view(12)
return (x, view)
)";
  EXPECT_EQ(rewritten(inputs, body), R"(x_modified: f32[3, 4][4, 1]cpu = x.masked_fill(m, 0)
x_modified_2: f32[3, 4][1, 3]cpu = torch.slice_scatter(x, x_modified, 0)
permute: f32[4, 3][3, 1]cpu = x_modified_2.permute(1, 0)
view_1: f32[12][1]cpu = permute.view(12)
return (x_modified_2, view_1)
)");
  EXPECT_EQ(ignoring_layout(inputs, body), R"(x_modified: f32[3, 4][4, 1]cpu = x.masked_fill(m, 0)
permute: f32[4, 3][1, 4]cpu = x_modified.permute(1, 0)
reshape: f32[12][1]cpu = permute.reshape(12)
return (x_modified, reshape)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, ALayoutThatAnOperatorKeepsNeedsNoRepair) {
  EXPECT_EQ(rewritten(R"(x: "f32[3, 4][1, 3]cpu", y: "f32[3, 4][1, 3]cpu")", R"(add_ = x.add_(y)
mul_ = x.mul_(2)
return (x,)
)"),
            R"(x_modified: f32[3, 4][1, 3]cpu = x.add(y)
x_modified_2: f32[3, 4][1, 3]cpu = x_modified.mul(2)
return (x_modified_2,)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, AColumnThatWasWrittenIsReadInItsOwnStrides) {
  constexpr std::string_view inputs = R"(x: "f32[40, 6][6, 1]cpu")";
  constexpr std::string_view body = R"(column = x.select(1, 2)
add_ = column.add_(1)
sum = column.sum()
return (sum, x)
)";
  EXPECT_EQ(rewritten(inputs, body), R"(column = x.select(1, 2)
x_modified: f32[40][1]cpu = column.add(1)
x_modified_2: f32[40, 6][6, 1]cpu = torch.select_scatter(x, x_modified, dim = 1, index = 2)
select: f32[40][6]cpu = torch.select(x_modified_2, 1, 2)
sum = select.sum()
return (sum, x_modified_2)
)");
  EXPECT_EQ(ignoring_layout(inputs, body), R"(column = x.select(1, 2)
x_modified: f32[40][1]cpu = column.add(1)
sum = x_modified.sum()
x_modified_2: f32[40, 6][6, 1]cpu = torch.select_scatter(x, x_modified, dim = 1, index = 2)
return (sum, x_modified_2)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, TheLayoutOfViewsWithoutAnnotationsIsKeptToo) {
  EXPECT_EQ(rewritten(R"(x: "f32[6, 40][40, 1]cpu", y: "f32[6][1]cpu")", R"(t = x.t()
column = x.select(1, 2)
wide = column.view(2, 3)
add_ = wide.add_(1)
a = column.sum()
row = t[3]
copy_ = row.copy_(y)
b = row.sum()
return (a, b, x)
)"),
            R"(t = x.t()
column = x.select(1, 2)
wide = column.view(2, 3)
x_modified: f32[2, 3][3, 1]cpu = wide.add(1)
x_modified_2: f32[6][1]cpu = x_modified.reshape(6)
x_modified_3: f32[6, 40][40, 1]cpu = torch.select_scatter(x, x_modified_2, dim = 1, index = 2)
select: f32[6][40]cpu = torch.select(x_modified_3, 1, 2)
a = select.sum()
permute: f32[40, 6][1, 40]cpu = x_modified_3.permute(1, 0)
select_1: f32[6][40]cpu = torch.select(permute, 0, 3)
expand_as: f32[6][1]cpu = y.expand_as(select_1)
x_modified_4: f32[6][40]cpu = torch.slice_scatter(select_1, expand_as)
b = x_modified_4.sum()
x_modified_5: f32[40, 6][1, 40]cpu = torch.select_scatter(permute, x_modified_4, dim = 0, index = 3)
x_modified_6: f32[6, 40][40, 1]cpu = x_modified_5.permute(1, 0)
return (a, b, x_modified_6)
)");
}

// ---- symbolic shapes

TEST_F(InPlaceToOutOfPlaceTest, SymbolicRegions) {
  EXPECT_EQ(rewritten(R"~(s0: "Sym(s0)", x: "f32[s0, 4][4, 1]cpu", y: "f32[4][1]cpu")~", R"~(add: "Sym(s0 - 1)" = s0 + -1
last = x[add]
head = x[slice(None, add, None)]
add_ = last.add_(y)
neg = head.neg()
return (neg, x)
)~"),
            R"(add: Sym(s0 - 1) = s0 + -1
last = x[add]
head = x[slice(None, add, None)]
x_modified: f32[4][1]cpu = last.add(y)
neg = head.neg()
x_modified_2: f32[s0, 4][4, 1]cpu = torch.select_scatter(x, x_modified, dim = 0, index = add)
return (neg, x_modified_2)
)");
}

// ---- what is refused

TEST_F(InPlaceToOutOfPlaceTest, WritesThroughExpandedViewsAreRefusedButForConstants) {
  constexpr std::string_view inputs = R"(x: "f32[1, 4][4, 1]cpu", y: "f32[3, 4][4, 1]cpu")";
  EXPECT_EQ(rewritten(inputs, R"(e = x.expand(3, 4)
add_ = e.add_(y)
return (x,)
)"),
            "error: a write through a view in which several elements are one place of memory\n");
  EXPECT_EQ(rewritten(inputs, R"(e = x.expand(3, 4)
fill_ = e.fill_(2)
return (x, e)
)"),
            R"(e = x.expand(3, 4)
x_modified: f32[1, 4][4, 1]cpu = torch.full_like(x, 2)
expand: f32[3, 4][0, 1]cpu = x_modified.expand(3, 4)
return (x_modified, expand)
)");
  EXPECT_EQ(rewritten(inputs, R"(e = x.expand(1, 4)
add_ = e.add_(1)
return (x, e)
)"),
            R"(e = x.expand(1, 4)
x_modified: f32[1, 4][4, 1]cpu = e.add(1)
return (x_modified, x_modified)
)");
}

TEST_F(InPlaceToOutOfPlaceTest, MethodsWithoutAFunctionalFormAreRefused) {
  EXPECT_EQ(rewritten(R"(x: "f32[4][1]cpu")", "a = x.map_(x, x)\nreturn (x,)\n"),
            "error: NotImplementedError: 'map_' has no form that returns a new tensor: it calls Python for every element\n");
}

// ---- modes

TEST_F(InPlaceToOutOfPlaceTest, AViewDerivedUnderOtherModesIsDerivedAnew) {
  EXPECT_EQ(rewritten(R"(x: "f32[2, 3][3, 1]cpu")", R"(row = x[1]
off = torch._C._set_grad_enabled(False)
add_ = x.add_(1)
a = row.neg()
on = torch._C._set_grad_enabled(True)
b = row.neg()
return (a, b, x)
)"),
            R"(row = x[1]
off = torch._C._set_grad_enabled(False)
x_modified: f32[2, 3][3, 1]cpu = x.add(1)
select: f32[3][1]cpu = torch.select(x_modified, 0, 1)
a = select.neg()
on = torch._C._set_grad_enabled(True)
select_1: f32[3][1]cpu = torch.select(x_modified, 0, 1)
b = select_1.neg()
return (a, b, x_modified)
)");
}

// ---- inputs that share memory

TEST_F(InPlaceToOutOfPlaceTest, AnInputInsideAnother) {
  InputFacts facts;
  for (const auto& [name, size, offset] : {std::tuple("x", "6", "0"), std::tuple("y", "2", "2")}) {
    InputFact fact;
    fact.name = name;
    fact.dtype = "float32";
    fact.shape = {size};
    fact.stride = {"1"};
    fact.storage_offset = offset;
    fact.storage = 7;
    fact.device = "cpu";
    facts.placeholders.push_back(fact);
  }
  options_.inputs = &facts;
  EXPECT_EQ(rewritten(R"(x: "f32[6][1]cpu", y: "f32[2][1]cpu")", R"(add_ = x.add_(1)
mul_ = y.mul_(2)
return (x, y)
)"),
            R"(x_modified: f32[6][1]cpu = x.add(1)
slice_1: f32[4][1]cpu = torch.ops.aten.slice.Tensor(x_modified, 0, 2, None)
as_strided: f32[2][1]cpu = torch.as_strided(slice_1, (2,), (1,))
x_modified_2: f32[2][1]cpu = as_strided.mul(2)
arange: i64[6][1]cpu = torch.arange(6, device = device(type='cpu'))
as_strided_1: i64[2][1]cpu = arange.as_strided((2,), (1,), 2)
x_modified_3: f32[6][1]cpu = x_modified.put(as_strided_1, x_modified_2)
return (x_modified_3, x_modified_2)
)");
}

}  // namespace
}  // namespace outplace
