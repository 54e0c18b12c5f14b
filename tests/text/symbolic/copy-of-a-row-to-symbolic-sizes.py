# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}expand_as: {{.*}} = v.expand_as(x)
# CHECK-NEXT: x_modified: {{.*}} = torch.slice_scatter(x, expand_as)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", v: "f32[8][1]cpu", s0: "Sym(s0)"):
        copy_ = x.copy_(v)
        return (copy_,)
