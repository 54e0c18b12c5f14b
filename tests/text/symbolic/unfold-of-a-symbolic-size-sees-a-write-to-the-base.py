# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x.unfold(0, 2, 2)
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: unfold: {{.*}} = x_modified.unfold(0, 2, 2)
# CHECK-NEXT: neg = unfold.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p = x.unfold(0, 2, 2)
        add_ = x.add_(1)
        neg = p.neg()
        return (neg,)
