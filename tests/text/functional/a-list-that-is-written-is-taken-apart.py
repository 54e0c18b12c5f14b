# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}stir_all_functional = torch.ops.mylib.stir_all_functional([x, y])
# CHECK-NEXT: x_modified: {{.*}} = stir_all_functional[0]
# CHECK-NEXT: y_modified: {{.*}} = stir_all_functional[1]
# CHECK-NEXT: sub = x_modified.sub(y_modified)
# CHECK-NEXT: return (sub, x_modified, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        stir_all = torch.ops.mylib.stir_all([x, y])
        sub = x.sub(y)
        return (sub,)
