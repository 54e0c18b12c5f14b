# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = p.add(1.0)
# CHECK-NEXT: q_modified: {{.*}} = q.add(1.0)
# CHECK-NEXT: return (p_modified, q_modified)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu", q: "f32[3][1]cpu"):
        _foreach_add_ = torch._foreach_add_([p, q], 1.0);  _foreach_add_ = None
        return (p, q)
