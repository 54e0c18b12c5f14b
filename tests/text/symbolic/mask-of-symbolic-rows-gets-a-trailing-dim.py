# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}mask: {{.*}} = x.any(1)
# CHECK-NEXT: unsqueeze: {{.*}} = mask.unsqueeze(-1)
# CHECK-NEXT: x_modified: {{.*}} = torch.where(unsqueeze, v, x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)"):
        mask: "b8[s0][1]cpu" = x.any(1)
        x[mask] = v;  setitem = x
        return (x,)
