# RUN: %outplace rewrite %s | FileCheck-19 %s

# reshape copies here: the write is lost in eager, too.
# CHECK-NOT:  x_modified
# CHECK:      return (x,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 6][1, 4]cpu"):
        v: "f32[24][1]cpu" = x.reshape(24)
        mul_: "f32[24][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
