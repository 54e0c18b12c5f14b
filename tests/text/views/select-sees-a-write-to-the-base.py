# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(2)
# CHECK-NEXT: select: "f32[3][1]cpu" = torch.select(x_modified, 0, 1)
# CHECK-NEXT: neg: {{.*}} = select.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[3][1]cpu" = torch.select(x, 0, 1)
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3][1]cpu" = v.neg();  v = None
        return (neg,)
