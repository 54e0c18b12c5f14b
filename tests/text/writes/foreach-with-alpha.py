# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = p.add(g, alpha = -0.5)
# CHECK-NEXT: return (p_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu", g: "f32[4][1]cpu"):
        _foreach_add_ = torch._foreach_add_([p], [g], alpha = -0.5);  g = _foreach_add_ = None
        return (p,)
