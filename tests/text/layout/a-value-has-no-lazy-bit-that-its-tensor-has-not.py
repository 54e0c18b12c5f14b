# RUN: %outplace rewrite %s | FileCheck-19 %s

# What was written through a conjugate is read as real numbers: the new value must not be a lazy conjugate.
# CHECK:      v: "c64[4][1]cpu" = x.conj()
# CHECK-NEXT: x_modified: "c64[4][1]cpu" = v.add(1)
# CHECK-NEXT: x_modified_2: "c64[4][1]cpu" = torch.conj_physical(x_modified)
# CHECK-NEXT: view_as_real: "f32[4, 2][2, 1]cpu" = torch.view_as_real(x_modified_2)
# CHECK-NEXT: return (view_as_real, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[4][1]cpu"):
        v: "c64[4][1]cpu" = x.conj()
        add_: "c64[4][1]cpu" = v.add_(1);  v = add_ = None
        parts: "f32[4, 2][2, 1]cpu" = torch.view_as_real(x);  x = None
        return (parts,)
