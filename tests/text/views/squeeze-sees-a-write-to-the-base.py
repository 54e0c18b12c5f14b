# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: squeeze: "f32[3, 4][4, 1]cpu" = x_modified.squeeze(1)
# CHECK-NEXT: neg: {{.*}} = squeeze.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1, 4][4, 4, 1]cpu"):
        v: "f32[3, 4][4, 1]cpu" = x.squeeze(1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3, 4][4, 1]cpu" = v.neg();  v = None
        return (neg,)
