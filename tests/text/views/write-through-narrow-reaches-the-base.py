# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[4, 3][3, 1]cpu" = torch.slice_scatter(x, x_modified, dim = 1, start = 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[4, 2][3, 1]cpu" = x.narrow(1, 1, 2)
        mul_: "f32[4, 2][3, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
