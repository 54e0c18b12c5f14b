# RUN: %outplace rewrite %s | FileCheck-19 %s

# The parts of a conjugate are those of what is conjugated, the imaginary one negated.
# CHECK:      x_modified: "c64[3][1]cpu" = x.add(1)
# CHECK-NEXT: view_as_real: "f32[3, 2][2, 1]cpu" = torch.view_as_real(x_modified)
# CHECK-NEXT: select: "f32[3][2]cpu" = torch.select(view_as_real, 1, 1)
# CHECK-NEXT: _neg_view: "f32[3][2]cpu" = torch._neg_view(select)
# CHECK-NEXT: return (_neg_view, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[3][1]cpu"):
        conj: "c64[3][1]cpu" = x.conj()
        part: "f32[3][2]cpu" = conj.imag;  conj = None
        add_: "c64[3][1]cpu" = x.add_(1);  add_ = None
        return (part, x)
