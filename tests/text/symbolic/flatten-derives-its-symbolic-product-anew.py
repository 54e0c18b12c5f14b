# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p: {{.*}} = x.flatten()
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: mul: {{.*}} = 8 * s0
# CHECK-NEXT: view: {{.*}} = x_modified.view(mul)
# CHECK-NEXT: neg = view.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p: "f32[8*s0][1]cpu" = x.flatten()
        add_ = x.add_(1)
        neg = p.neg()
        return (neg,)
