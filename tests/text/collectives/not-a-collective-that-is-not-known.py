# RUN: %exits 1 %outplace rewrite %s --groups %inputs/many_groups.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: unknown function 'torch.ops._c10d_functional.frobnicate'
# CHECK-NEXT: node:  a{{.*}} = torch.ops._c10d_functional.frobnicate(
# CHECK:      help:  declare it (--ops FILE; in Python: ops=TEXT), for example: mylib::op(Tensor(a!) x, Tensor y) -> ()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[8][1]cpu"):
        a = torch.ops._c10d_functional.frobnicate(x, group_name = 'tp')
        return (a,)
