# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = torch.diagonal(x)
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: diagonal: {{.*}} = torch.diagonal(x_modified, offset = 0, dim1 = 0, dim2 = 1)
# CHECK-NEXT: neg = diagonal.neg()
# CHECK-NEXT: return (neg, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p = torch.diagonal(x)
        add_ = x.add_(1)
        neg = p.neg()
        return (neg,)
