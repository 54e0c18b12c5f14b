# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}parts = x.unbind(1)
# CHECK-NEXT: p = parts[0]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 1, index = 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        parts = x.unbind(1)
        p = parts[0]
        add_ = p.add_(1)
        return (x,)
