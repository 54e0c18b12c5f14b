# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      add: {{.*}} = x.__add__(y)
# CHECK-NEXT: return (add, x)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu", y: "f32[4][1]cpu"):
        add: "f32[4][1]cpu" = x.__add__(y);  y = None
        return (add, x)
