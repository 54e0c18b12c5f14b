# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = x.add(1.0)
# CHECK-NEXT: y_modified: {{.*}} = y.add(1.0)
# CHECK-NEXT: return (x_modified, y_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", y: "f32[s1, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        foreach = torch._foreach_add_([x, y], 1.0)
        return (x, y)
