# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}slice_1: {{.*}} = torch.ops.aten.slice.Tensor(x, 0, s1, None)
# CHECK-NEXT: full_like: {{.*}} = torch.full_like(slice_1, 0)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, full_like, dim = 0, start = s1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        x[slice(s1, None, None)] = 0;  setitem = x
        return (x,)
