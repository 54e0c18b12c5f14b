# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}index
# CHECK: 1.5

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        x[1.5] = 1.0;  setitem = x;  setitem = None
        return (x,)
