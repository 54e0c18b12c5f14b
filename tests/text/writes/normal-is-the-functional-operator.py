# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.normal_functional(x, 1.0, 2.0)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[20][1]cpu"):
        normal_: "f32[20][1]cpu" = x.normal_(1.0, std = 2.0);  normal_ = None
        return (x,)
