# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, start = 1, step = 2)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[8, 3][3, 1]cpu"):
        v: "f32[4, 3][6, 1]cpu" = x[slice(1, None, 2)]
        mul_: "f32[4, 3][6, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
