# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}index: {{.*}} = torch.arange(s1)
# CHECK-NEXT: new_full: {{.*}} = x.new_full((), 0)
# CHECK-NEXT: x_modified: {{.*}} = x.index_put((index,), new_full)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        index: "i64[s1][1]cpu" = torch.arange(s1)
        x[index] = 0;  setitem = x
        return (x,)
