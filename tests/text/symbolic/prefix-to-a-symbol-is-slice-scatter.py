# RUN: %outplace rewrite %s | FileCheck-19 %s

# The prefix has Min(s0, s1) rows: y is expanded to them, which fails where the assignment would.
# CHECK:      {{^        }}sym_min: {{.*}} = torch.sym_min(s0, s1)
# CHECK-NEXT: expand: {{.*}} = y.expand(sym_min, 8)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand, dim = 0, end = s1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", y: "f32[s1, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[slice(None, s1, None)] = y;  setitem = x
        return (x,)
