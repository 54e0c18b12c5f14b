# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}index: {{.*}} = x.argsort(1)
# CHECK-NEXT: x_modified: {{.*}} = x.scatter(1, index, 0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        index: "i64[s0, 8][8, 1]cpu" = x.argsort(1)
        scatter_ = x.scatter_(1, index, 0)
        return (x,)
