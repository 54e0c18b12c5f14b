// Groups of collectives: how they are found, resolved and refused.
#include "passes/collective_replica_groups.h"

#include "passes/pass_fixture.h"

namespace outplace {
namespace {

class CollectiveReplicaGroupsTest : public PassFixture {
 protected:
  // The count, or -1 with diagnostics.
  int64_t run() {
    const auto done = collective_replica_groups(module(), graph(), groups_, OpTable::builtin(), diagnostics_);
    EXPECT_EQ(done.has_value(), diagnostics_.error_count() == 0);
    return done ? done->resolved_count : -1;
  }
  std::string_view groups_of(std::string_view name) { return module().text(module().node(find(name)).replica_groups); }

  ReplicaGroups groups_{{"0", {{0, 1, 2, 3}}}, {"tp", {{2, 3}, {0, 1}}}};
};

TEST_F(CollectiveReplicaGroupsTest, NoModify) {
  read("x", R"(add = torch.add(x, 1)
wait_tensor = torch.ops._c10d_functional.wait_tensor(add)
return (wait_tensor,)
)");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(groups_of("wait_tensor"), "");
}

TEST_F(CollectiveReplicaGroupsTest, EveryCollectiveByPosition) {
  read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
b = torch.ops._c10d_functional.all_gather_into_tensor(x, 4, '0')
c = torch.ops._c10d_functional.reduce_scatter_tensor(x, 'sum', 4, '0')
d = torch.ops._c10d_functional.all_to_all_single(x, [1, 1], [1, 1], '0')
e = torch.ops._c10d_functional.broadcast(x, 0, '0')
return (a, b, c, d, e)
)");
  EXPECT_EQ(run(), 5);
  for (const std::string_view name : {"a", "b", "c", "d", "e"}) EXPECT_EQ(groups_of(name), "[[0, 1, 2, 3]]") << name;
}

TEST_F(CollectiveReplicaGroupsTest, OverloadsInPlaceCoalescedAndAutograd) {
  read("x", R"(a = torch.ops._c10d_functional.all_reduce.default(x, 'sum', 'tp')
b = torch.ops._c10d_functional.all_reduce_(x, 'sum', 'tp')
c = torch.ops._c10d_functional.all_reduce_coalesced([x, x], 'sum', 'tp')
d = torch.ops._c10d_functional_autograd.all_gather_into_tensor(x, 2, 'tp')
e = torch.ops._c10d_functional.all_gather_into_tensor_coalesced.default([x], 2, 'tp')
return (a, b, c, d, e)
)");
  EXPECT_EQ(run(), 5);
  for (const std::string_view name : {"a", "b", "c", "d", "e"}) EXPECT_EQ(groups_of(name), "[[0, 1], [2, 3]]") << name;
}

TEST_F(CollectiveReplicaGroupsTest, ListedRanksFindTheirPartition) {
  read("x", R"(a = torch.ops.c10d_functional.all_reduce(x, 'sum', '', [2, 3], 2)
b = torch.ops.c10d_functional.broadcast(x, 0, tag = '', ranks = [0, 1, 2, 3], group_size = 4)
c = torch.ops.c10d_functional.wait_tensor(b)
return (a, c)
)");
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(groups_of("a"), "[[0, 1], [2, 3]]");
  EXPECT_EQ(groups_of("b"), "[[0, 1, 2, 3]]");
}

TEST_F(CollectiveReplicaGroupsTest, ListedRanksOfNoGroupOrOfTwoAreErrors) {
  groups_ = {{"g", {{0, 1}, {2, 3}}}, {"h", {{0, 1}, {2}, {3}}}};
  read("x", R"(a = torch.ops.c10d_functional.all_reduce(x, 'sum', '', [1, 2], 2)
b = torch.ops.c10d_functional.all_reduce(x, 'sum', '', [0, 1], 2)
c = torch.ops.c10d_functional.all_reduce(x, 'sum', '', x, 2)
return (a, b, c)
)");
  EXPECT_EQ(run(), -1);
  EXPECT_EQ(messages(),
            "no group has the ranks [1, 2], so the rest of its partition is not known\n"
            "several groups have the ranks [0, 1], with other partitions of the world\n"
            "the ranks of this collective are computed\n");
}

TEST_F(CollectiveReplicaGroupsTest, GroupByKeyword) {
  read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, reduce_op = 'sum', group_name = 'tp')
return (a,)
)");
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(groups_of("a"), "[[0, 1], [2, 3]]");
}

TEST_F(CollectiveReplicaGroupsTest, TheListingFormHasNamesWithoutQuotes) {
  read_text(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.ops._c10d_functional.all_reduce](args = (%x, sum, 0), kwargs = {})
    return (a,)
)");
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(groups_of("a"), "[[0, 1, 2, 3]]");
}

TEST_F(CollectiveReplicaGroupsTest, RowsAreInOneOrderButRanksKeepTheirs) {
  groups_ = {{"g", {{3, 2}, {1, 0}}}};
  read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum', 'g')
return (a,)
)");
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(groups_of("a"), "[[1, 0], [3, 2]]");
}

TEST_F(CollectiveReplicaGroupsTest, SubGraphs) {
  read("x", R"(wrap_body_0 = self.wrap_body_0
wrap = torch.ops.higher_order.tag_activation_checkpoint(wrap_body_0, x, use_reentrant = False)
return (wrap,)
)",
       R"(class wrap_body_0(torch.nn.Module):
    def forward(self, x):
        inner = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
        return (inner,)
)");
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(groups_of("inner"), "[[0, 1, 2, 3]]");
}

TEST_F(CollectiveReplicaGroupsTest, AnUnknownGroupIsALocatedError) {
  read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum', '7')
return (a,)
)");
  EXPECT_EQ(run(), -1);
  EXPECT_EQ(messages(), "the process group '7' cannot be resolved to ranks\n");
  EXPECT_EQ(diagnostics_.all()[0].position.line, 3U);
  EXPECT_NE(diagnostics_.all()[0].advice.find("groups given: '0', 'tp'"), std::string::npos);
}

TEST_F(CollectiveReplicaGroupsTest, AComputedGroupIsAnError) {
  read("x, g", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum', g)
return (a,)
)");
  EXPECT_EQ(run(), -1);
  EXPECT_EQ(messages(), "the group of this collective is not a name, so its ranks are not known\n");
}

TEST_F(CollectiveReplicaGroupsTest, AMissingGroupIsAnError) {
  read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum')
return (a,)
)");
  EXPECT_EQ(run(), -1);
  EXPECT_EQ(messages(), "the collective is called without a group\n");
}

TEST_F(CollectiveReplicaGroupsTest, AnUnknownCollectiveIsAnError) {
  read("x", R"(a = torch.ops._c10d_functional.teleport(x, '0')
return (a,)
)");
  EXPECT_EQ(run(), -1);
  EXPECT_EQ(messages(), "the collective torch.ops._c10d_functional.teleport is not known\n");
}

TEST_F(CollectiveReplicaGroupsTest, RowsMustBeDisjointAndNotEmpty) {
  const std::pair<std::vector<std::vector<int64_t>>, std::string> cases[] = {
      {{{0, 1}, {1, 2}}, "the process group 'g' has rank 1 twice\n"},
      {{{0, 0}}, "the process group 'g' has rank 0 twice\n"},
      {{{0}, {}}, "the process group 'g' has an empty group of ranks\n"},
      {{}, "the process group 'g' has no ranks\n"},
      {{{0, -1}}, "the process group 'g' has the negative rank -1\n"},
      {{{0, 1}, {3, 4}}, "the process group 'g' has no rank 2, so it is not the partition of a world\n"},
  };
  for (const auto& [rows, message] : cases) {
    diagnostics_ = Diagnostics();
    groups_ = {{"g", rows}};
    read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum', 'g')
return (a,)
)");
    EXPECT_EQ(run(), -1);
    EXPECT_EQ(messages(), message);
  }
}

TEST_F(CollectiveReplicaGroupsTest, BadRowsOfAGroupThatIsNotUsedDoNotMatter) {
  groups_["broken"] = {{0, 0}};
  read("x", R"(a = torch.ops._c10d_functional.all_reduce(x, 'sum', '0')
return (a,)
)");
  EXPECT_EQ(run(), 1);
}

}  // namespace
}  // namespace outplace
