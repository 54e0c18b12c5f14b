# RUN: %exits 1 %outplace rewrite %s --groups %inputs/many_groups.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'collective_replica_groups' failed: the group of this collective is not a name, so its ranks are not known
# CHECK-NEXT: node:  all_reduce{{.*}} = torch.ops._c10d_functional.all_reduce(
# CHECK:      help:  pass the name of a process group as a constant

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        all_reduce = torch.ops._c10d_functional.all_reduce(x, 'sum', y)
        return (all_reduce,)
