# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(0, s1, None)]
# CHECK-NEXT: q = x[slice(2, None, None)]
# CHECK-NEXT: x_modified: {{.*}} = p.add(1)
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = s1)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified_2, 0, 2, None)
# CHECK-NEXT: x_modified_3: {{.*}} = slice_1.mul(3)
# CHECK-NEXT: x_modified_4: {{.*}} = torch.slice_scatter(x_modified_2, x_modified_3, dim = 0, start = 2)
# CHECK-NEXT: slice_2: {{.*}} = torch.ops.aten.slice.Tensor(x_modified_4, 0, 0, s1)
# CHECK-NEXT: neg = slice_2.neg()
# CHECK-NEXT: return (neg, x_modified_4)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(0, s1, None)]
        q = x[slice(2, None, None)]
        add_ = p.add_(1)
        mul_ = q.mul_(3)
        neg = p.neg()
        return (neg, x)
