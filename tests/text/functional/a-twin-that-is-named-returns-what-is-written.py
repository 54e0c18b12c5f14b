# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.ops.mylib.scale_functional(x, 2.0)
# CHECK-NEXT: neg = x_modified.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        named = torch.ops.mylib.named(x, 2.0)
        neg = x.neg()
        return (neg,)
