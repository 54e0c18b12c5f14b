# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}
# CHECK: node: {{.*}}add_

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5][1]cpu"):
        v: "f32[4, 2][1, 1]cpu" = torch.as_strided(x, (4, 2), (1, 1))
        add_: "f32[4, 2][1, 1]cpu" = v.add_(1);  v = add_ = None
        return (x,)
