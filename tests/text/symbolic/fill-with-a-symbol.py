# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.full_like(x, s0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        fill_ = x.fill_(s0)
        return (fill_,)
