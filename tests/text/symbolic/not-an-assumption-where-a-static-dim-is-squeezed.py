# RUN: %outplace rewrite %s --report %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=REPORT

# CHECK:      x_modified: {{.*}} = squeeze.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.unsqueeze(1)
# CHECK-NEXT: return (x_modified_2,)
# REPORT:     "assumptions"
# REPORT-NOT: not 1
# REPORT:     "messages"

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 1, 8][8, 8, 1]cpu", s0: "Sym(s0)"):
        squeeze = x.squeeze(1)
        add_ = squeeze.add_(1)
        return (x,)
