# RUN: rm -rf %t
# RUN: %outplace rewrite %s --groups %inputs/many_groups.json --dump-dir %t > %t.out
# RUN: cat %t/passes/05_after_collective_replica_groups.txt | FileCheck-19 %s

# Rows are sorted, ranks in a row keep their order.
# CHECK:      replica groups:
# CHECK-NEXT: a: {{\[\[}}0, 1], [2, 3]]
# CHECK-NEXT: b: {{\[\[}}0, 1, 2, 3]]
# CHECK-NEXT: c: {{\[\[}}2, 0], [3, 1]]
# CHECK-NOT:  {{.}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        a = torch.ops._c10d_functional.all_reduce(x, 'sum', 'tp')
        b = torch.ops._c10d_functional.all_reduce(a, 'sum', '0')
        c = torch.ops._c10d_functional.all_reduce(b, 'sum', 'dp')
        return (c,)
