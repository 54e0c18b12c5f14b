# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = p.lerp(g, 0.25)
# CHECK-NEXT: return (p_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu", g: "f32[4][1]cpu"):
        _foreach_lerp_ = torch._foreach_lerp_([p], [g], 0.25);  g = _foreach_lerp_ = None
        return (p,)
