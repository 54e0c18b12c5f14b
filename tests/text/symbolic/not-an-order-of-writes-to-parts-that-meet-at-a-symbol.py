# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(0, s1, None)]
# CHECK-NEXT: q = x[slice(s1, None, None)]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = q.mul(3)
# CHECK-NEXT: neg = x_modified.neg()
# CHECK-NEXT: x_modified_3: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = s1)
# CHECK-NEXT: x_modified_4: {{.*}} = torch.slice_scatter(x_modified_3, x_modified_2, dim = 0, start = s1)
# CHECK-NEXT: return (neg, x_modified_4)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(0, s1, None)]
        q = x[slice(s1, None, None)]
        add_ = p.add_(1)
        mul_ = q.mul_(3)
        neg = p.neg()
        return (neg, x)
