# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      v_modified: {{.*}} = v.mul(2)
# CHECK-NEXT: return (x, v_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 3][1, 4]cpu"):
        v: "f32[4, 3][3, 1]cpu" = x.contiguous()
        mul_: "f32[4, 3][3, 1]cpu" = v.mul_(2);  v = None
        return (x, mul_)
