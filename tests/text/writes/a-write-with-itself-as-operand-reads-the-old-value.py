# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.mul(x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        mul_: "f32[4][1]cpu" = x.mul_(x);  mul_ = None
        return (x,)
