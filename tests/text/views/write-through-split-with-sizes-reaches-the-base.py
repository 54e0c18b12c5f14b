# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[7, 3][3, 1]cpu" = torch.slice_scatter(x, x_modified, dim = 0, start = 2, end = 6)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[7, 3][3, 1]cpu"):
        parts = x.split([2, 4, 1])
        v: "f32[4, 3][3, 1]cpu" = parts[1];  parts = None
        mul_: "f32[4, 3][3, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
