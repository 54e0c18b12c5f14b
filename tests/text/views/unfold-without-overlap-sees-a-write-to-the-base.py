# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      unfold: "f32[2, 2][3, 1]cpu" = x_modified.unfold(0, 2, 3)
# CHECK-NEXT: neg: {{.*}} = unfold.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[7][1]cpu"):
        v: "f32[2, 2][3, 1]cpu" = x.unfold(0, 2, 3)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[2, 2][3, 1]cpu" = v.neg();  v = None
        return (neg,)
