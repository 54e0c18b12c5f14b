# RUN: %outplace rewrite %s | FileCheck-19 %s

# s1 may be 3, so q is read anew.
# CHECK:      {{^        }}p = x[slice(0, s1, None)]
# CHECK-NEXT: q = x[slice(2, None, None)]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = s1)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified_2, 0, 2, None)
# CHECK-NEXT: neg = slice_1.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(0, s1, None)]
        q = x[slice(2, None, None)]
        add_ = p.add_(1)
        neg = q.neg()
        return (neg,)
