# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}mylib.stir_
# CHECK: --ops

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        stir_: "f32[4][1]cpu" = torch.ops.mylib.stir_(x);  stir_ = None
        return (x,)
