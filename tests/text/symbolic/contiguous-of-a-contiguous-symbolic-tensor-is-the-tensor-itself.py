# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p: {{.*}} = x.contiguous()
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p: "f32[s0, 8][8, 1]cpu" = x.contiguous()
        add_ = p.add_(1)
        return (x,)
