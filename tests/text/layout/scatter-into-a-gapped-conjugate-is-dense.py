# RUN: %outplace rewrite %s | FileCheck-19 %s

# A lazy bit is resolved into a dense copy before the scatter; x itself gets its gaps back.
# CHECK:      v: "c64[2, 4][16, 2]cpu" = x.conj()
# CHECK-NEXT: s: "c64[2][16]cpu" = v.select(1, 0)
# CHECK-NEXT: x_modified: "c64[2][1]cpu" = s.add(1)
# CHECK-NEXT: x_modified_2: "c64[2, 4][4, 1]cpu" = torch.select_scatter(v, x_modified, dim = 1, index = 0)
# CHECK-NEXT: x_modified_3: "c64[2, 4][4, 1]cpu" = torch.conj_physical(x_modified_2)
# CHECK-NEXT: x_modified_4: "c64[2, 4][16, 2]cpu" = torch.slice_scatter(x, x_modified_3, 0)
# CHECK-NEXT: conj: "c64[2, 4][16, 2]cpu" = torch.conj(x_modified_4)
# CHECK-NEXT: return (conj, x_modified_4)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[2, 4][16, 2]cpu"):
        v: "c64[2, 4][16, 2]cpu" = x.conj()
        s: "c64[2][16]cpu" = v.select(1, 0)
        add_: "c64[2][16]cpu" = s.add_(1);  s = add_ = None
        return (v,)
