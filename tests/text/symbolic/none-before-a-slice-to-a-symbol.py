# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}unsqueeze: {{.*}} = x.unsqueeze(0)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(unsqueeze, 1, 0, s1)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(slice_1, 0)
# CHECK-NEXT: slice_scatter: {{.*}} = torch.slice_scatter(unsqueeze, full_like, dim = 1, end = s1)
# CHECK-NEXT: x_modified: {{.*}} = slice_scatter.squeeze(0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[(None, slice(0, s1, None))] = 0;  setitem = x
        return (x,)
