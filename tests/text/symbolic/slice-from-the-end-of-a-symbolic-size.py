# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}add: {{.*}} = -2 + s0
# CHECK-NEXT: sym_max: {{.*}} = torch.sym_max(0, add)
# CHECK-NEXT: mul: {{.*}} = -1 * sym_max
# CHECK-NEXT: add_1: {{.*}} = s0 + mul
# CHECK-NEXT: expand: {{.*}} = v.expand(add_1, 8)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand, dim = 0, start = -2, step = 1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)"):
        x[slice(-2, None, None)] = v;  setitem = x
        return (x,)
