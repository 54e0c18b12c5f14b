# RUN: %exits 1 %outplace rewrite %s 2>&1 | FileCheck-19 %s

# CHECK: :{{[0-9]+}}: error: {{.*}}it cannot be shown that only the tensor's own elements are seen

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5][2]cpu"):
        v: "f32[3][1]cpu" = x.as_strided((3,), (1,))
        add_: "f32[5][2]cpu" = x.add_(1);  x = add_ = None
        neg: "f32[3][1]cpu" = v.neg();  v = None
        return (neg,)
