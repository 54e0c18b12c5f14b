# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 0, index = 0)
# CHECK-NEXT: select: {{.*}} = torch.select(x_modified_2, 1, 1)
# CHECK-NEXT: neg: {{.*}} = select.neg()

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 4][4, 1]cpu"):
        row: "f32[4][1]cpu" = x[0]
        column: "f32[3][4]cpu" = x[(slice(None, None, None), 1)]
        mul_: "f32[4][1]cpu" = row.mul_(2);  row = mul_ = None
        neg: "f32[3][1]cpu" = column.neg();  column = None
        return (neg,)
