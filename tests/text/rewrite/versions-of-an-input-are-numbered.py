# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified{{.*}} = x.add(y);
# CHECK-NEXT: x_modified_2{{.*}} = x_modified.mul(z);
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu", z: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(y);  y = add_ = None
        mul_: "f32[4][1]cpu" = x.mul_(z);  z = mul_ = None
        return (x,)
