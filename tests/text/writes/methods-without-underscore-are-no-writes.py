# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      add: {{.*}} = x.add(y)
# CHECK-NEXT: mul: {{.*}} = add.mul(2)
# CHECK-NEXT: return (mul, x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        add: "f32[4][1]cpu" = x.add(y);  y = None
        mul: "f32[4][1]cpu" = add.mul(2);  add = None
        return (mul, x)
