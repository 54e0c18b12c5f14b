# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.select_scatter(x, v, dim = 0, index = s1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[s1] = v;  setitem = x
        return (x,)
