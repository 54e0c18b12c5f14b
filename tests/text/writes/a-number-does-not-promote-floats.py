# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "f16[4][1]cpu" = x.mul(2.5)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f16[4][1]cpu"):
        mul_: "f16[4][1]cpu" = x.mul_(2.5);  mul_ = None
        return (x,)
