# RUN: %outplace rewrite %s | FileCheck-19 %s

# A write to the one is seen in the other; of a conjugate it is a copy.
# CHECK:      same: "c64[3][1]cpu" = x.resolve_conj()
# CHECK-NEXT: conj: "c64[3][1]cpu" = y.conj()
# CHECK-NEXT: copy: "c64[3][1]cpu" = conj.resolve_conj()
# CHECK-NEXT: x_modified: "c64[3][1]cpu" = x.add(1)
# CHECK-NEXT: y_modified: "c64[3][1]cpu" = y.add(1)
# CHECK-NEXT: return (x_modified, copy, x_modified, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[3][1]cpu", y: "c64[3][1]cpu"):
        same: "c64[3][1]cpu" = x.resolve_conj()
        conj: "c64[3][1]cpu" = y.conj()
        copy: "c64[3][1]cpu" = conj.resolve_conj();  conj = None
        add_: "c64[3][1]cpu" = x.add_(1);  add_ = None
        add__1: "c64[3][1]cpu" = y.add_(1);  add__1 = None
        return (same, copy, x, y)
