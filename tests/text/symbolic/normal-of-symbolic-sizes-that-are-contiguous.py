# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.ops.aten.normal_functional(x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        normal_ = x.normal_()
        return (normal_,)
