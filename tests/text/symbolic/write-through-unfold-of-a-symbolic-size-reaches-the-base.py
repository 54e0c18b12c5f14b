# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x.unfold(0, 2, 2)
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: mul: {{.*}} = 8 * s0
# CHECK-NEXT: arange: {{.*}} = torch.arange(mul, device = device(type='xla'))
# CHECK-NEXT: view: {{.*}} = arange.view(s0, 8)
# CHECK-NEXT: unfold: {{.*}} = view.unfold(0, 2, 2)
# CHECK-NEXT: x_modified_2: {{.*}} = x.put(unfold, x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p = x.unfold(0, 2, 2)
        add_ = p.add_(1)
        return (x,)
