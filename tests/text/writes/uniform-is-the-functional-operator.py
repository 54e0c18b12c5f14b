# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.uniform(x, 1, 2)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        uniform_: "f32[4][1]cpu" = x.uniform_(1, 2);  uniform_ = None
        return (x,)
