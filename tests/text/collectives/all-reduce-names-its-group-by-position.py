# RUN: rm -rf %t
# RUN: %outplace rewrite %s --groups %inputs/many_groups.json --dump-dir %t > %t.out
# RUN: cat %t/passes/05_after_collective_replica_groups.txt | FileCheck-19 %s

# CHECK:      replica groups:
# CHECK-NEXT: a: {{\[\[}}0, 1], [2, 3]]
# CHECK-NOT:  {{.}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        a = torch.ops._c10d_functional.all_reduce(x, 'sum', 'tp')
        return (a,)
