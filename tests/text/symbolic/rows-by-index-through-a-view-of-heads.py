# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}index: {{.*}} = torch.arange(s1)
# CHECK-NEXT: heads: {{.*}} = x.view(s0, 2, 4)
# CHECK-NEXT: w: {{.*}} = y.view(s1, 2, 4)
# CHECK-NEXT: x_modified: {{.*}} = heads.index_put((index,), w)
# CHECK-NEXT: x_modified_2: {{.*}} = x_modified.reshape(s0, 8)
# CHECK-NEXT: neg = x_modified_2.neg()
# CHECK-NEXT: return (neg, x_modified_2)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", y: "f32[s1, 8][8, 1]cpu", s0: "Sym(s0)", s1: "Sym(s1)"):
        index: "i64[s1][1]cpu" = torch.arange(s1)
        heads: "f32[s0, 2, 4][8, 4, 1]cpu" = x.view(s0, 2, 4)
        w: "f32[s1, 2, 4][8, 4, 1]cpu" = y.view(s1, 2, 4)
        heads[index] = w;  setitem = heads
        neg = x.neg()
        return (neg,)
