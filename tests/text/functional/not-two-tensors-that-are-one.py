# RUN: %exits 1 %outplace rewrite %s --ops %inputs/stir.ops > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'inplace_to_outofplace' failed: this operator writes two tensors that share memory
# CHECK-NEXT: node:  stir{{.*}} = torch.ops.mylib.stir(
# CHECK:      help:  write clones of them, and copy these back one by one

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        stir = torch.ops.mylib.stir(x, x)
        return (x,)
