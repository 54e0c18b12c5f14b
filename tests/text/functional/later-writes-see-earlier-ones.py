# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.ops.mylib.scale_functional(x, 2.0)
# CHECK-NEXT: stir_functional = torch.ops.mylib.stir_functional(y, x_modified)
# CHECK-NEXT: y_modified: {{.*}} = stir_functional[0]
# CHECK-NEXT: x_modified_2: {{.*}} = stir_functional[1]
# CHECK-NEXT: return (x_modified_2, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        scale = torch.ops.mylib.scale(x, 2.0)
        stir = torch.ops.mylib.stir(y, x)
        return (x, y)
