# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[3][1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "f32[4, 3][3, 1]cpu" = torch.select_scatter(x, x_modified, dim = 0, index = 2)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        parts = torch.unbind(x)
        v: "f32[3][1]cpu" = parts[2];  parts = None
        mul_: "f32[3][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
