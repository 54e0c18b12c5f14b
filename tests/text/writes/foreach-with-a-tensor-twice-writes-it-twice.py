# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = p.add(1.0)
# CHECK-NEXT: p_modified_2: {{.*}} = p_modified.add(1.0)
# CHECK-NEXT: return (p_modified_2,)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu"):
        _foreach_add_ = torch._foreach_add_([p, p], 1.0);  _foreach_add_ = None
        return (p,)
