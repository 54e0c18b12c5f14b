# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p: {{.*}} = x.as_strided((s0,), (8,))
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: mul: {{.*}} = 8 * s0
# CHECK-NEXT: arange: {{.*}} = torch.arange(mul, device = device(type='xla'))
# CHECK-NEXT: as_strided: {{.*}} = arange.as_strided((s0,), (8,), 0)
# CHECK-NEXT: x_modified_2: {{.*}} = x.put(as_strided, x_modified)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p: "f32[s0][8]cpu" = x.as_strided((s0,), (8,))
        add_ = p.add_(1)
        return (x,)
