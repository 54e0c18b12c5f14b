# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(0, s1, None)]
# CHECK-NEXT: mask = p > 0.5
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(p, 0.0)
# CHECK-NEXT: x_modified: {{.*}} = torch.where(mask, full_like, p)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = s1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(0, s1, None)]
        mask = p > 0.5
        p[mask] = 0.0;  setitem = p
        return (x,)
