# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}select: {{.*}} = torch.select(x, 0, s1)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(select, 0)
# CHECK-NEXT: x_modified: {{.*}} = torch.select_scatter(x, full_like, dim = 0, index = s1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[s1] = 0;  setitem = x
        return (x,)
