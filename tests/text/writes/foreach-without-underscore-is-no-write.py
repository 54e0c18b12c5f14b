# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      torch._foreach_add([p], 1.0)
# CHECK-NEXT: getitem: {{.*}} = _foreach_add[0]
# CHECK-NEXT: return (getitem, p)

class GraphModule(torch.nn.Module):
    def forward(self, p: "f32[4][1]cpu"):
        _foreach_add = torch._foreach_add([p], 1.0)
        getitem: "f32[4][1]cpu" = _foreach_add[0];  _foreach_add = None
        return (getitem, p)
