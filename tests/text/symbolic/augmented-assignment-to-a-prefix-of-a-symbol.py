# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}p = x[slice(0, s1, None)]
# CHECK-NEXT: x_modified: {{.*}} = p + y
# CHECK-NEXT: x_modified_2: {{.*}} = torch.slice_scatter(x, x_modified, dim = 0, end = s1)
# CHECK-NEXT: return (x_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", y: "f32[s1, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        p = x[slice(0, s1, None)]
        p += y;  iadd = p
        x[slice(0, s1, None)] = iadd;  setitem = x
        return (x,)
