# RUN: %outplace rewrite %s | FileCheck-19 %s

# Two lazy bits cancel: nothing has to be resolved.
# CHECK:      v: "c64[4][1]cpu" = x.conj()
# CHECK-NEXT: s: "c64[2][1]cpu" = v[slice(0, 2, None)]
# CHECK-NEXT: w: "c64[2][1]cpu" = s.conj()
# CHECK-NEXT: x_modified: "c64[2][1]cpu" = w.mul(2)
# CHECK-NEXT: x_modified_2: "c64[2][1]cpu" = torch.conj(x_modified)
# CHECK-NEXT: x_modified_3: "c64[4][1]cpu" = torch.slice_scatter(v, x_modified_2, dim = 0, end = 2)
# CHECK-NEXT: x_modified_4: "c64[4][1]cpu" = torch.conj_physical(x_modified_3)
# CHECK-NEXT: return (x_modified_3, x_modified_4)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[4][1]cpu"):
        v: "c64[4][1]cpu" = x.conj()
        s: "c64[2][1]cpu" = v[slice(0, 2, None)]
        w: "c64[2][1]cpu" = s.conj();  s = None
        mul_: "c64[2][1]cpu" = w.mul_(2);  w = mul_ = None
        return (v,)
