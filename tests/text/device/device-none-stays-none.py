# RUN: %outplace rewrite %s | FileCheck-19 %s

# CHECK:      zeros: {{.*}} = torch.zeros(4, device = None)

class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4][1]cpu"):
        zeros: "f32[4][1]cpu" = torch.zeros(4, device = None)
        return (zeros,)
