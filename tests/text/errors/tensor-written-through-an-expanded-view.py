# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}
# CHECK: node: {{.*}}add_
# CHECK: help:

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1][1, 1]cpu", y: "f32[3, 4][4, 1]cpu"):
        v: "f32[3, 4][1, 0]cpu" = x.expand(3, 4)
        add_: "f32[3, 4][1, 0]cpu" = v.add_(y);  v = y = add_ = None
        return (x,)
