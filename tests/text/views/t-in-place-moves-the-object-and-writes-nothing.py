# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      y: {{.*}} = x.clone()
# CHECK-NEXT: permute: "f32[4, 3][1, 4]cpu" = y.permute(1, 0)
# CHECK-NEXT: neg: {{.*}} = permute.neg()
# CHECK-NEXT: return (neg,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        y: "f32[3, 4][4, 1]cpu" = x.clone()
        t_: "f32[4, 3][1, 4]cpu" = y.t_();  t_ = None
        neg: "f32[4, 3][1, 4]cpu" = y.neg();  y = None
        return (neg,)
