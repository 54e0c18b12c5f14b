# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}mask: {{.*}} = x > 0
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(x, 1.0)
# CHECK-NEXT: x_modified: {{.*}} = torch.where(mask, full_like, x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        mask: "b8[s0, 8][8, 1]cpu" = x > 0
        x[mask] = 1.0;  setitem = x
        return (x,)
