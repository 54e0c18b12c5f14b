# RUN: %outplace rewrite %s --ops %inputs/stir.ops | FileCheck-19 %s

# CHECK:      {{^        }}sum_scaled_functional = torch.ops.mylib.sum_scaled_functional(x, 2.0)
# CHECK-NEXT: x_modified: {{.*}} = sum_scaled_functional[1]
# CHECK-NEXT: sum_scaled = sum_scaled_functional[0]
# CHECK-NEXT: neg = x_modified.neg()
# CHECK-NEXT: return (sum_scaled, neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 4][4, 1]cpu", y: "f32[4, 4][4, 1]cpu"):
        sum_scaled = torch.ops.mylib.sum_scaled(x, 2.0)
        neg = x.neg()
        return (sum_scaled, neg)
