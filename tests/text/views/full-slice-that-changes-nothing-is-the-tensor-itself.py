# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = v.mul(2)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        v: "f32[4][1]cpu" = x[slice(None, None, None)]
        mul_: "f32[4][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
