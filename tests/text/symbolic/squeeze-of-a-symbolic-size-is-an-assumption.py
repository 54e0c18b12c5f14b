# RUN: %outplace rewrite %s --report %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=REPORT

# CHECK:      x_modified: {{.*}} = squeeze.add(1)
# CHECK-NEXT: return (x_modified,)
# REPORT: "symbolic sizes that are squeezed are not 1"

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        squeeze = x.squeeze()
        add_ = squeeze.add_(1)
        return (x,)
