# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[4][1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "f32[4, 4][4, 1]cpu" = torch.diagonal_scatter(x, x_modified, offset = 0, dim1 = 0, dim2 = 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu"):
        v: "f32[4][5]cpu" = torch.diagonal(x)
        mul_: "f32[4][5]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
