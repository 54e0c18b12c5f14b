# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      x_modified: {{.*}} = x.add(y)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.mul(z)
# CHECK-NEXT: return (x_modified_2,)

# MAP:      "io_map": {
# MAP-NEXT: "0": 0
# MAP-NEXT: }

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu", z: "f32[4][1]cpu"):
        add_: "f32[4][1]cpu" = x.add_(y);  y = add_ = None
        mul_: "f32[4][1]cpu" = x.mul_(z);  z = mul_ = None
        return (x,)
