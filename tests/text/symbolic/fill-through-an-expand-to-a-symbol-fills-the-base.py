# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      {{^        }}e: {{.*}} = v.expand(s0, 8)
# CHECK-NEXT: v_modified: {{.*}} = torch.zeros_like(v)
# CHECK-NEXT: return (v_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, v: "f32[8][1]cpu", s0: "Sym(s0)"):
        e: "f32[s0, 8][0, 1]cpu" = v.expand(s0, 8)
        zero_ = e.zero_()
        return (v,)
