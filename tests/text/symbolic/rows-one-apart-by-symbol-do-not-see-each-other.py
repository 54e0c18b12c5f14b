# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}next: {{.*}} = s1 + 1
# CHECK-NEXT: p = x[s1]
# CHECK-NEXT: q = x[next]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 0, index = s1)
# CHECK-NEXT: select: {{.*}} = torch.select(x_modified_2, 0, next)
# CHECK-NEXT: neg = select.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        next: "Sym(s1 + 1)" = s1 + 1
        p = x[s1]
        q = x[next]
        add_ = p.add_(1)
        neg = q.neg()
        return (neg,)
