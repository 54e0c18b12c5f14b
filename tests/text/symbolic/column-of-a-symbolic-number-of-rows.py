# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}w: {{.*}} = x.sum(1)
# CHECK-NEXT: x_modified: {{.*}} = torch.select_scatter(x, w, dim = 1, index = 3)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        w: "f32[s0][1]cpu" = x.sum(1)
        x[(slice(None, None, None), 3)] = w;  setitem = x
        return (x,)
