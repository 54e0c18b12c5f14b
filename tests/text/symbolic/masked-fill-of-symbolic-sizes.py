# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}mask: {{.*}} = x > 0
# CHECK-NEXT: x_modified: {{.*}} = x.masked_fill(mask, 0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        mask: "b8[s0, 8][8, 1]cpu" = x > 0
        masked_fill_ = x.masked_fill_(mask, 0)
        return (x,)
