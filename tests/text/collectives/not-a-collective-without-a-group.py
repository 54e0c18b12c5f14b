# RUN: %exits 1 %outplace rewrite %s --groups %inputs/many_groups.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: no form of 'torch.ops._c10d_functional.all_reduce' takes these arguments
# CHECK-NEXT: node:  all_reduce{{.*}} = torch.ops._c10d_functional.all_reduce(
# CHECK:      help:  it takes _c10d_functional::all_reduce(input, reduce_op, group_name)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        all_reduce = torch.ops._c10d_functional.all_reduce(x, 'sum')
        return (all_reduce,)
