# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}0-d mask
# CHECK: torch.where

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", b: "b8[][]cpu"):
        x[b] = 1.0;  setitem = x;  b = setitem = None
        return (x,)
