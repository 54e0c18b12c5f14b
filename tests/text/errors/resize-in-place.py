# RUN: %exits 1 %outplace rewrite %s > %t.out 2> %t.err
# RUN: diff %t.out /dev/null
# RUN: cat %t.err | FileCheck-19 %s

# CHECK: {{.*}}:{{[0-9]+}}: error: {{.*}}

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        resize_: "f32[8][1]cpu" = x.resize_(8);  resize_ = None
        add_: "f32[8][1]cpu" = x.add_(1);  add_ = None
        return (x,)
