# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: "c64[4][1]cpu" = v.mul(2)
# CHECK-NEXT: x_modified_2: "c64[4][1]cpu" = torch.conj_physical(x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[4][1]cpu"):
        v: "c64[4][1]cpu" = torch.conj(x)
        mul_: "c64[4][1]cpu" = v.mul_(2);  v = mul_ = None
        return (x,)
