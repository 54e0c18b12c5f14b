# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: expand: "f32[3, 4][1, 0]cpu" = x_modified.expand(3, 4)
# CHECK-NEXT: neg: {{.*}} = expand.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1][1, 1]cpu"):
        v: "f32[3, 4][1, 0]cpu" = x.expand(3, 4)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3, 4][1, 0]cpu" = v.neg();  v = None
        return (neg,)
