# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}index: {{.*}} = torch.tensor([0, 1])
# CHECK-NEXT: w: {{.*}} = torch.ones(s0, 2)
# CHECK-NEXT: x_modified: {{.*}} = torch.ops.aten.index_put(x, [None, index], w)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        index: "i64[2][1]cpu" = torch.tensor([0, 1])
        w: "f32[s0, 2][2, 1]cpu" = torch.ones(s0, 2)
        x[(slice(None, None, None), index)] = w;  setitem = x
        return (x,)
