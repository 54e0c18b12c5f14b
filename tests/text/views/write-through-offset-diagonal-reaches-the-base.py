# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[4, 4][4, 1]cpu" = torch.diagonal_scatter(x, x_modified, offset = 1, dim1 = 0, dim2 = 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu"):
        v: "f32[3][5]cpu" = x.diagonal(1)
        mul_: "f32[3][5]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
