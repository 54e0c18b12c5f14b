# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = torch.ops.aten.clamp(x, 0, 1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        clamp_: "f32[4][1]cpu" = torch.clamp_(x, 0, 1);  clamp_ = None
        return (x,)
