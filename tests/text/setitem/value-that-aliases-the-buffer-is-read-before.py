# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      row: {{.*}} = x[1]
# CHECK-NEXT: x_modified: {{.*}} = torch.select_scatter(x, row, dim = 0, index = 0)
# CHECK-NEXT: return (x_modified, row)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3][3, 1]cpu"):
        row: "f32[3][1]cpu" = x[1]
        x[0] = row;  setitem = x;  setitem = None
        return (x, row)
