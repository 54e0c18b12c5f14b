# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}stir_functional = torch.ops.mylib.stir_functional(x, y);  x = y = None
# CHECK-NEXT: x_modified: {{.*}} = stir_functional[0]
# CHECK-NEXT: y_modified: {{.*}} = stir_functional[1];  stir_functional = None
# CHECK-NEXT: return (None, x_modified, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        stir = torch.ops.mylib.stir(x, y)
        return (stir, x, y)
