# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      select: "f32[3][1]cpu" = torch.select(x_modified, 0, 2)
# CHECK-NEXT: neg: {{.*}} = select.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        parts = torch.unbind(x)
        v: "f32[3][1]cpu" = parts[2];  parts = None
        mul_ = x.mul_(2);  x = mul_ = None
        neg: "f32[3][1]cpu" = v.neg();  v = None
        return (neg,)
