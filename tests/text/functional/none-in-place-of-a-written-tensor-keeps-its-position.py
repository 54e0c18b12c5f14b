# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}maybe_stir_functional = torch.ops.mylib.maybe_stir_functional(None, y)
# CHECK-NEXT: y_modified: {{.*}} = maybe_stir_functional[1]
# CHECK-NEXT: return (y_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        maybe_stir = torch.ops.mylib.maybe_stir(None, y)
        return (y,)
