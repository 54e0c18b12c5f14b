# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      as_strided: "i64[2, 3][4, 1]cpu" = {{.*}}.as_strided((2, 3), (4, 1), 1)
# CHECK-NEXT: x_modified_2: "f32[8][1]cpu" = x.put(as_strided, x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[8][1]cpu"):
        v: "f32[2, 3][4, 1]cpu" = torch.as_strided(x, (2, 3), (4, 1), 1)
        mul_: "f32[2, 3][4, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
