# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(s1, None, None)]
# CHECK-NEXT: q = p[slice(0, 2, None)]
# CHECK-NEXT: x_modified: {{.*}} = q.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(p, x_modified, dim = 0, end = 2)
# CHECK-NEXT: neg = x_modified_2.neg()
# CHECK-NEXT: x_modified_3: {{.*}} = torch.slice_scatter(x, x_modified_2, dim = 0, start = s1)
# CHECK-NEXT: return (neg, x_modified_3)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(s1, None, None)]
        q = p[slice(0, 2, None)]
        add_ = q.add_(1)
        neg = p.neg()
        return (neg, x)
