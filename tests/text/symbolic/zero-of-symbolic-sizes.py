# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}x_modified: {{.*}} = torch.zeros_like(x)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 8][8, 1]cpu", s0: "Sym(s0)"):
        zero_ = x.zero_()
        return (zero_,)
