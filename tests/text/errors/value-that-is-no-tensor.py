# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}neither a tensor nor a number

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        x[0] = None;  setitem = x;  setitem = None
        return (x,)
