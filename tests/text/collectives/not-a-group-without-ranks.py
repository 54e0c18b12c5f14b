# RUN: %exits 1 %outplace rewrite %s --groups %inputs/many_groups.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'collective_replica_groups' failed: the process group 'none' has no ranks
# CHECK-NEXT: node:  all_reduce{{.*}} = torch.ops._c10d_functional.all_reduce(
# CHECK:      help:  give the complete partition of the world for it in a file for --groups, as {"NAME": {{\[\[}}0, 1], [2, 3]]}; groups given: '0', 'dp', 'gap', 'none', 'tp'

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        all_reduce = torch.ops._c10d_functional.all_reduce(x, 'sum', 'none')
        return (all_reduce,)
