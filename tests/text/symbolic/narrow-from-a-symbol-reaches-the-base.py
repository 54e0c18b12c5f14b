# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x.narrow(0, s1, 2)
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: add: {{.*}} = 2 + s1
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, start = s1, end = add)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x.narrow(0, s1, 2)
        add_ = p.add_(1)
        return (x,)
