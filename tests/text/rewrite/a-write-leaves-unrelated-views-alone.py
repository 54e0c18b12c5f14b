# RUN: %outplace rewrite %s | FileCheck-19 %s

# The views of y keep their names and places although x is written between them and their use.
# CHECK:      rows: {{.*}} = y[slice(0, 2, None)]
# CHECK-NEXT: flat: {{.*}} = rows.reshape(16)
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: mul: {{.*}} = flat.mul(2)
# CHECK-NEXT: return (mul, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 8][8, 1]cpu", y: "f32[4, 8][8, 1]cpu"):
        rows: "f32[2, 8][8, 1]cpu" = y[slice(0, 2, None)];  y = None
        flat: "f32[16][1]cpu" = rows.reshape(16);  rows = None
        add_: "f32[4, 8][8, 1]cpu" = x.add_(1);  x = add_ = None
        mul: "f32[16][1]cpu" = flat.mul(2);  flat = None
        return (mul,)
