# RUN: %exits 1 %outplace rewrite %s --groups %inputs/many_groups.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'collective_replica_groups' failed: the ranks of this collective are computed
# CHECK-NEXT: node:  a{{.*}} = torch.ops.c10d_functional.all_reduce(
# CHECK:      help:  pass a list of constants

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        a = torch.ops.c10d_functional.all_reduce(x, 'sum', '', y, 2)
        return (a,)
