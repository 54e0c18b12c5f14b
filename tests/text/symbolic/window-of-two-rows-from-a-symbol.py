# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}end: {{.*}} = s1 + 2
# CHECK-NEXT: w: {{.*}} = torch.ones(2, 8)
# CHECK-NEXT: slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x, 0, s1, end)
# CHECK-NEXT: expand_as: {{.*}} = w.expand_as(slice_1)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as, dim = 0, start = s1, end = end)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        end: "Sym(s1 + 2)" = s1 + 2
        w: "f32[2, 8][8, 1]cpu" = torch.ones(2, 8)
        x[slice(s1, end, None)] = w;  setitem = x
        return (x,)
