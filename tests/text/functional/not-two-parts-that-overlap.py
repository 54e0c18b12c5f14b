# RUN: %exits 1 %outplace rewrite %s --ops %inputs/stir.ops > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'inplace_to_outofplace' failed: this operator writes two tensors that share memory
# CHECK-NEXT: node:  stir_all{{.*}} = torch.ops.mylib.stir_all(
# CHECK:      help:  write clones of them, and copy these back one by one

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        first: "f32[2, 4][4, 1]cpu" = x[slice(0, 2, None)]
        second: "f32[2, 4][4, 1]cpu" = x[slice(1, 3, None)]
        stir_all = torch.ops.mylib.stir_all([first, second])
        return (x,)
