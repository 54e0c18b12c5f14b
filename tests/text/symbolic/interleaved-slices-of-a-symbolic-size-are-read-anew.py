# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(0, None, 2)]
# CHECK-NEXT: q = x[slice(1, None, 2)]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, step = 2)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified_2, 0, 1, None, 2)
# CHECK-NEXT: neg = slice_1.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        p = x[slice(0, None, 2)]
        q = x[slice(1, None, 2)]
        add_ = p.add_(1)
        neg = q.neg()
        return (neg,)
