# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[5, 3][3, 1]cpu" = torch.slice_scatter(x, x_modified, dim = 0, start = 4)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[5, 3][3, 1]cpu"):
        parts = x.chunk(4)
        v: "f32[1, 3][3, 1]cpu" = parts[2];  parts = None
        mul_: "f32[1, 3][3, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
