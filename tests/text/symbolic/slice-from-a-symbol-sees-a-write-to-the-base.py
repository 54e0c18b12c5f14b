# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(s1, None, None)]
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified, 0, s1, None)
# CHECK-NEXT: return (slice_1, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(s1, None, None)]
        add_ = x.add_(1)
        return (p,)
