# RUN: %outplace rewrite %s | FileCheck-19 %s

# Both are in range or the program fails, whatever s0 is.
# CHECK:      {{^        }}p = x[1]
# CHECK-NEXT: q = x[0]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: neg = q.neg()
# CHECK-NEXT: x_modified_2: {{.*}} = torch.select_scatter(x, x_modified, dim = 0, index = 1)
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p = x[1]
        q = x[0]
        add_ = p.add_(1)
        neg = q.neg()
        return (neg,)
