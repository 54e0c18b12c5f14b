# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[4, 2][2, 1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "c64[4][1]cpu" = torch.view_as_complex(x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[4][1]cpu"):
        v: "f32[4, 2][2, 1]cpu" = torch.view_as_real(x)
        mul_: "f32[4, 2][2, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
