# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}
# CHECK: node: {{.*}}=

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cpu"):
        b: "f32[5][1]cpu" = x[slice(None, -1, None)]
        x[slice(1, None, None)] = b;  setitem = x;  b = setitem = None
        return (x,)
