# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p: {{.*}} = x.t()
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.permute(1, 0)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p: "f32[8, s0][1, 8]cpu" = x.t()
        add_ = p.add_(1)
        return (x,)
