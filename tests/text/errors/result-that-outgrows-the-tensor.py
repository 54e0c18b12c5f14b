# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3][1]cpu", y: "f32[1, 3][3, 1]cpu"):
        add_: "f32[3][1]cpu" = x.add_(y);  y = add_ = None
        return (x,)
