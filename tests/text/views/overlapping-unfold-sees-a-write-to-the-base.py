# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      unfold: "f32[4, 2][1, 1]cpu" = x_modified.unfold(0, 2, 1)
# CHECK-NEXT: neg: {{.*}} = unfold.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5][1]cpu"):
        v: "f32[4, 2][1, 1]cpu" = x.unfold(0, 2, 1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[4, 2][1, 1]cpu" = v.neg();  v = None
        return (neg,)
