# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[4, 3][3, 1]cpu" = x_modified.permute(1, 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][3, 1]cpu"):
        v: "f32[3, 4][1, 3]cpu" = x.T
        mul_: "f32[3, 4][1, 3]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
