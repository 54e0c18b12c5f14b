# RUN: %outplace rewrite %s | FileCheck-19 %s

# Elements in the gaps between windows keep their values.
# CHECK:      unfold: "i64[2, 2][3, 1]cpu" = {{.*}}.unfold(0, 2, 3)
# CHECK-NEXT: x_modified_2: "f32[7][1]cpu" = x.put(unfold, x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[7][1]cpu"):
        v: "f32[2, 2][3, 1]cpu" = x.unfold(0, 2, 3)
        mul_: "f32[2, 2][3, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
