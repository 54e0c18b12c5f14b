# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      x_modified: {{.*}} = x.polygamma(1)
# CHECK-NEXT: return (x_modified,)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        polygamma_: "f32[4][1]cpu" = x.polygamma_(1);  polygamma_ = None
        return (x,)
