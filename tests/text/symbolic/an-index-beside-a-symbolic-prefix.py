# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}index: {{.*}} = torch.arange(2)
# CHECK-NEXT: w: {{.*}} = torch.ones(s1, 2)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x, 0, 0, s1)
# CHECK-NEXT: index_put: {{.*}} = torch.ops.aten.index_put(slice_1, [None, index], w)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, index_put, dim = 0, end = s1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        index: "i64[2][1]cpu" = torch.arange(2)
        w: "f32[s1, 2][2, 1]cpu" = torch.ones(s1, 2)
        x[(slice(0, s1, None), index)] = w;  setitem = x
        return (x,)
