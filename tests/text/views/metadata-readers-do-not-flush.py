# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = row.mul(2)
# CHECK-NEXT: {{^ +}}size = x.size(0)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 0, index = 0)
# CHECK-NEXT: return (size, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        row: "f32[3][1]cpu" = x[0]
        mul_: "f32[3][1]cpu" = row.mul_(2);  row = mul_ = None
        size = x.size(0)
        return (size,)
