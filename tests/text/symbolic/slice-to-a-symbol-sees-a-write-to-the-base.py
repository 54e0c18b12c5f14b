# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(None, s1, None)]
# CHECK-NEXT: x_modified: {{.*}} = x.add(1)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x_modified, 0, None, s1)
# CHECK-NEXT: return (slice_1, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(None, s1, None)]
        add_ = x.add_(1)
        return (p,)
