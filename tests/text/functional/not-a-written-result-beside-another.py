# RUN: %exits 1 %outplace rewrite %s --ops %inputs/stir.ops > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK:      :{{[0-9]+}}: error: FX Pass 'inplace_to_outofplace' failed: NotImplementedError: it is not known how to write 'torch.ops.mylib.mixed' without mutation
# CHECK-NEXT: node:  mixed{{.*}} = torch.ops.mylib.mixed(
# CHECK:      help:  compute the new values with other operators and assign them with copy_

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        mixed = torch.ops.mylib.mixed(x)
        return (mixed,)
