# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = torch.zeros_like(p)
# CHECK-NEXT: return (p_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu"):
        _foreach_zero_ = torch._foreach_zero_([p]);  _foreach_zero_ = None
        return (p,)
