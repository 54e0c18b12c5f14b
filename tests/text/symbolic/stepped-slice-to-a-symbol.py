# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x, 0, 0, s1, 2)
# CHECK-NEXT: expand_as: {{.*}} = v.expand_as(slice_1)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as, dim = 0, start = 0, end = s1, step = 2)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[slice(0, s1, 2)] = v;  setitem = x
        return (x,)
