# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      p_modified: "f16[4][1]cpu" = torch.slice_scatter(p, expand_as)
# CHECK-NEXT: return (p_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f16[4][1]cpu", g: "f32[4][1]cpu"):
        _foreach_copy_ = torch._foreach_copy_([p], [g]);  g = _foreach_copy_ = None
        return (p,)
