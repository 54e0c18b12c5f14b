# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}end: {{.*}} = s1 + 1
# CHECK-NEXT: w: {{.*}} = torch.ones(s0, 1)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x, 1, s1, end)
# CHECK-NEXT: expand_as: {{.*}} = w.expand_as(slice_1)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as, dim = 1, start = s1, end = end)
# CHECK-NEXT: slice_2: {{.*}} = torch.ops.aten.slice.Tensor(x_modified, 1, 0, end)
# CHECK-NEXT: return (slice_2, x_modified)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        end: "Sym(s1 + 1)" = s1 + 1
        w: "f32[s0, 1][1, 1]cpu" = torch.ones(s0, 1)
        x[(slice(None, None, None), slice(s1, end, None))] = w;  setitem = x
        seen = x[(slice(None, None, None), slice(0, end, None))]
        return (seen,)
