# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}product = s0 * 8
# CHECK-NEXT: p: {{.*}} = x.view(product)
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.reshape(s0, 8)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        product = s0 * 8
        p: "f32[8*s0][1]cpu" = x.view(product)
        add_ = p.add_(1)
        return (x,)
