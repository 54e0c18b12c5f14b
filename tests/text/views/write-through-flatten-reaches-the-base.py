# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified_2: "f32[2, 3, 4][12, 4, 1]cpu" = x_modified.reshape(2, 3, 4)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 4][12, 4, 1]cpu"):
        v: "f32[2, 12][12, 1]cpu" = x.flatten(1)
        mul_: "f32[2, 12][12, 1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
