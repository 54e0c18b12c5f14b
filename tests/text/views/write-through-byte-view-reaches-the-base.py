# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "u8[16][1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "f32[4][1]cpu" = x_modified.view(torch.float32)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        v: "u8[16][1]cpu" = x.view(torch.uint8)
        mul_: "u8[16][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
