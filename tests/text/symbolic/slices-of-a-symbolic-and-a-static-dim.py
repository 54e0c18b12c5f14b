# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x, 0, 0, s1)
# CHECK-NEXT: slice_2: {{.*}} = torch.ops.aten.slice.Tensor(slice_1, 1, 2, 4)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(slice_2, 1.0)
# CHECK-NEXT: slice_scatter: {{.*}} = torch.slice_scatter(slice_1, full_like, dim = 1, start = 2, end = 4)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, slice_scatter, dim = 0, end = s1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[(slice(0, s1, None), slice(2, 4, None))] = 1.0;  setitem = x
        return (x,)
