# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[3, 8][8, 1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "f32[4, 6][6, 1]cpu" = x_modified.reshape(4, 6)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 6][6, 1]cpu"):
        v: "f32[3, 8][8, 1]cpu" = x.view(3, 8)
        mul_: "f32[3, 8][8, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
