# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}index: {{.*}} = torch.arange(s1)
# CHECK-NEXT: x_modified: {{.*}} = x.index_put((index,), y, accumulate = True)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", y: "f32[s1, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        index: "i64[s1][1]cpu" = torch.arange(s1)
        index_put_ = x.index_put_((index,), y, accumulate = True)
        return (x,)
