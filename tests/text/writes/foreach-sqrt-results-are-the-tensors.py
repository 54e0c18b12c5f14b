# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: {{.*}} = p.sqrt()
# CHECK-NEXT: neg: {{.*}} = p_modified.neg()
# CHECK-NEXT: return (neg, p_modified)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu"):
        _foreach_sqrt_ = torch._foreach_sqrt_([p])
        getitem: "f32[4][1]cpu" = _foreach_sqrt_[0];  _foreach_sqrt_ = None
        neg: "f32[4][1]cpu" = getitem.neg();  getitem = None
        return (neg,)
