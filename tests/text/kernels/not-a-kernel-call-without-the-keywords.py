# RUN: %exits 1 %outplace rewrite %s --kernels %inputs/kernels.json > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'aliasing_output_rewrite' failed: unknown function 'torch.ops.mylib.launch'
# CHECK-NEXT: node:  k{{.*}} = torch.ops.mylib.launch(
# CHECK:      help:  declare it (--ops FILE; in Python: ops=TEXT), for example: mylib::op(Tensor(a!) x, Tensor y) -> ()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        k = torch.ops.mylib.launch(kernel_idx = 0, grid = (1,), args = (x, y))
        return (k,)
