# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[2, 3, 4][12, 4, 1]cpu" = x_modified.permute(2, 0, 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 4][12, 4, 1]cpu"):
        v: "f32[3, 4, 2][4, 1, 12]cpu" = x.movedim(0, -1)
        mul_: "f32[3, 4, 2][4, 1, 12]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
