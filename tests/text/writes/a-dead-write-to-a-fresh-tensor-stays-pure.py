# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      y_modified: {{.*}} = y.add(1)
# CHECK-NEXT: return (x,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        y: "f32[4][1]cpu" = x.clone()
        add_: "f32[4][1]cpu" = y.add_(1);  y = add_ = None
        return (x,)
