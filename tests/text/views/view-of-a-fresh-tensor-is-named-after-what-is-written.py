# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      v_modified: {{.*}} = v.mul(2)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, v_modified, dim = 0, end = 2)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, y: "f32[4][1]cpu"):
        x: "f32[4][1]cpu" = y.clone();  y = None
        v: "f32[2][1]cpu" = x[slice(0, 2, None)]
        mul_: "f32[2][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
