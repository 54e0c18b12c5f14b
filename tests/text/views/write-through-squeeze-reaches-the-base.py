# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f32[3, 4][4, 1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "f32[3, 1, 4][4, 4, 1]cpu" = x_modified.unsqueeze(1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 1, 4][4, 4, 1]cpu"):
        v: "f32[3, 4][4, 1]cpu" = x.squeeze(1)
        mul_: "f32[3, 4][4, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
