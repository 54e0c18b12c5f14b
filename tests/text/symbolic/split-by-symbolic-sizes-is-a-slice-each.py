# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}rest = s0 - s1
# CHECK-NEXT: parts = x.split([s1, rest])
# CHECK-NEXT: p = parts[0]
# CHECK-NEXT: q = parts[1]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: neg = q.neg()
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = s1)
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        rest = s0 - s1
        parts = x.split([s1, rest])
        p = parts[0]
        q = parts[1]
        add_ = p.add_(1)
        neg = q.neg()
        return (neg,)
