# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}sym_min: {{.*}} = torch.sym_min(1, s0)
# CHECK-NEXT: mul: {{.*}} = -1 * sym_min
# CHECK-NEXT: add: {{.*}} = -1 + s0
# CHECK-NEXT: sym_max: {{.*}} = torch.sym_max(0, add)
# CHECK-NEXT: add_1: {{.*}} = mul + sym_max
# CHECK-NEXT: sym_max_1: {{.*}} = torch.sym_max(0, add_1)
# CHECK-NEXT: expand: {{.*}} = v.expand(sym_max_1, 8)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand, dim = 0, start = 1, end = -1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)"):
        x[slice(1, -1, None)] = v;  setitem = x
        return (x,)
