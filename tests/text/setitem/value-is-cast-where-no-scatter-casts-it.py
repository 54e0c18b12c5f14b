# RUN: %outplace rewrite %s | FileCheck-19 %s

# The value of another dtype goes through a squeeze alone.
# CHECK:      expand: "bf16[3, 1][0, 1]cpu" = v.expand(3, 1)
# CHECK-NEXT: to: "u8[3, 1][1, 1]cpu" = expand.to(torch.uint8)
# CHECK-NEXT: x_modified: "u8[3][1]cpu" = to.squeeze(1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "u8[3][1]cpu", v: "bf16[1][1]cpu"):
        x[(slice(None, None, None), None)] = v;  setitem = x;  v = setitem = None
        return (x,)
