# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      v: {{.*}} = torch.select(x, 0, 1)
# CHECK-NEXT: x_modified: "f32[3][1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "f32[4, 3][3, 1]cpu" = torch.select_scatter(x, x_modified, dim = 0, index = 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[3][1]cpu" = torch.select(x, 0, 1)
        mul_: "f32[3][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
