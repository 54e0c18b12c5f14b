# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = select.mul(2)
# CHECK-NEXT: x_modified_2: "f32[2, 2, 3][6, 3, 1]cpu" = torch.select_scatter(view, x_modified, dim = 1, index = 1)
# CHECK-NEXT: x_modified_3: "f32[2, 6][6, 1]cpu" = x_modified_2.reshape(2, 6)
# CHECK-NEXT: return (x_modified_3,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 6][6, 1]cpu"):
        view: "f32[2, 2, 3][6, 3, 1]cpu" = x.view(2, 2, 3)
        select: "f32[2, 3][6, 1]cpu" = view[(slice(None, None, None), 1)];  view = None
        mul_: "f32[2, 3][6, 1]cpu" = select.mul_(2);  select = mul_ = None
        return (x,)
