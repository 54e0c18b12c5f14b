# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[2, 4, 3][12, 3, 1]cpu" = x_modified.permute(0, 2, 1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 4, 3][12, 3, 1]cpu"):
        v: "f32[2, 3, 4][12, 1, 3]cpu" = x.mT
        mul_: "f32[2, 3, 4][12, 1, 3]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
