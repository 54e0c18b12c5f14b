# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = p.addcdiv(a, b, value = 0.5)
# CHECK-NEXT: q_modified: {{.*}} = q.addcdiv(a, b, value = 2.0)
# CHECK-NEXT: return (p_modified, q_modified)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu", q: "f32[4][1]cpu", a: "f32[4][1]cpu", b: "f32[4][1]cpu"):
        _foreach_addcdiv_ = torch._foreach_addcdiv_([p, q], [a, a], [b, b], [0.5, 2.0]);  a = b = _foreach_addcdiv_ = None
        return (p, q)
