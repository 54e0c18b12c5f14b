# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p: {{.*}} = x.view(s0, 2, 4)
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.reshape(s0, 8)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p: "f32[s0, 2, 4][8, 4, 1]cpu" = x.view(s0, 2, 4)
        add_ = p.add_(1)
        return (x,)
