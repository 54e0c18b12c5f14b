# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[2, 4][4, 1]cpu" = torch.slice_scatter(x, x_modified, dim = 1, start = 2)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 4][4, 1]cpu"):
        parts = torch.hsplit(x, 2)
        v: "f32[2, 2][4, 1]cpu" = parts[1];  parts = None
        mul_: "f32[2, 2][4, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
