# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}row: {{.*}} = x[1]
# CHECK-NEXT: stir_functional = torch.ops.mylib.stir_functional(row, y)
# CHECK-NEXT: x_modified: {{.*}} = stir_functional[0]
# CHECK-NEXT: y_modified: {{.*}} = stir_functional[1]
# CHECK-NEXT: x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 0, index = 1)
# CHECK-NEXT: neg = x_modified_2.neg()
# CHECK-NEXT: return (neg, x_modified_2, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        row: "f32[4][1]cpu" = x[1]
        stir = torch.ops.mylib.stir(row, y)
        neg = x.neg()
        return (neg,)
