# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.neg(a)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 0, index = 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[3][1]cpu", x: "f32[2, 3][3, 1]cpu"):
        row: "f32[3][1]cpu" = x[1]
        neg: "f32[3][1]cpu" = torch.neg(a, out = row);  a = row = neg = None
        return (x,)
