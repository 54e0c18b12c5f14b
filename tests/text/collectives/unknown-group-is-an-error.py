# RUN: %exits 1 %outplace rewrite %s --groups %inputs/groups.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}tp
# CHECK: all_reduce

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        all_reduce: "f32[4][1]cpu" = torch.ops._c10d_functional.all_reduce(x, 'sum', 'tp')
        return (all_reduce,)
