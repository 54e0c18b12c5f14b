# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}parts = x.split(4, 1)
# CHECK-NEXT: p = parts[0]
# CHECK-NEXT: q = parts[1]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: neg = q.neg()
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 1, end = 4)
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        parts = x.split(4, 1)
        p = parts[0]
        q = parts[1]
        add_ = p.add_(1)
        neg = q.neg()
        return (neg,)
